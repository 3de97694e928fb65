"""Dense layers: the layouts are the same map, and mistakes of shape cannot be built."""

import numpy as np
import pytest

import formulas
from formulas.lang import ShapeError
from formulas.model import Stated


def result(statement: Stated, **values: np.ndarray) -> np.ndarray:
    return np.asarray(formulas.evaluate(statement, values)[0])


@pytest.mark.parametrize("id", ["dense.affine", "dense.layer"])
def test_layouts_are_one_map(id: str) -> None:
    rng = np.random.default_rng(0)
    x, W, b = rng.normal(size=(4, 3)), rng.normal(size=(5, 3)), rng.normal(size=5)
    formula = formulas.get(id)
    forms = {v.name: v for v in formula.variants}
    wanted = np.stack([result(formula, x=row, W=W, b=b) for row in x])
    rows = {name: result(forms[name], X=x, W=W_, b=b) for name, W_ in [("rows", W.T), ("rows_transposed_weight", W)]}
    columns = [
        result(forms["columns"], X=x.T, W=W, b=b),
        result(forms["columns_transposed_weight"], X=x.T, W=W.T, b=b),
    ]
    single = {name: [result(forms[name], x=r, W=W.T, b=b) for r in x] for name in ("transposed_weight", "row_vector")}
    absorbed = [result(forms["absorbed_bias"], x=r, W=np.c_[W, b]) for r in x]
    for found in (*rows.values(), *(c.T for c in columns), *single.values(), absorbed):
        assert np.asarray(found) == pytest.approx(wanted)


def test_embedding_is_the_product_with_one_hot_rows() -> None:
    formula = formulas.get("dense.embedding")
    forms = {v.name: v for v in formula.variants}
    E, ids = np.random.default_rng(1).normal(size=(6, 4)), np.array([0, 5, 5, 2])
    assert (result(formula, tokens=ids, E=E) == E[ids]).all()
    assert (result(forms["one_hot"], tokens=ids, E=E) == E[ids]).all()
    assert (result(forms["columns"], tokens=ids, E=E.T) == E[ids].T).all()


@pytest.mark.parametrize("name", ["bias_inside_product", "weight_transposed_unasked"])
def test_mistakes_of_shape_cannot_be_built(name: str) -> None:
    mistake = next(p for p in formulas.get("dense.affine").pitfalls if p.name == name)
    with pytest.raises(ShapeError, match=r"d_(in|out) against d_(in|out)"):
        _ = mistake.outputs
