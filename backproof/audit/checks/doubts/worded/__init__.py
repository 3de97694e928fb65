"""Lines that the words around them deny: what a gate keeps, what an initialisation is for, what a penalty is of, which sizes the
factors have.

A formula and another convention of it may both be right, and then the note says which of them it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from ....document import Note
from ....match.matcher import Match
from .. import Doubt
from . import attending, gates, learning
from .around import Rule, Setting
from .rivals import rival

RULES: dict[str, tuple[Rule, ...]] = {
    "recurrent.gru.hidden": (gates.gate,),
    "initialization.lecun_variance": (learning.inputs,),
    "initialization.he_variance": (learning.rectified,),
    "optimizer.sgd.weight_decay": (learning.penalised,),
    "finetuning.lora_forward": (learning.low_rank,),
    "activation.softmax": (learning.warmed, attending.normalised),
    "regularization.dropout": (learning.share,),
    "rl.q_target": (learning.one_network,),
    "normalization.batch.mean": (learning.by_all,),
    "regularization.l1": (learning.other_penalty,),
    "regularization.l2": (learning.other_penalty,),
    "dense.residual": (attending.normed_after,),
    "moe.output": (attending.other_expert,),
    "metrics.precision": (learning.other_share,),
    "metrics.recall": (learning.other_share,),
    "agreement.true_positive_rate": (learning.other_share,),
    "attention.projections": (attending.other_side,),
    "activation.tanh": (learning.argument,),
    "attention.scaled_dot_product": (attending.direction,),
    "attention.scaled_dot_product_columns": (attending.direction,),
}


def doubts(note: Note, accepted: Mapping[int, Match | None]) -> Iterator[Doubt]:
    """All accepted lines whose own note says otherwise."""
    at = Setting(note)
    for line in note.judged:
        match = accepted.get(id(line))
        if match is not None:
            found = (rule(line, match, at) for rule in (*RULES.get(match.spec.formula, ()), rival))
            yield from islice((doubt for doubt in found if doubt is not None), 1)


__all__ = ["doubts"]
