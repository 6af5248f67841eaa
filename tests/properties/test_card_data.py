"""Properties of catalogs and card data, for any names and data."""

from __future__ import annotations

import json
import pickle

from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.catalog.names import SLASHES, folded, key, keys
from cardformats.formats.scryfall.syntax import KNOWN

NAMES = st.text(min_size=1, max_size=20) | st.sampled_from(
    ["Æther Vial", "Lim-Dûl's Vault", "Fire // Ice", "SP//dr", "_____", "İ", "ß", "ﬁ", "½", "가"]
)
WORDS = st.sampled_from(["", "en", "{W}", "//", " // ", "—", "transform", "split", "foil", "2020"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.dictionaries(st.sampled_from(sorted(KNOWN)), JSON, max_size=8)


@given(NAMES)
def test_the_key_of_a_key_is_the_key(name):
    assert key(key(name)) == key(name)
    assert folded(key(name)) == folded(name)


@given(NAMES)
def test_the_spelling_of_a_name_does_not_matter(name):
    assert key(name.replace("'", "’")) == key(name)
    assert key(name.replace("//", "/")) == key(name)
    assert key(name.replace("//", SLASHES)) == key(name)


@given(st.lists(NAMES, min_size=1, max_size=6), st.booleans())
def test_every_card_is_found_by_its_own_name_and_nothing_else_is(names, several):
    if several:
        cards = [cf.Card([cf.Face(name), cf.Face("Back", kind="back")]) for name in names]
    else:
        cards = [cf.Card.of(name, number=str(number)) for number, name in enumerate(names)]
    catalog = cf.CardCatalog(cards)
    for card in cards:
        printings = catalog.printings(card.name)
        assert card in printings
        assert all(key(card.name) in keys(each)[0] for each in printings)
        assert catalog.near(card.name) != ()
    assert pickle.loads(pickle.dumps(catalog)).printings(names[0]) == catalog.printings(names[0])


@given(st.lists(NAMES, max_size=4), st.lists(NAMES, max_size=4))
def test_what_a_set_says_itself_stays(own, known):
    cards = [cf.Card.of(name, types="Elf", rarity="rare") for name in dict.fromkeys(own)]
    sheet = cf.Sheet("A", [cf.Entry(cf.CardRef(name)) for name in {*own, *known}])
    cardset = cf.CardSet(cards=cards, sheets=[sheet])
    catalog = cf.CardCatalog(cf.Card.of(name, types="Eel") for name in known)
    resolved = cardset.resolved(catalog)
    assert list(resolved.cards[: len(cards)]) == cards
    assert all(card.types == ("Eel",) for card in resolved.cards[len(cards) :])
    for entry in resolved.sheets["A"].entries:
        assert resolved.card(entry.card) is not None
    assert resolved.resolved(catalog) is resolved


@given(st.lists(st.tuples(FIELDS, st.lists(FIELDS, max_size=3)), max_size=3))
def test_card_data_of_any_kind_is_read(objects):
    cards = [
        {**fields, "object": "card", "name": "Elf", **({"card_faces": faces} if faces else {})}
        for fields, faces in objects
    ]
    report = cf.loads_report(json.dumps(cards), "scryfall")
    assert [own.faces[0].name != "" for own in report.value.cards] == [True] * len(cards)
    assert cf.loads(cf.dumps(report.value, "json"), "json") == report.value
    catalog = cf.CardCatalog(report.value.cards)
    assert all(catalog.printings(each.name) for each in report.value.cards)
    pickle.dumps(report)
