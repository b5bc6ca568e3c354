"""Progress of a run on stderr: what is planned, how long it will take, how much is done and left."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from graphdim.training.estimate import Timings, expected, probes
from graphdim.words import about, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record
    from graphdim.training.workers import Pool

__all__ = ["announce", "say", "watched"]


def announce(trainings: Sequence[Training], n_done: int, timings: Timings, pool: Pool) -> None:
    """Say how many trainings there are and how long they will take; time a few epochs where nothing is known."""
    wholes = probes(trainings, timings)
    if wholes:
        say(f"Timing a few epochs of {counted(len(wholes), 'training')}, because the ledger holds none of this kind.")
        for probe in pool.run(wholes):
            timings.learn_probe(wholes[probe.training], probe)
    done = f" ({n_done:,} more {'is' if n_done == 1 else 'are'} in the ledger already)" if n_done else ""
    time_needed = expected(*timings.between(trainings, workers=pool.size))
    say(f"{counted(len(trainings), 'training')}{done}, {counted(pool.size, 'worker')}: {time_needed}.")


def watched(trainings: Sequence[Training], timings: Timings, pool: Pool) -> Iterator[Record]:
    """The records as they finish, with a progress bar if stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (
        BarColumn(),
        TextColumn("{task.completed} runs done, {task.fields[left]} left"),
        TextColumn("{task.description}"),
    )
    left = dict.fromkeys(trainings)

    def time_left() -> str:
        return f"{about(timings.seconds(left, workers=pool.size))} left" if left else ""

    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        bar = progress.add_task(time_left(), total=len(trainings), left=len(left))
        for record in pool.run(trainings):
            timings.learn(record)
            del left[record.training]
            progress.update(bar, advance=1, left=len(left), description=time_left())
            yield record


def say(sentence: str) -> None:
    """Print to stderr; stdout is for the answer."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - what it is for
