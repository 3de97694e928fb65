"""Conformance: implementations, readings and people's own functions against the specifications.

``verify(function, "attention.scaled_dot_product")`` draws inputs from the formula's declaration, computes
what should come out with an error bound, compares, shrinks a counterexample and names the known mistake that
explains it.
"""

from .verify import verify

__all__ = ["verify"]
