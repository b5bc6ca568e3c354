"""What the ledger says about the paper: its claims judged, its tables and figures with ours, on one page.

records → rows → claims, regret, levels, leaks, costs → page and figures → files

Nothing on the page is typed by hand: the numbers come from the ledger and published.toml, and the numbers choose the
sentences.
"""
