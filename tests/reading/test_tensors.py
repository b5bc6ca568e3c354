"""Tensors of short floats, which NumPy lacks, wherever numbers are given: rows, labels, features, ends of edges."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
import torch

import graphdim as gd
from graphdim.embedding.own import OwnEmbedding
from graphdim.reading.labels import class_numbers
from graphdim.reading.tensors import as_array
from graphdim.sweeping.own import own_graph

RING = [(node, (node + 1) % 8) for node in range(8)]
NUMBERS = np.arange(8, dtype=np.float32)[:, None] / 8


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float8_e5m2, torch.float16, torch.float64])
def test_tensors_of_every_type_are_arrays(kind):
    tensor = torch.tensor([1.0, 0.5], requires_grad=True).to(kind)
    assert as_array(tensor).tolist() == [1.0, 0.5]
    assert as_array(tensor).dtype == (np.float32 if kind.itemsize == 1 or kind is torch.bfloat16 else str(kind)[6:])


def test_what_is_no_tensor_stays_as_it_is():
    assert as_array(RING) is RING


def test_a_function_of_ones_own_may_return_bfloat16():
    own = OwnEmbedding(lambda adjacency, dimension, seed: torch.tensor(NUMBERS).bfloat16())  # noqa: ARG005
    assert np.array_equal(own.prepare(scipy.sparse.csr_array((8, 8)), 0).rows(1), NUMBERS)


def test_labels_features_and_ends_may_be_bfloat16():
    labels = torch.tensor([0, 1] * 4).bfloat16()
    assert class_numbers(labels, 8).tolist() == [0, 1] * 4
    _, made = own_graph(RING, labels=labels, features=torch.tensor(NUMBERS).bfloat16())
    assert made.features.shape == (8, 1)
    assert gd.read(tuple(torch.tensor(RING).bfloat16().T)).n_edges == 8
