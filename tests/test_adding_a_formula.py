"""README's example of a new formula, carried out: one statement gives LaTeX, values, conformance and recognition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formulas
from backproof import audit, verify

README = Path(__file__).parents[1] / "README.md"
ID = "gating.highway"


@pytest.fixture
def stated() -> Iterator[Any]:
    code = re.search(
        r"<!-- adding-a-formula:begin -->.*?```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
    )
    assert code is not None
    exec(compile(code[1], "README.md", "exec"), {})
    yield formulas.get(ID)
    formulas.forget(ID)


def highway(x: Any, h: Any, W: Any, b: Any) -> Any:
    gate = 1 / (1 + np.exp(-np.clip(x @ W.T + b, -700, 700)))
    return gate * h + (1 - gate) * x


def test_the_example_is_five_lines_long() -> None:
    code = re.search(r"```python\n(from formulas import formula.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line and not line.startswith("from ")]) <= 5


def test_latex(stated: Any) -> None:
    assert stated.equation() == (
        r"y = \sigma\left(W_{T} x + b_{T}\right) \odot h + \left(1 - \sigma\left(W_{T} x + b_{T}\right)\right) \odot x"
    )


@pytest.mark.parametrize("reading", ["numpy", "torch", "index", "index-torch", "oracle"])
def test_values(stated: Any, reading: str) -> None:
    rng = np.random.default_rng(0)
    values = {
        "x": rng.normal(size=5),
        "h": rng.normal(size=5),
        "W_T": rng.normal(size=(5, 5)),
        "b_T": rng.normal(size=5),
    }
    (got,) = formulas.evaluate(stated, values, reading)
    np.testing.assert_allclose(np.asarray(got, dtype=float), highway(*values.values()), rtol=1e-12)


def test_wrong_shapes_name_both_sizes(stated: Any) -> None:
    values = {"x": np.ones(5), "h": np.ones(4), "W_T": np.ones((5, 5)), "b_T": np.ones(5)}
    with pytest.raises(ValueError, match=r"h .*4.*5"):
        formulas.evaluate(stated, values)


def test_conformance(stated: Any) -> None:
    assert verify(highway, ID).name == "holds"
    wrong = verify(lambda x, h, W, b: highway(h, x, W, b), ID)
    assert wrong.name == "refuted"


@pytest.mark.parametrize(
    ("latex", "verdict"),
    [
        (r"y = \sigma(W_T x + b_T) \odot h + (1 - \sigma(W_T x + b_T)) \odot x", "verified"),
        (r"y = h \odot \sigma(W_T^\top x + b_T) + x \odot (1 - \sigma(W_T^\top x + b_T))", "verified"),
        (r"y = \sigma(W_T x + b_T) \odot h + (1 + \sigma(W_T x + b_T)) \odot x", "refuted"),
    ],
)
def test_recognition(stated: Any, tmp_path: Path, latex: str, verdict: str) -> None:
    note = tmp_path / "note.md"
    note.write_text(f"# Highway mix\n\n$${latex}$$\n", encoding="utf-8")
    (file,) = audit([note]).files
    assert [(e.verdict, e.formula) for e in file.equations] == [(verdict, ID)]
