"""Does the dimension matter? Models trained on labelled graphs, over datasets, widths and seeds.

training (one run's identity) → trainer → outcome → ledger → tables, figures. Needs torch: `pip install 'graphdim[bench]'`.
"""
