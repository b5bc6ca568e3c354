"""Figures from a ledger: what they show, and files that open without a network."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from graphdim.report.files import still
from graphdim.training.ledger import Record
from minge_ledgers import record
from minge_paper.figures import FIGURES, TITLES, build, figure2, figure3
from minge_paper.figures.files import page, write
from minge_paper.results import Results

GRID = (20, 40, 60, 80, 98, 120, 140, 160, 180)


def gcn_on_cora(seeds: int = 2) -> list[Record]:
    return [
        record(0.8 + 0.01 * seed, dimension=dimension, seed=seed, train_per_class=size, seconds=2.0)
        for dimension in (16, *GRID)
        for size in (20, 80)
        for seed in range(seeds)
    ]


def test_figure_2_has_a_point_for_every_dimension_and_training_size() -> None:
    points = figure2.points(Results(gcn_on_cora()))
    assert {(point["dimension"], point["per class"]) for point in points} == {
        (n, size) for n in (16, *GRID) for size in (20, 80)
    }
    marks = {point["dimension"]: point["mark"] for point in points}
    assert (marks[98], marks[16], marks[60]) == ("selected by MinGE", "default of the model", None)
    assert points[0]["accuracy"] == pytest.approx(80.5)
    assert points[0]["low"] is None  # two seeds


def test_figure_2_has_bands_from_five_seeds_on() -> None:
    for seeds, has_band in ((4, False), (5, True)):
        [point, *_] = figure2.points(Results(gcn_on_cora(seeds)))
        assert (point["seeds"], point["low"] is not None, point["high"] is not None) == (seeds, has_band, has_band)
    assert point["low"] < point["accuracy"] < point["high"]


def test_figure_2_gives_all_datasets_axes_of_one_span() -> None:
    panels = [panel for row in build("2", gcn_on_cora())["vconcat"] for panel in row["hconcat"]]
    low, high = zip(*(panel["layer"][0]["encoding"]["y"]["scale"]["domain"] for panel in panels), strict=True)
    assert len(panels) == 4 * 4
    assert {round(most - least, 9) for least, most in zip(low, high, strict=True)} == {round(high[0] - low[0], 9)}


def test_figure_2_sets_the_print_beside_ours() -> None:
    assert {each["dimension"]: each["accuracy"] for each in figure2.printed("cora", "gcn")}[98] == 83.5


def test_figure_3_has_minge_one_training_and_the_whole_grid() -> None:
    bars = {(bar["dataset"], bar["what"]): bar for bar in figure3.bars(Results(gcn_on_cora()))}
    assert bars["cora", "minge"]["seconds"] == 0.002
    assert (bars["cora", "gcn"]["seconds"], bars["cora", "gcn"]["grid"]) == (2.0, 18.0)
    assert bars["pubmed", "gat"]["seconds"] is None
    assert len(bars) == 4 * 5


def test_a_grid_with_a_gap_has_no_time() -> None:
    gap = [each for each in gcn_on_cora() if each.training.dimension != 60]
    [bar] = [each for each in figure3.bars(Results(gap)) if (each["dataset"], each["what"]) == ("cora", "gcn")]
    assert (bar["seconds"], bar["grid"]) == (2.0, None)


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("records", [[], gcn_on_cora()], ids=["empty", "gcn on cora"])
def test_every_figure_draws_whatever_the_ledger_holds(name: str, records: list[Record]) -> None:
    picture = ET.fromstring(still(build(name, records), "svg"))
    assert picture.tag.endswith("svg")
    words = {element.text for element in picture.iter() if element.text}
    assert {"Cora", "Pubmed"} <= words or {"GCN on Cora", "GAT on Pubmed"} <= words
    assert {"not in the ledger", "missing"} & words


def test_a_png_is_a_png() -> None:
    assert still(build("3", gcn_on_cora()), "png").startswith(b"\x89PNG\r\n\x1a\n")


class Tags(HTMLParser):
    """What a browser would open, and what it would fetch for it."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_holds_all_figures_and_asks_no_network() -> None:
    figures = {name: build(name, gcn_on_cora()) for name in FIGURES}
    text = page(figures, TITLES)
    assert [TITLES[name] in text for name in FIGURES] == [True, True]
    tags = Tags()
    tags.feed(text)
    assert tags.fetched == []
    assert tags.opened.count("script") == 2
    assert not re.search(r'\bimport\s*(?:[\w{}*, ]+\s*from\s*)?["\']https?:', text)
    for name in FIGURES:
        [call] = re.findall(rf"vegaEmbed\('#figure{name}', (.*?)\);(?=vegaEmbed|</script>)", text)
        specification, _ = json.JSONDecoder().raw_decode(call)
        assert specification["$schema"].startswith("https://vega.github.io/schema/vega-lite/")


def test_data_cannot_end_the_script() -> None:
    specification = {"$schema": "x", "title": "</script><script>alert(1)</script>"}
    assert "</script><script>alert" not in page({"2": specification}, TITLES)


def test_files_are_written_as_asked(tmp_path: Path) -> None:
    figures = {"3": build("3", [])}
    written = write(figures, TITLES, tmp_path / "new", ("svg", "png", "html"))
    assert [path.name for path in written] == ["figure3.svg", "figure3.png", "figures.html"]
    assert all(path.stat().st_size for path in written)
