"""Error function by the rational minimax approximations of W. J. Cody, Math. Comp. 23 (1969), 631-637.

Coefficients as published with algorithm 715 (TOMS 19, 1993); relative error near one unit in the last place
of float64.
"""

from collections.abc import Sequence

import numpy as np

from .checks import Array

SMALL, LARGE = 0.46875, 4.0
A = (
    1.85777706184603153e-1,
    3.16112374387056560e0,
    1.13864154151050156e2,
    3.77485237685302021e2,
    3.20937758913846947e3,
)
B = (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3)
C = (
    2.15311535474403846e-8,
    5.64188496988670089e-1,
    8.88314979438837594e0,
    6.61191906371416295e1,
    2.98635138197400131e2,
    8.81952221241769090e2,
    1.71204761263407058e3,
    2.05107837782607147e3,
    1.23033935479799725e3,
)
D = (
    1.0,
    1.57449261107098347e1,
    1.17693950891312499e2,
    5.37181101862009858e2,
    1.62138957456669019e3,
    3.29079923573345963e3,
    4.36261909014324716e3,
    3.43936767414372164e3,
    1.23033935480374942e3,
)
P = (
    1.63153871373020978e-2,
    3.05326634961232344e-1,
    3.60344899949804439e-1,
    1.25781726111229246e-1,
    1.60837851487422766e-2,
    6.58749161529837803e-4,
)
Q = (
    1.0,
    2.56852019228982242e0,
    1.87295284992346725e0,
    5.27905102951428412e-1,
    6.05183413124413191e-2,
    2.33520497626869185e-3,
)


def horner(coefficients: Sequence[float], x: Array) -> Array:
    """Polynomial with the highest power first."""
    value = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value *= x
        value += coefficient
    return value


def exp_minus_square(y: Array) -> Array:
    """exp(-y²) with y² split, since rounding y² first would cost y² units in the last place."""
    head = np.trunc(y * 16.0) / 16.0
    return np.exp(-head * head) * np.exp(-(y - head) * (y + head))


def erfc_middle(y: Array) -> Array:
    """erfc on 0.46875 .. 4."""
    return exp_minus_square(y) * horner(C, y) / horner(D, y)


def erfc_tail(y: Array) -> Array:
    """erfc above 4; zero in float64 from 27.3 on."""
    y = np.minimum(y, 30.0)
    z = 1.0 / (y * y)
    return exp_minus_square(y) * (1.0 / np.sqrt(np.pi) - z * horner(P, z) / horner(Q, z)) / y


def pieces(x: Array) -> tuple[Array, Array, Array]:
    """Where |x| is small, erf there, and erfc(|x|) elsewhere."""
    y = np.abs(x)
    small = y <= SMALL
    inner = x[small]
    square = inner * inner
    upper = np.zeros_like(y)
    middle, tail = ~small & (y <= LARGE), y > LARGE
    upper[middle] = erfc_middle(y[middle])
    upper[tail] = erfc_tail(y[tail])
    upper[np.isnan(y)] = np.nan
    return small, inner * horner(A, square) / horner(B, square), upper


def erf(x: Array) -> Array:
    """2/√π ∫_0^x exp(-t²) dt, elementwise; computed in float64, returned in the type of x."""
    flat = np.asarray(x, dtype=np.float64).ravel()
    with np.errstate(under="ignore"):
        small, inner, upper = pieces(flat)
    out = np.copysign(1.0 - upper, flat)
    out[small] = inner
    return out.reshape(np.shape(x)).astype(np.asarray(x).dtype, copy=False)


def erfc(x: Array) -> Array:
    """1 - erf(x) without cancellation for large x; computed in float64, returned in the type of x."""
    flat = np.asarray(x, dtype=np.float64).ravel()
    with np.errstate(under="ignore"):
        small, inner, upper = pieces(flat)
        out = np.where(flat < 0, 2.0 - upper, upper)
        out[small] = 1.0 - inner
        return out.reshape(np.shape(x)).astype(np.asarray(x).dtype, copy=False)
