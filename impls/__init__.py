"""How the formulas are computed: the same functions twice, hand-written for NumPy and for PyTorch.

The two rooms know neither each other nor the specifications, so that their agreement is evidence; what needs no array (counts,
sizes, rates of a schedule) stands once, in ``plain``.
"""
