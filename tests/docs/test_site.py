"""The site builds with every link whole, and neither its build nor its readers need a network."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from graphdim import HOMES

ROOT = Path(__file__).parents[2]
FETCHED = re.compile(r"""(?:\bsrc=|url\(|@import\s|<link[^>]*href=)["'(]?\s*(?:https?:)?//""")


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(config), "--site-dir", str(site)]
    return subprocess.run(line, capture_output=True, check=False, text=True, cwd=config.parent)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


@pytest.fixture
def small(tmp_path):
    """A site of one page, with our settings."""
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    config |= {"nav": [{"Start": "index.md"}], "plugins": [], "hooks": [str(ROOT / "docs/hooks.py")], "extra_css": []}
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(config))
    (tmp_path / "docs").mkdir()

    def write(text):
        (tmp_path / "docs/index.md").write_text(text)
        return build(tmp_path / "mkdocs.yml", tmp_path / "site")

    return write


def test_every_page_is_there_and_scripts_are_not(site):
    pages = {path.with_suffix(".html").name for path in (ROOT / "docs").glob("*.md")}
    assert pages == {path.name for path in site.glob("*.html")} - {"404.html"}
    assert not list(site.glob("*.py"))


def test_every_page_is_in_the_navigation():
    named = re.findall(r"\b([\w-]+)\.md$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} == set(named)


def test_every_public_name_is_in_the_reference():
    listed = (ROOT / "docs/reference.md").read_text()
    homes = {name: home if home == "graphdim.errors" else f"{home}.{name}" for name, home in HOMES.items()}
    assert [name for name, home in homes.items() if f"::: {home}\n" not in listed] == []


def test_nothing_is_fetched(site):
    for path in [*site.glob("*.html"), *site.rglob("*.css")]:
        assert not FETCHED.search(path.read_text()), path


def test_the_switch_between_light_and_dark_finds_what_it_asks_for(site):
    wanted = set(re.findall(r"getElementById\('(hljs-[a-z]+)'\)", (site / "js/darkmode.js").read_text()))
    assert wanted <= set(re.findall(r'\bid="(.*?)"', (site / "index.html").read_text()))


def test_the_reference_holds_what_the_docstrings_say(site):
    reference = (site / "reference.html").read_text()
    for name in ("ideal_dimension", "Selection", "suggest_dimension", "DimensionSelector", "EmbeddingDimension"):
        assert f">{name}</span>" in reference
    assert "The dimension that one method chooses for a graph" in reference
    # An example that follows its sentence without a heading is code too, not a quotation.
    assert "<blockquote>" not in reference


def test_a_clean_page_builds(small):
    assert small("# Fine\n\n[A link to follow](https://example.org/)").returncode == 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<script src="https://example.org/a.js"></script>', "index.md fetches https://example.org/a.js"),
        ("![a picture](https://example.org/a.png)", "index.md fetches https://example.org/a.png"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "index.md fetches //example.org/a.css"),
        ("[nowhere](nowhere.md)", "nowhere.md"),
        ("[no heading](#nowhere)", "nowhere"),
    ],
)
def test_a_page_with_a_fault_does_not(small, text, fault):
    done = small(text)
    assert done.returncode == 1
    assert fault in done.stdout + done.stderr
