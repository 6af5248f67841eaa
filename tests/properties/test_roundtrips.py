"""What is written can be read, and what is read and written again stays as it is."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import cardformats as cf
from cardformats import testing
from cardformats.diagnostics import How
from cardformats.formats.json.schema import schema
from tests.conftest import ROOT, SETTLED

SCHEMA = ROOT / "src" / "cardformats" / "formats" / "json" / "schema.json"


VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


@SETTLED
@given(testing.cardsets())
def test_json_gives_the_same_model_back_and_fits_the_published_schema(cardset):
    assert testing.assert_reads_back(cardset, "json") == cardset
    VALIDATOR.validate(json.loads(cf.dumps(cardset, "json")))


@given(st.lists(st.one_of(testing.draft_effects(), testing.other_effects()), max_size=3))
def test_effects_of_others_are_kept_in_json(effects):
    cardset = cf.CardSet(cards=[cf.Card(cf.Face("Moss"), draft_effects=effects)])
    assert testing.assert_reads_back(cardset, "json") == cardset
    VALIDATOR.validate(json.loads(cf.dumps(cardset, "json")))


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


@SETTLED
@given(testing.cardsets())
def test_draftmancer_reads_back_what_it_writes_and_keeps_cards_or_says_what_it_loses(cardset):
    testing.assert_reads_back(cardset, "draftmancer")
    report = cf.dumps_report(cardset, "draftmancer")
    read = cf.loads(report.value, "draftmancer")
    assert [card.name for card in read.cards] == [card.name for card in cardset.cards]
    if not report.losses:
        assert read.cards == cardset.cards
        assert list(read.sheets.values()) == list(cardset.sheets.values())


WEIGHTS = st.sampled_from((0, 0, 1, 2, -1, 0.5, "0", None))
SHEETS = st.lists(
    st.sampled_from("ABZ")
    | st.fixed_dictionaries({"name": st.sampled_from("AB"), "weight": WEIGHTS})
)
SLOTS = st.fixed_dictionaries(
    {"name": st.sampled_from("ABZ"), "count": st.integers(0, 2)}, optional={"sheets": SHEETS}
)
LAYOUTS = st.fixed_dictionaries(
    {"weight": WEIGHTS, "slots": st.just({"A": 1}) | st.lists(SLOTS, max_size=2)}
)
ROUNDS = st.sampled_from("PQ") | st.dictionaries(st.sampled_from("PQX"), WEIGHTS)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "layouts": st.dictionaries(st.sampled_from("PQ"), LAYOUTS) | st.lists(LAYOUTS, max_size=2),
        "predeterminedLayouts": st.lists(ROUNDS, max_size=2),
    },
)


@given(SETTINGS, st.sampled_from(("[A]", "[A(1)]", "[A(0)]")))
def test_a_damaged_list_is_rewritten_once(settings, header):
    text = f"[Settings]\n{json.dumps(settings)}\n{header}\n1 Eel\n[B]\n1 Heron\n"
    read = cf.loads_report(text, "draftmancer").value
    written = cf.dumps_report(read, "draftmancer", canonical=True)
    again = cf.loads_report(written.value, "draftmancer")
    assert cf.dumps(again.value, "draftmancer", canonical=True) == written.value
    assert again.value == read or written.losses
    assert not any(each.how is How.REFUSED for each in written.losses) or not read.boosters
