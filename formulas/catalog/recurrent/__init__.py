"""Recurrent networks: the plain cell, LSTM, GRU; single gates, whole steps, sequences."""

from . import rnn, lstm, lstm_step, gru, gru_step, loss  # noqa: I001  (in the order of the ids)

__all__ = ["gru", "gru_step", "loss", "lstm", "lstm_step", "rnn"]
