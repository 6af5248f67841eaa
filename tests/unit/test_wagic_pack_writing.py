"""Boosters become Wagic packs that give the same packs, and what those cannot store is reported."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.diagnostics import Concern

from .text_tables import rows

#: Name, rarity, type, colour, set.
CARDS = rows("""
    Grey Heron | common   | Creature    | W | FEN
    Reedfrog   | common   | Creature    | G | FEN
    Mudslide   | common   | Sorcery     | R | FEN
    Fen Sage   | uncommon | Creature    | G | FEN
    Tin Idol   | uncommon | Artifact    |   | FEN
    Old Newt   | rare     | Creature    | U | FEN
    Wet Rot    | rare     | Enchantment | B | FEN
    Fen        | land     | Land        |   | FEN
    Moor Hen   | common   | Creature    | W | MOOR
    Peat       | rare     | Sorcery     | B | MOOR
""")
REPLACED = cf.model.Random(replacement=True)


def card(name, rarity, kind, color, code, number):
    face = cf.Face(name, None, map(cf.model.Color, color), types=kind)
    return cf.Card(face, code, str(number), rarity, {"wagic": str(number)})


ALL = [card(*each, number) for number, each in enumerate(CARDS, 1)]
FEN = [each for each in ALL if each.set_code == "FEN"]


def sheet(name, *names, **fields):
    entries = [cf.Entry(next(each.ref for each in ALL if each.name == one)) for one in names]
    return cf.Sheet(name, entries, **{"collation": REPLACED, **fields})


def names_of(word):
    """The cards of FEN with a rarity, a type, a colour or a name."""
    return [name for name, *words, code in CARDS if code == "FEN" and word in (name, *words)]


SHEETS = [
    *(sheet(word, *names_of(word)) for word in ("common", "uncommon", "rare", "land")),
    sheet("animals", "Grey Heron", "Reedfrog"),
    sheet("odd", "Grey Heron", "Mudslide"),
    sheet("every", *(each.name for each in FEN)),
    sheet("none"),
]


def slot(count, *sheets, choose="slot", **fields):
    choices = [each if isinstance(each, tuple) else (each, 1) for each in sheets]
    return cf.Slot("s", count, [cf.SheetChoice(*each) for each in choices], choose, **fields)


def layout(*parts, weight=1, name=""):
    return cf.Layout(name, weight, parts)


def fen(*layouts, cards=FEN, sheets=SHEETS, **fields):
    booster = cf.Booster("Fen Pack", "FEN", layouts, "none")
    used = {name for each in layouts for name in sheet_names(each.slots)}
    sheets = [each for each in sheets if each.name in used]
    return cf.CardSet("Fen", "FEN", cards, sheets, [evolve(booster, **fields)])


def sheet_names(parts):
    for part in parts:
        if isinstance(part, cf.model.Choice):
            for option in part.options:
                yield from sheet_names(option.slots)
        else:
            yield from (each.sheet for each in part.sheets)


def losses(report):
    return {found.kind: found.subjects for found in report.losses}


# --- how likely each pack is


def distribution(cardset):
    """How likely it is that a pack has its cards from certain sheets, exactly."""
    if not cardset.boosters:
        return {(): 1}
    (booster,) = cardset.boosters
    return alternatives(cardset, booster.layouts)


def alternatives(cardset, options):
    total = sum(Fraction(option.weight) for option in options)
    result = defaultdict(Fraction)
    for option in options:
        whole = {(): Fraction(option.weight) / total}
        for part in option.slots:
            whole = both(whole, part_of(cardset, part))
        for key, share in whole.items():
            result[key] += share
    return {key: share for key, share in result.items() if share}


def both(first, second):
    result = defaultdict(Fraction)
    for one, share in first.items():
        for other, more in second.items():
            result[tuple(sorted((*one, *other)))] += share * more
    return result


def part_of(cardset, part):
    if isinstance(part, cf.model.Choice):
        return alternatives(cardset, part.options)
    choices = [each for each in part.sheets if each.weight and part.count]
    total = sum(Fraction(each.weight) for each in choices)
    result = defaultdict(Fraction)
    times = part.count if part.choose == "card" else 1
    for each in choices:
        cards = tuple(sorted(e.card.name for e in cardset.sheets[each.sheet].entries))
        result[(cards,) * (1 if part.choose == "card" else part.count)] += each.weight / total
    whole = {(): Fraction(1)}
    for _ in range(times if choices else 0):
        whole = both(whole, result)
    return whole


def expected(cardset):
    """How many copies of each card a pack has on average."""
    result = defaultdict(Fraction)
    for sheets, share in distribution(cardset).items():
        for cards in sheets:
            for name in cards:
                result[name] += share / len(cards)
    return dict(result)


def through(cardset, tmp_path):
    """*cardset* after it was a folder, the text of its pack, and the losses of that."""
    report = cf.write(cardset, tmp_path, "wagic", on_loss="report")
    path = tmp_path / "FEN" / "booster.txt"
    again = cf.read_report(tmp_path / "FEN")
    assert again.ok, again.diagnostics
    text = path.read_text("utf-8") if path.exists() else None
    return again.value, text, losses(report)


EXACT = {
    "one sheet": [layout(slot(2, "common"))],
    "slots": [layout(slot(1, "rare"), slot(2, "common"), slot(2, "common"), slot(1, "uncommon"))],
    "a sheet for each card": [layout(slot(3, ("common", 3), ("rare", 2), choose="card"))],
    "a sheet for the slot": [layout(slot(3, ("common", 3), ("rare", 2)))],
    "a slot twice": [layout(slot(2, "common", "rare"), slot(2, "common", "rare"))],
    "a weight of 0": [layout(slot(2, ("common", 1), ("rare", 0)), slot(1, "rare"))],
    "perhaps nothing": [
        layout(
            cf.model.Choice([layout(weight=3), layout(slot(1, "rare")), layout(slot(2, "common"))])
        )
    ],
    "a choice twice": [layout(*[cf.model.Choice([layout(weight=1), layout(slot(1, "rare"))])] * 2)],
    "a choice of weight 0": [
        layout(cf.model.Choice([layout(slot(1, "rare"), weight=0), layout(slot(1, "land"))]))
    ],
    "choices in a choice": [
        layout(
            cf.model.Choice(
                [
                    layout(cf.model.Choice([layout(weight=2), layout(slot(1, "rare"))]), weight=2),
                    layout(slot(2, ("common", 1), ("uncommon", 2))),
                ]
            )
        )
    ],
    "layouts that differ in one slot": [
        layout(slot(3, "common"), slot(1, "rare"), weight=Fraction(7, 8)),
        layout(slot(3, "common"), slot(1, "uncommon"), weight=Fraction(1, 8)),
    ],
    "layouts that differ in a choice": [
        layout(slot(3, "common"), slot(1, "rare")),
        layout(slot(3, "common"), cf.model.Choice([layout(), layout(slot(1, "land"))])),
    ],
    "layouts that are the same": [layout(slot(1, "rare"), weight=2), layout(slot(1, "rare"))],
    "layouts that differ in a name": [
        layout(slot(1, "rare")),
        layout(evolve(slot(1, "rare"), name="x", on_short=["skip"])),
    ],
    "large weights": [layout(slot(1, ("rare", 3 * 10**40), ("common", 10**40)))],
    "fractions": [layout(slot(1, ("rare", Fraction(1, 7)), ("common", Fraction(1, 3))))],
    "no cards": [layout(slot(0, "rare"), slot(1, "common"))],
    "no cards of a choice": [
        layout(cf.model.Choice([layout(slot(0, "rare")), layout(slot(1, "land"))]))
    ],
    "no slots": [layout()],
    "200 entries": [layout(slot(1, ("rare", 199), ("common", 1)))],
    "many cards": [layout(slot(1001, "rare"))],
    "the same in other words": [
        layout(
            cf.model.Choice([layout(slot(2, "rare"))]),
            slot(2, "rare"),
            evolve(slot(1, "rare"), name="x"),
            slot(1, "rare", choose="card"),
        )
    ],
}


@pytest.mark.parametrize("kind", EXACT)
def test_a_pack_that_is_written_gives_the_same_packs(kind, tmp_path):
    cardset = fen(*EXACT[kind])
    again, text, lost = through(cardset, tmp_path)
    assert lost == {}
    assert distribution(again) == distribution(cardset)
    pack = cf.dumps_report(cardset, "wagic-pack")
    assert losses(pack) == {"cards": tuple(each.name for each in FEN)}
    assert pack.value == text
    assert distribution(cf.loads(text, "wagic-pack", draw_from=again)) == distribution(cardset)
    if kind == "no slots":
        return
    # and so does what was read, when it is written anew
    second = tmp_path / "second"
    cf.write(again, second, "wagic", canonical=True)
    assert (second / "FEN" / "booster.txt").read_text("utf-8") == text


def test_the_expectation_is_that_of_the_layouts(tmp_path):
    """The numbers by hand, so that the checks above are checked."""
    again, _, _ = through(fen(*EXACT["layouts that differ in one slot"]), tmp_path)
    assert expected(again) == {
        "Grey Heron": 1, "Reedfrog": 1, "Mudslide": 1,
        "Old Newt": Fraction(7, 16), "Wet Rot": Fraction(7, 16),
        "Fen Sage": Fraction(1, 16), "Tin Idol": Fraction(1, 16),
    }  # fmt: skip


NEARLY = {
    "several layouts (now the likeliest)": (
        [
            layout(slot(2, "common"), slot(1, "land"), weight=1),
            layout(slot(3, "common"), slot(1, "rare"), weight=2),
        ],
        [layout(slot(3, "common"), slot(1, "rare"))],
        ("Fen Pack",),
    ),
    "choices between several slots (now one each)": (
        [layout(cf.model.Choice([layout(slot(1, "rare"), slot(1, "land"), name="two")]))],
        [layout(slot(1, "rare"))],
        ("two",),
    ),
    "choices in choices": (
        [layout(cf.model.Choice([layout(slot(2, "rare", "land", choose="card")), layout()]))],
        [layout(cf.model.Choice([layout(slot(2, "rare", "land")), layout()]))],
        ("s",),
    ),
    "weights that need many entries (now nearly)": (
        [layout(slot(1, ("rare", 10**9), ("common", 1)))],
        [layout(slot(1, ("rare", 200), ("common", 1)))],
        ("rarity:rare;",),
    ),
    "slots without a limit (now as many as the sheet has)": (
        [layout(slot(cf.model.UNLIMITED, "common"))],
        [layout(slot(3, "common"))],
        ("s",),
    ),
    "more than 1000 cards of one choice": (
        [layout(slot(1500, "common", "rare"))],
        [layout(slot(1000, "common", "rare"))],
        ("s",),
    ),
    "sheets that no filter describes (now all cards of their rarities)": (
        [layout(slot(1, "odd"), slot(1, "every"))],
        [layout(slot(1, "common"), slot(1, "every"))],
        ("odd",),
    ),
    "empty sheets in boosters": (
        [layout(slot(1, "none", "rare"), slot(1, "none"))],
        [layout(slot(1, "rare"))],
        ("none",),
    ),
    "layouts of weight 0": (
        [layout(slot(1, "rare")), layout(slot(1, "land"), weight=0, name="never")],
        [layout(slot(1, "rare"))],
        ("never",),
    ),
}


@pytest.mark.parametrize("kind", NEARLY)
def test_what_no_pack_can_say_is_said_nearly_and_reported(kind, tmp_path):
    layouts, near, subjects = NEARLY[kind]
    again, _, lost = through(fen(*layouts), tmp_path)
    unused = {kind: names for kind, names in lost.items() if kind == "sheets that no booster uses"}
    assert {each: names for each, names in lost.items() if each not in unused} == {kind: subjects}
    assert distribution(again) == distribution(fen(*near))


def test_a_pack_has_so_many_cards_and_no_more(tmp_path):
    cardset = fen(
        layout(
            slot(9_500, "common"), slot(10**12, "rare"), cf.model.Choice([layout(slot(1, "land"))])
        )
    )
    _, text, lost = through(cardset, tmp_path)
    assert lost == {"more than 10000 cards in a pack": ("s", "a choice")}
    assert text.count('copies="1000"') == 9
    assert text.count('copies="500"') == 2
    assert "land" not in text


def test_a_pack_has_so_many_sheets_and_no_more(tmp_path):
    """Each look takes all cards, and readers take no more."""
    names = [f"Frog {number}" for number in range(300)]
    cards = [
        cf.Card(cf.Face(name, types=f"Kind{chr(97 + place % 26)}{chr(97 + place // 26)}"), "FEN",
                str(place), "common", {"wagic": str(place)})
        for place, name in enumerate(names, 1)
    ]  # fmt: skip
    sheets = [cf.Sheet(each.name, [cf.Entry(each.ref)], REPLACED) for each in cards]
    cardset = fen(
        layout(*(slot(1, name) for name in names), slot(1, names[0])), cards=cards, sheets=sheets
    )
    again, text, lost = through(cardset, tmp_path)
    nearly = "sheets that no filter describes (now all cards of their rarities)"
    assert {kind: len(subjects) for kind, subjects in lost.items()} == {
        "more than 200 sheets in a pack": 100,
        nearly: 100,
    }
    assert len(again.sheets) == 200
    assert text.count("<slot>") == 201


# --- filters


@pytest.mark.parametrize(
    ("cards", "names", "text"),
    [
        (FEN, names_of("rare"), "rarity:rare;"),
        (FEN, [*names_of("common"), *names_of("land")], "rarity:common;|rarity:land;"),
        (FEN, ["Grey Heron", "Reedfrog"], "rarity:common;&type:creature;"),
        (FEN, ["Reedfrog", "Fen Sage"], "(rarity:common;|rarity:uncommon;)&color:g;"),
        (FEN, ["Grey Heron", "Mudslide"], None),
        # these draw from two sets
        (ALL, ["Peat"], "rarity:rare;&type:sorcery;"),
        (ALL, ["Moor Hen"], "rarity:common;&set:MOOR;"),
        (ALL, names_of("common"), "rarity:common;&set:FEN;"),
        (ALL, ["Moor Hen", "Peat"], "(rarity:common;|rarity:rare;)&set:MOOR;"),
    ],
)
def test_a_sheet_becomes_the_simplest_filter(cards, names, text):
    sheets = [sheet("x", *names), sheet("all", *(each.name for each in cards))]
    booster = cf.Booster("", None, [layout(slot(2, "x"), slot(1, "all"))], "none")
    cardset = cf.CardSet("", None, cards, sheets, [booster])
    report = cf.dumps_report(cardset, "wagic-pack")
    nearly = "sheets that no filter describes (now all cards of their rarities)"
    assert (nearly in losses(report)) == (text is None)
    if text is not None:
        again = cf.loads(report.value, "wagic-pack", draw_from=cardset)
        first = again.sheets[again.boosters[0].layouts[0].slots[0].sheets[0].sheet]
        assert {entry.card.name for entry in first.entries} == set(names)
        assert first.extras["wagic"]["filter"] == text


def test_words_that_could_break_a_filter_are_in_none(tmp_path):
    odd = ["</x>", "a;b", "Sea|Bird", "A:B", "é"]
    cards = [
        cf.Card(cf.Face(f"Frog {place}", types=[word]), "FEN", str(place), "common",
                {"wagic": str(place)})
        for place, word in enumerate(odd, 1)
    ]  # fmt: skip
    sheets = [cf.Sheet(each.name, [cf.Entry(each.ref)], REPLACED) for each in cards]
    cardset = fen(layout(*(slot(1, each.name) for each in cards)), cards=cards, sheets=sheets)
    _, text, lost = through(cardset, tmp_path)
    assert "type" not in text.replace("type=", "")
    assert sum(len(names) for kind, names in lost.items() if "no filter" in kind) == len(odd)


def test_the_filter_that_a_sheet_was_made_with_is_kept_if_it_still_describes_it(tmp_path):
    kept = {"wagic": {"filter": "cmc:0;&rarity:rare;"}}
    for cards, text in ((FEN, "cmc:0;&amp;rarity:rare;"), ([*FEN, other()], "rarity:rare;&amp;")):
        sheets = [evolve(sheet("rare", *names_of("rare")), extras=kept)]
        cardset = fen(layout(slot(1, "rare")), cards=cards, sheets=sheets)
        _, found, _ = through(cardset, tmp_path)
        assert (text in found) == (cards is FEN)


def other():
    face = cf.Face("New Newt", types="Instant")
    return cf.Card(face, "FEN", "50", "rare", {"wagic": "50"})


@pytest.mark.parametrize("kept", ["rarity:rare", "nonsense", "rarity:\x00;", 5])
def test_a_filter_with_slips_is_not_kept(kept, tmp_path):
    sheets = [evolve(sheet("rare", *names_of("rare")), extras={"wagic": {"filter": kept}})]
    _, text, lost = through(fen(layout(slot(1, "rare")), sheets=sheets), tmp_path)
    assert "<random_card>rarity:rare;</random_card>" in text
    assert lost == {}


def test_cards_that_no_pack_gives_are_reported(tmp_path):
    token = cf.Card(cf.Face("Tadpole", types="Creature"), "FEN", "60", "token", {"wagic": "60"})
    below = cf.Card(cf.Face("Eft", types="Creature"), "FEN", "-1", "rare", {"wagic": "-1"})
    mixed = cf.Sheet("x", [cf.Entry(each.ref) for each in (*FEN[5:7], token, below)], REPLACED)
    only = cf.Sheet("y", [cf.Entry(token.ref)], REPLACED)
    again, _, lost = through(
        fen(layout(slot(1, "x"), slot(1, "y")), cards=[*FEN, token, below], sheets=[mixed, only]),
        tmp_path,
    )
    assert lost == {
        "tokens and ids below 1 in boosters": ("Tadpole", "Eft", "Tadpole"),
        "empty sheets in boosters": ("y",),
    }
    assert expected(again) == {"Old Newt": Fraction(1, 2), "Wet Rot": Fraction(1, 2)}


def test_cards_without_ids_get_some_and_can_be_drawn(tmp_path):
    cards = [evolve(each, ids={}, number=None) for each in FEN]
    named = cf.Entry(cf.CardRef("Marsh", "FEN"))
    sheets = [cf.Sheet("rare", [*map(cf.Entry, [cards[5].ref, cards[6].ref]), named], REPLACED)]
    cardset = fen(layout(slot(2, "rare")), cards=cards, sheets=sheets)
    again, text, lost = through(evolve(cardset, cards=[]), tmp_path)
    assert lost == {}
    assert set(expected(again)) == {"Old Newt", "Wet Rot", "Marsh"}
    report = cf.dumps_report(evolve(cardset, cards=[]), "wagic-pack")
    assert (report.value, report.diagnostics) == (text, ())


def test_cards_that_only_their_ids_tell_apart_are_two(tmp_path):
    cards = [
        cf.Card(cf.Face("Reedfrog", types=kind), "FEN", None, rarity, {"wagic": number})
        for number, kind, rarity in (("1", "Creature", "common"), ("2", "Artifact", "rare"))
    ]
    sheets = [cf.Sheet("x", [cf.Entry(cf.CardRef("Reedfrog", id="2"))], REPLACED)]
    _, text, lost = through(fen(layout(slot(1, "x")), cards=cards, sheets=sheets), tmp_path)
    assert "rarity:rare;" in text
    assert lost == {}
    cardset = evolve(fen(layout(slot(1, "x")), sheets=sheets), cards=[])
    two = [*sheets[0].entries, cf.Entry(cf.CardRef("Reedfrog", id="1"))]
    cardset = evolve(cardset, sheets=[evolve(sheets[0], entries=two)])
    again, _, _ = through(cardset, tmp_path / "named")
    assert len(again.sheets["common"].entries) == 2


def newts(*colors):
    """Cards of one name, set and number; only their ids in another program tell them apart."""
    faces = [
        cf.Face("Newt", None, [color], types="Creature") for color in map(cf.model.Color, colors)
    ]
    return [
        cf.Card(face, "FEN", "5", "rare", {"octgn": str(number)})
        for number, face in enumerate(faces)
    ]


def of_cards(cards, *drawn):
    """A pack of one card, of those of *drawn*."""
    entries = [cf.Entry(evolve(each.ref, id=each.ids["octgn"])) for each in drawn]
    return fen(layout(slot(1, "x")), cards=cards, sheets=[cf.Sheet("x", entries, REPLACED)])


@pytest.mark.parametrize("position", range(2))
def test_a_filter_is_of_the_card_that_the_sheet_names_and_not_of_another_of_its_number(
    position, tmp_path
):
    cards = newts("G", "U")
    again, _, _ = through(of_cards(cards, cards[position]), tmp_path)
    (row,) = cf.Generator(again, seed=1).odds()
    assert again.card(row.card).colors == cards[position].colors
    report = cf.dumps_report(of_cards(cards, cards[position]), "wagic-pack")
    assert f"color:{'gu'[position]};" in report.value


def test_cards_of_one_number_that_no_filter_tells_apart_change_the_odds(tmp_path):
    cards = newts("G", "G")
    report = cf.write(of_cards(cards, cards[1]), tmp_path, "wagic", on_loss="report")
    assert [each.subjects for each in report.losses if each.concern is Concern.ODDS] == [("x",)]
    assert len(cf.Generator(cf.read(tmp_path / "FEN"), seed=1).odds()) == 2


def test_cards_of_one_number_that_are_all_on_a_sheet_lose_no_odds(tmp_path):
    cards = newts("G", "U", "G")
    report = cf.write(of_cards(cards, *cards), tmp_path, "wagic", on_loss="report")
    assert not [each for each in report.losses if each.concern is Concern.ODDS]
    rows = cf.Generator(cf.read(tmp_path / "FEN"), seed=1).odds()
    assert [row.expected for row in rows] == [Fraction(1, 3)] * 3


@pytest.mark.parametrize("is_drawn", [True, False])
def test_a_card_on_a_sheet_that_no_primitive_describes_changes_the_odds(is_drawn, tmp_path):
    sheets = [cf.Sheet(name, [FEN[0].ref, name], REPLACED) for name in ("Nobody", "Nemo")]
    parts = [slot(1, each.name) for each in sheets[: 1 + is_drawn]]
    cardset = evolve(fen(layout(*parts)), sheets=sheets)
    report = cf.write(cardset, tmp_path, "wagic", on_loss="report")
    (lost,) = (
        each for each in report.losses if "no primitive" in each.kind and "in b" in each.kind
    )
    assert (lost.concern, lost.subjects) == (Concern.ODDS, ("Nobody", "Nemo")[: 1 + is_drawn])


# --- what a booster has beside its layouts


@pytest.mark.parametrize(
    ("fields", "sheet_fields", "kind", "subjects"),
    [
        ({"distinct": "name"}, {}, "no name twice in a pack", ("Fen Pack",)),
        ({"constraints": [cf.model.AtLeast(1, "type", "Land")]}, {}, "the constraint AtLeast",
         ("Fen Pack",)),
        ({"extras": {"octgn": {"x": 1}}}, {}, "octgn 'x'", ("Fen Pack",)),
        ({"extras": {"wagic": {"x='": 1}}}, {}, "wagic \"x='\"", ("Fen Pack",)),
        ({"extras": {"wagic": {"price": "\x01"}}}, {}, "characters that no XML can have", ("",)),
        ({"name": "\ud800"}, {}, "characters that no XML can have", ("",)),
        ({}, {"collation": cf.model.Fixed()}, "the collation Fixed (now random, with replacement)",
         ("rare",)),
        ({}, {"collation": cf.model.Random()},
         "sheets without replacement (now random, with replacement)", ("rare",)),
        ({}, {"finish": "foil"}, "the finish 'foil'", ("rare",)),
        ({}, {"entries": [cf.Entry(each.ref, 1, "foil") for each in FEN[5:7]]},
         "the finish 'foil'", ("Old Newt", "Wet Rot")),
        ({}, {"entries": [cf.Entry(each.ref, 1, None, {"a": 1}) for each in FEN[5:7]]},
         "overrides of an entry", ("Old Newt", "Wet Rot")),
        ({}, {"entries": [cf.Entry(FEN[5].ref, 2), cf.Entry(FEN[6].ref)]},
         "numbers of copies on a sheet (now equal)", ("rare",)),
        ({}, {"entries": [cf.Entry(each.ref) for each in (*FEN[5:7], FEN[5])]},
         "numbers of copies on a sheet (now equal)", ("rare",)),
        ({"layouts": [layout(slot(1, "rare", finish="foil"))]}, {}, "the finish 'foil'",
         ("s",)),
        ({"layouts": [layout(cf.model.Choice([layout(slot(1, "rare", finish="foil"))]))]}, {},
         "the finish 'foil'", ("s",)),
    ],
)  # fmt: skip
def test_what_a_booster_loses_is_reported(fields, sheet_fields, kind, subjects, tmp_path):
    rare = evolve(sheet("rare", *names_of("rare")), **sheet_fields)
    cardset = fen(layout(slot(1, "rare")), sheets=[rare])
    booster = evolve(cardset.boosters[0], **fields)
    again, _, lost = through(evolve(cardset, boosters=[booster]), tmp_path)
    assert lost == {kind: subjects}
    assert expected(again) == {"Old Newt": Fraction(1, 2), "Wet Rot": Fraction(1, 2)}


def test_equal_copies_and_no_copies_are_no_loss(tmp_path):
    copies = zip(FEN[4:7], (0, 2, 2), strict=True)
    rare = cf.Sheet("rare", [cf.Entry(each.ref, count) for each, count in copies], REPLACED)
    again, _, lost = through(fen(layout(slot(1, "rare")), sheets=[rare]), tmp_path)
    assert lost == {}
    assert expected(again) == {"Old Newt": Fraction(1, 2), "Wet Rot": Fraction(1, 2)}


def test_a_booster_without_a_usual_layout_is_an_empty_pack(tmp_path):
    again, text, lost = through(fen(layout(slot(1, "rare"), weight=0, name="x")), tmp_path)
    assert (again.boosters, lost) == (
        (),
        {"sheets that no booster uses": ("rare",), "layouts of weight 0": ("x",)},
    )
    assert "<slot" not in text


def test_only_the_first_booster_is_written(tmp_path):
    cardset = fen(layout(slot(1, "rare")))
    more = cf.Booster("More", "FEN", [layout(slot(1, "rare"))])
    _, _, lost = through(evolve(cardset, boosters=[*cardset.boosters, more]), tmp_path)
    assert lost == {"more than one booster": ("More",)}


def test_a_sheet_that_is_not_there_is_empty(tmp_path):
    cardset = fen(layout(slot(1, "rare", "lost"), slot(cf.model.UNLIMITED, "lost")))
    again, _, lost = through(cardset, tmp_path)
    assert lost == {
        "empty sheets in boosters": ("lost",),
        "slots without a limit (now as many as the sheet has)": ("s",),
    }
    assert expected(again) == {"Old Newt": Fraction(1, 2), "Wet Rot": Fraction(1, 2)}


def test_a_pack_keeps_its_name_and_attributes_whatever_is_in_them():
    name = "<Fen> & \"Moor\" 'Pack'\n\té"
    text = cf.dumps(
        fen(
            layout(slot(1, "rare")), name=name,
            extras={"wagic": {"price": "<1>", "requires": '"x"', "sort": "alpha"}},
        ),
        "wagic-pack",
    )  # fmt: skip
    again = cf.loads(text, "wagic-pack")
    assert (again.name, again.boosters[0].name) == (name, name)
    assert again.boosters[0].extras["wagic"] == {
        "type": "Booster", "price": "<1>", "requires": '"x"', "sort": "alpha",
    }  # fmt: skip


def test_a_card_set_without_boosters_is_an_empty_pack():
    report = cf.dumps_report(cf.CardSet("Fen <\x01>"), "wagic-pack")
    assert report.value == '<pack name="Fen &lt;&gt;" pool="all">\n</pack>\n'
    assert losses(report) == {
        "a card set without boosters (now an empty pack)": ("Fen <\x01>",),
        "characters that no XML can have": ("Fen <>",),
    }


@pytest.mark.parametrize("code", ["FEN", "F;rarity:rare;", None])
def test_the_pool_is_the_set_if_all_cards_are_of_one_that_a_filter_can_name(code):
    cards = [evolve(each, set_code=code) for each in FEN]
    entries = [cf.Entry(each.ref) for each in cards[5:7]]
    cardset = fen(layout(slot(1, "x")), sheets=[cf.Sheet("x", entries, REPLACED)], cards=cards)
    text = cf.dumps(evolve(cardset, code=code), "wagic-pack")
    assert ('pool="all set:FEN;"' in text, 'pool="all"' in text) == (code == "FEN", code != "FEN")


@pytest.mark.parametrize(
    ("part", "rarity"),
    [
        (cf.model.Choice([layout(slot(1, "animals"), slot(1, "hens"))]), "common"),
        (
            cf.model.Choice([layout(slot(1, "animals")), layout(slot(1, "hens"), weight=0)]),
            "common",
        ),
        (cf.model.Choice([layout(slot(1, "animals")), layout(slot(0, "hens"))]), "common"),
        (slot(0, "hens"), "common"),
        (slot(1, "hens"), "token"),
    ],
)
def test_the_pool_is_the_set_if_only_what_is_not_written_is_of_others(part, rarity, tmp_path):
    cards = [*FEN, evolve(ALL[8], rarity=rarity)]
    sheets = [*SHEETS, sheet("hens", "Moor Hen")]
    cardset = evolve(
        fen(layout(slot(1, "animals"), part), cards=cards, sheets=sheets), name="", code=None
    )
    cf.write(cardset, tmp_path, "wagic")
    assert 'pool="all set:FEN;"' in (tmp_path / "FEN" / "booster.txt").read_text("utf-8")
    # which stays so
    again = cf.read(tmp_path, "wagic")
    cf.write(again, tmp_path / "again", "wagic", canonical=True)
    assert cf.read(tmp_path / "again", "wagic") == again


def test_a_pack_that_was_read_comes_back_as_it_was():
    text = "<!-- old -->\r\n<pack name='x'><slot><random_card>r:rare;</random_card></slot></pack>"
    cardset = cf.loads(text, "wagic-pack")
    assert cf.dumps(cardset, "wagic-pack") == text
    anew = cf.dumps_report(cardset, "wagic-pack", canonical=True)
    assert "<random_card>rarity:rare;</random_card>" in anew.value
    assert anew.diagnostics == ()


# --- the engine's default


DEFAULT = [
    layout(
        slot(1, ("mythic", 1), ("rare", 7), choose="card"),
        slot(3, "uncommon"),
        slot(1, "land"),
        slot(10, "common"),
    )
]


def default(cards=None, **fields):
    mythic = cf.Card(cf.Face("Kraken"), "FEN", "90", "mythic", {"wagic": "90"})
    basic = [
        evolve(each, faces=evolve(each.faces[0], supertypes="Basic"))
        if each.rarity == "land" else each
        for each in (*FEN, mythic)
    ]  # fmt: skip
    sheets = [cf.Sheet("mythic", [cf.Entry(mythic.ref)], REPLACED), *SHEETS]
    return fen(*fields.pop("layouts", DEFAULT), cards=cards or basic, sheets=sheets, **fields)


def test_the_default_of_the_engine_needs_no_file(tmp_path):
    cardset = default()
    _, text, lost = through(cardset, tmp_path)
    kind = "cards that no primitive describes"
    assert (text, lost) == (None, {kind: ("Kraken",), f"{kind} in boosters": ("Kraken",)})
    report = cf.dumps_report(cardset, "wagic")
    assert report.diagnostics == ()
    assert cf.read(tmp_path / "FEN", primitives=()).boosters[0].name == "Fen"


def test_a_default_loses_what_the_engine_does_not_do(tmp_path):
    _, text, lost = through(default(distinct="name"), tmp_path)
    assert text is None
    assert lost["no name twice in a pack"] == ("Fen Pack",)


@pytest.mark.parametrize(
    "changed",
    [
        {"layouts": [layout(*DEFAULT[0].slots[:3], slot(9, "common"))]},
        {"layouts": [layout(*DEFAULT[0].slots[:3], slot(10, "uncommon"))]},
        {"layouts": [layout(*DEFAULT[0].slots[:3])]},
        {"layouts": [layout(slot(1, ("mythic", 1), ("rare", 8)), *DEFAULT[0].slots[1:])]},
        {"layouts": [layout(*DEFAULT[0].slots[:3], cf.model.Choice([layout(slot(10, "common"))]))]},
        {"layouts": [*DEFAULT, layout(slot(1, "rare"))]},
        {"extras": {"wagic": {"price": "1"}}},
    ],
)
def test_what_is_not_the_default_needs_a_file(changed, tmp_path):
    _, text, _ = through(default(**changed), tmp_path)
    assert text.startswith("<pack")


def test_a_set_that_the_engine_makes_no_packs_of_needs_a_file(tmp_path):
    token = cf.Card(cf.Face("Tadpole"), "FEN", "60", "token", {"wagic": "60"})
    tokens = cf.Sheet("x", [cf.Entry(token.ref)], REPLACED)
    cardset = fen(layout(slot(1, "x")), cards=[token], sheets=[tokens])
    assert through(cardset, tmp_path)[1] == (
        '<pack name="Fen Pack" type="Booster" price="700" pool="all set:FEN;">\n</pack>\n'
    )


@pytest.mark.parametrize(("sheet", "is_lost"), [("card Fen", True), ("rare", False)])
def test_a_pack_of_cards_whose_rarity_is_not_known_is_reported(sheet, is_lost):
    cardset = fen(
        layout(slot(1, sheet)),
        cards=[],
        sheets=[cf.Sheet(sheet, [cf.Entry(cf.CardRef("Fen"))], REPLACED)],
    )
    report = cf.dumps_report(cardset, "wagic-pack")
    assert [loss.subjects for loss in report.losses] == ([("Fen",)] if is_lost else [])


def test_a_pack_of_a_folder_without_cards_that_gets_more_cards_is_reported(tmp_path):
    files = {
        "A/_cards.dat": "[card]\nname=Eel\nid=1\nrarity=C\n[/card]\n",
        "B/_cards.dat": "[card]\nname=Bat\nid=2\nrarity=C\n[/card]\n",
        "C/booster.txt": '<pack name="C" type="Booster" price="700" pool="all"><slot>'
        "<random_card>rarity:common;</random_card></slot></pack>\n",
        "C/_cards.dat": "[meta]\nname=C\n[/meta]\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    tree = cf.read(tmp_path, "wagic")
    (sheet,) = (each for each in tree.sheets.values() if len(each.entries) == 2)
    (own,) = {name for name in tree.sheets if "A" in name.split()}
    moth = cf.Card.of("Moth", set_code="A", rarity="common", text="Fly.")
    report = cf.write(tree.adding(moth, sheet=own), tmp_path, "wagic")
    again = cf.read(tmp_path, "wagic")
    assert len(again.sheets[sheet.name].entries) == 3
    kind = "sheets of cards, where a file has the booster (now as its filters choose)"
    assert [(each.kind, each.subjects) for each in report.losses] == [(kind, ("C",))]
