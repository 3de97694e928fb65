"""What a correction writes anew is written in the fonts of the formula."""

from __future__ import annotations

from pathlib import Path

import pytest

from backproof.audit.match.fonts import in_font
from backproof.audit.notation.tree import Node
from tests.audit.checks.told import told

TWINS = [
    (
        "LSTM",
        r"\mathbf{c}_t = \mathbf{f}_t \odot \tilde{\mathbf{c}}_{t-1} + \mathbf{i}_t \odot \tilde{\mathbf{c}}_t",
        r"\mathbf{c}_t = \mathbf{f}_t \odot \mathbf{c}_{t-1} + \mathbf{i}_t \odot \tilde{\mathbf{c}}_t",
    ),
    (
        "LSTM",
        r"c_t = f_t \odot \tilde{c}_{t-1} + i_t \odot \tilde{c}_t",
        r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t",
    ),
    (
        "LSTM",
        r"\bm c_t = \bm f_t \odot \tilde{\bm c}_{t-1} + \bm i_t \odot \tilde{\bm c}_t",
        r"\bm c_t = \bm f_t \odot \bm{c}_{t-1} + \bm i_t \odot \tilde{\bm c}_t",
    ),
]


@pytest.mark.parametrize(("heading", "wrong", "right"), TWINS)
def test_a_letter_keeps_its_font(tmp_path: Path, heading: str, wrong: str, right: str) -> None:
    assert told(tmp_path, wrong, heading=heading)[2] == [right]


def name(value: str, *sub: str) -> Node:
    return Node("name", value=value, sub=tuple(Node("name", value=s) for s in sub))


@pytest.mark.parametrize(
    ("letter", "text", "written"),
    [
        (name("c", "t"), r"\mathbf{c}_i + \mathbf{x}", r"\mathbf{c}_{t}"),
        (name("o"), r"\mathbf{h}_t = \mathbf{f}_t \tanh(\mathbf{c}_t)", r"\mathbf{o}"),  # as all others are
        (name("sigma"), r"\boldsymbol\sigma + \mathbf{x}", r"\boldsymbol{\sigma}"),
        (name("c"), r"\mathbf{c}_t + c_t", ""),  # one letter, two things
        (name("o"), r"\mathbf{h}_t = f_t", ""),
        (name("o"), r"\mathbf{h}_t", ""),
        (name("W"), r"\mathbf{h}_t = \mathbf{f}_t", ""),
        (name("sigma"), r"\mathbf{h}_t = \mathbf{f}_t", ""),
        (name("head"), r"\mathbf{h}_t = \mathbf{f}_t", ""),
    ],
)
def test_the_font_of_a_letter(letter: Node, text: str, written: str) -> None:
    assert in_font(letter, text) == written
