"""What is computed with Python's own numbers, for both rooms: counts, sizes, rates of a schedule, and checks of such arguments."""

from ..collect import tables

IMPLEMENTATIONS, functions = tables(__name__, __path__)
globals().update(functions)
