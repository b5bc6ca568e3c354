"""The smallest sufficient dimension of anything that is trained, for as few trainings as possible.

terms, trainings → layout (means) → noise (of pairs) → verdict (tests, with boundary) → schedule (what is next)
race runs that loop in this process or in workers, within a budget, and writes the ledger; result is what it returns.
"""
