"""Selectors that look at the spectrum: known ranks, other numbers for the nodes, and a second copy of the graph."""

from functools import cache

import pytest

from graphdim.selectors import selector
from toy_graphs import block_model, dot_product_graph, random_graph, relabelled, two_copies, view_of

BLOCKS = {2: (300, 0.3, 0.03), 5: (500, 0.4, 0.03), 12: (600, 0.7, 0.01)}
EXACT = ("flip", "bethe-hessian", "usvt", "profile", "eigcv", "gavish-donoho")
SMALL = block_model(3, 200, inside=0.4, across=0.03)


@cache
def blocks(n_blocks):
    n_nodes, inside, across = BLOCKS[n_blocks]
    return block_model(n_blocks, n_nodes, inside=inside, across=across)


def chosen(name, edges):
    with view_of(edges) as view:
        return selector(name).select(view).dimension


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("n_blocks", BLOCKS)
def test_blocks_are_counted(name, n_blocks):
    assert chosen(name, blocks(n_blocks)) == n_blocks


@pytest.mark.parametrize("n_blocks", BLOCKS)
def test_ecv_counts_blocks_up_to_its_random_splits(n_blocks):
    assert n_blocks / 2 <= chosen("ecv", blocks(n_blocks)) <= 1.5 * n_blocks


@pytest.mark.parametrize("name", [*EXACT, "ecv"])
def test_the_rank_of_dot_products_is_found(name):
    assert chosen(name, dot_product_graph(4, 600, mean=0.15)) == 4


@pytest.mark.parametrize("name", [name for name in EXACT if name != "profile"])
def test_without_structure_one_dimension_is_left(name):
    """The scree plot of noise has an elbow somewhere, so `profile` is left out."""
    assert chosen(name, random_graph(300, 0.1)) == 1


@pytest.mark.parametrize("name", ["bethe-hessian", "usvt", "profile", "gavish-donoho", "effective-rank", "minge", "su"])
def test_relabelling_changes_no_selector_that_draws_nothing(name):
    assert chosen(name, SMALL) == chosen(name, relabelled(SMALL))


@pytest.mark.parametrize("name", EXACT)
def test_a_second_copy_does_not_lower_the_rank(name):
    assert chosen(name, two_copies(SMALL)) >= chosen(name, SMALL)
