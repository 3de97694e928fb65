"""A TOML file of formulas as values: every key in its place and of its kind. Nothing in it is ever evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from backproof.hints import near
from backproof.lazy import pattern

from ..records import record
from ..specs import FUNCTION, Symbol

Text = dict[str, str]
KINDS = ("data", "weight", "bias", "size", FUNCTION)
_ID = pattern(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
_SHAPE = pattern(r"\s*(?P<kind>[a-z]+)?\s*(?:\[(?P<sizes>[^\[\]]*)\])?\s*")
_SIZE = pattern(r"(?:\d{1,9}|[A-Za-z]\w*)(?:\s*\*\s*(?:\d{1,9}|[A-Za-z]\w*))*")

T = TypeVar("T")


class Flaw(ValueError):
    """Why a formula (or a part of one) cannot be used."""


@record
class Form:
    """A variant or a known mistake: what it says, and where other shapes apply than the formula's, those."""

    name: str
    latex: str
    says: Text
    inputs: tuple[Symbol, ...] = ()


@record
class Declared:
    """A formula as its file states it."""

    id: str
    title: Text
    latex: str
    inputs: tuple[Symbol, ...]
    reference: str
    words: tuple[str, ...]
    variants: tuple[Form, ...]
    pitfalls: tuple[Form, ...]


def formulas(data: Mapping[str, Any], reference: str) -> tuple[list[Declared], list[str]]:
    """(the formulas of a file, what is wrong with the others). `reference` stands for a source that a formula does not name."""
    found: list[Declared] = []
    wrong = [f"unknown key {key!r}{near(key, ('formula',))}" for key in data if key != "formula"]
    entries = data.get("formula", [])
    if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
        return [], [*wrong, "formula: expected tables, each under [[formula]]"]
    for number, entry in enumerate(entries, 1):
        try:
            found.append(_formula(entry, reference))
        except Flaw as why:
            name = entry.get("id")
            wrong.append(f"formula {name!r}: {why}" if isinstance(name, str) else f"formula {number}: {why}")
    return found, wrong


def _formula(entry: Mapping[str, Any], reference: str) -> Declared:
    _keys(
        entry, ("id", "name", "latex", "reference", "symbols", "words", "variants", "pitfalls"), ("id", "name", "latex")
    )
    id = _string(entry["id"], "id")
    if not _ID.fullmatch(id):
        raise Flaw("id: expected small letters, digits and underscores in two or more parts, like 'house.residual'")
    return Declared(
        id,
        _text(entry["name"], "name"),
        _string(entry["latex"], "latex"),
        symbols(entry.get("symbols", {})),
        _string(entry.get("reference", reference), "reference"),
        _strings(entry.get("words", []), "words"),
        _forms(entry.get("variants", []), "variant", "convention"),
        _forms(entry.get("pitfalls", []), "pitfall", "message"),
    )


def _forms(value: Any, what: str, says: str) -> tuple[Form, ...]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise Flaw(f"{what}s: expected a list of tables")
    found: list[Form] = []
    for number, item in enumerate(value, 1):
        name = item.get("name")
        place = f"{what} {name!r}" if isinstance(name, str) else f"{what} {number}"
        found.append(within(place, _form, item, says))
        if found[-1].name in {f.name for f in found[:-1]}:
            raise Flaw(f"{place}: two {what}s have this name")
    return tuple(found)


def _form(item: Mapping[str, Any], says: str) -> Form:
    _keys(item, ("name", "latex", says, "symbols"), ("name", "latex", says))
    return Form(
        _string(item["name"], "name"),
        _string(item["latex"], "latex"),
        _text(item[says], says),
        symbols(item.get("symbols", {})),
    )


def within(place: str, make: Callable[..., T], *of: Any) -> T:
    """What `make` gives of these; its flaw, if any, is said to be at `place`."""
    try:
        return make(*of)
    except Flaw as why:
        raise Flaw(f"{place}: {why}") from why


def _keys(entry: Mapping[str, Any], known: Iterable[str], needed: Iterable[str]) -> None:
    known = tuple(known)
    for key in entry:
        if key not in known:
            raise Flaw(f"unknown key {key!r}{near(key, known)}")
    missing = [key for key in needed if key not in entry]
    if missing:
        raise Flaw(f"{missing[0]} is missing")


def _string(value: Any, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Flaw(f"{key}: expected text, not {value!r}")
    return value.strip()


def _strings(value: Any, key: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Flaw(f"{key}: expected a list of strings, not {value!r}")
    return tuple(_string(item, key).casefold() for item in value)


def _text(value: Any, key: str) -> Text:
    """A text in both languages; one that is given in one language, or as a plain string, serves for both."""
    if isinstance(value, str):
        return dict.fromkeys(("en", "zh"), _string(value, key))
    if not isinstance(value, dict) or not value:
        raise Flaw(f"{key}: expected text, or a table with en and zh, not {value!r}")
    _keys(value, ("en", "zh"), ())
    given = {lang: _string(said, f"{key}.{lang}") for lang, said in value.items()}
    return {lang: given.get(lang) or next(iter(given.values())) for lang in ("en", "zh")}


def symbols(value: Any) -> tuple[Symbol, ...]:
    """The inputs of a table from notation to kind and shape. Raises Flaw."""
    if not isinstance(value, dict):
        raise Flaw(f"symbols: expected a table from notation to shape, not {value!r}")
    return tuple(within(f"symbol '{tex}'", _symbol, tex, s) for tex, s in value.items())


def _symbol(tex: str, shape: Any) -> Symbol:
    found = _SHAPE.fullmatch(shape) if isinstance(shape, str) else None
    if found is None or not shape.strip():
        raise Flaw(f"expected a kind and a shape like 'scalar', '[n, d]' or 'weight [d, k]', not {shape!r}")
    kind = "data" if found["kind"] in (None, "scalar") else found["kind"]
    if kind not in KINDS:
        raise Flaw(f"unknown kind {kind!r}{near(kind, KINDS)}")
    sizes = tuple(_size(part) for part in found["sizes"].split(",")) if (found["sizes"] or "").strip() else ()
    if sizes and (kind in ("size", FUNCTION) or found["kind"] == "scalar"):
        raise Flaw(f"a {found['kind']} has no shape")
    return Symbol(tex, kind, tex, sizes)


def _size(text: str) -> str:
    """A size in the one spelling that the evaluator takes: ``2*d + 1``."""
    terms = [t.strip() for t in text.split("+")]
    if not all(_SIZE.fullmatch(t) for t in terms):
        raise Flaw(f"{text.strip()!r} is no size: expected a name, a number, or sums and products of them")
    return " + ".join("*".join(f.strip() for f in t.split("*")) for t in terms)
