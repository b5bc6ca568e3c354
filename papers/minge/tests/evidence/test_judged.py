"""Ways to choose on curves whose regrets are known, and what the first minute of the page says of them."""

import numpy as np
import pytest

from minge_paper.choices import ON_LABELS, Choice
from minge_paper.curves import Curve
from minge_paper.evidence.judged import GRID, RACE, Way, section, situation, ways
from minge_paper.evidence.minute import minute, of_minge, title
from minge_paper.results import Results

GRAPHS = ("cora", "actor", "polblogs")
DIMENSIONS = (4, 8, 16, 32, 64, 128, 256)


def peaked(dimension: int, seed: int) -> float:
    """Best at 16, two points worse at each step away from it."""
    return 90 - 2 * abs(DIMENSIONS.index(dimension) - 2) + 0.01 * seed


def curve(dataset: str = "cora", task: str = "link-prediction", model: str = "spectral") -> Curve:
    return Curve(dataset, task, model, {n: {seed: peaked(n, seed) for seed in range(3)} for n in DIMENSIONS})


def results(**choices: int | None) -> Results:
    made = {graph: {name: Choice(n, 1.5) for name, n in choices.items()} for graph in GRAPHS}
    return Results([], [curve(graph) for graph in GRAPHS], made)


def test_a_choice_is_read_off_between_its_neighbours_and_at_the_ends() -> None:
    assert curve().regret(16) == pytest.approx(0)
    assert curve().regret(128) == pytest.approx(6)
    assert curve().regret(2**4.5) == pytest.approx(1)
    assert curve().regret(1) == pytest.approx(4)
    assert curve().regret(5000) == pytest.approx(8)


def test_the_best_is_picked_on_other_seeds_than_it_is_scored_on() -> None:
    lucky = {8: {0: 99.0, 1: 80.0, 2: 80.0}, 16: {0: 81.0, 1: 81.0, 2: 81.0}}
    # Seed 0 is scored at 16, which the others prefer; seeds 1 and 2 are scored at the lucky 8.
    assert Curve("cora", "link-prediction", "spectral", lucky).regret(16) == pytest.approx((0 - 1 - 1) / 3)


def test_a_curve_keeps_the_seeds_that_all_dimensions_have() -> None:
    kept = Curve.over_shared_seeds("cora", "link-prediction", "gcn", {8: {0: 1.0, 1: 2.0}, 4: {1: 3.0}})
    assert (kept.dimensions, kept.seeds, kept.scores) == ((4, 8), (1,), {4: {1: 3.0}, 8: {1: 2.0}})


def test_every_way_has_its_regret_and_its_cost() -> None:
    judged = {
        way.name: way for way in ways(results(cv=16, minge=64, flip=None), situation("Spectral embedding, links"))
    }
    assert judged["cv"].mean == pytest.approx(0)
    assert judged["minge"].mean == pytest.approx(4)
    assert judged["always 256"].mean == pytest.approx(8)
    assert "flip" not in judged  # it has no answer on any graph
    assert judged["cv"].cost == "1.5 s"
    assert (judged[GRID].mean, judged[GRID].cost) == (0, "21 trainings")
    assert judged[RACE].mean == pytest.approx(0)
    assert int(judged[RACE].cost.split()[0]) <= 14  # two of three seeds


def test_labels_are_for_situations_with_labels() -> None:
    of_links = ways(results(**{ON_LABELS: 16}), situation("Spectral embedding, links"))
    assert ON_LABELS not in {way.name for way in of_links}


def test_an_interval_holds_its_mean_and_is_the_same_every_time() -> None:
    way = Way("cv", dict(zip(GRAPHS, (0.0, 1.0, 5.0), strict=True)), "")
    low, high = way.interval
    assert way.mean == pytest.approx(2)
    assert 0 <= low < 2 < high <= 5
    assert (low, high) == way.interval
    assert way.worst == "polblogs"


def test_the_minute_says_measure_where_that_certainly_gains() -> None:
    table = minute(results(cv=16, minge=64))
    assert (
        "| `graphdim compare edges.csv` | 3 | 0.0 [0.0, 0.0] | +6.0 [6.0, 6.0] | +8.0 [8.0, 8.0] | +4.0 [4.0, 4.0] |"
        in table
    )
    assert "| `graphdim sweep edges.csv --model deepwalk` | 0 | – |" in table
    as_good = minute(results(cv=128, minge=64))
    assert "take 128; where its size matters, `graphdim compare edges.csv`" in as_good


def test_minge_is_compared_with_constants() -> None:
    assert "not told apart in 1 situation (spectral embedding, links)" in of_minge(results(minge=16))
    worse = of_minge(results(minge=512))
    assert "no better than a constant" in worse
    assert "certainly worse in 1 situation" in worse
    assert of_minge(Results([])).startswith("Nothing is measured")


def test_the_race_is_not_scored_on_what_it_saw() -> None:
    rng = np.random.default_rng(0)
    noise = [
        Curve(graph, "link-prediction", "spectral", {n: dict(enumerate(rng.normal(80, 3, 3))) for n in DIMENSIONS})
        for graph in map(str, range(60))
    ]
    raced = next(way for way in ways(Results([], noise), situation("Spectral embedding, links")) if way.name == RACE)
    low, high = raced.interval
    assert low <= 0 <= high  # where dimensions do not matter, picking one gains nothing


def test_the_title_has_both_numbers_once_both_are_there() -> None:
    assert title(results(cv=16)).startswith("There is no finding yet")
    network = [curve(graph, "node-classification", "gcn") for graph in GRAPHS]
    both = results(cv=16)
    found = title(Results([], [*both.curves, *network], both.choices))
    assert "costs a factorised embedding 6.0 points" in found
    assert "costs a graph neural network 6.0 points of accuracy" in found


def test_the_section_has_a_table_for_each_situation_that_was_measured() -> None:
    text = section(results(cv=16, minge=64))
    assert text.startswith("**Spectral embedding, links** (3 graphs, 3 curves)")
    assert "| **minge** | 3 | 4.0 [4.0, 4.0] | 4.0 |" in text
    assert section(Results([])) == "Nothing was embedded yet: missing."
