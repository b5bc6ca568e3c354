"""Where the steps of the query stand as temporary views, some of them kept on the executors, until the work is done.

As one WITH clause the text would be the same, but Spark does not see that a CTE is a table that it keeps; and to hand
tables over as arguments of `sql` lets go of them, since the views that it makes for them are dropped at once.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from graphdim.engines.steps import Step

__all__ = ["Workspace"]


class Workspace(ExitStack):
    """Named tables of one session; at the end the views are dropped and kept tables released."""

    def __init__(self, spark: SparkSession) -> None:
        super().__init__()
        self.spark = spark
        # The session belongs to the user, who may have tables of any name.
        self.prefix = f"graphdim_{uuid4().hex}_"

    def put(self, name: str, table: DataFrame) -> None:
        """Let steps read a table by its name."""
        table.createOrReplaceTempView(self.prefix + name)
        self.callback(self.spark.catalog.dropTempView, self.prefix + name)

    def follow(self, *steps: Step) -> DataFrame:
        """The table of the last step; each is a view for the next."""
        for step in steps:
            table = self.spark.sql(step.body)
            self.put(step.name, table)
        return table

    def keep(self, *steps: Step) -> None:
        """Follow the steps, and keep the last one's rows in the executors' memory or on their disks."""
        table = self.follow(*steps)
        table.persist()
        self.callback(table.unpersist)
