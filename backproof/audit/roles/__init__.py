"""Recognise a formula by what its operands *are* instead of by their letters.

Notes name a learning rate η, α or ``learning_rate``, a prediction ŷ, a, p or ``h_θ(x)``. Here each operand of a line gets the
jobs it can do in its field (``lexicon``), operands are laid on the symbols of a formula job by job (``binding``), and both
sides are evaluated with sums written out (``evaluate``). Equal values, or values in a constant ratio where a loss may be
scaled, accept the line; a single edit that makes it so convicts it (``verdict``).

Formulas of matrices are left to ``match``: here every operand is a number for each value of its indices, so that the order of
products cannot be judged.
"""
