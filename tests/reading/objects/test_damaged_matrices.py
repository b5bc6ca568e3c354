"""Sparse matrices whose parts contradict each other: compiled code would follow them out of its memory."""

import numpy as np
import pytest
import scipy.sparse as sp
import torch

import graphdim as gd
from graphdim.errors import SourceError

FULL = np.ones((4, 4))


def changed(form, **parts):
    matrix = sp.csr_array(FULL)
    matrix = matrix.tobsr(blocksize=(1, 1)) if form == "bsr" else matrix.asformat(form)
    for name, part in parts.items():
        setattr(matrix, name, part)
    return matrix


PLACES = np.tile(np.arange(4), 4)
LISTS = np.array([[1_000_000], *[[0, 1, 2, 3]] * 3], dtype=object)
DAMAGED = {
    "starts outside": changed("csr", indptr=np.array([0, 10**6, 2, 3, 16])),
    "starts that end with nothing": changed("csr", indptr=np.array([0, 10**6, 0, 0, 0])),
    "starts of columns": changed("csc", indptr=np.array([0, 10**6, 0, 0, 0])),
    "starts of blocks": changed("bsr", indptr=np.array([0, 10**6, 0, 0, 0])),
    "rows": changed("csc", indices=PLACES + 10**6),
    "columns": changed("csr", indices=PLACES - 1),
    "coordinates": changed("coo", coords=(PLACES, PLACES + 10**6)),
    "few coordinates": changed("coo", coords=(PLACES[:5], PLACES)),
    "fractions": changed("coo", coords=(PLACES + 0.5, PLACES)),
    "few diagonals": changed("dia", offsets=np.array([0, 1])),
    "lists": changed("lil", rows=LISTS),
    "lists of one value": changed("lil", rows=LISTS, data=LISTS),
}


@pytest.mark.parametrize("matrix", DAMAGED.values(), ids=DAMAGED)
def test_what_scipy_would_follow_blindly_is_refused(matrix):
    with pytest.raises(SourceError, match="the sparse matrix is damaged: .*; build it again"):
        gd.read(matrix)


@pytest.mark.parametrize("form", ["csr", "csc", "bsr"])
def test_a_file_of_such_a_matrix_is_refused(tmp_path, form):
    sp.save_npz(tmp_path / "a.npz", changed(form, indptr=np.array([0, 10**6, 0, 0, 0])))
    with pytest.raises(SourceError, match=r"a\.npz: not a readable scipy matrix: indptr does not rise"):
        gd.read(tmp_path / "a.npz")


def test_unused_space_at_the_end_of_a_matrix_is_none_of_it():
    matrix = sp.csr_array(np.eye(4) + np.eye(4, k=1))
    matrix.indptr = np.array([0, 2, 4, 4, 4])
    assert gd.read(matrix).pairs.tolist() == [[0, 1], [1, 2]]
    assert len(matrix.indices) == 7


@pytest.mark.parametrize("layout", [torch.sparse_csr, torch.sparse_csc])
@pytest.mark.parametrize("starts", [[0, 10**6, 3, 3, 3], [0, 1, 2, 3, 10**6]])
def test_what_torch_would_follow_blindly_is_refused(layout, starts):
    parts = torch.tensor(starts), torch.arange(3), torch.ones(3)
    tensor = torch.sparse_compressed_tensor(*parts, size=(4, 4), layout=layout, check_invariants=False)
    with pytest.raises(SourceError, match="the sparse tensor is damaged: its indices point outside"):
        gd.read(tensor)
