"""The configuration of a house: `backproof.toml`, or `[tool.backproof]` in `pyproject.toml`.

`find` says which file governs a note, `keys` what may stand in it, `policy` what a finding becomes under it.
"""

from __future__ import annotations

from backproof.config.find import Configs
from backproof.config.model import Config
from backproof.problem import Problem

__all__ = ["Config", "Configs", "Problem"]
