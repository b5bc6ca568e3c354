"""The command line, run as users run it: in a process of its own."""

import gzip
import json
import os
import platform
import pty
import select
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import click
import numpy as np
import polars as pl
import pytest
import scipy
from click.testing import CliRunner

import graphdim as graphdim_package
from graphdim import __version__
from graphdim.cli import graphdim, main

HERE = str(Path(sys.executable).parent)
BARE = "from graphdim.cli import main; sys.argv = ['graphdim', '--version']; main()"


@pytest.fixture
def edges(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("source,target,w\na,b,2\nb,c,3\nb,a,2\nc,c,1\n")
    return str(path)


# Answers


def test_the_panel(command):
    done = command("dimension", "dataset:karate")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "Dimension 44  (MinGE, λ = 1)"
    assert "  graph      34 nodes · 78 edges" in lines
    assert lines[-1].startswith("  next       graphdim compare measures which dimension the edges support, in about ")


def test_a_graph_too_small_to_measure_is_not_sent_to_compare(tmp_path):
    ring = tmp_path / "ring.csv"
    ring.write_text("".join(f"{node},{(node + 1) % 10}\n" for node in range(10)))
    done = CliRunner().invoke(graphdim, ["dimension", str(ring)], catch_exceptions=False)
    assert "graphdim compare" not in done.stdout
    assert "is more than 10 nodes can use" in done.stdout


def test_a_measured_answer_points_nowhere():
    done = CliRunner().invoke(graphdim, ["dimension", "dataset:karate", "--method", "cv"], catch_exceptions=False)
    assert done.stdout.startswith("Dimension 2  (cv, ")
    assert "graphdim compare" not in done.stdout


def test_json_of_one_source(command, edges):
    done = command("dimension", edges, "--json", "--num-nodes", "5", "--lambda", "0.5", "--variant", "equations")
    facts = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (5, 2, 0.5, "equations", edges) == tuple(
        facts[key] for key in ("n_nodes", "n_edges", "structure_weight", "variant", "source")
    )
    assert facts["cleaning"] == {"rows": 4, "self_loops": 1, "repeated": 1}
    assert facts["notes"] == ["column 'w' ignored; --weight w counts it (weight='w' in Python)"]


@pytest.fixture
def payments(tmp_path):
    path = tmp_path / "tx.csv"
    path.write_text("tx_id,payer,payee,amount\n1,ann,bob,5\n2,bob,cid,6\n3,cid,ann,7\n")
    return str(path)


def test_the_columns_of_the_ends(command, payments):
    guess = "ends are columns 'tx_id' and 'payer', the first two; --source-column and --target-column name others"
    assert (
        f"  note       {guess} (columns=(…) in Python)" in command("dimension", payments).stdout.decode().splitlines()
    )
    assert guess in json.loads(command("dimension", payments, "--json").stdout)["notes"][0]
    ends = ("--source-column", "payer", "--target-column", "payee")
    assert json.loads(command("dimension", payments, "--json", *ends).stdout)["n_nodes"] == 3


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (["--source-column", "payer"], "--source-column comes without --target-column; an edge has two ends"),
        (["--target-column", "payer"], "--target-column comes without --source-column; an edge has two ends"),
        (["--source-column", "payer", "--target-column", "x"], "there is no column 'x'; the columns are tx_id, payer"),
    ],
)
@pytest.mark.parametrize(
    "asked",
    [
        "dimension",
        pytest.param("report", marks=pytest.mark.needs("altair")),
        pytest.param("sweep", marks=pytest.mark.needs("torch")),
    ],
)
def test_ends_that_cannot_be_found(command, payments, asked, options, fault):
    done = command(asked, payments, *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert fault in done.stderr.decode()


def test_json_of_several(command, edges):
    facts = json.loads(command("dimension", edges, "dataset:karate", "--lambda", "1,2", "--json").stdout)
    assert [(each["n_nodes"], each["structure_weight"]) for each in facts] == [(3, 1), (3, 2), (34, 1), (34, 2)]


def test_quiet_prints_the_numbers_alone(command, edges):
    assert command("dimension", "dataset:karate", "--quiet").stdout == b"44\n"
    assert command("dimension", "dataset:karate", "-q", "--lambda", "0,1").stdout == b"29\n44\n"
    assert command("dimension", "dataset:karate", "-q", "--multiple-of", "8").stdout == b"48\n"
    assert command("dimension", edges, "-q", "--weight", "w").stdout == b"14\n"


def test_what_was_guessed_is_told_beside_the_number_alone(command, payments, edges):
    done = command("dimension", payments, "-q", "--lambda", "0,1")
    numbers = [int(graphdim_package.ideal_dimension(payments, structure_weight=weight)) for weight in (0, 1)]
    assert [str(number).encode() for number in numbers] == done.stdout.splitlines()
    ends, left = done.stderr.decode().splitlines()
    assert ends.startswith(f"Note: {payments}: ends are columns 'tx_id' and 'payer', the first two; --source-column")
    assert f"Note: {payments}: columns 'payee', 'amount' ignored" == left
    table = command("dimension", edges, "dataset:karate")
    assert table.stderr.decode().startswith(f"Note: {edges}: column 'w' ignored; --weight w counts it")
    assert b"ignored" not in table.stdout
    assert command("dimension", edges, "dataset:karate", "--json", "-q").stderr == b""


@pytest.mark.parametrize("columns", ["20", "200"])
def test_several_sources_give_a_table_whose_numbers_are_whole(command, edges, columns):
    done = command("dimension", edges, "dataset:karate", "--lambda", "1,2", env={**os.environ, "COLUMNS": columns})
    header, *rows = done.stdout.decode().splitlines()
    assert header.split() == ["source", "nodes", "edges", "λ", "structure", "share", "crossing", "dimension"]
    assert [edges, "3", "2", "1", "1.099", "100.0", "%", "13.38", "14"] == rows[0].split()
    assert rows[3].split() == ["dataset:karate", "34", "78", "2", "3.522", "99.9", "%", "58.28", "59"]


def test_a_name_with_brackets_is_shown_as_it_is(command, tmp_path):
    (tmp_path / "[red]a.csv").write_text("1,2\n")
    done = command("dimension", "[red]a.csv", "[red]a.csv", cwd=tmp_path)
    assert done.stdout.decode().splitlines()[1].startswith("[red]a.csv ")


@pytest.mark.parametrize("data", [b"1 2\n2 3\n", gzip.compress(b"a,b\nb,c\n")], ids=["text", "gzip"])
def test_standard_input(command, data):
    assert command("dimension", "-", "--quiet", stdin=data).stdout == b"14\n"


def test_a_name_that_is_no_text(command, tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.csv"
    with open(name, "w") as file:  # noqa: PTH123 - the name is not text
        file.write("1,2\n")
    for options in (["--json"], ["dataset:karate"], []):
        assert command("dimension", name, *options).returncode == 0


def test_an_ascii_terminal(command):
    done = command("dimension", "dataset:karate", env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert done.returncode == 0
    assert done.stdout.startswith(b"Dimension 44  (MinGE, ")


@pytest.mark.usefixtures("real_data")
def test_the_paper_from_the_shell(command):
    assert command("dimension", "dataset:cora", "--lambda", "1", "--quiet").stdout == b"98\n"
    done = command("dimension", *(f"dataset:{name}" for name in ("cora", "citeseer")), "-q", "--lambda", "0.1,0.5,1,2")
    assert [int(line) for line in done.stdout.split()] == [69, 82, 98, 131, 71, 84, 101, 134]


def test_datasets(command, real_data):
    listed = command("datasets").stdout.decode()
    assert "dataset:karate" in listed
    assert "34 nodes, 78 edges" in listed
    assert "embedded" in listed
    rows = {row["name"]: row for row in json.loads(command("datasets", "--json").stdout)}
    assert f"in {real_data / 'planetoid'}" == rows["cora"]["where"]
    assert rows["air_usa"]["n_nodes"] == 1190
    away = json.loads(command("datasets", "--json", env={**os.environ, "GRAPHDIM_DATA": ""}).stdout)
    assert [row["where"] for row in away] == ["embedded"] + 4 * ["to be downloaded"]


def test_escapes_in_the_name_of_a_dataset_stay_visible(command, tmp_path):
    folder = tmp_path / "\x1b[2J" / "graphs"
    folder.mkdir(parents=True)
    (folder / "q\x1b[31mRED.npz").touch()
    environment = {**os.environ, "GRAPHDIM_DATA": str(folder.parent)}
    listed = command("datasets", env=environment).stdout
    assert rb"dataset:q\x1b[31mRED " in listed
    assert b"\x1b" not in listed + command("datasets", "--json", env=environment).stdout


def test_version_and_module(command):
    said = command("--version").stdout
    assert said.startswith(f"graphdim {__version__}\n".encode())
    script = subprocess.run([f"{HERE}/graphdim", "--version"], capture_output=True, check=True)
    assert said == script.stdout


@pytest.mark.needs("torch")
def test_the_version_tells_what_a_bug_report_needs(command, tmp_path):
    lines = command("--version").stdout.decode().splitlines()
    assert lines[1].startswith(f"python {platform.python_version()} on {platform.system()} ")
    assert lines[2:4] == [f"numpy {np.__version__}", f"scipy {scipy.__version__}"]
    assert f"torch {version('torch')}" in lines
    # A machine without any of the packages: its metadata is all there is to know them by.
    code = f"import sys; sys.path = [p for p in sys.path if 'site-packages' not in p]; {BARE}"
    clone = {"click": Path(click.__file__).parent, "graphdim": Path(graphdim_package.__file__).parent}
    for name, folder in clone.items():
        (tmp_path / name).symlink_to(folder)
    bare = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        check=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert bare.stdout.splitlines()[2:] == [f"{name} missing" for name in ("numpy", "scipy", "polars", "click", "rich")]


PATHS = [
    (),
    *((name,) for name in graphdim.commands),
    *(("bench", name) for name in graphdim.commands["bench"].commands),
]


@pytest.mark.parametrize("path", PATHS)
def test_every_help_has_an_example(command, path):
    done = command(*path, "--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Example" in done.stdout
    assert done.stdout == command(*path, "-h").stdout


def test_the_commands():
    assert {"bench", "compare", "completion", "datasets", "dimension", "report", "shrink", "sql", "sweep"} == set(
        graphdim.commands
    )


def test_without_arguments_it_shows_its_help(command):
    done = command()
    assert done.returncode == 2
    assert b"Commands:\n" in done.stderr


# Bad input

REFUSED = {
    ("dimension",): "Missing argument 'SOURCE...'",
    ("nonsense",): "No such command 'nonsense'",
    ("dimension", "dataset:karate", "--nonsense"): "No such option",
    ("dimension", "dataset:karate", "--lambda", "-1"): "the structure weight λ is -1.0; it must be a finite number",
    ("dimension", "dataset:karate", "--lambda", "nan"): "the structure weight λ is nan",
    ("dimension", "dataset:karate", "--lambda", "1,inf"): "the structure weight λ is inf",
    (
        "dimension",
        "dataset:karate",
        "--lambda",
        "1,,2",
    ): "'1,,2' is not a number or a list of numbers separated by commas",
    ("dimension", "dataset:karate", "--lambda", "1e308"): "larger than any number",
    ("dimension", "dataset:karate", "--variant", "printed"): "'printed' is not one of 'published', 'equations'",
    ("dimension", "dataset:karate", "--engine", "abacus"): "'abacus' is not one of 'auto', 'memory'",
    ("dimension", "dataset:karate", "--num-nodes", "33"): "n_nodes is 33, but the source has 34 nodes",
    ("dimension", "dataset:karate", "--num-nodes", "0"): "0 is too small; it must be at least 1",
    ("dimension", "dataset:karate", "--multiple-of", "0"): "0 is not in the range x>=1",
    ("dimension", "dataset:karate", "--weight", "w"): "dataset:karate has no weight named 'w'",
    ("dimension", "dataset:nonsense"): "unknown dataset 'nonsense'; the datasets are karate, cora",
    ("dimension", "nothing.csv"): "nothing.csv: no such file",
    ("dimension", "dataset:karate", "nothing.csv"): "nothing.csv: no such file",
    ("dimension", "karate"): "karate: no such file; the dataset is dataset:karate",
    ("dimension", "x" * 3000): "File name too long",
    ("dimension", "*.pq"): "*.pq: no file matches",
    ("dimension", "empty"): "empty: the folder holds no Parquet files",
    ("dimension", "dangling"): "dangling: the link points to gone, which is not there",
    ("dimension", "-"): "standard input: it is empty",
    ("dimension", "empty.csv"): "empty.csv: it is empty",
    ("dimension", "comments.csv"): "comments.csv: only comments and blank lines",
    ("dimension", "ragged.csv"): "ragged.csv, line 2: 1 field in '3', expected 2",
    ("dimension", "nan.csv"): "nan.csv, line 2: 'nan' is no 64-bit integer",
    ("dimension", "junk.txt"): "junk.txt: binary data, no text",
    ("dimension", "junk.parquet"): "junk.parquet: not a readable Parquet file",
    ("dimension", "junk.npz"): "junk.npz: not a readable npz archive",
    ("dimension", "junk.mtx"): "junk.mtx: not a readable Matrix Market file",
    ("dimension", "junk.graphml"): "junk.graphml: not XML; it holds binary data",
    ("dimension", "junk.gml"): "junk.gml: not a whole GML file",
    ("dimension", "cut.csv.gz"): "cut.csv.gz: damaged or cut-off compressed file",
    ("dimension", "cut.parquet"): "cut.parquet: not a readable Parquet file",
    ("dimension", "page.html"): "'.html' names no graph format",
    ("dimension", "loop.csv"): "the graph has one node",
    (
        "dimension",
        "loops.csv",
        "--variant",
        "equations",
    ): "the graph has no edges, and the 'equations' variant needs one",
    ("completion", "tcsh"): "'tcsh' is not one of 'bash', 'zsh', 'fish'",
}


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    (folder / "empty").mkdir()
    (folder / "dangling").symlink_to("gone")
    junk = bytes(range(256)) * 20
    for suffix in ("txt", "parquet", "npz", "mtx", "graphml", "gml"):
        (folder / f"junk.{suffix}").write_bytes(junk)
    (folder / "empty.csv").touch()
    (folder / "comments.csv").write_text("# nothing\n")
    (folder / "ragged.csv").write_text("1,2\n3\n")
    (folder / "nan.csv").write_text("1,2\nnan,3\n")
    (folder / "page.html").write_text("<html></html>")
    (folder / "loop.csv").write_text("1,1\n")
    (folder / "loops.csv").write_text("1,1\n2,2\n")
    (folder / "cut.csv.gz").write_bytes(gzip.compress(b"1,2\n" * 999)[:-9])
    whole = folder / "cut.parquet"
    pl.DataFrame({"a": np.arange(99), "b": np.arange(99)}).write_parquet(whole)
    whole.write_bytes(whole.read_bytes()[:-50])
    return folder


def check_refusal(said: str, fault: str) -> None:
    assert fault in said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1


# Those whose way differs are run in a process of their own, the rest in this one.
IN_PROCESS = [line for line in REFUSED if line[-1].partition(".")[0] not in ("junk", "cut", "-", "ragged", "dangling")]


@pytest.mark.parametrize("line", [line for line in REFUSED if line not in IN_PROCESS], ids=" ".join)
def test_bad_input_is_one_line_and_exit_code_2(refused, bad_files, line):
    check_refusal(refused(*line, cwd=bad_files), REFUSED[line])


@pytest.mark.parametrize("line", IN_PROCESS, ids=lambda line: " ".join(line)[:60])
def test_bad_input_is_one_line_and_exit_code_2_here(monkeypatch, capsys, bad_files, line):
    monkeypatch.chdir(bad_files)
    monkeypatch.setattr(sys, "argv", ["graphdim", *line])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    assert (left.value.code, said.out) == (2, "")
    check_refusal(said.err, REFUSED[line])


def test_a_closed_standard_input(bad_files):
    line = f"{sys.executable} -m graphdim dimension - <&-"
    done = subprocess.run(line, shell=True, capture_output=True, check=False, cwd=bad_files)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"Error: standard input: it is closed; pipe an edge list into it\n"


def shell(line: str) -> tuple[int, bytes, bytes]:
    """What a line of bash, with graphdim in it, returns and says."""
    line = f"set -o pipefail; {line.replace('graphdim', f'{sys.executable} -m graphdim', 1)}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("line", ["datasets", "--help"])
def test_a_reader_that_leaves_early(line):
    assert shell(f"graphdim {line} | true") == (0, b"", b"")


FULL = b"Error: standard output: No space left on device\n"
CLOSED = b"Error: standard output is closed, and the answer goes there; to drop it, write > /dev/null\n"


@pytest.mark.parametrize("line", ["--help", "dimension dataset:karate --json", "dimension -q dataset:karate"])
@pytest.mark.parametrize(("how", "said"), [("> /dev/full", FULL), (">&-", CLOSED)])
def test_an_answer_that_cannot_be_written_is_an_error(line, how, said):
    assert shell(f"graphdim {line} {how}") == (2, b"", said)


@pytest.mark.parametrize("how", ["2> /dev/full", "2>&-", "<&- 2>&-"])
def test_talk_that_cannot_be_written_does_not_keep_the_answer_back(how):
    assert shell(f"graphdim dimension -q dataset:karate {how}") == (0, b"44\n", b"")
    assert shell(f"graphdim dimension /no/such/file {how}") == (2, b"", b"")


@pytest.mark.parametrize("name", ["dimension", "compare"])
def test_of_several_sources_the_one_at_fault_is_named(command, tmp_path, name):
    (tmp_path / "one.txt").write_text("5 5\n")
    done = command(name, "dataset:karate", "one.txt", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: one.txt: ")


@pytest.mark.parametrize("at", ["--5", "1e400", "\u0665x"])
def test_absurd_numbers_in_lists(refused, at):
    assert "is not accepted; it takes a whole number" in refused("compare", "dataset:karate", f"--at={at}")


@pytest.mark.parametrize("number", [str(10**30), "9" * 5000])
@pytest.mark.parametrize("option", ["--at", "--num-nodes"])
def test_numbers_that_are_too_large_are_told_the_bound(refused, option, number):
    said = refused("compare", "dataset:karate", option, number)
    assert "is too large; it must be below 10**18" in said
    assert len(said) < 200


def test_help_without_docstrings():
    line = [sys.executable, "-OO", "-m", "graphdim", "dimension", "--help"]
    done = subprocess.run(line, capture_output=True, check=True)
    assert b"Estimate the dimension at any scale, from little more than N." in done.stdout


def test_markup_and_escapes_in_the_name_of_a_file(command, tmp_path):
    names = ["[red]x.txt", "\x1b[31m\u202e.txt"]
    for name in names:
        (tmp_path / name).write_text("1 2\n2 x\n")
    done = command("dimension", *names, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(rb"Error: [red]x.txt, line 2: ")
    for name in names:
        (tmp_path / name).write_text("1,2,w\n2,3,w\n")
    done = command("dimension", *names, cwd=tmp_path)
    assert [line.split()[0] for line in done.stdout.splitlines()] == [b"source", b"[red]x.txt", rb"\x1b[31m\u202e.txt"]
    assert b"\x1b" not in done.stdout + done.stderr


def test_a_graph_too_large_for_memory(monkeypatch, capsys):
    def burst(*_, **__):
        msg = "Unable to allocate 32.0 GiB"
        raise MemoryError(msg)

    # Not by a large graph: the system might end the tests instead of refusing.
    monkeypatch.setattr("graphdim.engines.open", burst)
    monkeypatch.setattr(sys, "argv", ["graphdim", "dimension", "dataset:karate"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said == "Error: the graph does not fit in memory (Unable to allocate 32.0 GiB); try --engine disk\n"


def test_an_interrupt(monkeypatch, capsys):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("graphdim.api.select", interrupt)
    monkeypatch.setattr(sys, "argv", ["graphdim", "dimension", "dataset:karate"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 130
    assert capsys.readouterr().err.split() == ["Error:", "interrupted"]


# Completion


def completed(words: str, at: int) -> list[str]:
    environment = {"_GRAPHDIM_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
    answer = CliRunner().invoke(graphdim, prog_name="graphdim", complete_var="_GRAPHDIM_COMPLETE", env=environment)
    return [line.partition(",")[2] for line in answer.output.split()]


def test_words_are_completed():
    assert completed("graphdim dim", 1) == ["dimension"]
    assert completed("graphdim dimension --la", 2) == ["--lambda"]
    assert completed("graphdim dimension --variant eq", 3) == ["equations"]
    assert completed("graphdim dimension dataset:cor", 2) == ["dataset:cora"]
    assert completed("graphdim dimension data", 2) == [
        "dataset:karate",
        "dataset:cora",
        "dataset:citeseer",
        "dataset:pubmed",
        "dataset:airport",
    ]
    # Where bash has cut the word at its colon.
    assert completed("graphdim dimension dataset : c", 4) == ["cora", "citeseer"]
    assert completed("graphdim dimension dataset :", 3) == ["karate", "cora", "citeseer", "pubmed", "airport"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(command, shell):
    done = command("completion", shell)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"_GRAPHDIM_COMPLETE=" + shell.encode() in done.stdout


def test_tab_in_a_real_bash(tmp_path):
    """Type a command with tabs into bash, and see that what runs is whole."""
    ours, theirs = pty.openpty()
    environment = {
        **os.environ,
        "PATH": f"{HERE}:{os.environ['PATH']}",
        "TERM": "dumb",
        "PS1": "$ ",
        "HOME": str(tmp_path),
    }
    line = ["bash", "--norc", "--noprofile", "-i"]
    shell = subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
    os.close(theirs)

    def until(mark: bytes) -> bytes:
        seen, end = b"", time.monotonic() + 600
        while mark not in seen and time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                seen += os.read(ours, 4096)
        assert mark in seen, seen
        return seen

    try:
        os.write(ours, b'eval "$(graphdim completion bash)"; echo re""ady\n')
        until(b"ready")
        os.write(ours, b'graphdim dimen\tdataset:kar\t--qui\t; echo do""ne\n')
        assert b"\n44\r\n" in until(b"done")
        os.write(ours, b"exit\n")
        assert shell.wait(timeout=600) == 0
    finally:
        shell.kill()
        os.close(ours)


@pytest.mark.parametrize("module", ["click", "graphdim.cli", "graphdim.cli.sweep"])
def test_an_interrupt_while_the_command_is_loaded(module):
    """The command that is installed is the function of __main__, which loads nothing before it is called."""
    hook = f"lambda name, *_: signal.raise_signal(signal.SIGINT) if name == {module!r} else None"
    finder = f"sys.meta_path.insert(0, type('Finder', (), {{'find_spec': staticmethod({hook})}}))"
    # Whoever runs the tests in the background of a shell lets them ignore interrupts.
    heed = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"import signal, sys; {heed}; {finder}; from graphdim.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Error: interrupted\n")


def test_an_interrupt_while_a_class_is_made_ends_as_any_other(tmp_path):
    """Dataclasses are made by exec, in which `python -m` remembers an interrupt that was caught."""
    (tmp_path / "interrupted.py").write_text(
        "import click\nfrom graphdim.cli import main\n"
        "@click.command()\ndef command(): exec('raise KeyboardInterrupt')\n"
        "main(command)\n"
    )
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (130, b"Error: interrupted")
