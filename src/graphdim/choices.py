"""The values that options accept, in one place and without imports: the library and the command line share them."""

__all__ = [
    "DIALECTS",
    "DIRECTIONS",
    "ENGINES",
    "METHOD",
    "MODELS",
    "NEGATIVES",
    "REPORTS",
    "STRUCTURES",
    "TASKS",
    "VARIANTS",
]

ENGINES = ("auto", "memory", "disk", "spark")
# How the structure entropy is computed; the first is the default.
VARIANTS = ("published", "equations")
# What MinGE's structure term looks at; the first is the paper's.
STRUCTURES = ("two-hop", "degree", "li-pan-2", "von-neumann")
DIALECTS = ("spark", "duckdb", "bigquery", "snowflake", "postgres")
# Whether the best value of an objective is its highest or its lowest, in Optuna's words; the first is the default.
DIRECTIONS = ("maximize", "minimize")
TASKS = ("node-classification", "link-prediction")
# How the ends of non-edges are drawn; the first is the default.
NEGATIVES = ("auto", "uniform", "degree")
MODELS = ("mlp", "gcn", "gat", "gcnii")
# The formats of a report: a page, or its charts as a picture.
REPORTS = ("html", "png", "svg")
# The selector that answers when none is named.
METHOD = "minge"
