"""The tree of errors; every message names the fault, the evidence and the way out.

    GraphDimError
    ├── ParameterError      an argument is out of its range      (also a ValueError)
    ├── SourceError         the graph cannot be read             (also a ValueError)
    │   ├── NotFoundError   there is nothing at that path        (also a FileNotFoundError)
    │   └── DatasetError    a named dataset is unknown, absent or damaged
    ├── UnsupportedError    no reader for that kind of object    (also a TypeError)
    ├── GraphError          the graph was read but has no answer (also a ValueError)
    ├── ForkError           a forked process lacks threads       (also a RuntimeError)
    ├── TrainingError       a training did not finish            (also a RuntimeError)
    └── MissingExtraError   an optional package is not installed (also an ImportError)

The command line turns each of them into one line on stderr and exit code 2.
"""

__all__ = [
    "DatasetError",
    "ForkError",
    "GraphDimError",
    "GraphError",
    "MissingExtraError",
    "NotFoundError",
    "ParameterError",
    "SourceError",
    "TrainingError",
    "UnsupportedError",
]


class GraphDimError(Exception):
    """The base of all errors of graphdim; catch this one to catch them all."""


class ParameterError(GraphDimError, ValueError):
    """An argument is out of its range."""


class SourceError(GraphDimError, ValueError):
    """The source cannot be read as a graph."""


class NotFoundError(SourceError, FileNotFoundError):
    """There is nothing at the given path."""


class DatasetError(SourceError):
    """A named dataset is unknown, not at hand, or not what its checksum says."""


class UnsupportedError(GraphDimError, TypeError):
    """No reader knows this kind of object."""


class GraphError(GraphDimError, ValueError):
    """The graph was read, but the question has no answer for it."""


class ForkError(GraphDimError, RuntimeError):
    """A process made by fork lacks the threads that reading needs."""


class TrainingError(GraphDimError, RuntimeError):
    """A training broke, or its process died."""


class MissingExtraError(GraphDimError, ImportError):
    """An optional package is needed and not installed."""
