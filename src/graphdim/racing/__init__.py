"""The smallest sufficient dimension of anything that is trained, for as few trainings as possible.

question, trainings → layout (means, noise) → verdict (paired tests, with boundary) → schedule (what to train next)
race runs that loop in this process or in workers, within a budget, and writes the ledger; result is what it returns.
"""
