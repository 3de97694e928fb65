"""How the formulas are computed: the same functions twice, hand-written for NumPy and for PyTorch.

The rooms know neither each other nor the specifications, so that their agreement is evidence.
"""
