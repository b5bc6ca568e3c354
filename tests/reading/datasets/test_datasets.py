"""Named datasets: the paper's numbers on real data, where files come from, and what is refused."""

import hashlib
import http.server
import json
import pickle
import socket
import threading
from collections import OrderedDict, defaultdict
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import graphdim as gd
from graphdim import folders
from graphdim.errors import DatasetError
from graphdim.reading.datasets import catalogue, home
from graphdim.reading.datasets.unpickling import unpickle

LAMBDAS = (0.1, 0.5, 1, 2)
# nodes, edges, H_s published, crossings, dimensions, H_s by the equations and its crossing at λ = 1
PAPER = {
    "cora": (2708, 5278, 7.8165, (68.64, 81.63, 97.88, 130.36), (69, 82, 98, 131), 7.6141, 97.04),
    "citeseer": (3327, 4552, 7.9897, (70.42, 83.71, 100.31, 133.52), (71, 84, 101, 134), 7.7407, 99.27),
    # Printed is 102 at λ = 0.5, which contradicts 164 at λ = 2.
    "pubmed": (19717, 44324, 9.7787, (85.96, 102.21, 122.54, 163.18), (86, 103, 123, 164), 9.2123, 120.18),
    "airport": (3188, 18630, 7.9465, (70.05, 83.26, 99.77, 132.80), (71, 84, 100, 133), 7.0146, 95.90),
}


@pytest.mark.usefixtures("real_data")
@pytest.mark.parametrize("name", PAPER)
def test_the_printed_dimensions(name):
    n_nodes, n_edges, entropy, crossings, dimensions, by_equations, crossing = PAPER[name]
    graph = gd.read(f"dataset:{name}")
    results = [gd.ideal_dimension(graph, structure_weight=each) for each in LAMBDAS]
    assert dimensions == tuple(result.dimension for result in results)
    assert crossings == tuple(round(result.estimate, 2) for result in results)
    assert (n_nodes, n_edges, entropy) == (
        graph.n_nodes,
        graph.n_edges,
        round(results[0].details["structure_entropy"], 4),
    )
    equations = gd.ideal_dimension(graph, variant="equations")
    assert (by_equations, crossing) == (round(equations.details["structure_entropy"], 4), round(equations.estimate, 2))


@pytest.mark.usefixtures("real_data")
def test_what_cleaning_found_in_the_real_data():
    found = {name: gd.read(f"dataset:{name}").cleaning for name in PAPER}
    # Planetoid's files list most loops twice.
    assert {name: cleaning.self_loops for name, cleaning in found.items()} == {
        "cora": 0,
        "citeseer": 2 * 124,
        "pubmed": 2 * 3,
        "airport": 1,
    }
    assert gd.ideal_dimension("dataset:citeseer").summary()["n_isolated"] == 48


def test_sixteen_printed_cells_contradict_themselves_once():
    # Any H_s that gives 164 for Pubmed at λ = 2 gives 103 at λ = 0.5.
    from graphdim.selectors.minge.feature import crossing

    log_n = np.log(19717)
    least = next(h for h in np.arange(9.7, 9.9, 1e-4) if crossing(2 * log_n + 2 * h) > 163)
    assert least == pytest.approx(9.757, abs=1e-3)
    assert crossing(2 * log_n + least / 2) > 102


@pytest.mark.needs("graphdatascience")
def test_cora_from_a_package():
    """Without importing the package, which takes seconds."""
    folder = Path(find_spec("graphdatascience").origin).parent
    result = gd.ideal_dimension(folder / "resources" / "cora" / "cora_rels.parquet.gzip")
    assert (result.n_nodes, result.n_edges, result.dimension) == (2708, 5278, 98)
    assert round(result.details["structure_entropy"], 4) == 7.8165


@pytest.mark.needs("networkx")
def test_karate_is_the_one_of_networkx():
    import networkx as nx

    ours, theirs = gd.read("dataset:karate"), gd.read(nx.karate_club_graph())
    assert np.array_equal(theirs.pairs, ours.pairs)
    assert ours.n_nodes == 34


def test_every_graph_of_the_data_folder_is_a_dataset(real_data):
    names = {path.stem for path in (real_data / "graphs").glob("*.npz")}
    assert names
    assert names <= {dataset.name for dataset in catalogue.every()}
    graph = gd.read("dataset:air_europe")
    assert (graph.n_nodes, graph.n_edges, graph.cleaning.repeated) == (399, 5993, 0)


def test_the_catalogue_tells_the_truth(real_data):
    for dataset in catalogue.every():
        if dataset.n_nodes:
            graph = gd.read(f"dataset:{dataset.name}")
            assert (dataset.n_nodes, dataset.n_edges) == (graph.n_nodes, graph.n_edges)
        for file in dataset.files.values():
            if file.sha256:
                assert file.sha256 == hashlib.sha256((real_data / file.path).read_bytes()).hexdigest()
    assert {dataset.name for dataset in catalogue.every()} >= catalogue.NAMES


def test_an_own_labelled_graph(tmp_path, monkeypatch):
    (tmp_path / "graphs").mkdir()
    np.savez(tmp_path / "graphs" / "Mine.npz", n=5, edges=[[0, 1], [1, 2]], labels=[0, 1, 0, 1, -1])
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    for name in ("Mine", "mine", " MINE "):
        graph = gd.read(f"dataset:{name}")
        assert (graph.n_nodes, graph.n_edges) == (5, 2)
    (tmp_path / "graphs" / "broken.npz").write_bytes(b"PK\x03\x04 no more")
    with pytest.raises(gd.GraphDimError, match=r"graphs/broken\.npz: not a readable npz"):
        gd.read("dataset:broken")


@pytest.mark.parametrize("name", ["", "corra", "../../etc/passwd", "karate.csv"])
def test_an_unknown_dataset_lists_the_known(name):
    with pytest.raises(
        DatasetError, match="unknown dataset .*; the datasets are karate, cora, citeseer, pubmed, airport"
    ):
        gd.read(f"dataset:{name}")


def test_a_damaged_file_is_refused_by_its_checksum(tmp_path, monkeypatch):
    (tmp_path / "planetoid").mkdir()
    (tmp_path / "planetoid" / "ind.cora.graph").write_bytes(pickle.dumps({0: [1], 1: [0]}))
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    with pytest.raises(
        DatasetError, match=r"ind\.cora\.graph: this is not the published file, because its SHA-256 differs"
    ):
        gd.read("dataset:cora")


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    (tmp_path / "planetoid").mkdir()
    path = tmp_path / "planetoid" / "ind.cora.graph"
    path.touch()
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    # The tests may run as root, whom the system refuses nothing.
    monkeypatch.setattr(type(path), "read_bytes", refuse)
    with pytest.raises(DatasetError, match=r"ind\.cora\.graph: Permission denied"):
        gd.read("dataset:cora")


# Pickles


class Bomb:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_hostile_pickle_is_refused(tmp_path, protocol):
    mark = tmp_path / "exploded"
    with pytest.raises(DatasetError, match=r"toy: it is not unpickled, because it asks for \w+\.open"):
        unpickle(pickle.dumps({0: [Bomb(mark)]}, protocol), "toy")
    assert not mark.exists()


@pytest.mark.parametrize(
    "code",
    [
        b"cos\nsystem\n(S'true'\ntR.",
        b"c__builtin__\neval\n(S'1'\ntR.",
        b"cbuiltins\ngetattr\n.",
        b"cgraphdim.errors\nDatasetError\n.",
        b"\x80\x04\x8c\x08builtins\x8c\x0elist.__class__\x93.",
        b"cbuiltins\nlist.__class__\n.",
        b"ccollections\ndefaultdict.__reduce__\n.",
    ],
)
def test_no_other_name_is_admitted(code):
    with pytest.raises(DatasetError, match="toy: it is not unpickled, because it asks for"):
        unpickle(code, "toy")


@pytest.mark.parametrize(
    "data", [b"", b"junk", pickle.dumps({0: [1]})[:-3], b"\x80\x05.", b"(lp0\nI1\n", b"0.", b"h\x07."]
)
def test_a_damaged_pickle_is_refused(data):
    with pytest.raises(DatasetError, match="toy: the pickle is damaged"):
        unpickle(data, "toy")


@pytest.mark.needs("networkx")
def test_the_few_names_that_data_files_need():
    import networkx as nx

    neighbours = defaultdict(list, {0: [1], 1: [0]})
    assert neighbours == unpickle(pickle.dumps(neighbours, 2), "toy")
    graph = unpickle(pickle.dumps(nx.path_graph(3), 2), "toy")
    assert vars(graph)["_adj"] == {0: {1: {}}, 1: {0: {}, 2: {}}, 2: {1: {}}}
    with pytest.raises(DatasetError, match=r"asks for collections\.OrderedDict"):
        unpickle(pickle.dumps(OrderedDict()), "toy")


# Downloads

CONTENT = pickle.dumps({0: [1, 2], 1: [0], 2: [0], 3: []}) + bytes(200_000)


class Handler(http.server.BaseHTTPRequestHandler):
    """A home of datasets on this machine, with a few bad habits."""

    asked: list[str]

    def do_GET(self):
        self.asked.append(self.path)
        if self.path == "/nonsense":
            self.wfile.write(b"what do you mean?\r\n\r\n")
            return
        self.send_response(404 if self.path == "/missing" else 200)
        length = {"/wrong-length": "many", "/cut-off": str(len(CONTENT))}.get(self.path, str(len(CONTENT)))
        if self.path != "/no-length":
            self.send_header("Content-Length", length)
        self.end_headers()
        self.wfile.write({"/other": CONTENT[::-1], "/cut-off": CONTENT[:-99]}.get(self.path, CONTENT))

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    Handler.asked = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


@pytest.fixture
def cora_at(monkeypatch):
    """Give Cora another home."""

    def move(url: str) -> catalogue.File:
        cora = catalogue.find("cora")
        file = replace(cora.files["graph"], url=url, sha256=hashlib.sha256(CONTENT).hexdigest())
        known = {**catalogue._known(), "cora": replace(cora, files={"graph": file})}
        monkeypatch.setattr(catalogue, "_known", lambda: known)
        return file

    return move


@pytest.mark.parametrize("page", ["/good", "/no-length", "/wrong-length"])
def test_a_download_is_checked_kept_and_not_repeated(server, cora_at, page):
    file = cora_at(server + page)
    assert home.local_path(file) is None
    for _ in range(2):
        graph = gd.read("dataset:cora")
        assert (graph.n_nodes, graph.n_edges) == (4, 2)
    assert [page] == Handler.asked
    assert folders.cache_folder() / file.path == home.local_path(file)
    assert [home.local_path(file).name] == [path.name for path in home.local_path(file).parent.iterdir()]


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("/other", "/other: the download is not the published file, because its SHA-256 differs; it was not kept"),
        ("/cut-off", "SHA-256 differs|download failed"),
        ("/missing", r"download failed \(Not Found\); save the file as .*ind\.cora\.graph, or set GRAPHDIM_DATA"),
        ("/nonsense", "download failed"),
    ],
)
def test_a_bad_download_leaves_nothing_behind(server, cora_at, page, fault):
    file = cora_at(server + page)
    with pytest.raises(DatasetError, match=fault) as caught:
        gd.read("dataset:cora")
    assert file.url in str(caught.value)
    assert list((folders.cache_folder() / file.path).parent.iterdir()) == []


def test_nobody_at_home(cora_at):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        cora_at(f"http://127.0.0.1:{closed.getsockname()[1]}/")
        with pytest.raises(DatasetError, match=r"download failed \(.* Connection refused\); save the file as"):
            gd.read("dataset:cora")


def test_a_cache_that_cannot_be_written(cora_at, server, monkeypatch):
    cora_at(server + "/good")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    with pytest.raises(
        DatasetError, match=r"/dev/null/graphdim/planetoid: files cannot be written there \(Not a directory\)"
    ):
        gd.read("dataset:cora")


def test_a_file_without_a_public_home():
    with pytest.raises(
        DatasetError, match=r"x\.npz is not in .*graphdim; set GRAPHDIM_DATA to the folder that holds it"
    ):
        home.fetch(catalogue.File("graphs/x.npz"))


def test_progress_goes_to_stderr(server, cora_at, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    cora_at(server + "/good")
    gd.read("dataset:cora")
    said = capsys.readouterr()
    assert not said.out
    assert "ind.cora.graph" in said.err


def test_folders_are_searched_in_order(tmp_path, monkeypatch):
    assert [folders.cache_folder()] == home.data_folders()
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    assert [tmp_path, folders.cache_folder()] == home.data_folders()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path / ".cache" / "graphdim" == folders.cache_folder()


def test_the_catalogue_is_plain_and_secure():
    for dataset in catalogue.every():
        json.dumps([dataset.name, dataset.kind, dataset.n_nodes])
        for file in dataset.files.values():
            assert file.url.startswith("https://")
            assert len(file.sha256) == 64


def test_the_home_of_an_unknown_user_holds_no_dataset(monkeypatch):
    monkeypatch.setenv("GRAPHDIM_DATA", "~nobody-here/data")
    assert str(home.data_folders()[0]) == "~nobody-here/data"
