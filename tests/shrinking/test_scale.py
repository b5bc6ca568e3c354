"""Rows of any size: the answer does not depend on how long all rows are, and what is written keeps their size."""

import numpy as np
import polars as pl
import pytest

import graphdim as gd
from graphdim.embedding.scoring.scale import single
from toy_graphs import block_model

N_NODES = 200
BLOCKS = np.arange(N_NODES) % 4
EDGES = block_model(4, N_NODES)
RNG = np.random.default_rng(0)
ROWS = RNG.standard_normal((4, 8))[BLOCKS] + 0.3 * RNG.standard_normal((N_NODES, 8))
SCALES = [1e-300, 1e-100, 1e-30, 1e30, 1e100, 1e300]
TASKS = [{"edges": EDGES}, {"labels": BLOCKS}, {}]


def answer(rows, **options):
    result = gd.shrink(rows, **options)
    assert result.dimension is not None
    return result.dimension, [point["score"] for point in result.curve]


def scores(rows, **options):
    """The same, but for digits that rounding may change."""
    dimension, found = answer(rows, **options)
    return dimension, pytest.approx(found, abs=2e-3)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("task", TASKS)
def test_the_answer_does_not_depend_on_the_scale(task, scale):
    assert answer(scale * ROWS, **task) == scores(ROWS, **task)


@pytest.mark.parametrize("task", TASKS)
def test_a_power_of_two_changes_no_digit(task):
    rows = ROWS.astype(np.float32)
    small, large = (gd.shrink(rows * np.float32(2.0**power), **task).curve for power in (-80, 80))
    assert gd.shrink(rows, **task).curve == small == large


@pytest.mark.parametrize("task", TASKS[:2])
@pytest.mark.parametrize(("scale", "kind"), [(1e-30, "<f4"), (1e30, "<f4"), (1e-100, "<f8"), (1e100, "<f8")])
def test_what_is_written_keeps_the_scale(tmp_path, task, scale, kind):
    rows = (scale * ROWS).astype(kind)
    gd.shrink(rows, output=tmp_path / "small.npy", **task)
    cut, made = np.load(tmp_path / "small.npy"), np.load(tmp_path / "small.projection.npz")
    assert cut.dtype == kind
    assert np.allclose((rows - made["mean"]) @ made["axes"] / scale, cut / scale, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("scale", SCALES)
def test_text_keeps_numbers_that_single_precision_cannot_hold(tmp_path, scale):
    pl.DataFrame(scale * ROWS).insert_column(0, pl.Series("id", range(N_NODES))).write_csv(tmp_path / "rows.csv")
    assert answer(tmp_path / "rows.csv", edges=EDGES) == scores(ROWS, edges=EDGES)


def test_one_tiny_column_among_others_is_no_trouble():
    rows = ROWS.copy()
    rows[:, 3] *= 1e-20
    assert answer(rows, edges=EDGES)[0] == answer(np.delete(rows, 3, axis=1), edges=EDGES)[0]


def with_one(value, rows=ROWS):
    made = rows.copy()
    made[0, 0] = value
    return made


def with_a_column(scale):
    made = ROWS.copy()
    made[:, 0] *= scale
    return made


HUGE = [with_one(1e300), with_one(-1e25), with_one(np.float32(3.4e38), ROWS.astype(np.float32)), with_a_column(1e30)]


@pytest.mark.parametrize("rows", [*HUGE, with_one(1.0, 1e-300 * ROWS) * 1e-10, with_a_column(1e100)[:, :2]])
@pytest.mark.parametrize("task", TASKS)
def test_huge_numbers_that_would_flatten_the_others_are_refused(rows, task):
    with pytest.raises(gd.GraphDimError, match="NaN, infinite or too large numbers among the rows; fill or drop"):
        gd.shrink(rows, **task)


@pytest.mark.parametrize("rows", HUGE)
def test_rows_of_an_own_function_that_would_be_flattened_are_not_scaled(rows):
    with np.errstate(over="ignore"):
        assert np.array_equal(single(rows), rows.astype(np.float32))


@pytest.mark.parametrize("decades", [5, 15, 25])
@pytest.mark.parametrize("task", TASKS[:2])
def test_rows_of_very_different_sizes_are_scored(decades, task):
    sizes = 10.0 ** np.random.default_rng(1).uniform(-decades, decades, (N_NODES, 1))
    for rows in (sizes * ROWS, np.where(sizes > 1, 10.0**decades, 1) * ROWS):
        assert gd.shrink(rows, **task).curve
        assert np.isfinite(single(rows)).all()


def test_a_zero_row_and_sparse_rows_are_not_flattened():
    rows = 1e30 * ROWS * (np.arange(8) == 2 * BLOCKS[:, None])
    rows[:20] = 0
    assert gd.shrink(rows, edges=EDGES).curve


def test_a_cut_row_that_its_type_cannot_hold_is_refused(tmp_path):
    with pytest.raises(gd.GraphDimError, match="too large for float32; give the rows as float64"):
        gd.shrink(np.full((9, 4), 3e38, dtype=np.float32), output=tmp_path / "small.npy")


@pytest.mark.parametrize("scale", SCALES)
def test_a_sweep_of_an_own_function_does_not_depend_on_the_scale(scale):
    def rows(adjacency, dimension, seed, scale=1.0):
        noise = np.random.default_rng(seed).standard_normal((adjacency.shape[0], dimension))
        return scale * (noise + 2 * np.eye(4, dimension)[BLOCKS])

    def scaled(adjacency, dimension, seed):
        return rows(adjacency, dimension, seed, scale)

    found, usual = (gd.sweep(EDGES, model=model, dimensions=[2, 4]) for model in (scaled, rows))
    assert found.dimension == usual.dimension == 4
    assert np.allclose([point.mean for point in found.curve], [point.mean for point in usual.curve], atol=1e-3)


def test_rows_of_ordinary_size_keep_every_digit():
    assert np.array_equal(single(ROWS), ROWS.astype(np.float32))
    assert np.isnan(single(np.array([[np.nan, 1.0]]))).any()
    assert np.isinf(single(np.array([[np.inf, 1.0]]))).any()
    assert not single(np.zeros((2, 2))).any()
