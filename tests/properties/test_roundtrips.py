"""What is written can be read, and what is read and written again stays as it is."""

from __future__ import annotations

import json
import pickle

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import cardformats as cf
from cardformats import testing
from cardformats.diagnostics import How
from cardformats.formats.json.schema import schema
from tests.conftest import ROOT

SCHEMA = ROOT / "src" / "cardformats" / "formats" / "json" / "schema.json"


@given(testing.cardsets())
def test_json_gives_the_same_model_back(cardset):
    assert testing.assert_reads_back(cardset, "json") == cardset


@given(testing.cardsets())
def test_every_document_fits_the_published_schema(cardset):
    validator = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    validator.validate(json.loads(cf.dumps(cardset, "json")))


@given(st.lists(st.one_of(testing.draft_effects(), testing.other_effects()), max_size=3))
def test_effects_of_others_are_kept_in_json(effects):
    cardset = cf.CardSet(cards=[cf.Card(cf.Face("Moss"), draft_effects=effects)])
    assert testing.assert_reads_back(cardset, "json") == cardset
    document = json.loads(cf.dumps(cardset, "json"))
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(document)


@given(st.lists(testing.other_effects(), max_size=3))
def test_draftmancer_keeps_effects_of_others_and_says_so(effects):
    card = cf.Card(
        cf.Face("Moss", types=["Land"], mana_cost=cf.model.ManaCost()), draft_effects=effects
    )
    report = cf.dumps_report(cf.CardSet(cards=[card]), "draftmancer")
    known = sum(each.how is How.KEPT for each in report.losses)
    assert known == len({each.kind for each in effects})
    read = cf.loads_report(report.value, "draftmancer")
    assert [str(each.code) for each in read.errors].count("DM053") == len(effects)
    assert read.value.cards[0].draft_effects == tuple(effects)


def test_the_published_schema_is_the_one_of_the_model():
    assert json.loads(SCHEMA.read_text("utf-8")) == schema()


@given(testing.cardsets())
def test_a_card_set_survives_pickling_and_hashes(cardset):
    again = pickle.loads(pickle.dumps(cardset))
    assert again == cardset
    assert hash(again) == hash(cardset)


@given(testing.cardsets())
def test_draftmancer_reads_back_what_it_writes(cardset):
    testing.assert_reads_back(cardset, "draftmancer")


@given(testing.cardsets())
def test_draftmancer_keeps_cards_or_says_what_it_loses(cardset):
    report = cf.dumps_report(cardset, "draftmancer")
    read = cf.loads(report.value, "draftmancer")
    assert [card.name for card in read.cards] == [card.name for card in cardset.cards]
    if not report.losses:
        assert read.cards == cardset.cards
        assert list(read.sheets.values()) == list(cardset.sheets.values())
