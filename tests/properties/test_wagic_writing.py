"""Whatever a card set is, Wagic files and packs of it are written, read, and then stay the same."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.diagnostics import Concern
from cardformats.source import SourceText
from tests.conftest import SETTLED

#: What could break a line, a filter, a folder or an element.
PIECES = st.sampled_from(
    ["\n", "\r", "\r\n", " -- ", " ", "[/card]", "[card]", "[meta]", "#AUTO_DEFINE a b", "=",
     "id=7",
     "name=x", "{", "}", "{W}", "(", ",", ";", ":", "&", "|", "<", ">", '"', "'", "]]>", "..", "/",
     "con", "primitives", "rarity:rare;", "\x00", "\x1c", "\x85", "\u2028", "\ud800", "é", "A", "a",
     "suspend(1)", "_", "loyalty", "counter(0/0,1,loyalty)", "Token", "-1", "٣"]
)  # fmt: skip
WILD = st.one_of(st.text(max_size=4), st.lists(PIECES, max_size=4).map("".join))
VALUES = st.one_of(WILD, st.lists(WILD, max_size=3), st.integers(-2, 2), st.booleans(), st.none())
KEYS = st.one_of(
    WILD,
    st.sampled_from(
        ["abilities", "auto", "autohand", "aicode", "alias", "backside", "grade", "kicker", "mana",
         "extra_costs", "unknown", "suspend(2)", "name", "id", "expanded"]
    ),
)  # fmt: skip
KEPT = st.dictionaries(KEYS, VALUES, max_size=3)
SOME = st.one_of(st.none(), WILD)
NAMES = st.one_of(WILD, st.sampled_from(["Grey Heron", "Reedfrog"]))
COSTS = st.lists(
    st.sampled_from(["X", "Y", "P", "W", "S", "2", "W/U", "G/P", "W/U/P", "C/W", "½", "HR"]),
    max_size=4,
)
FACES = st.builds(
    cf.Face, NAMES, st.one_of(st.none(), COSTS.map(lambda each: cf.model.ManaCost(tuple(each)))),
    st.frozensets(st.sampled_from(cf.model.Color)), st.lists(WILD, max_size=2),
    st.lists(st.one_of(WILD, st.sampled_from(["Creature", "Planeswalker"])), max_size=2),
    st.lists(WILD, max_size=2), WILD, SOME, SOME, SOME,
    st.dictionaries(WILD, WILD, max_size=1), st.dictionaries(WILD, WILD, max_size=1),
    st.dictionaries(WILD, VALUES, max_size=1),
    st.sampled_from(["front", "back", "split", "alternate"]),
)  # fmt: skip
IDS = st.one_of(WILD, st.sampled_from(["1", "2", "1000000", "-3", "0"]))
CODES = st.one_of(st.none(), WILD, st.sampled_from(["FEN", "fen", "MOOR"]))
RARITIES = st.one_of(
    SOME, st.sampled_from(["common", "rare", "mythic", "land", "token", "special"])
)
CARDS = st.builds(
    cf.Card, st.lists(FACES, min_size=1, max_size=3), CODES, SOME, RARITIES,
    st.dictionaries(st.sampled_from(["wagic", "octgn"]), IDS, max_size=2), SOME,
    extras=st.fixed_dictionaries({"wagic": KEPT}, optional={"x": KEPT}),
)  # fmt: skip


HERON = st.just(cf.Face("Grey Heron"))


@st.composite
def cardsets(draw):
    """Card sets with anything in them, whose sheets hold their cards and others."""
    cards = draw(st.lists(st.one_of(CARDS, testing.cards()), max_size=5))
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    refs = st.builds(cf.CardRef, NAMES, CODES, SOME, SOME)
    if cards:
        refs = st.one_of(refs, st.sampled_from([card.ref for card in cards]))
    entries = st.lists(st.builds(cf.Entry, refs, st.integers(0, 2)), max_size=5)
    extras = st.fixed_dictionaries(
        {}, optional={"wagic": st.fixed_dictionaries({"filter": st.one_of(WILD, VALUES)})}
    )
    sheets = [
        cf.Sheet(name, draw(entries), draw(testing.collations()), extras=draw(extras))
        for name in draw(st.lists(st.sampled_from(names), unique=True))
    ]
    boosters = st.builds(
        cf.Booster,
        WILD,
        st.one_of(CODES, st.sampled_from([None, *(card.set_code for card in cards)])),
        st.lists(testing.layouts(names), min_size=1, max_size=2),
        extras=st.fixed_dictionaries({}, optional={"wagic": KEPT, "x": KEPT}),
    )
    unresolved = st.dictionaries(st.sampled_from(["primitive", "id", "rarity", "x"]), WILD)
    return cf.CardSet(
        draw(WILD),
        draw(CODES),
        cards,
        sheets,
        draw(st.lists(boosters, max_size=2)),
        draw(st.one_of(st.none(), testing.events())),
        draw(st.dictionaries(WILD, WILD, max_size=2)),
        draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "wagic": st.fixed_dictionaries(
                        {"unresolved": st.one_of(VALUES, st.lists(unresolved, max_size=2))}
                    )
                },
            )
        ),
    )


#: Cards that card files have a place for, nearly always.
PLAIN = st.builds(
    lambda face, other, rest: evolve(rest, faces=(face, *other)),
    testing.faces(),
    st.lists(testing.faces().map(lambda face: evolve(face, kind="back")), max_size=1),
    st.builds(
        cf.Card, HERON, st.just("FEN"), st.none(), st.sampled_from(["common", "rare", "token"]),
        st.one_of(st.just({}), st.integers(1, 3).map(lambda each: {"wagic": str(each)})),
        extras=st.one_of(st.just({}), st.fixed_dictionaries({"wagic": st.dictionaries(
            st.sampled_from(["auto", "anyzone"]), st.lists(NAMES, min_size=1, max_size=2),
            min_size=1)})),
    ),
)  # fmt: skip
ANY = st.one_of(cardsets(), testing.cardsets())


def in_folder(cardset, **options):
    """What comes back of *cardset* from a folder, and the report of writing it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        report = cf.write(cardset, folder, "wagic", canonical=True, **options)
        found = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        if not any(name.endswith("_cards.dat") for name in found):
            assert not cardset.cards or "primitives/cards.txt" in found
            folder /= "primitives"
        again = cf.read_report(folder, "wagic") if folder.is_dir() else cf.Report(cf.CardSet())
        assert again.ok, again.errors
        return again.value, report, found


def in_text(cardset, **options):
    report = cf.dumps_report(cardset, "wagic", canonical=True, **options)
    again = cf.loads_report(report.value, "wagic")
    assert again.ok, again.errors
    return again.value, report, report.value


def as_pack(cardset):
    # a booster of no set makes all cards one set in a folder (which is reported), but a pack of
    # several sets has filters that name them
    written, _, _ = in_folder(evolve(cardset, boosters=()))
    report = cf.dumps_report(cardset, "wagic-pack", canonical=True)
    again = cf.loads_report(report.value, "wagic-pack", draw_from=written)
    assert again.ok, again.errors
    return again.value, report, report.value


@given(cardset=ANY)
def test_what_is_written_is_read_without_errors_and_then_stays_the_same(cardset):
    for way in (in_folder, in_text, as_pack):
        check_that_it_stays_the_same(way, cardset)


def check_that_it_stays_the_same(way, cardset):
    first, _, files = way(cardset)
    # several sets together have no place for what was not found, and may be one without it; the
    # engine gives its default to a set whose pack was empty
    is_whole = way is in_text or (
        way is in_folder
        and not first.extras
        and len(first.boosters) == sum(name.endswith("_cards.dat") for name in files)
    )
    event(f"whole: {is_whole}")
    first = evolve(first, extras={})
    second, report, files = way(first)
    # a card of which nothing is known but its name needs a primitive from elsewhere
    if any("no primitive" in each.message for each in report.losses):
        is_whole = False
        second, _, files = way(evolve(second, extras={}))
    third, _, again = way(second)
    assert again == files
    assert second == third
    if is_whole:
        assert second == first


def said(card):
    """*card* without what the writer may allot, and without what says its loyalty and back."""
    # a key that has no line is none
    kept = {key: value for key, value in card.extras.get("wagic", {}).items() if value != ()}
    # the slips with which the cost was written, if it is still the same
    kept.pop("mana", None)
    if card.loyalty is not None:
        kept.pop("auto", None)
    if any(face.kind == "back" for face in card.faces):
        kept.pop("backside", None)
    return card.faces, card.rarity, {"wagic": kept} if kept else {}


@pytest.mark.parametrize("way", [in_folder, in_text])
@given(cards=st.lists(st.one_of(PLAIN, CARDS), min_size=1, max_size=4))
def test_what_is_not_reported_as_lost_comes_back(way, cards):
    cardset = cf.CardSet("", None, cards)
    again, report, _ = way(cardset)
    lost = {subject for found in report.losses for subject in found.subjects}
    kept = [card for card in cards if lost.isdisjoint(face.name for face in card.faces)]
    event(f"{len(kept)} cards without a loss")
    found = [said(card) for card in again.cards]
    for card in kept:
        assert said(card) in found


@SETTLED
@given(cardset=ANY)
def test_the_same_card_set_is_always_written_the_same(cardset):
    """Its parts are made anew, so that no order of a set or of a memory address is in it."""
    other = cf.loads(cf.dumps(cardset, "json"), "json") if is_text(cardset) else cardset
    for way in (in_folder, in_text):
        assert way(cardset)[1].diagnostics == way(other)[1].diagnostics
        assert way(cardset)[2] == way(other)[2]


def is_text(cardset):
    try:
        str(cardset).encode()
    except UnicodeEncodeError:
        return False
    return True


def heron(number, **fields):
    face = cf.Face(f"Heron {number}", types="Creature")
    return cf.Card(face, **{"set_code": "FEN", "rarity": "common", **fields})


def sheet(name, *cards):
    return cf.Sheet(name, [cf.Entry(card.ref) for card in cards], cf.model.Random(replacement=True))


def slot(count, *names, **fields):
    return cf.Slot("", count, [cf.SheetChoice(name) for name in names], **fields)


def pack(*layouts, **fields):
    return cf.Booster("", fields.pop("id", None), layouts, "none", **fields)


def of_one_sheet(*layouts):
    card = heron(1)
    return cf.CardSet("", "FEN", [card], [sheet("x", card)], [pack(*layouts)])


def many_sheets(size):
    cards = [heron(number) for number in range(size)]
    layout = cf.Layout("", 1, [slot(1, card.name) for card in cards])
    return cf.CardSet("", "FEN", cards, [sheet(card.name, card) for card in cards], [pack(layout)])


def many_sets(size):
    # readers look at all cards for each pack
    cards = [heron(number, set_code=f"S{number}") for number in range(size // 10)]
    sheets = [sheet(card.name, card) for card in cards]
    boosters = [pack(cf.Layout("", 1, [slot(2, card.name)]), id=card.set_code) for card in cards]
    return cf.CardSet("", None, cards, sheets, boosters)


def kept(**extras):
    return cf.CardSet("", "FEN", [heron(1, extras={"wagic": extras})])


#: What a card set may have much of.
LARGE = {
    "cards": lambda n: cf.CardSet("", "FEN", [heron(number) for number in range(n)]),
    "cards of one name": lambda n: cf.CardSet(
        "", "FEN", [cf.Card(cf.Face("Heron", text=str(number)), "FEN") for number in range(n)]
    ),
    "cards of one id": lambda n: cf.CardSet(
        "", "FEN", [heron(number, ids={"wagic": "1"}) for number in range(n)]
    ),
    "codes that are one folder": lambda n: cf.CardSet(
        "", None, [heron(number, set_code=f"{chr(0x4E00 + number)}") for number in range(n // 4)]
    ),
    "sets with boosters": many_sets,
    "sheets": many_sheets,
    "slots": lambda n: of_one_sheet(cf.Layout("", 1, [slot(1, "x"), slot(2, "x")] * n)),
    "copies": lambda n: of_one_sheet(cf.Layout("", 1, [slot(n**9, "x"), slot(n**9, "x")])),
    "layouts": lambda n: of_one_sheet(
        *(cf.Layout("", number, [slot(number, "x")]) for number in range(1, n))
    ),
    "choices": lambda n: of_one_sheet(
        cf.Layout(
            "", 1,
            [cf.model.Choice([cf.Layout("", Fraction(1, 7), [slot(number % 9, "x")])
                        for number in range(1, n)])],
        )
    ),
    "types": lambda n: evolve(
        of_one_sheet(cf.Layout("", 1, [slot(2, "x")])),
        cards=[cf.Card(cf.Face("Heron 1", types=[f"T{each}" for each in range(n)]), "FEN")],
    ),
    "text": lambda n: cf.CardSet("", "FEN", [cf.Card(cf.Face("x", text="a\n" * n), "FEN")]),
    "a filter": lambda n: evolve(
        of_one_sheet(cf.Layout("", 1, [slot(2, "x")])),
        sheets=[evolve(sheet("x", heron(1)), extras={"wagic": {"filter": "cmc:1;|" * n}})],
    ),
    "scripts": lambda n: kept(auto=("x",) * n),
    "line ends in a script": lambda n: kept(auto=("x\n" * n,)),
    "unknown lines": lambda n: kept(unknown=("x=y",) * n),
    "unknown lines of blanks": lambda n: kept(unknown=(" " * n, " " * n + "=", "[" * n)),
    "extra costs": lambda n: kept(extra_costs=("{t}",) * n),
    "keys": lambda n: kept(**{f"suspend({number})": "x" for number in range(n)}),
    "metadata": lambda n: cf.CardSet("", "FEN", (), meta={f"k{each}": "v" for each in range(n)}),
    "backs": lambda n: cf.CardSet(
        "", "FEN",
        [cf.Card([cf.Face(f"Heron {each}", text="x", kind="back" if each else "front")
                  for each in range(n)], "FEN")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("size", [500, pytest.param(40_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", LARGE)
def test_much_of_anything_is_written_in_linear_time(kind, size):
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    cardset = LARGE[kind](size)
    for format_id in ("wagic", "wagic-pack"):
        report = cf.dumps_report(cardset, format_id)
        assert len(report.value) < 3_000_000 + 400 * size
    in_folder(cardset)


#: A folder of sets as it may be before a set is written into it: names and ids that are taken, and
#: names in the bytes of another encoding.
THERE = st.tuples(st.lists(NAMES, max_size=3), st.sets(st.integers(-3, 1_000_003), max_size=4)).map(
    lambda drawn: {
        "primitives/a.txt": "".join(
            f"[card]\nname={printable(name)}\ntext=old\n[/card]\n"
            for name in (*drawn[0], "Grey Heron", "Ærrow")
        ).encode("cp1252", "replace"),
        "FEN/_cards.dat": "".join(
            f"[card]\nprimitive=Grey Heron\nid={number}\nrarity=C\n[/card]\n"
            for number in {*drawn[1], 3_000_000}
        ).encode(),
    }
)


#: Cards that share names, sets and numbers, so that only their ids tell them apart.
VARIANTS = st.lists(
    st.builds(
        cf.Card,
        st.builds(
            cf.Face, st.sampled_from(["Newt", "Eel"]), st.none(),
            st.frozensets(st.sampled_from(list(cf.model.Color)[:2])), types=st.just(["Creature"]),
        ),
        st.just("FEN"), st.sampled_from(["5", None]), st.sampled_from(["common", "rare"]),
    ),
    min_size=1, max_size=5,
)  # fmt: skip


@given(cards=VARIANTS, data=st.data())
def test_packs_draw_the_cards_that_sheets_name_or_the_odds_are_reported(cards, data):
    cards = [evolve(card, ids={"octgn": str(number)}) for number, card in enumerate(cards)]
    refs = [evolve(card.ref, id=card.ids["octgn"]) for card in cards]
    entries = st.lists(st.builds(cf.Entry, st.sampled_from(refs), st.integers(1, 2)), min_size=1)
    sheets = [cf.Sheet("x", data.draw(entries), cf.model.Random(replacement=True))]
    cardset = cf.CardSet("", "FEN", cards, sheets, [pack(cf.Layout("", 1, [slot(1, "x")]))])
    with TemporaryDirectory() as folder:
        report = cf.write(cardset, folder, "wagic", on_loss="report")
        again = cf.read(Path(folder) / "FEN")
    is_reported = any(each.concern is Concern.ODDS for each in report.losses)
    event(f"reported: {is_reported}")
    assert is_reported or odds_by_place(again) == odds_by_place(cardset)


def odds_by_place(cardset):
    """How many of each card a pack has on average, by the card's place in the set."""
    places = {id(card): place for place, card in enumerate(cardset.cards)}
    rows = cf.Generator(cardset, seed=1).odds()
    return {places[id(cardset.card(row.card))]: row.expected for row in rows if row.expected}


def printable(text):
    return "".join(char for char in text if char.isprintable()).strip() or "Newt"


def is_described(card):
    """Whether a card is more than a name, so that no primitive has to be there already."""
    return card.faces != (cf.Face(card.name),) or bool(card.extras.get("wagic"))


@given(
    there=THERE,
    sets=st.lists(
        st.lists(st.one_of(PLAIN, CARDS, testing.cards()).filter(is_described), max_size=4),
        min_size=1, max_size=3,
    ),
)  # fmt: skip
def test_sets_written_into_a_folder_have_all_their_cards_beside_what_is_there(there, sets):
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, data in there.items():
            (folder / path).parent.mkdir()
            (folder / path).write_bytes(data)
        before = cf.read(folder / "FEN", engine="exact").cards
        for number, cards in enumerate(sets):
            report = cf.write(cf.CardSet(cards=cards), folder, "wagic", code=f"S{number}")
            assert report.ok
        tree = cf.read_report(folder, "wagic", engine="exact")
        assert tree.ok
        assert not {"WG012", "WG013", "WG020", "WG023"} & {
            str(each.code) for each in tree.diagnostics
        }
        for number, cards in enumerate(sets):
            assert len(cf.read_report(folder / f"S{number}", "wagic").value.cards) == len(cards)
        # what was there is as it was
        assert [each for each in tree.value.cards if each.set_code == "FEN"] == list(before)
        assert len(tree.value.cards) == len(before) + sum(map(len, sets))
        for path in folder.rglob("*.*"):
            data = path.read_bytes()
            data.decode(SourceText.from_bytes("", data).encoding)
