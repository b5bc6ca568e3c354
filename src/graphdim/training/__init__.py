"""Models trained on labelled graphs, over datasets, widths and seeds. Training needs torch: `graphdim[bench]`.

    Settings, Grid → Training (what identifies one run) → Trainer → Outcome → Ledger → Results, statistics

It knows the models and two tasks, and no paper: a paper brings its own settings, grids and tables.
"""
