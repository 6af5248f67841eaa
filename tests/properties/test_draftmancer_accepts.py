"""Draftmancer accepts what is written, and finds in it what is meant.

Draftmancer is played by rules that share no code with the package; they are tested here, too.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given

import cardformats as cf
from cardformats import testing
from cardformats.formats.draftmancer.acceptance import Accepted, ListRejection, accept
from cardformats.formats.draftmancer.printings import references


def database(cardset):
    """Whether Draftmancer has an official card; it has none that could be taken for a custom one.

    A name is taken for another where its end can be read as a set, a number or a foil mark.
    """
    names = [card.name for card in cardset.cards]

    def is_known(name, _set, _number):
        ends = {each.removeprefix(f"{name} ") for each in names if each.startswith(f"{name} ")}
        return not any(end.startswith("(") or end in ("F", "+F") for end in ends)

    return is_known


def identity(card):
    """The id of a custom card."""
    return f"{card.name}_{(card.set_code or 'custom').lower()}_{card.number or ''}"


def meant(cardset, ref):
    """The id of the custom card that *ref* means, else itself."""
    card = cardset.card(ref)
    return ref if card is None else identity(card)


def sheets_of(cardset):
    """For each sheet its cards in order, with their copies."""
    return [
        (sheet.name, [(entry.copies, meant(cardset, entry.card)) for entry in sheet.entries])
        for sheet in cardset.sheets.values()
    ]


def layouts_of(cardset):
    """The layouts as Draftmancer has them."""
    return {
        layout.name: {
            "weight": layout.weight,
            "slots": [
                {
                    "name": slot.name,
                    "count": slot.count,
                    "foil": slot.finish == "foil",
                    "sheets": [{"name": each.sheet, "weight": each.weight} for each in slot.sheets],
                }
                for slot in layout.slots
            ],
        }
        for layout in cardset.boosters[0].layouts
    }


def accepted_sheets(accepted):
    return [
        (
            name,
            [
                (line.copies, line.custom or cf.CardRef(line.name, line.set, line.number))
                for line in sheet["cards"]
            ],
        )
        for name, sheet in accepted.sheets.items()
    ]


def official_names(cardset):
    """Whether Draftmancer has an official card: it has those that *cardset* names, no more."""
    names = {ref.name for ref in references(cardset) if cardset.card(ref) is None}
    return lambda name, _set, _number: name in names


def problems(cardset):
    """What is wrong with the list that is written of *cardset*, and how it reads; empty if none."""
    report = cf.dumps_report(cardset, "draftmancer")
    made = accept(report.value, official_names(cardset))
    if isinstance(made, ListRejection):
        return [] if report.errors else [f"refused: {made.reason}\n{report.value}"]
    pairs = {}
    if not report.losses and cardset.sheets:
        pairs["meant"] = (dict(accepted_sheets(made)), dict(sheets_of(cardset)))
    made = accept(report.value, database(cardset))
    read = cf.loads_report(report.value, "draftmancer").value
    pairs |= {
        "sheets": (accepted_sheets(made), sheets_of(read)),
        "custom cards": (list(made.cards), [identity(card) for card in read.cards]),
    }
    if made.layouts is not None:
        pairs["layouts"] = (made.layouts, layouts_of(read))
    return [
        f"{part}: {theirs} != {ours}\n{report.value}"
        for part, (theirs, ours) in pairs.items()
        if theirs != ours
    ]


@given(testing.cardsets())
def test_draftmancer_takes_what_is_written_and_finds_what_we_find(cardset):
    assert problems(cardset) == []
    # with its own cards on all sheets
    entries = [cf.Entry(card.ref) for card in cardset.cards] or [cf.Entry(cf.CardRef("Elf"))]
    sheets = [evolve(sheet, entries=entries) for sheet in cardset.sheets.values()]
    assert problems(evolve(cardset, sheets=sheets)) == []


def card(name, **fields):
    """A custom card; what is a field of a face goes to its face."""
    face = {
        key: fields.pop(key) for key in ("mana_cost", "types", "text", "images") if key in fields
    }
    return cf.Card(cf.Face(name, **({"types": "Creature"} | face)), **fields)


def entries(*refs, **fields):
    """Entries of cards, of references to them, or of names."""
    made = (each.ref if isinstance(each, cf.Card) else each for each in refs)
    made = (cf.CardRef(each) if isinstance(each, str) else each for each in made)
    return [cf.Entry(each, **fields) for each in made]


def slot(name, count, *sheets, **fields):
    """A slot of the sheet of its name, or of some with weights."""
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or ((name,),)], **fields)


def cardset(cards=(), sheets=None, layouts=(), **fields):
    """A finite card set of *sheets* by name; without them, of all *cards* in one."""
    sheets = {"default": entries(*cards)} if sheets is None else sheets
    return cf.CardSet(
        cards=cards,
        sheets=[cf.Sheet(name, each) for name, each in sheets.items()],
        boosters=[cf.Booster(layouts=layouts)] if layouts else (),
        **({"event": cf.model.Event(supply="finite")} | fields),
    )


FOREST, ISLAND = entries("Forest"), entries("Island")
TWO = {"A": FOREST, "B": ISLAND}
PRINTINGS = [
    card("Moss", set_code="AAA", number="1"),
    card("Moss", set_code="AAA", number="2★"),
    card("Moss", set_code="BBB", number="2", images={"en": "u"}),
    card("Moss"),
]
TEXTS = [
    *("1,]", "true,]", '",]', ",]", "1,\xa0}", "{T}: [a, b], }"),
    *("}{", "[", "\\", "#\n# x", "// x"),
]
NESTED = cf.Layout(
    "L",
    2,
    [
        cf.model.Choice(
            [
                cf.Layout("x", 1, [slot("A", 1)]),
                cf.Layout(
                    "y", 3, [cf.model.Choice([cf.Layout("", 1, [slot("A", 2)]), cf.Layout()])]
                ),
            ]
        ),
        slot("B", cf.model.UNLIMITED),
    ],
)
BY_CARD = cf.Layout(
    "L 1", Fraction(1, 3), [slot("s", 3, ("A",), ("B", 2), choose="card", finish="foil")]
)
EFFECTS = [
    *cf.model.SimpleEffect,
    cf.model.AddCards(
        [cf.CardRef(name) for name in ("Moss", "Moss (Elf)", "7 Elves")], 2, distinct=False
    ),
    cf.model.AddCards([cf.CardRef("1996 World Champion"), cf.CardRef("Forest", "ANA", "60a")]),
    cf.model.AddBooster(
        [cf.model.LayoutChoice("L", Fraction(1, 3)), cf.model.LayoutChoice("L 1", 2)]
    ),
    cf.model.AddBooster(),
]
RELATED = [
    cf.CardRef("Moss", "AAA", "1"),
    cf.CardRef("Moss (Elf)"),
    cf.CardRef("", id="0000579f-7b35-4ed3-b44c-db2a538066fe"),
    cf.Face("Elf", types=("Token", "Creature"), power="1"),
]
NAMES = [
    *("Moss (Elf)", "Moss (Big Elf)", "Moss(Elf)", "(Elf)", "Moss ()"),
    *("7 Elves", "1996 Champion", "7", "4x Moss", "F", "Moss f", "Moss *F*"),
    *("[Moss]", "Moss, Elf]", "#Moss", "# maybeboard", "A // B", "Æther ★", "Moss\xa0Elf"),
]
SHEET_NAMES = ["Settings", "customcards ", "A[1]", "A(2)", "A-2-", "A##x", "#a", "a,b", '"A"', ""]

#: Card sets that are hard to write.
AWKWARD = {
    "names": cardset([card(name) for name in NAMES]),
    "official names": cardset(sheets={"default": entries("Forest", *NAMES)}),
    "printings": cardset(
        PRINTINGS,
        {
            "default": entries(
                *PRINTINGS,
                cf.CardRef("Moss", "bbb"),
                cf.CardRef("Moss", "aaa", "2★"),
                cf.CardRef("Moss", "ZZZ", "1"),
            )
        },
    ),
    "texts": cardset([card(f"Moss {number}", text=text) for number, text in enumerate(TEXTS)]),
    "titles": cardset(
        [card("Moss", images={"en": ",]"})], name="} ,]", extras={"draftmancer": {"cardBack": "{"}}
    ),
    "sheet names": cardset(
        sheets=dict.fromkeys(SHEET_NAMES, FOREST),
        layouts=[cf.Layout("[", 1, [slot(name, 1) for name in SHEET_NAMES])],
    ),
    "counted sheet names": cardset(
        sheets=dict.fromkeys(SHEET_NAMES, FOREST),
        layouts=[cf.Layout("default", 1, [slot(name, 1) for name in reversed(SHEET_NAMES)])],
    ),
    "choices": cardset(sheets=TWO, layouts=[NESTED, BY_CARD]),
    "foil": cardset(
        sheets={"A": entries("Forest", cf.CardRef("Island", "ANA", "61"), finish="foil"), "B": []},
        layouts=[cf.Layout("default", 1, [slot("A", 2, finish="foil")])],
    ),
    "no room for a layout": cardset(sheets=TWO, layouts=[cf.Layout("P", 1, [slot("Z", 1)])]),
    "the same slot twice": cardset(
        sheets=TWO, layouts=[cf.Layout("default", 1, [slot("A", 1), slot("A", 2)])]
    ),
    "effects": cardset(
        [
            card("Moss", draft_effects=EFFECTS),
            card("Moss (Elf)", related=RELATED),
            card("7 Elves"),
            card("Moss", set_code="AAA", number="1"),
        ],
        TWO,
        [NESTED, BY_CARD],
    ),
    "rounds": cardset(
        sheets=TWO,
        layouts=[cf.Layout("P", 1, [slot("A", 1)]), cf.Layout("Q", Fraction(1, 3), [slot("B", 1)])],
        event=cf.model.Event(
            [
                cf.model.Round(layouts=[cf.model.LayoutChoice("P", 2)], picks=[2, 1], burns=[0, 3]),
                cf.model.Round(layouts=[cf.model.LayoutChoice("Z")]),
            ],
            "refill",
        ),
    ),
    "no cards": cardset(),
    "a name that ends like a set": cardset([card("Moss (Elf)"), card("Moss (Elf) (Old)")]),
    "a name that ends like a foil mark": cardset([card("Vitamin"), card("Vitamin F")]),
    "a name with a line break": cardset([card("Moss\n(Elf)")]),
    "a name with a line separator": cardset([card("Moss\u2028Elf")]),
    "a name with blanks around it": cardset([card("Moss ")]),
    "a foil card with a name like a set": cardset(
        [card("Moss (Elf)")], {"default": entries("Moss (Elf)", finish="foil")}
    ),
    "a set that no printing has": cardset(
        PRINTINGS, {"default": entries(cf.CardRef("Moss", "ZZZ"))}
    ),
    "the set that cards without a set have": cardset(
        [card("Moss"), card("Moss", set_code="CUSTOM")]
    ),
    "an image in another language only": cardset([card("Moss", images={"fr": "u"})]),
    "a card without a type": cardset([card("Moss", types=(), text="{T}: Moss.")]),
    "a number without a symbol": cardset([card("Moss", mana_cost=cf.model.ManaCost(("21",)))]),
    "half a blue mana": cardset([card("Moss", mana_cost=cf.model.ManaCost(("HU",)))]),
    "slots with numbers for names": cardset(
        sheets={"B": FOREST, "2": FOREST, "1": FOREST},
        layouts=[cf.Layout("P", 1, [slot("B", 1), slot("2", 2), slot("1", 3)])],
    ),
    "cards and an empty sheet": cardset([card("Moss")], {"A": []}),
    "rounds of layouts that there are not": cardset(
        sheets={"A": FOREST},
        event=cf.model.Event([cf.model.Round(layouts=[cf.model.LayoutChoice("P")])]),
    ),
    "a round without picks": cardset(
        sheets={"A": FOREST}, event=cf.model.Event([cf.model.Round(picks=[1, 0])], "finite")
    ),
}


def test_draftmancer_takes_awkward_card_sets():
    wrong = {name: found for name, each in AWKWARD.items() if (found := problems(each))}
    assert not wrong, "\n".join(
        f"{name}: {problem}" for name, found in wrong.items() for problem in found
    )


def settings(values, sheets="[A]\nForest\n[B]\nIsland"):
    return f"[Settings]\n{{{values}}}\n{sheets}"


def alone(values):
    return settings(values, ONE_SHEET)


def layouts(values, sheets="[A]\nForest\n[B]\nIsland"):
    return settings(f'"layouts": {{{values}}}', sheets)


def slots(values, weight="1"):
    return layouts(f'"P": {{"weight": {weight}, "slots": {values}}}')


def slot_with(member):
    return slots(f'[{{"name": "A", "count": 1, {member}}}]')


def old(lines):
    return f"[Layouts]\n{lines}\n{ONE_SHEET}"


def rounds(values):
    declared = '"layouts": {"P": {"weight": 2, "slots": {"A": 1}}}'
    return settings(f'{declared}, "predeterminedLayouts": {values}')


def custom(*members, lines="Moss"):
    cards = ", ".join(f'{{"name": "Moss", {each}}}' for each in members)
    return f"[CustomCards]\n[{cards}]\n[A]\n{lines}"


def full(members=""):
    return custom(f'"mana_cost": "1G", "type": "Creature"{members and ", "}{members}')


def effect(value):
    return full(f'"draft_effects": [{value}]')


def add_cards(members):
    return effect(f'{{"type": "AddCards", {members}}}')


def options(values, lines="Forest\nIsland"):
    return f"[A {{{values}}}]\n{lines}"


def cost(value):
    return custom(f'"mana_cost": "{value}", "type": "Creature"')


PLAIN = '"mana_cost": "", "type": "Land"'
ONE_SHEET = "[A]\nForest"
#: Each rule with a list that keeps it, and one that does not.
RULES = {
    "a list has a card": ("0 Forest", "# Forest\n \n"),
    "a lone carriage return ends no line": ("Forest\r\nIsland", "Forest\rIsland"),
    "a sheet has a card": ("[A(1)]\nForest\n[B]", "[A(1)]\n[B]"),
    "a maybeboard is not read": ("Forest\n# maybeboard\nA\rB", "Forest\n# Maybeboard\nA\rB"),
    "only plain lists have one": ("[A]\nForest\n# maybeboard", "[A]\n# maybeboard\nA\rB"),
    "a header ends its line": ("[A] \t\nForest", "[A] # A\nForest"),
    "options are strict JSON": (options('"a": 1'), options('"a": 1,')),
    "options come after the count": ('[A(1) {"a": 1}]\nForest', '[A(0) {"a": 1}]\nForest'),
    "a count is positive": ("[A (1)]\nForest", "[A (0)]\nForest"),
    "a strange header is a name": ("[A( 0 )]\nForest", "[A( 0 )]\nForest\n[A(-1)]\nIsland"),
    "several sheets need layouts": ("[A(1)]\nForest\n[B]\nIsland", "[A]\nForest\n[B]\nIsland"),
    "a repeated sheet replaces": ("[A]\nForest\n[A]\nIsland", "[A]\nForest\n[A]"),
    "a collation is a string": (options('"collation": "x"'), options('"collation": null')),
    "a group's size is a number": (
        options('"collation": "printRun", "groupSize": -0.5'),
        options('"collation": "printRun", "groupSize": true'),
    ),
    "stripes have weights": (
        options('"collation": "striped", "length": 0, "weights": []'),
        options('"collation": "striped", "length": 0'),
    ),
    "a row is shorter than the sheet": (
        options('"collation": "striped", "length": 2, "weights": [1]', "2 Forest\nIsland"),
        options('"collation": "striped", "length": 2, "weights": [1]'),
    ),
    "a section's name has no case": (
        f"[ SETTINGS ]\n\n{{}} x\n{ONE_SHEET}",
        "[settings]\n[A]\nForest",
    ),
    "settings need a sheet": (alone(""), settings("", "")),
    "a header follows settings": (settings("", f"\n# x\n{ONE_SHEET}"), settings("", "Forest")),
    "settings may come last": (f"{ONE_SHEET}\n[Settings]\n{{}}", f"{ONE_SHEET}\n[Settings]"),
    "brackets in strings count": (alone('"name": "{[}"'), alone('"name": "}{"')),
    "brackets in comments do not count": (alone('\n # }\n"name": "x"'), alone('"name": "x" # }\n')),
    "one last comma is no error": (alone('"name": "x"\n , '), alone('"name": "x",,')),
    "a comma needs a value before it": (alone('"a": [1,]'), alone(",")),
    "numbers are those of JSON": (alone('"a": 1e9'), alone('"a": NaN')),
    "a name is a string": (alone('"name": ""'), alone('"name": null')),
    "a switch is a boolean": (alone('"refillWhenEmpty": false'), alone('"refillWhenEmpty": 0')),
    "boosters are a whole number": (
        alone('"boostersPerPlayer": -4.0'),
        alone('"boostersPerPlayer": 2.5'),
    ),
    "a height is a number": (
        alone('"cardTitleHeightFactor": 0.5'),
        alone('"cardTitleHeightFactor": "0.5"'),
    ),
    "a bot is on line": (alone(""), alone('"botModel": "x"')),
    "layouts are objects": (slots('{"A": 1}'), layouts('"P": [1]')),
    "layouts may be none": (layouts(""), settings('"layouts": null')),
    "a layout has a whole weight": (slots('{"A": 1}', "-1"), slots('{"A": 1}', "0.5")),
    "a layout has slots": (slots('{"A": 1}'), slots("{}")),
    "a slot has a name": (slots('[{"name": "A", "count": 1}]'), slots('[{"count": 1}]')),
    "a slot has cards": (slots('{"A": 1.0}'), slots('{"A": 1, "B": 0}')),
    "a slot's foil is a boolean": (slot_with('"foil": true'), slot_with('"foil": "true"')),
    "a slot draws from a sheet that there is": (slots('{"B": 1}'), slots('{"B##x": 1}')),
    "a slot may name its sheets": (
        slot_with('"sheets": ["B", {"name": "B"}]'),
        slot_with('"sheets": ["B", {"name": "C"}]'),
    ),
    "a slot may name no sheet": (slot_with('"sheets": []'), slot_with('"sheets": [1]')),
    "counts and layouts do not mix": (
        layouts('"default": {"weight": 1, "slots": {"A": 1}}', "[A(2)]\nForest"),
        layouts('"P": {"weight": 1, "slots": {"A": 1}}', "[A(2)]\nForest"),
    ),
    "old layouts have letters only": (old("- Pack (1)\n2 A"), old("- Pack 1 (1)\n2 A")),
    "old layouts have no blank lines": (old("- P(1)\n2 A"), old("- P(1)\n2 A\n")),
    "old layouts have counts": (old("- P (1)\n2 A"), old("- P (1)\nA")),
    "old layouts stand once": (
        old("- P (1)\n2 A\n- Q (1)\n2 A"),
        old("- P (1)\n2 A\n[Layouts]\n- Q (1)\n2 A"),
    ),
    "rounds have layouts that there are": (rounds('["P", "P"]'), rounds('["P", "Q"]')),
    "rounds are of one kind": (rounds('[["P"], ["P"]]'), rounds('[["P"], "P"]')),
    "weights of rounds are whole": (rounds('[{"P": 0}]'), rounds('[{"P": 0.5}]')),
    "choices of rounds have weights": (
        rounds('[[{"name": "P", "weight": 1}]]'),
        rounds('[[{"name": "P"}]]'),
    ),
    "rounds need layouts": (rounds("[]"), alone('"predeterminedLayouts": ["P"]')),
    "picks are positive": (
        alone('"boosterSettings": [{"picks": 0}, {"picks": [2, 1]}]'),
        alone('"boosterSettings": [{"picks": [1, 0]}]'),
    ),
    "burns are not negative": (
        alone('"boosterSettings": [{"burns": [0, 2]}]'),
        alone('"boosterSettings": [{"burns": -1}]'),
    ),
    "custom cards are objects": (full(), "[CustomCards]\n[1]\n[A]\nMoss"),
    "custom cards are an array": (full(), f"[CustomCards]\n{{}}\n{ONE_SHEET}"),
    "a custom card has a type": (full(), custom('"mana_cost": ""')),
    "a custom card has a cost": (full(), custom('"type": "Land"')),
    "a later printing inherits": (
        custom(PLAIN, '"set": "x"', lines="Moss (X)"),
        custom(PLAIN, '"rarity": "rare"'),
    ),
    "sets of custom cards have no case": (
        custom(f'{PLAIN}, "set": "x"', '"set": "y"'),
        custom(f'{PLAIN}, "set": "x"', '"set": "X"'),
    ),
    "an image is given in one way": (
        custom(f'{PLAIN}, "image": "u"', '"set": "x", "image_uris": {"en": "u"}'),
        full('"image": "u", "image_uris": {"en": "u"}'),
    ),
    "images have one in English": (
        full('"image_uris": {"en": "u", "fr": "v"}'),
        full('"image_uris": {"fr": "v"}'),
    ),
    "colours are letters": (full('"colors": ["WU", "G"]'), full('"colors": ["UW"]')),
    "a rarity is in lower case": (full('"rarity": "special"'), full('"rarity": "Rare"')),
    "a power is a number or a string": (full('"power": "1+*"'), full('"power": false')),
    "a rating is a number": (full('"rating": 99'), full('"rating": "4"')),
    "a number is a string": (full('"collector_number": "1"'), full('"collector_number": 1')),
    "a card is in boosters or not": (full('"in_booster": true'), full('"in_booster": 1')),
    "unknown properties are dropped": (full('"x": null'), full('"foil": "yes"')),
    "symbols are Scryfall's": (cost("{W/U/P}{2/G}{½}"), cost("{U/W}")),
    "symbols have a case": (cost("{X}"), cost("{x}")),
    "braces are optional": (cost("21W/BG"), cost("{21}")),
    "braces are closed": (cost("{2}"), cost("{2")),
    "only the first half's cost counts": (cost("{2} // x"), cost("{2} / x")),
    "a back has a type": (
        full('"back": {"name": "B", "type": "", "image": 1, "subtypes": 2}'),
        full('"back": {"name": "B"}'),
    ),
    "related cards are cards or faces": (
        full('"related_cards": ["2 Moss", {"name": "B", "type": ""}]'),
        full('"related_cards": [2]'),
    ),
    "effects have a case": (effect('"FaceUp"'), effect('"faceUp"')),
    "simple effects are strings": (
        effect('"LoreSeeker"'),
        effect('{"type": "FaceUp", "cards": ["Moss"]}'),
    ),
    "an effect is something": (effect('{"type": "AddBooster"}'), effect("null")),
    "AddCards has cards": (
        add_cards('"cards": ["Moss"], "count": 0'),
        effect('{"type": "AddCards"}'),
    ),
    "AddCards adds no more than it has": (
        add_cards('"cards": ["2 Moss"], "count": 2'),
        add_cards('"cards": ["Moss"], "count": 2'),
    ),
    "AddCards has a whole count": (
        add_cards('"cards": ["2 Moss"], "count": 1.0'),
        add_cards('"cards": ["2 Moss"], "count": 1.5'),
    ),
    "AddCards protects or not": (
        add_cards('"cards": ["Moss"], "duplicateProtection": false'),
        add_cards('"cards": ["Moss"], "duplicateProtection": 0'),
    ),
    "AddBooster has weights": (
        effect('{"type": "AddBooster", "layouts": ["Z", {"name": "P", "weight": 2}]}'),
        effect('{"type": "AddBooster", "layouts": [{"name": "P"}]}'),
    ),
}


@pytest.mark.parametrize(("accepted", "refused"), RULES.values(), ids=RULES)
def test_the_rules_tell_lists_apart(accepted, refused):
    assert isinstance(accept(accepted), Accepted)
    assert isinstance(accept(refused), ListRejection)


MOSS = full('"set": "aaa", "collector_number": "1"').partition("\n[A]")[0]
#: Card lines, and what they name: count, name, set, number, custom card.
LINES = {
    "Forest": (1, "Forest", None, None, None),
    "007\tForest": (7, "Forest", None, None, None),
    "4x Forest": (1, "4x Forest", None, None, None),
    "1996 World Champion": (1996, "World Champion", None, None, None),
    "Forest 60": (1, "Forest 60", None, None, None),
    "Forest (ANA) 60★ F": (1, "Forest", "ANA", "60★", None),
    "\ufeff2  Forest (ana)  +F\xa0": (2, "Forest", "ana", None, None),
    "Forest (A-NA)": (1, "Forest (A-NA)", None, None, None),
    "Forest(ANA)": (1, "Forest(ANA)", None, None, None),
    "Forest f": (1, "Forest f", None, None, None),
    "Fire // Ice (APC)": (1, "Fire // Ice", "APC", None, None),
    "moss": (1, "moss", None, None, None),
    "3 Moss F": (3, "Moss", None, None, "Moss_aaa_1"),
    "Moss (AAA) 1": (1, "Moss", "AAA", "1", "Moss_aaa_1"),
    "Moss (ZZZ)": (1, "Moss", "ZZZ", None, "Moss_aaa_1"),
    "Moss (AAA) 2": (1, "Moss", "AAA", "2", None),
}


@pytest.mark.parametrize(("line", "expected"), LINES.items())
def test_the_rules_take_card_lines_apart(line, expected):
    (found,) = accept(f"{MOSS}\n[A]\n{line}").sheets["A"]["cards"]
    assert (found[:5], found.foil) == (expected, line.strip().endswith(("+F", " F")))


def test_the_rules_ask_whether_a_card_is_known():
    def known(name, _set, _number):
        return name in ("Forest", "Suit (Used)")

    assert isinstance(accept("Island", known), ListRejection)
    for line in ("Suit (Used)", "2 Suit (Used) (UST) 57"):
        (found,) = accept(line, known).sheets["default"]["cards"]
        assert found.name == "Suit (Used)"


#: Lines whose parentheses may belong to the name: the number, the name and the foil mark.
WHOLE_NAMES = {
    "2 Suit (Used)": (2, "Suit (Used)", False),
    "2 Suit (Used) F": (2, "Suit (Used)", True),
    "2 Suit (Used) +F": (2, "Suit (Used)", True),
    "2 Suit (Used) (UST) +F": (2, "Suit (Used)", True),
    "2 Suit (Used) (UST) 57 F": (2, "Suit (Used)", True),
    "Suit (Used) 12": None,
    "Suit (Used) 12 F": None,
    "Suit (Used) (UST) 57": (1, "Suit (Used)", False),
}


@pytest.mark.parametrize(("line", "expected"), WHOLE_NAMES.items())
def test_the_rules_give_parentheses_to_a_name_if_a_set_finds_nothing(line, expected):
    made = accept(line, lambda name, *_: name == "Suit (Used)")
    if expected is None:
        assert isinstance(made, ListRejection)
    else:
        (found,) = made.sheets["default"]["cards"]
        assert (found.copies, found.name, found.foil) == expected


def test_the_rules_find_settings_and_layouts():
    made = accept(rounds('["P", "P"]'))
    slot_a = {"name": "A", "count": 1, "foil": False, "sheets": [{"name": "A", "weight": 1}]}
    assert made.layouts == {"P": {"weight": 2, "slots": [slot_a]}}
    chosen = [{"name": "P", "weight": 1}]
    assert made.settings == {"predeterminedLayouts": [chosen, chosen], "boostersPerPlayer": 2}
