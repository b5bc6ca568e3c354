"""The files around the package, as far as they can be held to it: container, citation, hooks, make targets."""

import fnmatch
import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import graphdim

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]


def instructions(name):
    """The words of every line of the Dockerfile that begins with `name`."""
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    return [line.split()[1:] for line in lines if line.split()[:1] == [name]]


def copied():
    """What the Dockerfile takes from the repository."""
    return [source for *sources, _ in instructions("COPY") if not sources[0].startswith("--from") for source in sources]


def is_sent(path):
    """Whether .dockerignore lets a path of the first level through: the last rule that fits decides."""
    sent = True
    for rule in (ROOT / ".dockerignore").read_text().splitlines():
        if rule and not rule.startswith("#") and fnmatch.fnmatch(path, rule.removeprefix("!")):
            sent = rule.startswith("!")
    return sent


def test_the_container_gets_what_the_wheel_is_made_of():
    assert {PROJECT["readme"], *PROJECT["license-files"], "pyproject.toml", "src"} == set(copied())
    assert all((ROOT / path).exists() and is_sent(path) for path in copied())
    assert not any(is_sent(path) for path in (".venv", ".git", "tests", "docs", "papers"))


def test_the_container_runs_the_command_and_not_as_root():
    [entry] = instructions("ENTRYPOINT")
    assert json.loads(" ".join(entry)) == list(PROJECT["scripts"])
    [[user]] = instructions("USER")
    assert f"useradd --create-home {user}" in (ROOT / "Dockerfile").read_text()
    bases = {base for base, *_ in instructions("FROM")}
    assert bases == {"python:3.11-slim"}
    assert PROJECT["requires-python"] == ">=3.11"


def test_the_citation_is_of_this_version_and_of_the_paper():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["version"] == graphdim.__version__
    assert cited["license"] == PROJECT["license"]
    paper = cited["preferred-citation"]
    source = " ".join((ROOT / "papers/minge/published.toml").read_text().split("\n")[:2])
    assert paper["title"] in re.sub(r"\s*#\s*", " ", source)
    assert len(paper["authors"]) == 7
    assert (paper["year"], paper["doi"]) == (2021, "10.24963/ijcai.2021/381")


def test_the_sdist_holds_the_package_and_nothing_of_the_papers():
    """A pattern without a slash in front fits at any depth: `src` would take papers/minge/src along."""
    included = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert all(path.startswith("/") and (ROOT / path[1:]).exists() for path in included)
    assert {"/src", f"/{PROJECT['readme']}", *(f"/{name}" for name in PROJECT["license-files"])} <= set(included)
    assert "/tests" not in included  # they read files that an sdist does not hold


@pytest.mark.parametrize(
    "hook", yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"], ids=lambda h: h["id"]
)
def test_hooks_are_what_make_check_runs(hook):
    tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
    assert f"$(BIN)/{tool}" in (ROOT / "Makefile").read_text()


def test_the_workflow_runs_make_targets_on_the_pythons_that_are_declared():
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]
    targets = [step["run"].split()[1] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert all(f"\n{target}:" in (ROOT / "Makefile").read_text() for target in targets)
    declared = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if "Python :: 3." in each]
    assert declared == jobs["core"]["strategy"]["matrix"]["python"]


def test_the_install_page_lists_every_extra_and_dist_tries_it():
    extras = PROJECT["optional-dependencies"].keys() - {"docs", "test", "test-core", "rivals", "check"}
    listed = re.findall(r"^\| `([a-z]+)` \|", (ROOT / "docs/install.md").read_text(), re.MULTILINE)
    tried = re.findall(r"^    \[([a-z]+)\]=", (ROOT / ".ci/dist").read_text(), re.MULTILINE)
    assert extras == set(listed) == set(tried)


def test_every_extra_that_an_error_names_is_there():
    from graphdim.extras import EXTRAS

    assert set(EXTRAS.values()) <= PROJECT["optional-dependencies"].keys()
