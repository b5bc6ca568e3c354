"""The page: a template, and one function for each of its parts. All of it follows from the ledger and the paper."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from graphdim.selectors.methods import SLOW
from graphdim.words import counted
from minge_paper.evidence import corrections, deviations, judged_tables, leaks, longer, replay, tables
from minge_paper.evidence.advice import HETEROPHILOUS, practice
from minge_paper.evidence.charts import FIGURES
from minge_paper.evidence.claims import judge
from minge_paper.evidence.constants import of_minge
from minge_paper.evidence.costs import compared_with_training, computing, machines, n_scores
from minge_paper.evidence.findings import headline, summary
from minge_paper.evidence.gaps import gaps
from minge_paper.evidence.judged import FIXED, TO_512
from minge_paper.evidence.levels import levels
from minge_paper.evidence.measuring import gains, measured, of_ecv, unanswered, with_a_fitted_decoder
from minge_paper.evidence.minute import meaning, minute, stricter, sweeping, title, verdicts
from minge_paper.evidence.regret import HABITS, MINGE_RULE, over_minge, rules, smallest
from minge_paper.evidence.rows import NARROW, cut_by_width, further_rows, paper_rows
from minge_paper.evidence.score_tables import scores
from minge_paper.markdown import folded, gap, listed, pipes
from minge_paper.text import number, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minge_paper.evidence.levels import Level
    from minge_paper.evidence.regret import Rule
    from minge_paper.evidence.rows import Row
    from minge_paper.evidence.verdicts import Claim
    from minge_paper.results import Results

__all__ = ["page"]


def page(results: Results) -> str:
    """The whole page as Markdown."""
    ours, others, claims = paper_rows(results), further_rows(results), judge(results)
    template = Template((files(__package__) / "page.md").read_text(encoding="utf-8"))
    return template.substitute(
        {f"{name}_caption": figure.caption for name, figure in FIGURES.items()},
        title=title(results),
        verdicts=verdicts(results),
        meaning=meaning(results),
        fixed=f"{', '.join(map(str, FIXED))} or {TO_512[-1]}",
        minute=minute(results),
        sweeping=sweeping(results),
        unanswered=unanswered(results),
        stricter=stricter(results),
        ecv=of_ecv(results),
        scores=scores(results),
        slow=listed(f"`{name}`" for name in sorted(SLOW)),
        gains=gains(results),
        measured=measured(results),
        fitted=with_a_fitted_decoder(results),
        of_minge=of_minge(results),
        judged=judged_tables.section(results),
        replay=replay.section([*ours, *others]),
        headline=headline(results),
        n_trainings=counted(len(results.every), "training"),
        n_embeddings=counted(n_scores(results.curves), "score"),
        summary=summary(results, claims),
        claims="\n".join(map(_claim, claims)),
        practice=practice(results),
        regret=_regret(ours, others),
        rows=folded("Every row of Table 2", tables.by_row(ours)),
        smallest=_smallest([*ours, *others]),
        levels=_levels(levels(ours)),
        gaps=gaps(results, levels(ours)),
        longer=longer.section(results),
        leaks=leaks.section(results),
        withdrawn=corrections.withdrawn(),
        corrected=corrections.scores(results),
        further_summary=_further(others),
        further=folded("Every further row", tables.by_row(others, mark=HETEROPHILOUS)) if others else "",
        costs=folded("Every graph and model", compared_with_training(results)),
        table_1=folded("Table 1, ours and printed", tables.sizes(results)),
        table_2=folded("Table 2, ours and printed", tables.table_2(results)),
        table_3=folded("Table 3, ours and printed", tables.table_3(results)),
        table_4=folded("Table 4, ours and printed", tables.table_4(results)),
        assumed=folded("Settings that the paper leaves open", deviations.assumed()),
        computing=computing(results, results.every),
        machines=f"Machines and versions: {machines(results.every)}.",
    )


def _claim(claim: Claim) -> str:
    return f"| “{claim.printed['quote']}” | {claim.printed['place']} | **{claim.verdict}** | {claim.numbers} |"


def _regret(ours: Sequence[Row], others: Sequence[Row]) -> str:
    """One table for all rows, and one each for the paper's graphs and the further ones where there are both."""
    groups = {"All graphs": [*ours, *others], "The paper's graphs": ours, "Further graphs": others}
    known = {name: rows for name, rows in groups.items() if any(row.is_comparable for row in rows)}
    if not known:
        return "No row has two seeds: missing."
    shown = known if len(known) == len(groups) else {"All graphs": known["All graphs"]}
    return "\n\n".join(
        f"**{name}**\n\n{table}" if name == "All graphs" else folded(name, table)
        for name, rows in shown.items()
        if (table := _rules(rules(rows)))
    )


def _rules(judged: Sequence[Rule]) -> str:
    head = [
        "choice",
        "rows",
        "graphs",
        "regret",
        "more than MinGE",
        "within noise of the best",
        "worst row",
        "trained in its place",
    ]
    return pipes(head, map(_rule, judged))


def _rule(rule: Rule) -> list[str]:
    if rule.mean is None or rule.worst is None:
        return [rule.name, "0", "0", *[number(None)] * 5]
    hits = f"{number(rule.n_within_noise, 0 if float(rule.n_within_noise).is_integer() else 1)} of {len(rule.losses)}"
    worst = f"{number(rule.worst.points)} ({rule.worst.row.name})"
    more = "" if rule.name == MINGE_RULE else gap(rule.over)
    stand_ins = listed(rule.stand_ins) if rule.stand_ins else ""
    counts = [str(len(rule.losses)), str(rule.mean.seeds)]
    return [rule.name, *counts, gap(rule.mean, sign=False), more, hits, worst, stand_ins]


def _smallest(rows: Iterable[Row]) -> str:
    counts = Counter(least for _, least in smallest(rows))
    parts = [f"{least} in {counts[least]}" for least in sorted(counts)]
    return f"{listed(parts)} of {counted(counts.total(), 'row')}." if parts else "missing, no row has two seeds."


def _levels(every: Sequence[Level]) -> str:
    """Every row with the printed level, those furthest below first."""
    below, above = sum(level.is_below for level in every), sum(level.is_above for level in every)
    single = sum(level.noise is None for level in every)
    lead = f"Of {counted(len(every), 'row')}, ours is shown to be below the print in {below} and above in {above}"
    sentence = f"{lead}{f'; {single} with a single seed cannot be judged' if single else ''}."
    head = ["row", "seeds", "ours", "printed", "ours - printed", "noise", "out of epochs"]
    return f"{sentence}\n\n{folded('Every row', pipes(head, map(_level, every)))}" if every else sentence


def _level(level: Level) -> list[str]:
    seeds = str(len(level.row.comparison.seeds)) if level.row.comparison else "0"
    noise = number(None) if level.noise is None else f"±{number(level.noise)}"
    scores = [number(level.ours), number(level.printed), signed(level.gap), noise]
    return [level.row.name, seeds, *scores, f"{number(100 * level.row.at_cap, 0)} %"]


def _further(rows: Sequence[Row]) -> str:
    """Whether the selected dimension holds up, on all further graphs and on the heterophilous ones."""
    comparable = [row for row in rows if row.is_comparable]
    if not comparable:
        return "No further graph with two seeds is in the ledger: missing."
    groups = {
        "All": comparable,
        "Heterophilous": [row for row in comparable if row.dataset in HETEROPHILOUS],
        "The others": [row for row in comparable if row.dataset not in HETEROPHILOUS],
    }
    kinds = [_holds_up(name, of_group) for name, of_group in groups.items() if of_group]
    return "\n".join([*kinds, *_cut(comparable)])


def _cut(rows: Sequence[Row]) -> list[str]:
    """How often narrow networks ran out of epochs, and the others."""
    shares = []
    for task, name in (("node-classification", "labels"), ("link-prediction", "links")):
        narrow, wide = (number(100 * share, 0) for share in cut_by_width(row for row in rows if row.task == task))
        shares.append(f"for {name} {narrow} % up to {NARROW} dimensions and {wide} % above")
    lead = f"- Trainings that ran out of epochs: {listed(shares)}"
    return [f"{lead}. Where they are many, the curve is too low; [some were trained for longer](#longer-trainings)."]


def _holds_up(name: str, rows: Sequence[Row]) -> str:
    hits = sum(row.selected in row.within_noise for row in rows)
    judged = rules(rows)
    [minge] = [rule for rule in judged if rule.name == MINGE_RULE]
    graphs = counted(len({row.dataset for row in rows}), "graph")
    regret = f", {gap(minge.mean, sign=False)} points below it on average" if minge.mean else ""
    luck = number(sum(row.luck for row in rows))
    within = f"MinGE's choice is within noise of the best in {hits} (a random dimension in {luck})"
    others = f" ({constants} more)" if (constants := over_minge(judged, *HABITS)) else ""
    return f"- {name}: {graphs}, {counted(len(rows), 'row')}; {within}{regret}{others}."
