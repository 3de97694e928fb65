"""Records are what dataclasses are, made with less work."""

from __future__ import annotations

import pickle
from dataclasses import field, fields, replace

import pytest

from backproof.audit.records import entity, record


@record
class Point:
    x: int
    y: int = 2
    seen: dict[str, int] = field(default_factory=dict, compare=False)


@record
class Named(Point):
    name: str = ""


@record
class Alone:
    x: int


@entity
class Thing:
    x: int
    parts: list[int] = field(default_factory=list)


def test_records_are_equal_where_their_parts_are() -> None:
    assert Point(1) == Point(1, 2) != Point(1, 3)
    assert Point(1, 2, {"a": 1}) == Point(1)
    assert len({Point(1), Point(1, 2, {"a": 1}), Point(2)}) == 2
    assert Alone(1) == Alone(1) != Alone(2)
    assert hash(Alone(1)) == hash((1,))
    assert Point(1) != Named(1)


def test_entities_are_equal_to_themselves_alone() -> None:
    one = Thing(1)
    assert one == one != Thing(1)
    assert one.parts is not Thing(1).parts


def test_parts_have_defaults_of_their_own() -> None:
    first, second = Point(1), Point(1)
    assert first.seen == {} and first.seen is not second.seen
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]


def test_they_are_made_as_before_once_dataclasses_know_them() -> None:
    @record
    class Late:
        x: int = 1
        seen: list[int] = field(default_factory=list)

    assert [f.name for f in fields(Late)] == ["x", "seen"]
    assert Late() == Late(1, [])


def test_dataclasses_know_them() -> None:
    assert [f.name for f in fields(Named)] == ["x", "y", "seen", "name"]
    assert replace(Named(1, name="a"), x=5) == Named(5, 2, name="a")
    assert repr(Thing(1)) == "Thing(x=1, parts=[])"
    assert pickle.loads(pickle.dumps(Named(1, name="b"))) == Named(1, name="b")
