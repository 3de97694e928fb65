"""Transformer and GPT formulas against PyTorch, at known values and boundary sizes; how they are written."""

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import formulas
from formulas import evaluate
from formulas.evaluation import bind_sizes

rng = np.random.default_rng(7)


def draw(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape)


def value(id: str, values: dict[str, Any], variant: str = "") -> np.ndarray:
    f = formulas.get(id)
    stated = next(v for v in f.variants if v.name == variant) if variant else f
    return np.asarray(evaluate(stated, values)[0])


def sizes_of(id: str, **known: int) -> dict[str, Any]:
    """Random values for every input; sizes by name."""
    f = formulas.get(id)
    out: dict[str, Any] = {}
    for i in f.inputs:
        shape = tuple(int(s.subs({k: known[str(k)] for k in s.free_symbols})) for s in i.shape)
        out[i.name] = np.asarray(1e-5) if i.kind == "scalar" else draw(*shape)
    return out


def test_layer_norm_is_pytorchs() -> None:
    x, gamma, beta = draw(5), draw(5), draw(5)
    expected = F.layer_norm(torch.as_tensor(x), (5,), torch.as_tensor(gamma), torch.as_tensor(beta), 1e-3)
    ours = value("transformer.layer_norm", {"x": x, "gamma": gamma, "beta": beta, "eps": np.asarray(1e-3)})
    np.testing.assert_allclose(ours, expected, atol=1e-12)


def test_unbiased_variance_needs_two_entries() -> None:
    f = formulas.get("transformer.variance")
    unbiased = next(v for v in f.variants if v.name == "unbiased")
    np.testing.assert_allclose(evaluate(unbiased, {"x": np.array([1.0, 3.0])})[0], 2.0)
    with pytest.raises(ValueError, match="does not hold for d = 1"):
        evaluate(unbiased, {"x": np.array([1.0])})


def test_statistics_are_those_of_layer_norm() -> None:
    x, gamma, beta, eps = draw(6), draw(6), draw(6), np.asarray(0.1)
    given = {"mu": value("transformer.mean", {"x": x}), "variance": value("transformer.variance", {"x": x})}
    inputs = {"x": x, "gamma": gamma, "beta": beta, "eps": eps}
    from_lines = value("transformer.layer_norm", inputs | given, "statistics_given")
    np.testing.assert_allclose(from_lines, value("transformer.layer_norm", inputs), atol=1e-12)


@pytest.mark.parametrize("norm_first", [False, True])
def test_encoder_layer_is_pytorchs(norm_first: bool) -> None:
    n, d, h, d_ff = 3, 4, 2, 5
    p = sizes_of("transformer.encoder_layer", n=n, d=d, h=h, d_k=d // h, d_v=d // h, d_ff=d_ff)
    theirs = torch.nn.TransformerEncoderLayer(
        d, h, d_ff, 0.0, batch_first=True, norm_first=norm_first, dtype=torch.float64
    )
    packed = np.concatenate([p[f"W_{c}"].transpose(0, 2, 1).reshape(d, d) for c in "QKV"])
    ours_by_name = {
        "self_attn.in_proj_weight": packed,
        "self_attn.in_proj_bias": np.zeros(3 * d),
        "self_attn.out_proj.weight": p["W_O"].T,
        "self_attn.out_proj.bias": np.zeros(d),
    }
    state = ours_by_name | {
        f"{part}{i}.{kind}": p[f"{ours}_{i}"].T
        for i in (1, 2)
        for part, kind, ours in (
            ("linear", "weight", "W"),
            ("linear", "bias", "b"),
            ("norm", "weight", "gamma"),
            ("norm", "bias", "beta"),
        )
    }
    theirs.load_state_dict({k: torch.as_tensor(v) for k, v in state.items()})
    expected = theirs.train()(torch.as_tensor(p["x"])[None])[0].detach()
    ours = value("transformer.encoder_layer", p, "pre_norm" if norm_first else "")
    np.testing.assert_allclose(ours, expected, atol=1e-10)


@pytest.mark.parametrize(
    ("stack", "layer", "state"), [("encoder", "encoder_layer", "x"), ("decoder", "decoder_layer", "y")]
)
def test_a_stack_is_its_layers(stack: str, layer: str, state: str) -> None:
    whole = sizes_of(f"transformer.{stack}", n=2, m=3, d=4, h=2, d_k=3, d_v=1, d_ff=5, N=3)
    x = whole[state]
    for level in range(3):
        own = {k: v if k in (state, "memory", "eps") else v[level] for k, v in whole.items()}
        x = value(f"transformer.{layer}", own | {state: x})
    np.testing.assert_allclose(value(f"transformer.{stack}", whole), x, atol=1e-12)


@pytest.mark.parametrize("id", ["transformer.decoder_layer", "gpt.block"])
def test_rows_do_not_depend_on_later_ones(id: str) -> None:
    p = sizes_of(id, n=4, m=3, d=4, h=2, d_k=3, d_v=1, d_ff=5)
    name = "y" if "y" in p else "x"
    changed = p | {name: np.concatenate([p[name][:3], draw(1, 4)])}
    a, b = value(id, p), value(id, changed)
    np.testing.assert_allclose(a[:3], b[:3], atol=1e-13)
    assert np.abs(a[3] - b[3]).max() > 1e-3


def test_positional_encoding_has_its_known_values() -> None:
    table = value("transformer.positional_encoding", {"n": 3, "d": 4})
    np.testing.assert_array_equal(table[0], [0, 1, 0, 1])
    np.testing.assert_allclose(table[2], [np.sin(2), np.cos(2), np.sin(0.02), np.cos(0.02)], atol=1e-15)


@pytest.mark.parametrize(("kind", "column"), [("sin", 4), ("cos", 5)])
def test_entries_of_the_encoding_are_its_lines(kind: str, column: int) -> None:
    table = value("transformer.positional_encoding", {"n": 8, "d": 6})
    one = value(f"transformer.positional_encoding_{kind}", {"pos": 7, "i": 2, "d_model": 6})
    np.testing.assert_allclose(one, table[7, column], atol=1e-15)


@pytest.mark.parametrize(
    ("id", "values"),
    [
        ("transformer.positional_encoding", {"n": 3, "d": 5}),
        ("transformer.positional_encoding_sin", {"pos": 0, "i": 2, "d_model": 4}),
        ("transformer.positional_encoding_cos", {"pos": 0, "i": 2, "d_model": 5}),
        ("transformer.next_token_loss", {"logits": np.zeros((1, 3)), "tokens": np.zeros(1, dtype=int)}),
    ],
)
def test_sizes_outside_the_domain_are_refused(id: str, values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="does not hold"):
        bind_sizes(formulas.get(id), values)


def test_cross_entropy_and_its_gradient_are_pytorchs() -> None:
    z, y = draw(4, 5), np.array([0, 4, 2, 2])
    logits = torch.tensor(z, requires_grad=True)
    loss = F.cross_entropy(logits, torch.as_tensor(y))
    loss.backward()
    inputs = {"logits": z, "targets": y}
    np.testing.assert_allclose(value("transformer.cross_entropy", inputs), loss.item(), atol=1e-14)
    np.testing.assert_allclose(value("transformer.cross_entropy_gradient", inputs), logits.grad, atol=1e-14)


def test_next_token_loss_predicts_the_token_after() -> None:
    z, t = draw(4, 5), np.array([1, 0, 3, 2])
    expected = F.cross_entropy(torch.as_tensor(z[:-1]), torch.as_tensor(t[1:])).item()
    np.testing.assert_allclose(value("transformer.next_token_loss", {"logits": z, "tokens": t}), expected, atol=1e-14)


@pytest.mark.parametrize(
    ("id", "latex"),
    [
        (
            "transformer.positional_encoding_sin",
            r"PE_{\left(pos, 2 i\right)} = \sin\left(\frac{pos}{10000^{\frac{2 i}{d_{model}}}}\right)",
        ),
        ("transformer.mean", r"\mu = \operatorname{mean}\left(x\right)"),
        (
            "transformer.feed_forward",
            r"\operatorname{FFN}\left(x\right) = \max\left(0, x W_{1} + b_{1}\right) W_{2} + b_{2}",
        ),
    ],
)
def test_equations_are_written_as_in_notes(id: str, latex: str) -> None:
    assert formulas.get(id).equation() == latex


def test_sublayers_are_written_by_name() -> None:
    post = formulas.get("transformer.post_norm_feed_forward").equation()
    assert post.startswith(r"z = \operatorname{LayerNorm}\left(x + \operatorname{FFN}\left(x\right)\right),")
    encoder = formulas.get("transformer.encoder").equation()
    assert encoder.startswith(r"Z = x^{(N)} \;\text{ where }\; x^{(l)} = \operatorname{LayerNorm}_{2}\left(a + ")


def test_ids_stand_together_by_topic() -> None:
    topics = [id.partition(".")[0] for id in formulas.ids()]
    assert topics == sorted(topics)
