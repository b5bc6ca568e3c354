"""Nothing heavy is imported before it is needed."""

import json
import subprocess
import sys

import pytest

REPORT = (
    "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})), file=sys.stderr)"
)
RUN = """import sys
from graphdim.cli import main
sys.argv = ['graphdim', {arguments}]
try:
    main()
except SystemExit:
    pass
"""
HEAVY = {"numpy", "scipy", "polars", "rich", "torch", "pandas", "networkx", "igraph", "pyarrow", "torch_geometric"}


def imported(code: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", f"{code}\n{REPORT}"], capture_output=True, check=True, text=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def run(*arguments: str) -> set[str]:
    return imported(RUN.format(arguments=", ".join(map(repr, arguments))))


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("dimension", "--help"), ("completion", "bash")])
def test_help_imports_nothing_heavy(arguments):
    modules = run(*arguments)
    assert "click" in modules
    assert set() == HEAVY & modules


def test_the_package_imports_nothing_heavy():
    modules = imported("import graphdim; dir(graphdim); graphdim.__version__")
    assert set() == (HEAVY | {"click"}) & modules


@pytest.mark.parametrize("options", [(), ("--json",), ("--quiet",), ("--lambda", "2")])
def test_a_dataset_takes_numpy_alone(options):
    modules = run("dimension", "dataset:karate", *options)
    assert {"numpy"} == HEAVY & modules
    assert not {"urllib3", "requests"} & modules


def test_a_local_dataset_needs_no_network():
    modules = imported(
        RUN.format(arguments="'dimension', 'dataset:karate'") + "assert 'http.client' not in sys.modules"
    )
    assert "numpy" in modules


@pytest.mark.usefixtures("real_data")
def test_airport_needs_no_networkx():
    assert {"numpy"} == HEAVY & run("dimension", "dataset:airport")


def test_pairs_and_matrices_take_what_they_are_made_of():
    code = "import graphdim, numpy; graphdim.read(numpy.array([[0, 1], [1, 2]])); graphdim.ideal_dimension([(0, 1)])"
    assert {"numpy"} == HEAVY & imported(code)
    code = "import graphdim, scipy.sparse; graphdim.ideal_dimension(scipy.sparse.eye_array(3))"
    assert {"numpy", "scipy"} == HEAVY & imported(code)


@pytest.mark.parametrize(("text", "taken"), [("1,2\n", {"numpy"}), ("a,b\n", {"numpy", "polars"})])
def test_digits_take_numpy_and_other_text_polars(tmp_path, text, taken):
    (tmp_path / "edges.csv").write_text(text)
    assert taken == HEAVY & run("dimension", str(tmp_path / "edges.csv"))


@pytest.mark.parametrize("arguments", ["'compare', 'dataset:karate'", "'shrink', 'rows.npy', '--edges', 'edges.csv'"])
def test_measuring_does_not_wait_for_all_of_scipys_statistics(tmp_path, arguments):
    write = f"import os, numpy; os.chdir({str(tmp_path)!r}); numpy.save('rows.npy', numpy.random.rand(40, 8))\n"
    write += "open('edges.csv', 'w').writelines(f'{node},{(node * node + 1) % 40}\\n' for node in range(40))\n"
    imported(write + RUN.format(arguments=arguments) + "assert 'scipy.special' in sys.modules\n"
             "assert 'scipy.stats' not in sys.modules")  # fmt: skip
