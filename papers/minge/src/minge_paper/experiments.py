"""Every training behind the evidence page, what matters most first: `make experiments`.

Each run trains what its ledger does not hold yet, so that the whole can be stopped and started at any moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphdim.training.definition import LEAKS
from minge_paper.places import RESULTS
from minge_paper.presets import FIGURES, NODES, TABLES, Preset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.training.ledger import Record

__all__ = ["RUNS", "Run", "train_all"]

LINKS = ("link-prediction",)
SMALL = ("cora", "citeseer", "airport")
PUBMED = ("pubmed",)
FURTHER = (
    *("polblogs", "air_europe", "air_usa", "chameleon_filtered", "squirrel_filtered", "actor"),
    *("blogcatalog_attr", "amazon_photo", "coauthor_cs"),
)
LARGE = ("amazon_computers", "tolokers")
USUAL_WIDTHS = ("grid", 16, 64, 256)
WIDTHS = (16, 32, 64, 128, 256)


@dataclass(frozen=True, slots=True)
class Run:
    """A preset, and the ledger under results/ that it fills."""

    ledger: str
    preset: Preset

    def train(self, workers: int | None) -> Iterator[Record]:
        """Train what is missing."""
        return self.preset.experiment().run(RESULTS / f"{self.ledger}.jsonl", workers=workers)


def _links(**options: Any) -> Run:
    return Run("paper", TABLES[2].changed(tasks=LINKS, **options))


def _nodes(preset: Preset = TABLES[2], **options: Any) -> Run:
    return Run("paper", preset.changed(tasks=NODES, **options))


def _further(**options: Any) -> Run:
    dimensions = (8, 16, 32, 64, 128, 256, "selected")
    return Run("further", TABLES[2].changed(models=("gcn",), dimensions=dimensions, **options))


def _leaking(leaks: tuple[str, ...], tasks: tuple[str, ...] = LINKS, **options: Any) -> Run:
    return Run("leaks", TABLES[2].changed(tasks=tasks, dimensions=("selected",), leaks=leaks, **options))


def _longer(tasks: tuple[str, ...], **options: Any) -> Run:
    """GCN that may wait longer for an improvement, and go on beyond the usual cap."""
    preset = TABLES[2].changed(tasks=tasks, patience=500, max_epochs=20_000)
    return Run("longer", preset.changed(**{"models": ("gcn",), "seeds": 1, **options}))


RUNS = (
    # Link prediction on the small graphs: the grid of Table 2 and the usual widths.
    _links(datasets=SMALL, models=("mlp", "gcn"), dimensions=USUAL_WIDTHS, seeds=5),
    _links(datasets=SMALL, models=("gat",), dimensions=USUAL_WIDTHS, seeds=5),
    _links(datasets=SMALL, models=("gcnii",), dimensions=USUAL_WIDTHS, seeds=3),
    # Graphs that the paper did not use, then Pubmed.
    _further(datasets=FURTHER, tasks=LINKS, seeds=3),
    _further(datasets=LARGE, tasks=LINKS, seeds=2),
    _links(datasets=PUBMED, models=("mlp", "gcn"), dimensions=USUAL_WIDTHS, seeds=3),
    _links(datasets=PUBMED, models=("gat", "gcnii"), seeds=1),
    # Airport's nodes with a dropout that suits four features, and with the split of the authors' script.
    _nodes(datasets=("airport",), models=("gat", "gcnii"), seeds=5),
    *(
        _leaking((leak,), tasks=NODES, datasets=("airport",), **more)
        for leak in LEAKS["node-classification"]
        for more in ({"seeds": 5}, {"models": ("mlp", "gcn", "gat"), "seeds": 10})
    ),
    # Labels of further graphs, without a cap that stops narrow models early.
    _further(datasets=FURTHER + LARGE, tasks=NODES, seeds=3),
    # Link prediction with each leak of the authors' script, and with all three.
    *(
        run
        for leaks in (*((leak,) for leak in LEAKS["link-prediction"]), LEAKS["link-prediction"])
        for run in (
            _leaking(leaks, datasets=("cora",), models=("gcn",), seeds=5),
            _leaking(leaks, datasets=("citeseer",), models=("gcnii",), seeds=3),
        )
    ),
    # Two more rows whose links lie below the print.
    _leaking(LEAKS["link-prediction"], datasets=("citeseer",), models=("gat",), seeds=3),
    _leaking(LEAKS["link-prediction"], datasets=("cora",), models=("gcnii",), seeds=3),
    # Low scores of link prediction: do they only stop too early, and wider ones not?
    _longer(LINKS, datasets=("actor", "air_europe"), dimensions=(8, 16, 128), seeds=3),
    _longer(LINKS, datasets=("blogcatalog_attr",), dimensions=(16,)),
    # Table 2 on labels, the default widths, Tables 3 and 4, Figure 3, the usual widths.
    _nodes(datasets=SMALL, seeds=5),
    _nodes(datasets=PUBMED, models=("mlp", "gcn"), seeds=3),
    _nodes(datasets=PUBMED, models=("gat", "gcnii"), seeds=1),
    _nodes(FIGURES[2], train_per_class=(20,), dimensions=("default",), models=("gcn", "gat"), seeds=5),
    _nodes(TABLES[3], datasets=SMALL, seeds=3),
    _nodes(TABLES[3], datasets=PUBMED, seeds=1),
    _nodes(TABLES[4], seeds=5),
    _nodes(FIGURES[3], seeds=1),
    _nodes(datasets=SMALL, models=("mlp", "gcn"), dimensions=WIDTHS, seeds=5),
    _nodes(datasets=PUBMED, models=("mlp", "gcn"), dimensions=WIDTHS, seeds=3),
    # Figure 2, then more seeds: as many at the usual widths as at the others, so that rows compare the same seeds.
    _nodes(FIGURES[2], models=("mlp", "gcn"), seeds=3),
    _nodes(datasets=PUBMED, models=("gcnii",), seeds=3),
    _nodes(TABLES[4], seeds=10),
    _nodes(models=("mlp", "gcn"), dimensions=("grid", *WIDTHS), seeds=10),
    _nodes(models=("gat",), dimensions=("grid", "default"), seeds=10),
    _nodes(TABLES[3], datasets=("airport", "cora", "citeseer"), seeds=5),
    # Labels that ran out of epochs, and links that did: would a higher cap change what narrow models lose?
    _longer(NODES, datasets=("amazon_photo",), dimensions=(16, 64, 128)),
    _longer(NODES, datasets=("blogcatalog_attr",), dimensions=(16, 128)),
    _longer(NODES, datasets=("amazon_computers",), dimensions=(16, 64, 128)),
    _longer(NODES, datasets=("amazon_computers",), dimensions=(16,), seeds=2),
    _longer(LINKS, datasets=("amazon_photo",), dimensions=(16, 128)),
    _nodes(TABLES[3], datasets=PUBMED, seeds=3),
    _nodes(FIGURES[2], models=("gat",), datasets=SMALL, seeds=3),
    # The same question for labels of the paper's graphs, of one more graph, and with more seeds.
    _longer(NODES, datasets=SMALL, dimensions=(16, 64, 128), seeds=5),
    _longer(NODES, datasets=("citeseer",), models=("mlp",), dimensions=(20, "selected", 180), seeds=5),
    _longer(NODES, datasets=PUBMED, dimensions=(16, 128), seeds=3),
    _longer(NODES, datasets=("blogcatalog_attr",), dimensions=(16, 128), seeds=3),
    _longer(NODES, datasets=("coauthor_cs",), dimensions=(16, 128)),
    _longer(NODES, datasets=("amazon_photo",), dimensions=(16, 128), seeds=2),
)


def train_all(workers: int | None = None) -> Iterator[Record]:
    """Run after run, each record as it finishes."""
    for run in RUNS:
        yield from run.train(workers)
