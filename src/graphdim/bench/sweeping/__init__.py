"""A user's own graph, trained at a few dimensions around MinGE's: does its choice hold there, and what does it cost?

own graph (own) → sweep (search) → the curve and what it says (curve)
"""
