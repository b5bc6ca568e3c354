"""Damaged, cut-off and hostile files: always one clear error, never another exception and never a wrong number."""

import bz2
import gzip
import io
import pickle
import random
import zipfile

import networkx as nx
import numpy as np
import polars as pl
import pytest
import scipy.io
import scipy.sparse

import graphdim as gd
from contracts.forms import zstd
from graphdim.errors import GraphDimError, SourceError
from graphdim.reading.files import SUFFIXES

GRAPH = nx.les_miserables_graph()
TEXT = "".join(f"{u}\t{v}\n" for u, v in GRAPH.edges()).encode()


def written(write) -> bytes:
    buffer = io.BytesIO()
    write(buffer)
    return buffer.getvalue()


MATRIX = nx.to_scipy_sparse_array(GRAPH, format="csr")
PAIRS = np.array(nx.convert_node_labels_to_integers(GRAPH).edges())
TABLE = pl.DataFrame({"source": PAIRS[:, 0], "target": PAIRS[:, 1]})
WHOLE = {
    "a.tsv.gz": gzip.compress(TEXT),
    "a.tsv.bz2": bz2.compress(TEXT),
    "a.tsv.zst": zstd(TEXT),
    "a.parquet": written(TABLE.write_parquet),
    "a.npz": written(lambda file: scipy.sparse.save_npz(file, MATRIX)),
    "labelled.npz": written(lambda file: np.savez(file, n=len(GRAPH), edges=PAIRS)),
    "a.npy": written(lambda file: np.save(file, PAIRS)),
    "a.npy.gz": gzip.compress(written(lambda file: np.save(file, PAIRS))),
    "a.mtx": written(lambda file: scipy.io.mmwrite(file, MATRIX.tocoo())),
    "a.mtx.gz": gzip.compress(written(lambda file: scipy.io.mmwrite(file, MATRIX.tocoo()))),
    "a.graphml": written(lambda file: nx.write_graphml(GRAPH, file)),
    "a.gml": written(lambda file: nx.write_gml(GRAPH, file)),
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_it_is_read(tmp_path, name):
    (tmp_path / name).write_bytes(WHOLE[name])
    graph = gd.read(tmp_path / name)
    assert (len(GRAPH), GRAPH.size()) == (graph.n_nodes, graph.n_edges)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.33, 0.5, 0.75, 0.9, 0.97, "all but 12", "all but 4", "all but 2"])
@pytest.mark.parametrize("name", WHOLE)
def test_cut_off_it_is_refused(tmp_path, name, share):
    data, path = WHOLE[name], tmp_path / name
    end = len(data) - int(share.split()[-1]) if isinstance(share, str) else int(share * len(data))
    path.write_bytes(data[:end])
    if name == "a.mtx" and share == "all but 2":
        # What is cut here is a last digit; no reader can know.
        return
    with pytest.raises(SourceError) as caught:
        gd.read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "suffix", [*SUFFIXES, ".gz", ".csv.gz", ".tsv.bz2", ".txt.zst", ".json", ".html", ".xlsx", ".p"]
)
@pytest.mark.parametrize(
    "start",
    [b"", b"PAR1", b"PK\x03\x04", b"%%MatrixMarket", b"<?xml", b"\x93NUMPY", b"\x1f\x8b", b"BZh", b"(\xb5/\xfd"],
)
def test_junk_is_refused_under_any_name(tmp_path, suffix, start):
    path = tmp_path / f"junk{suffix}"
    for seed in range(3):
        path.write_bytes(start + random.Random(seed).randbytes(300 * (1 + 100 * seed)))
        with pytest.raises(SourceError) as caught:
            gd.read(path)
        assert "junk" in str(caught.value)


@pytest.mark.parametrize("name", WHOLE)
def test_flipped_bits_are_refused_or_harmless(tmp_path, name):
    """Whatever one wrong byte does, it raises no other exception than ours."""
    chance, path = random.Random(name), tmp_path / name
    refused = 0
    for _ in range(60):
        data = bytearray(WHOLE[name])
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        try:
            gd.read(path)
        except GraphDimError:
            refused += 1
    assert refused


class Bomb:
    """Unpickled, it would create a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def test_a_pickle_inside_an_npz_is_refused(tmp_path):
    mark = tmp_path / "exploded"
    for arrays in ({"n": 3, "edges": Bomb(mark)}, {"n": Bomb(mark), "edges": [[0, 1]]}, {"format": Bomb(mark)}):
        np.savez(tmp_path / "a.npz", **{key: np.array(value, dtype=object) for key, value in arrays.items()})
        with pytest.raises(SourceError, match="not a readable (npz archive|scipy matrix)"):
            gd.read(tmp_path / "a.npz")
    assert not mark.exists()


@pytest.mark.parametrize("suffix", ["", ".txt", ".npz", ".npy", ".gml", ".p", ".pickle"])
def test_a_bare_pickle_is_refused(tmp_path, suffix):
    mark, path = tmp_path / "exploded", tmp_path / f"a{suffix}"
    path.write_bytes(pickle.dumps(Bomb(mark)))
    with pytest.raises(SourceError):
        gd.read(path)
    assert not mark.exists()


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<graphml><graph><node id="&b;"/></graph></graphml>"""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (BOMB, "declares a document type, which GraphML does not need"),
        ("<graphml><graph><node id='a'/></graph>", "line 1: not well-formed XML"),
        ("<?xml version='1.0'?>\n<html></html>", "the XML begins with <html>; GraphML begins with <graphml>"),
        ("<graphml><graph><node/></graph></graphml>", "1 of 1 nodes have no id"),
        ("<graphml><graph><node id=''/></graph></graphml>", "1 of 1 nodes have no id"),
        ("<graphml><graph><node id='a'/><edge source='a' target=''/></graph></graphml>", "edge 1 lacks an end"),
        ("<graphml><graph><node id='a'/><node id='a'/></graph></graphml>", "1 of 2 nodes have no id or one that"),
        (
            "<graphml><graph><node id='a'/><edge source='a' target='b'/></graph></graphml>",
            "edge 1 names node 'b', which is not declared",
        ),
        ("<graphml><graph><node id='a'/><edge source='a'/></graph></graphml>", "edge 1 lacks an end"),
    ],
)
def test_bad_graphml_is_refused(tmp_path, text, fault):
    (tmp_path / "a.graphml").write_text(text)
    with pytest.raises(SourceError, match=r"a\.graphml") as caught:
        gd.read(tmp_path / "a.graphml")
    assert fault in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252", "gb18030"])
def test_graphml_is_read_in_its_own_encoding(tmp_path, encoding):
    declaration = f"<?xml version='1.0' encoding='{encoding.removesuffix('-sig')}'?>"
    inside = "<node id='é'/><node id='è'/><node id='a'/><edge source='é' target='è'/>"
    text = f"{declaration}<graphml><graph>{inside}</graph></graphml>"
    (tmp_path / "a.graphml").write_bytes(text.encode(encoding))
    graph = gd.read(tmp_path / "a.graphml")
    assert (graph.n_nodes, graph.n_edges) == (3, 1)


@pytest.mark.parametrize("encoding", ["nonsense", "rot13", "idna", "punycode", "utf-32", "utf-16", "ascii"])
def test_graphml_in_no_known_encoding_is_refused(tmp_path, encoding):
    text = f"<?xml version='1.0' encoding='{encoding}'?><graphml><graph><node id='\u00e9'/></graph></graphml>"
    (tmp_path / "a.graphml").write_bytes(text.encode("latin-1"))
    with pytest.raises(SourceError, match=r"a\.graphml: no text in the encoding .*; save it as UTF-8"):
        gd.read(tmp_path / "a.graphml")


def test_graphml_is_checked_as_it_is_read(tmp_path):
    hidden = r"<?xml version='1.0' encoding='unicode_escape'?>\x3c!DOCTYPE a>\x3cgraphml/>"
    (tmp_path / "a.graphml").write_text(hidden)
    with pytest.raises(SourceError, match="declares a document type"):
        gd.read(tmp_path / "a.graphml")


def test_half_a_character_in_graphml_is_refused(tmp_path):
    text = "<?xml version='1.0' encoding='utf-7'?><graphml><graph><node id='+2AA-'/></graph></graphml>"
    (tmp_path / "a.graphml").write_text(text)
    with pytest.raises(SourceError, match="save it as UTF-8"):
        gd.read(tmp_path / "a.graphml")


def test_graphml_tells_of_hyperedges(tmp_path):
    wider = "<hyperedge><endpoint node='a'/><endpoint node='b'/><endpoint node='c'/></hyperedge>"
    nodes = "".join(f"<node id='{name}'/>" for name in "abc")
    (tmp_path / "a.graphml").write_text(
        f"<graphml><graph>{nodes}<edge source='a' target='b'/>{wider}</graph></graphml>"
    )
    graph = gd.read(tmp_path / "a.graphml")
    assert (graph.n_edges, graph.notes) == (1, ("hyperedges ignored: 1; an edge has two ends",))


def test_graphml_is_read_as_xml_and_not_as_text(tmp_path):
    (tmp_path / "a.graphml").write_text(
        """<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns"><!-- <g:node id="no"/> -->
        <g:graph><g:node id = 'a&amp;"b"' ></g:node><g:node label="id='x'" id="c&#33;"/>
        <g:edge id="source='q'" target="c!" source='a&#38;&quot;b&quot;'>
        <g:data key="w"><![CDATA[<g:edge/>]]></g:data></g:edge>
        </g:graph></g:graphml>"""
    )
    graph = gd.read(tmp_path / "a.graphml")
    assert (graph.n_nodes, graph.n_edges) == (2, 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hello", "not a whole GML file"),
        ("graph [ node [ id 1 ]", "not a whole GML file"),
        ('graph [ node [ id 1 label "a ] ]', "not a whole GML file"),
        ("graph [ node [ id 1 ] # node [ id 2 ]\n]", "comments on lines of their own"),
        ("graph [ node [ label 1 ] ]", "1 of 1 nodes have no id"),
        ("graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", "edge 1 names node '2', which is not declared"),
        ("graph [ node [ id 1 ] edge [ source 1 ] ]", "edge 1 lacks an end"),
        ("graph [ node [ id 1 id 2 ] ]", "a node has the key 'id' twice; leave one of them"),
        ("graph [ node [ id 1 ] edge [ source 1 target 1 source 1 ] ]", "an edge has the key 'source' twice"),
    ],
)
def test_bad_gml_is_refused(tmp_path, text, fault):
    (tmp_path / "a.gml").write_text(text)
    with pytest.raises(SourceError, match=r"a\.gml") as caught:
        gd.read(tmp_path / "a.gml")
    assert fault in str(caught.value)


def test_gml_keys_inside_other_keys_and_strings_are_no_edges(tmp_path):
    (tmp_path / "a.gml").write_text(
        """# edge [ source 1 target 9 ]
        graph [ directed 1 label "edge [ source 1 target 7 ]"
          node [ id 1 graphics [ x 1 y [ id 5 ] ] label "]" ] node [ id 2 ] node [ id 3 ]
          edge [ graphics [ source 3 ] source 1 target 2 value 2.5 ] ]"""
    )
    graph = gd.read(tmp_path / "a.gml", weight="value")
    assert (graph.n_nodes, graph.pairs.tolist(), graph.weights.tolist()) == (3, [[0, 1]], [2.5])


@pytest.mark.parametrize("name", ["a.gml", "a.graphml"])
def test_a_weight_that_is_missing_is_named(tmp_path, name):
    graph = nx.Graph([("a", "b", {"w": 1.5}), ("b", "c", {"w": 1.5})])
    save = nx.write_gml if name == "a.gml" else nx.write_graphml
    save(graph, tmp_path / name)
    with pytest.raises(SourceError, match="edges have no (key|attribute) 'strength'"):
        gd.read(tmp_path / name, weight="strength")
    del graph["b"]["c"]["w"]
    save(graph, tmp_path / name)
    with pytest.raises(SourceError, match="entry 2: nan is no weight"):
        gd.read(tmp_path / name, weight="w")
    assert gd.read(tmp_path / name).n_edges == 2


@pytest.mark.parametrize(
    ("arrays", "fault"),
    [
        ({"x": 1}, "it holds x; give a matrix saved by scipy, or n and edges"),
        ({}, "it holds nothing"),
        ({"n": 3, "edges": np.zeros((2, 3), int)}, r"edges has shape \(2, 3\); it must be \(E, 2\)"),
        ({"n": 3, "edges": np.array([[0.5, 1]])}, "edges, entry 1: .*is no node id"),
        ({"n": 3, "edges": np.array([["a", "b"]])}, "node ids are integers"),
        ({"n": 3, "edges": np.array([[0, 3]])}, "an edge names node 3, but the source says it has 3 nodes"),
        ({"n": 3, "edges": np.array([[0, -1]])}, "an edge names node -1"),
        ({"n": -3, "edges": np.zeros((0, 2), int)}, "n is -3"),
        ({"n": 2.5, "edges": np.zeros((0, 2), int)}, "n, entry 1: 2.5 is no node id"),
        ({"n": [2, 3], "edges": np.zeros((0, 2), int)}, "not a readable npz archive"),
        ({"format": "csr"}, "not a readable scipy matrix"),
        ({"format": "nonsense", "shape": [2, 2]}, "not a readable scipy matrix"),
        (
            {"format": b"csr", "shape": [2, 2], "data": [1.0], "indices": [7], "indptr": [0, 1, 1]},
            "not a readable scipy matrix",
        ),
        (
            {"format": b"csr", "shape": [2, 2], "data": ["a"], "indices": [1], "indptr": [0, 1, 1]},
            "not a readable scipy matrix|holds .* values",
        ),
    ],
)
def test_a_bad_npz_is_refused(tmp_path, arrays, fault):
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(SourceError, match=fault):
        gd.read(tmp_path / "a.npz")


@pytest.mark.parametrize("shape", ["(10**15,)", "(10**40,)", "(-1,)", "((((", "(2", "'x'"])
def test_a_header_that_promises_too_much_is_refused(tmp_path, shape):
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape.replace('10**', '1' + 10 * '0')}, }}".encode()
    array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("n.npy", array)
        archive.writestr("edges.npy", array)
    with pytest.raises(SourceError, match="not a readable npz archive"):
        gd.read(tmp_path / "a.npz")
    for name, data in (("a.npy", array), ("a.npy.gz", gzip.compress(array))):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(SourceError, match=r"a\.npy.*: not a readable npy file"):
            gd.read(tmp_path / name)


@pytest.mark.parametrize(
    ("array", "fault"),
    [
        (np.arange(5), "the array has shape (5,); give (E, 2) pairs, a (2, E) edge index or a matrix"),
        (np.ones((4, 3)), "the array has shape (4, 3): its rows may be edges (u, v, weight) or nodes"),
        (np.array([{}, {}]), "not a readable npy file: "),
    ],
    ids=str,
)
def test_a_bad_npy_is_refused(tmp_path, array, fault):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(SourceError) as caught:
        gd.read(tmp_path / "a.npy")
    assert str(caught.value).startswith(f"{tmp_path / 'a.npy'}: {fault}")


def test_a_labelled_graph_has_no_weights(tmp_path):
    np.savez(tmp_path / "a.npz", n=2, edges=[[0, 1]])
    with pytest.raises(SourceError, match="has no weight named 'data'"):
        gd.read(tmp_path / "a.npz", weight="data")


HEAD = "%%MatrixMarket matrix coordinate real general\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD, "not a readable Matrix Market file"),
        (HEAD + "3 3 1\n4 1 1.0\n", "not a readable Matrix Market file"),
        (HEAD + "3 3 2\n1 2 1.0\n", "not a readable Matrix Market file"),
        (HEAD + "3 3 1\n1 x 1.0\n", "not a readable Matrix Market file"),
        (HEAD + "3 3 1\n1 2 nan\n", "the matrix holds NaN"),
        (HEAD + "9 9 99999999999999999\n1 2 1\n", "not a readable Matrix Market file"),
        (HEAD.replace("coordinate", "array") + "999999999 999999999\n1\n", "not a readable Matrix Market file"),
        (HEAD.replace("real", "nonsense") + "3 3 1\n1 2 1.0\n", "not a readable Matrix Market file"),
    ],
)
def test_bad_matrix_market_is_refused(tmp_path, text, fault):
    (tmp_path / "a.mtx").write_text(text)
    with pytest.raises(SourceError, match=fault):
        gd.read(tmp_path / "a.mtx")


def test_complex_weights_are_refused(tmp_path):
    (tmp_path / "a.mtx").write_text(HEAD.replace("real", "complex") + "2 2 1\n1 2 1.0 2.0\n")
    assert gd.read(tmp_path / "a.mtx").n_edges == 1
    with pytest.raises(SourceError, match="complex128 values; weights are positive numbers"):
        gd.read(tmp_path / "a.mtx", weight="data")


def test_compressed_in_name_alone_is_refused(tmp_path):
    for suffix in ("gz", "bz2", "zst", "gzip"):
        path = tmp_path / f"a.csv.{suffix}"
        path.write_bytes(b"1,2\n")
        with pytest.raises(SourceError, match="the name says compressed, the content is not"):
            gd.read(path)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, zstd])
def test_nothing_compressed_is_nothing(tmp_path, pack):
    (tmp_path / "a.csv.gz").write_bytes(pack(b""))
    with pytest.raises(SourceError, match="it is empty"):
        gd.read(tmp_path / "a.csv.gz")


def test_a_table_inside_zstd_is_to_be_unpacked(tmp_path):
    table = io.BytesIO()
    pl.DataFrame({"source": [1, 2], "target": [2, 3]}).write_parquet(table)
    (tmp_path / "a.parquet.zst").write_bytes(zstd(table.getvalue()))
    with pytest.raises(SourceError, match="inside zstd only UTF-8 text can be read; unpack the file first"):
        gd.read(tmp_path / "a.parquet.zst")


def test_compressed_text_in_another_encoding_is_refused(tmp_path):
    for name, pack in (("a.csv.gz", gzip.compress), ("a.csv.zst", zstd)):
        (tmp_path / name).write_bytes(pack(b"a,b\ncaf\xe9,d\n"))
        with pytest.raises(SourceError, match="UTF-8|utf8"):
            gd.read(tmp_path / name)
