"""Filters of packs: what each key chooses, as it is meant and as the engine reads it."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.codes import WagicCode
from cardformats.formats.wagic.filters import (
    Both,
    Either,
    Everything,
    FilterLeaf,
    Not,
    engine_filter,
    parse_filter,
    passes,
)

from .wagic_files import card, write

#: Made so that each condition below chooses a few of them.
FEN = "".join(
    (
        card("name=Grey Heron", "id=1", "rarity=R", "type=Creature", "subtype=Bird", "mana={2}{W}",
             "power=2", "toughness=3", "abilities=flying,vigilance"),
        card("name=Reedfrog", "id=2", "rarity=C", "type=Creature", "subtype=Frog Scout",
             "mana={G}", "power=1", "toughness=1", "auto={T}:Add{G}"),
        card("name=Mudlark", "id=3", "rarity=U", "type=Creature", "subtype=Bird", "mana={1}{W}{B}",
             "power=2", "toughness=1", "abilities=flying"),
        card("name=Tin Ferryman", "id=4", "rarity=M", "type=Artifact Creature", "mana={3}",
             "power=0", "toughness=3"),
        card("name=Ember Idol", "id=5", "rarity=S", "type=Artifact", "mana={1}{R}",
             "auto={1},{T}:Add{1}"),
        card("name=Forest", "id=6", "rarity=L", "type=Basic Land", "subtype=Forest"),
        card("name=1st Causeway", "id=7", "rarity=U", "type=Land", "auto={T}:add{ub}"),
        card("name=Undertow", "id=8", "rarity=C", "type=Instant", "mana={U}{U}"),
        card("name=Sinkhole Gate", "id=9", "rarity=R", "type=Legendary Land", "auto={T}:add{c}"),
    )
)  # fmt: skip
HERON, FROG, LARK, FERRY, IDOL, FOREST, CAUSEWAY, UNDERTOW, GATE = range(1, 10)
ALL = set(range(1, 10))


@pytest.fixture(scope="module", params=["sane", "exact"])
def drawn(request, tmp_path_factory):
    """Draws with a filter: the ids of the cards that pass it, in the reading of the parameter."""
    folder = write(tmp_path_factory.mktemp("sets"), {"FEN/_cards.dat": FEN})
    cards = cf.read(folder / "FEN", engine=request.param)

    def drawn(text):
        escaped = text.replace("&", "&amp;")
        pack = f"<pack><slot><random_card>{escaped}</random_card></slot></pack>"
        report = cf.loads_report(pack, "wagic-pack", draw_from=cards, engine=request.param)
        drawn.codes = [str(each.code) for each in report.diagnostics]
        return {int(each.ids["wagic"]) for each in report.value.cards}

    drawn.engine = request.param
    return drawn


#: A value for each key, and the cards that pass.
LEAVES = [
    ("rarity", "r", "mythic", {FERRY}),
    ("rarity", "r", "M", {FERRY}),
    ("rarity", "r", "mouse", {FERRY}),
    ("rarity", "r", "special", {IDOL}),
    ("rarity", "r", "Rare", {HERON, GATE}),
    ("rarity", "r", "uncommon", {LARK, CAUSEWAY}),
    ("rarity", "r", "common", {FROG, UNDERTOW}),
    ("rarity", "r", "land", {FOREST}),
    ("rarity", "r", "token", set()),
    ("rarity", "r", "any", ALL),
    ("rarity", "r", "", ALL),
    ("rarity", "r", "ſpecial", ALL),
    ("color", "c", "w", {HERON, LARK}),
    ("color", "c", "White", {HERON, LARK}),
    ("color", "c", "b", {LARK}),
    ("color", "c", "x", {FERRY, IDOL}),
    ("color", "c", "c", {FOREST, CAUSEWAY, GATE}),
    ("color", "c", "q", set()),
    ("color", "c", "", set()),
    ("ncolor", "nc", "w", ALL - {HERON, LARK}),
    ("ncolor", "nc", "x", {HERON, FROG, LARK, IDOL, UNDERTOW}),
    ("ncolor", "nc", "c", ALL - {FOREST, CAUSEWAY, GATE}),
    ("ncolor", "nc", "m", {LARK}),
    ("ncolor", "nc", "", {LARK}),
    ("xcolor", "xc", "w", {HERON}),
    ("xcolor", "xc", "r", {IDOL}),
    ("xcolor", "xc", "x", {FERRY}),
    ("xcolor", "xc", "c", {FOREST, CAUSEWAY, GATE}),
    ("xcolor", "xc", "m", set()),
    ("set", "s", "FEN", ALL),
    ("set", "s", "fen", ALL),
    ("set", "s", "MIR", set()),
    ("alpha", "alpha", "m", {LARK}),
    ("alpha", "alpha", "Ma", {LARK}),
    ("alpha", "alpha", "#", {CAUSEWAY}),
    ("alpha", "alpha", "", set()),
    ("type", "t", "bird", {HERON, LARK}),
    ("type", "t", "Scout", {FROG}),
    ("type", "t", "legendary", {GATE}),
    ("type", "t", "artifact", {FERRY, IDOL}),
    ("type", "t", "bi", set()),
    ("ability", "a", "flying", {HERON, LARK}),
    ("ability", "a", "Vigilance", {HERON}),
    ("ability", "a", "fly", set()),
    ("cmc", "cmc", "3", {HERON, LARK, FERRY}),
    ("cmc", "cmc", "0", {FOREST, CAUSEWAY, GATE}),
    ("cmc", "cmc", "two", {FOREST, CAUSEWAY, GATE}),
    ("produces", "ma", "g", {FROG, FOREST}),
    ("produces", "ma", "u", {CAUSEWAY}),
    ("produces", "ma", "b", {CAUSEWAY}),
    ("produces", "ma", "c", {GATE}),
    ("produces", "ma", "x", {IDOL}),
    ("produces", "ma", "w", set()),
    ("power", "pow", "2", {HERON, LARK}),
    ("power", "pow", "0", ALL - {HERON, FROG, LARK}),
    ("toughness", "tgh", "3", {HERON, FERRY}),
    ("toughness", "tough", "3x", {HERON, FERRY}),
]


@pytest.mark.parametrize(("key", "short", "value", "expected"), LEAVES)
def test_a_condition_chooses_the_same_in_both_readings(drawn, key, short, value, expected):
    for name in (key, short, key.upper(), f"{key[:2]} \t{key[2:]} "):
        assert drawn(f"{name}:{value};") == expected, name
        assert set(drawn.codes) <= {"WG070"}
    assert (drawn.codes == ["WG070"]) == (not expected)


@pytest.mark.parametrize(
    ("condition", "meant", "made"),
    [
        ("color:l;", {FOREST, CAUSEWAY, GATE}, set()),
        ("nc:L;", ALL - {FOREST, CAUSEWAY, GATE}, {LARK}),
        ("xc:land;", {FOREST, CAUSEWAY, GATE}, set()),
    ],
)
def test_the_letter_of_lands_is_another_one_in_newer_engines(drawn, condition, meant, made):
    assert drawn(condition) == (meant if drawn.engine == "sane" else made)


def test_only_to_the_engine_a_card_that_is_coloured_artifact_is_one(tmp_path):
    text = card("name=Glasswing", "id=1", "rarity=C", "type=Creature", "mana={R}", "color=artifact")
    folder = write(tmp_path, {"GLA/_cards.dat": text}) / "GLA"
    pack = "<pack><slot><random_card>color:x;</random_card></slot></pack>"
    for engine, count in (("sane", 0), ("exact", 1)):
        cards = cf.read(folder, engine=engine)
        drawn = cf.loads_report(pack, "wagic-pack", draw_from=cards, engine=engine)
        assert len(drawn.value.cards) == count


#: Well-formed filters, and the cards that pass.
FILTERS = [
    ("", ALL),
    ("  ", ALL),
    ("type:bird;&color:b;", {LARK}),
    ("type:bird;|color:g;", {HERON, LARK, FROG}),
    ("{type:land;}", ALL - {FOREST, CAUSEWAY, GATE}),
    ("{type:bird;|type:land;}", {FROG, FERRY, IDOL, UNDERTOW}),
    ("{{type:land;}}", {FOREST, CAUSEWAY, GATE}),
    ("{type:bird;&color:b;}", ALL - {LARK}),
    ("(type:bird;)", {HERON, LARK}),
    ("((type:bird;))&(color:b;)", {LARK}),
    ("{color:w;}&(rarity:r;|rarity:m;)", {GATE, FERRY}),
    ("{color:w;}|(type:bird;)&cmc:3;", ALL),
    # both signs bind to the right
    ("color:u;&type:land;|type:bird;", set()),
    ("color:g;|type:bird;&color:b;", {FROG, LARK}),
    ("type:land;|type:bird;&type:land;|color:b;", {FOREST, CAUSEWAY, GATE, LARK}),
    ("type:bird;&type:land;|color:b;", {LARK}),
    # but a group is read first
    ("(color:u;&type:land;)|type:bird;", {HERON, LARK}),
    ("(color:g;|type:bird;)&color:b;", {LARK}),
    # blanks and line ends around conditions and before brackets do not count
    (" \n\ttype:bird; &\r\n color:b; ", {LARK}),
    ("( type:bird; )&{ color:b; }", {HERON}),
    ("type:bird; | (color:g;)", {HERON, LARK, FROG}),
]


@pytest.mark.parametrize(("text", "expected"), FILTERS)
def test_a_filter_without_slips_means_the_same_in_both_readings(drawn, text, expected):
    assert drawn(text) == expected
    assert drawn.codes == ["WG070"] * (not expected)


#: Filters with slips: what passes in each reading, and the codes.
TRAPS = [
    ("rarity:rare", {HERON, GATE}, ALL, ["WG063"]),
    ("rarity:rare;|rarity:mythic", {HERON, GATE, FERRY}, ALL, ["WG063"]),
    ("rarity:rare|rarity:mythic;", {HERON, GATE, FERRY}, ALL, ["WG063"]),
    ("rarity:rare&type:land;", {GATE}, {FOREST, CAUSEWAY, GATE}, ["WG063"]),
    ("rarity: rare;", {HERON, GATE}, ALL, ["WG064"]),
    ("type: bird;", {HERON, LARK}, set(), ["WG064"]),
    ("type:bird ;", {HERON, LARK}, set(), ["WG064"]),
    ("rarity:rare;type:land;", {GATE}, {HERON, GATE}, ["WG061"]),
    ("rarity:rare; type:land;|color:g;", {GATE}, {HERON, GATE, FROG}, ["WG061"]),
    ("(color:w;) & color:b;", {LARK}, {HERON, LARK}, ["WG061"]),
    ("(color:w;)color:b;", {LARK}, {HERON, LARK}, ["WG061"]),
    ("{color:w;} |color:w;", ALL, ALL - {HERON, LARK}, ["WG061"]),
    ("(color:w;)\n&color:b;", {LARK}, {HERON, LARK}, ["WG061"]),
    ("((color:w;) &color:b;)|color:u;", {LARK, UNDERTOW}, {HERON, LARK, UNDERTOW}, ["WG061"]),
    ("rarity:rare;(type:land;)", {GATE}, {FOREST, CAUSEWAY, GATE}, ["WG061"]),
    ("artist:wren;", ALL, ALL, ["WG062"]),
    ("artist:wren;&type:bird;", {HERON, LARK}, {HERON, LARK}, ["WG062"]),
    ("{artist:wren;}", set(), set(), ["WG062"]),
    ("ty\u00a0pe:bird;", ALL, ALL, ["WG062"]),
    ("\u00a0type:bird;", ALL, ALL, ["WG062"]),
    ("&type:bird;", ALL, {HERON, LARK}, ["WG060"]),
    ("type:bird;&", ALL, {HERON, LARK}, ["WG060"]),
    ("type:bird;|", ALL, ALL, ["WG060"]),
    ("type:bird;;", ALL, {HERON, LARK}, ["WG060"]),
    (":type:bird;", ALL, {HERON, LARK}, ["WG060"]),
    ("bird", ALL, ALL, ["WG060"]),
    (";", ALL, ALL, ["WG060"]),
    (":", ALL, ALL, ["WG060"]),
    ("()", ALL, ALL, ["WG060"]),
    ("{}", ALL, set(), ["WG060"]),
    ("(type:bird;", ALL, ALL, ["WG060"]),
    ("{type:bird;", ALL, ALL, ["WG060"]),
    ("type:bird;)", ALL, {HERON, LARK}, ["WG060"]),
    ("(type:bird;}", ALL, ALL, ["WG060"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sane", "exact", "codes"), TRAPS)
def test_a_slip_is_read_as_it_is_meant_or_as_the_engine_does_and_is_reported(
    drawn, text, sane, exact, codes
):
    expected = sane if drawn.engine == "sane" else exact
    assert drawn(text) == expected
    assert sorted(drawn.codes) == codes + ["WG070"] * (not expected)


def test_the_engine_takes_too_much_into_a_bracket_that_does_not_stand_first():
    """The part it takes is as long as all that stands before the bracket's end."""
    bird, gate = FilterLeaf("type", "bird"), FilterLeaf("rarity", "rare")
    assert engine_filter("color:w;(type:bird;)|rarity:rare;") == Either(
        Either(bird, Everything()), gate
    )
    assert engine_filter("(type:bird;)|rarity:rare;") == Either(bird, gate)


#: Filters, and what is reported of which part.
PLACES = [
    ("rarity:rare", [("WG063", "rarity:rare")]),
    ("type:bird;&(cmc:2|cmc:3)", [("WG063", "cmc:2"), ("WG063", "cmc:3")]),
    ("type:bird;&rarity: rare ;", [("WG064", " rare ;")]),
    ("rarity: rare", [("WG063", "rarity: rare"), ("WG064", " rare")]),
    ("cmc:2;artist:wren;", [("WG061", "artist:wren;"), ("WG062", "artist")]),
    ("cmc:2;type:bird;|cmc:3;", [("WG061", "type:bird;")]),
    ("cmc:2; type:bird; power:1; | cmc:3;", [("WG061", " type:bird; power:1;")]),
    ("(cmc:2;) & type:bird;", [("WG061", " & type:bird;")]),
    ("((cmc:2;)cmc:3;)|cmc:1;", [("WG061", "cmc:3;")]),
    ("{cmc:2;} (cmc:3;) (cmc:4;)", [("WG061", " (cmc:3;) (cmc:4;)")]),
    ("cmc:1;cmc:2;(cmc:3;)", [("WG061", "cmc:1;cmc:2;")]),
    ("cmc:1;(cmc:3;)cmc:4;", [("WG061", "cmc:1;"), ("WG061", "cmc:4;")]),
    ("(cmc:1;)|cmc:2;cmc:3;", [("WG061", "cmc:3;")]),
    ("&cmc:1;", [("WG060", "&")]),
    ("cmc:1;|)", [("WG060", ")")]),
    ("(cmc:1;}", [("WG060", "}")]),
    ("cmc;", [("WG060", ";")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PLACES)
def test_a_problem_is_reported_at_the_very_part(text, expected):
    _, problems = parse_filter(text)
    assert [(str(each.code), each.span.text) for each in problems] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("&cmc:1;", "«key:value;»"),
        ("cmc:1;&", "«key:value;»"),
        ("cmc:1;)", "«;», «&», «|» or the end"),
        ("cmc", "«:»"),
        ("cmc:1;;", "«;», «&», «|» or the end"),
        ("(cmc:1;", "«)»"),
        ("{cmc:1;)", "«}»"),
    ],
)
def test_what_should_stand_there_is_said(text, expected):
    _, (problem,) = parse_filter(text)
    assert problem.data == {"expected": expected}


CMC, POWER, BIRD = FilterLeaf("cmc", "2"), FilterLeaf("power", "1"), FilterLeaf("type", "bird")


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Everything(), ""),
        (CMC, "cmc:2;"),
        (Not(CMC), "{cmc:2;}"),
        (Both(CMC, BIRD), "cmc:2;&type:bird;"),
        (Either(CMC, Both(POWER, BIRD)), "cmc:2;|power:1;&type:bird;"),
        (Both(Either(CMC, POWER), BIRD), "(cmc:2;|power:1;)&type:bird;"),
        (Not(Either(CMC, Not(BIRD))), "{cmc:2;|{type:bird;}}"),
    ],
)
def test_a_filter_is_written_so_that_both_readings_give_it_back(condition, text):
    assert str(condition) == text
    assert parse_filter(text) == (condition, ())
    assert engine_filter(text) == condition


def test_keys_are_written_in_their_long_form():
    assert str(parse_filter("T : bird;&TGH:1;")[0]) == "type:bird;&toughness:1;"


def many(number):
    return "|".join(["cmc:1;"] * number)


@pytest.mark.parametrize(
    "text",
    [
        many(301), "(" * 33 + "cmc:1;" + ")" * 33, "{" * 33 + "cmc:1;" + "}" * 33,
        "&" * 301, "cmc:1;" * 301,
    ],
)  # fmt: skip
def test_a_filter_that_is_too_large_is_not_read(text):
    condition, (problem,) = parse_filter(text)
    assert (condition, engine_filter(text)) == (Everything(), Everything())
    assert (problem.code, problem.span.text) == (WagicCode.FILTER, text)


@pytest.mark.parametrize(
    "text", [many(300), "(" * 32 + "cmc:1;" + ")" * 32, "{" * 32 + "cmc:1;" + "}" * 32]
)
def test_a_filter_of_the_largest_size_is_read(text):
    condition, problems = parse_filter(text)
    assert problems == ()
    assert engine_filter(text) == condition
    assert str(condition).count("cmc") == text.count("cmc")
    heron = cf.Card([cf.Face("Grey Heron", mana_cost=cf.model.ManaCost(("W",)))])
    assert passes(heron, condition)


def test_the_mana_value_that_the_engine_counts_is_the_one_compared():
    """It may be none although the cost has symbols."""
    cost = cf.model.ManaCost(("2", "W"))
    counted = cf.Card([cf.Face("Grey Heron", mana_cost=cost)], extras={"wagic": {"mana_value": 0}})
    assert passes(counted, FilterLeaf("cmc", "0"))
    assert not passes(counted, FilterLeaf("cmc", "3"))


@pytest.mark.parametrize(
    ("name", "passing"), [("Adder", True), ("adder", True), ("Bittern", False)]
)
def test_without_a_letter_names_begin_with_a(name, passing):
    assert passes(cf.Card([cf.Face(name)]), FilterLeaf("alpha", "")) is passing


@pytest.mark.parametrize(("times", "is_kept"), [(2, True), (200, False)])
def test_what_was_made_of_a_filter_is_kept_unless_that_would_take_much_memory(times, is_kept):
    text = many(times)
    assert (parse_filter(text) is parse_filter(text)) is is_kept


def test_a_card_of_no_name_begins_with_nothing():
    nameless = cf.Card([cf.Face("")])
    assert not passes(nameless, FilterLeaf("alpha", "#"))


@pytest.mark.parametrize(("name", "number"), [("'Ware", True), ("9 Lives", True), ("Ärger", False),
                                              ("“Ware”", False), (" Gap", False)])  # fmt: skip
def test_only_digits_and_marks_are_no_letters(name, number):
    assert passes(cf.Card([cf.Face(name)]), FilterLeaf("alpha", "#")) is number
