"""Rows for ``forms``: clusters and mixtures, trees, naive Bayes, hidden Markov models, word vectors. Data only."""

from __future__ import annotations

from .form_rows import Row, _row  # noqa: F401

ROWS: tuple[Row, ...] = ()
