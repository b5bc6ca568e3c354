"""The claims of the paper, each judged by the ledger: one file for each of its tables and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minge_paper.evidence.claims import default, depth, dimension, time, weight

if TYPE_CHECKING:
    from minge_paper.evidence.verdicts import Claim
    from minge_paper.results import Results

__all__ = ["judge"]


def judge(results: Results) -> list[Claim]:
    """Every claim with its verdict and numbers, in the order of the paper."""
    return [
        dimension.near_the_best(results),
        dimension.peak_area(results),
        default.improves(results, "improves-cora"),
        default.improves(results, "improves-pubmed"),
        dimension.peak_center(results),
        default.over_default(results),
        depth.fewer_layers(results),
        depth.two_layers(results),
        time.less_than_training(results),
        weight.feature_entropy(results),
        weight.structure_helps(results),
    ]
