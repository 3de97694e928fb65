"""The rows of forms of all files, in one order."""

from __future__ import annotations

from . import (
    form_rows,
    form_rows_backward,
    form_rows_classical,
    form_rows_criteria,
    form_rows_evaluation,
    form_rows_generative,
    form_rows_layers,
    form_rows_learning,
    form_rows_measures,
    form_rows_named,
    form_rows_optimizers,
    form_rows_plain,
    form_rows_rl,
    form_rows_sequence,
    form_rows_training,
    form_rows_unsupervised,
    form_rows_vision,
)

ALL_ROWS = (
    *form_rows.ROWS,
    *form_rows_plain.ROWS,
    *form_rows_learning.ROWS,
    *form_rows_generative.ROWS,
    *form_rows_unsupervised.ROWS,
    *form_rows_rl.ROWS,
    *form_rows_sequence.ROWS,
    *form_rows_vision.ROWS,
    *form_rows_classical.ROWS,
    *form_rows_evaluation.ROWS,
    *form_rows_training.ROWS,
    *form_rows_layers.ROWS,
    *form_rows_criteria.ROWS,
    *form_rows_optimizers.ROWS,
    *form_rows_measures.ROWS,
    *form_rows_named.ROWS,
    *form_rows_backward.ROWS,
)
