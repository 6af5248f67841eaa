"""Unpaired surrogates, which text can have and files cannot: they are reported without a crash."""

from __future__ import annotations

import json
from collections.abc import Mapping

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from tests.conftest import SETTLED

HALVES = ["\ud800", "\udbff", "\udc00", "\udfff"]
CARDS = {
    "draftmancer": '[CustomCards]\n[{{"name": {0}, "mana_cost": "", "type": ""}}]\n[S]\n1 A',
    "json": '{{"cardformats": 1, "code": {0}}}',
}  # fmt: skip
NOT_TEXT = (cf.model.Color, cf.model.SimpleEffect, cf.model.ManaCost)


def haunted(value, half):
    """*value* with *half* of a character in each of its texts, but where only some words may be."""
    if isinstance(value, NOT_TEXT):
        return value
    if isinstance(value, str):
        return value + half
    if isinstance(value, Mapping):
        return {haunted(key, half): haunted(each, half) for key, each in value.items()}
    if isinstance(value, (tuple, frozenset)):
        return type(value)(haunted(each, half) for each in value)
    if attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            if field.init and (now := getattr(value, field.name)) is not None:
                try:
                    value = attrs.evolve(value, **{field.name: haunted(now, half)})
                except (cf.ModelError, ValueError, TypeError):
                    continue
    return value


def everywhere(cardset):
    """*cardset* with a text in every place that may have one."""
    face = attrs.evolve(
        cardset.cards[0].faces[0] if cardset.cards else cf.Face("x"),
        images={"en": "x"}, printed_names={"fr": "x"}, properties={"x": "x"}, loyalty="x",
    )  # fmt: skip
    card = cf.Card(
        (face, cf.Face("back", kind="back"), cf.Face("x", kind="split")), "x", "x", "x", {"x": "x"},
        "x", related=(cf.CardRef("x", "x", "x", "x"), cf.Face("x")),
        extras={"x": {"x": "x"}, "octgn": {"set": "x", "size": "x"}, "wagic": {"auto": ("x",)}},
    )  # fmt: skip
    entries = [cf.Entry(card.ref, 1, "x", {"x": "x"}), cf.Entry(cf.CardRef("y", "x", "x", "x"))]
    sheet = cf.Sheet("more", entries, finish="x", extras={"x": {"x": "x"}})
    return attrs.evolve(
        cardset,
        code="x",
        cards=(*cardset.cards, card),
        sheets=[*cardset.sheets.values(), sheet],
        meta={"x": "x"},
        extras={"x": {"x": "x"}},
    )


@SETTLED
@given(cardset=testing.cardsets(), half=st.sampled_from(HALVES))
def test_every_writer_writes_text_that_files_can_hold(tmp_path_factory, cardset, half):
    with_halves = haunted(everywhere(cardset), half)
    assert half in with_halves.cards[-1].name
    for each in cf.formats():
        names = [f"file{each.extensions[0]}"] * bool(each.writer)
        for name in (*names, *["folder"] * bool(each.writer and each.folder_writer)):
            folder = tmp_path_factory.mktemp("written")
            cf.write(with_halves, folder / name, each.id)
            files = [path for path in folder.rglob("*") if path.is_file()]
            assert files
            for path in files:
                path.read_bytes().decode("utf-8")


@SETTLED
@given(st.lists(st.sampled_from([*HALVES, "a", "\\", "\U0001f426", "ud800", '"', "\n"])))
def test_a_half_in_json_is_told_if_there_is_one(parts):
    text = "".join(parts)
    halves = is_broken(text)
    for format_id, given_cards in CARDS.items():
        data = given_cards.format(json.dumps(text))
        assert ("CF006" in cf.loads_report(data, format_id).counts()) == halves, data


def is_broken(text):
    """Whether *text*, as JSON reads it, has a half without the other."""
    try:
        json.loads(json.dumps(text)).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


@pytest.mark.parametrize("format_id", [each.id for each in cf.formats()])
@pytest.mark.parametrize("half", HALVES)
def test_a_half_in_text_that_is_given_is_told(format_id, half):
    report = cf.loads_report(f"1 A{half}", format_id)
    assert report.counts()["CF006"] == 1
    (found,) = (each for each in report.diagnostics if str(each.code) == "CF006")
    assert found.span.text == half
    assert found.render()
