"""Which dimension does a graph of one's own need, for a model that must be trained? A race on a task.

source, labels, features → own graph → objective (a network, or an embedding with its score) → race → Sweep
"""
