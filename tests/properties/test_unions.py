"""A member of one of the model's unions is known wherever one has to be."""

from __future__ import annotations

import json
from enum import Enum
from functools import cache
from typing import get_args

import attrs
import pytest
from hypothesis import Phase, find, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.formats.json.schema import classes, schema
from cardformats.model import CardRef, Collation, Constraint, Content, DraftEffect, Face
from cardformats.serde import is_tagged, make_converter, tag_of, tags_of
from tests.conftest import ROOT

#: Of each union the strategy of :mod:`cardformats.testing` that makes its members.
STRATEGIES = {
    Collation: st.one_of(testing.collations(), testing.other_collations()),
    Constraint: testing.constraints(["A"]),
    DraftEffect: st.one_of(testing.draft_effects(), testing.other_effects()),
    Content: testing.contents(),
    CardRef | Face: st.one_of(testing.refs(), testing.faces()),
}
MEMBERS = [(union, cls) for union in STRATEGIES for cls in get_args(union)]
#: Those that a writer may not be able to say.
SAID = [each for each in MEMBERS if each[0] in (Collation, Constraint, DraftEffect)]
PAGE = (ROOT / "docs" / "formats" / "json.md").read_text("utf-8")


def name_of(value):
    return getattr(value, "__name__", "")


@cache
def example(union, cls):
    # the first that there is, without making it small
    quick = settings(derandomize=True, database=None, max_examples=2000, phases=[Phase.generate])
    return find(STRATEGIES[union], lambda value: type(value) is cls, settings=quick)


def cardset_with(value=None):
    """A small set with *value* at the place of its union."""
    is_collation = isinstance(value, Collation)
    limits = [value] if isinstance(value, Constraint) else []
    effects = [value] if isinstance(value, DraftEffect) else []
    face = cf.Face("Moss", types=["Land"], mana_cost=cf.model.ManaCost())
    card = cf.Card(face, "AAA", "1", "common", draft_effects=effects)
    sheet = cf.Sheet("A", [cf.Entry(card.ref, 3)], value if is_collation else cf.model.Random())
    layout = cf.Layout("default", 1, [cf.Slot("A", 1, [cf.SheetChoice("A")])])
    booster = cf.Booster("A", layouts=[layout], constraints=limits)
    return cf.CardSet("A", "AAA", [card], [sheet], [booster])


def test_every_union_of_the_model_is_looked_at():
    kinds = [field.type for cls in classes() for field in attrs.fields(cls)]
    unions = {each for kind in kinds for each in (kind, *get_args(kind)) if is_tagged(each)}
    assert unions == set(STRATEGIES)


@pytest.mark.parametrize(("union", "cls"), MEMBERS, ids=name_of)
def test_a_strategy_makes_it_and_json_the_schema_and_its_page_have_it(union, cls):
    value = example(union, cls)
    plain = make_converter().unstructure(value, union)
    assert make_converter().structure(json.loads(json.dumps(plain)), union) == value
    if issubclass(cls, Enum):
        assert schema()["$defs"]["Card"]["properties"]["draft_effects"]
        assert f"cardformats.model.{cls.__name__}" in PAGE
        return
    assert tags_of(union)[tag_of(cls)] is cls
    assert f'"const": "{tag_of(cls)}"' in json.dumps(schema())
    assert f'"{tag_of(cls)}"`' in PAGE
    assert all(f"`{field.name}`" in PAGE for field in attrs.fields(cls))


def test_the_page_has_every_member_of_every_class():
    members = {field.name for cls in classes() for field in attrs.fields(cls)}
    assert [name for name in members if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize(("union", "cls"), SAID, ids=name_of)
def test_a_writer_says_it_or_that_it_is_lost(union, cls):
    cardset = cardset_with(example(union, cls))
    for format_id in ("draftmancer", "wagic", "octgn", "json"):
        report, usual = (cf.dumps_report(each, format_id) for each in (cardset, cardset_with()))
        lost, usually_lost = ([each.message for each in made.losses] for made in (report, usual))
        is_said = lost != usually_lost or report.value != usual.value
        assert is_said or cardset == cardset_with(), format_id
