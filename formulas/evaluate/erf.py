"""The error function for NumPy arrays, to double precision, without SciPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_erf = np.frompyfunc(math.erf, 1, 1)


def erf(x: Any) -> Any:
    """erf(x) entry by entry, in the dtype of ``x``."""
    array = np.asarray(x)
    return np.asarray(_erf(array), dtype=array.dtype if array.dtype.kind == "f" else float)
