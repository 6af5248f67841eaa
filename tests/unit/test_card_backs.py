"""A card is found by its back, other half or adventure, unless another card has the name."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given

import cardformats as cf
from cardformats.catalog import key, keys
from cardformats.errors import CardDatabaseError
from cardformats.testing import cardsets
from tests.conftest import SETTLED
from tests.unit import mtgjson_sets
from tests.unit.test_scryfall import ELF, face

#: For each layout the names of a card's faces.
LAYOUTS = {
    "split": ("Reed", "Sedge"),
    "aftermath": ("Toil", "Rest"),
    "transform": ("Marsh Child", "Marsh Horror"),
    "modal_dfc": ("Peat Path", "Peat Grove"),
    "adventure": ("Fen Borrower", "Small Theft"),
    "flip": ("Still Monk", "Wild Monk"),
}
PLAIN = ["Marsh Wren", "Sedge Keeper"]


def scryfall():
    """A file of Scryfall with a card of each layout."""
    cards = [
        {
            **ELF,
            "id": f"s-{at}",
            "name": " // ".join(names),
            "layout": layout,
            "collector_number": str(at),
            "card_faces": [face(name, "{G}") for name in names],
        }
        for at, (layout, names) in enumerate(LAYOUTS.items())
    ]
    cards += [{**ELF, "id": name, "name": name, "collector_number": name[0]} for name in PLAIN]
    return json.dumps(cards)


def mtgjson():
    """A file of MTGJSON with a card of each layout."""
    cards = [
        each
        for at, (layout, names) in enumerate(LAYOUTS.items(), 10)
        for each in mtgjson_sets.faces(layout, at, names, **mtgjson_sets.CREATURE)
    ]
    cards += [mtgjson_sets.card(name, at) for at, name in enumerate(PLAIN, 90)]
    own = {**mtgjson_sets.SET, "cards": cards, "tokens": [], "booster": {}, "sealedProduct": []}
    return json.dumps({**mtgjson_sets.FEN, "data": own})


@pytest.fixture(params=[("scryfall", scryfall), ("mtgjson", mtgjson)], ids=lambda each: each[0])
def catalogs(request, tmp_path):
    """The same cards as a catalog in memory and as a database."""
    format_id, text = request.param
    path = tmp_path / f"{format_id}.json"
    path.write_text(text(), "utf-8")
    cards = cf.loads(text(), format_id).cards
    with cf.CardDatabase.build(path, tmp_path / "cards.sqlite").value as database:
        yield cf.CardCatalog(cards), database


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_face_finds_the_card(layout, catalogs):
    front, back = LAYOUTS[layout]
    for catalog in catalogs:
        known = catalog.card(f"{front} // {back}")
        assert known is not None
        for name in (front, back, back.lower(), back.upper(), f"{front}//{back}"):
            assert catalog.card(name) == known
            assert catalog.card(cf.CardRef(name, known.set_code, known.number)) == known
            assert catalog.printings(name) == (known,)
            assert catalog.near(name) == catalog.near(front)
        assert catalog.card(f"{back} ({known.set_code}) {known.number}") == known
        assert catalog.near(f"{back}x") == catalog.near(front)
        assert catalog.card(f"{back} // {front}") is None


def test_no_name_is_near_nothing(catalogs):
    for catalog in catalogs:
        assert catalog.card("Xyzzy") is None
        assert catalog.near("Xyzzy") == ()


@pytest.mark.parametrize("own", ["Small Theft", "small theft", "Small Theft // Great Theft"])
def test_a_name_of_a_card_is_not_that_of_a_back(own, tmp_path):
    """Neither the whole name nor the front of a card is another card's back."""
    borrower = cf.Card([cf.Face("Fen Borrower"), cf.Face("Small Theft", kind="alternate")])
    other = cf.Card.of(own)
    for cards in ([borrower, other], [other, borrower]):
        cardset = cf.CardSet("Fens", "FEN", cards)
        with cf.CardDatabase.build(cardset, tmp_path / "cards.sqlite").value as database:
            for catalog in (cf.CardCatalog(cards), database):
                assert catalog.printings("Small Theft") == (other,)
                assert catalog.printings("fen borrower") == (borrower,)


def test_printings_of_a_back_are_in_order(tmp_path):
    cards = [
        cf.Card(
            [cf.Face("Fen Borrower"), cf.Face("Small Theft", kind="alternate")],
            code,
            extras={"scryfall": {"released_at": day}},
        )
        for code, day in (("OLD", "1999-01-01"), ("NEW", "2020-01-01"))
    ]
    with cf.CardDatabase.build(cf.CardSet(cards=cards), tmp_path / "c.sqlite").value as database:
        for catalog in (cf.CardCatalog(cards), database):
            assert [each.set_code for each in catalog.printings("small theft")] == ["NEW", "OLD"]


def test_a_database_without_backs_is_refused(tmp_path):
    """It would not find them, and nobody would know why."""
    path = tmp_path / "cards.sqlite"
    cf.CardDatabase.build(cf.CardSet.of([cf.Card.of("Eel")]), path).value.close()
    data = bytearray(path.read_bytes())
    data[60:64] = struct.pack(">I", 1)
    path.write_bytes(data)
    with pytest.raises(CardDatabaseError, match="of version 1, not 2; rebuild it"):
        cf.CardDatabase(path)


def test_a_list_of_draftmancer_has_the_card_and_gets_a_suggestion(catalogs):
    """Draftmancer does not find a card by its back, so that it is an error."""
    for catalog in catalogs:
        report = cf.loads_report("1 Small Theft\n1 Marsh Wren\n", "draftmancer", catalog=catalog)
        (finding,) = report.errors
        assert (finding.code, finding.notes) == ("DM026", ("did you mean 'Fen Borrower'?",))
        assert finding.fix is not None
        entries = report.value.sheets["default"].entries
        assert [each.card.name for each in entries] == [
            catalog.card("Fen Borrower").name,
            "Marsh Wren",
        ]


def test_decks_and_sets_that_name_a_back_have_the_card(catalogs):
    for catalog in catalogs:
        known = catalog.card("Fen Borrower")
        named = cf.CardSet(sheets=[cf.Sheet("deck", [cf.Entry(cf.CardRef("Small Theft"))])])
        resolved = named.resolved(catalog)
        assert [entry.card for entry in resolved.sheets["deck"].entries] == [cf.CardRef(known.name)]
        assert resolved.cards == (known,)


def test_a_card_of_a_set_that_is_called_as_a_back_is_not_filled_with_the_front(catalogs):
    """Wagic has backs as cards of their own."""
    own = cf.CardSet(cards=[cf.Card.of("Marsh Horror"), cf.Card.of("Sedge")])
    for catalog in catalogs:
        assert own.resolved(catalog).cards == own.cards


@SETTLED
@given(cardset=cardsets())
def test_a_card_is_found_by_each_name_that_no_card_has_in_a_lower_rank(cardset):
    catalog = cf.CardCatalog(cardset.cards)
    ranks = [[{*its} for its in keys(card)] for card in cardset.cards]
    for card, its in zip(cardset.cards, ranks, strict=True):
        assert sum(map(len, its)) == len(set().union(*its))
        assert {key(each.name) for each in card.faces} <= set().union(*its)
        for rank, names in enumerate(its):
            for name in names:
                first = min(at for each in ranks for at in range(3) if name in each[at])
                found = any(each is card for each in catalog.printings(name))
                assert found == (rank == first)
