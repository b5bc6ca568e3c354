"""An address is no path: the error says that it must be downloaded first, for every kind of input."""

import pytest

import graphdim as gd
from graphdim.errors import NotFoundError
from graphdim.folders import user_path
from graphdim.reading.node_data import labels_of
from graphdim.reading.node_tables import read_table

WAYS = {
    "edges": gd.read,
    "rows": gd.shrink,
    "labels": lambda address: labels_of(address, gd.read([(0, 1)]), ["0", "1"]),
    "labels of rows": lambda address: gd.shrink([[1.0, 2.0], [2.0, 1.0]], labels=address),
    "features": lambda address: read_table(user_path(address), ["0", "1"]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "address", ["http://x.org/a.csv", "https://x.org/a?b=[1]", "s3://bucket/a.parquet", "ftp://x/*"]
)
def test_an_address_is_refused_with_the_way_out(way, address):
    with pytest.raises(NotFoundError) as caught:
        WAYS[way](address)
    assert str(caught.value) == f"{address}: addresses are not read; download the file first and give the path to it"


@pytest.mark.parametrize("place", ["c:/a.csv", "a/b:c.csv", "a:b"])
def test_a_colon_in_a_path_makes_no_address(place):
    with pytest.raises(NotFoundError, match="no such file"):
        gd.read(place)


def test_a_path_that_looks_like_an_address_is_read_if_it_is_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "http:").mkdir()
    (tmp_path / "http:" / "a.csv").write_text("0,1\n")
    assert gd.read("http://a.csv").n_edges == 1
