"""Pack files and ``booster.txt``: what their XML says, and the boosters that are made of it."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.packs import PackEntry, read_pack
from cardformats.source import SourceText

from .text_tables import rows
from .wagic_files import card, cards_of, write

FULL = "CCUURRMMLL"
ALL = sorted(f"{letter}{number}" for number, letter in enumerate(FULL, 1))


@pytest.fixture(scope="module")
def fen(tmp_path_factory):
    """A set with two cards of each rarity but special."""
    folder = write(tmp_path_factory.mktemp("sets"), {"FEN/_cards.dat": cards_of(FULL)})
    return cf.read(folder / "FEN")


@pytest.fixture
def read(fen):
    """Reads a pack that draws from the set."""

    def read(text, **options):
        return cf.loads_report(text, "wagic-pack", **{"draw_from": fen, **options})

    return read


def pack(inside, attributes=""):
    return f"<pack{attributes}>{inside}</pack>"


def slot(*entries, copies=1):
    inside = "".join(f"<random_card>{entry}</random_card>" for entry in entries)
    return f'<slot copies="{copies}">{inside}</slot>'


def found(report):
    """What was reported, and of which part of the text."""
    return [(str(each.code), each.span.text) for each in report.diagnostics]


def parts(report):
    (booster,) = report.value.boosters
    (layout,) = booster.layouts
    return [
        (part.name, part.count, {choice.sheet: choice.weight for choice in part.sheets})
        if isinstance(part, cf.Slot)
        else [
            (option.name, option.weight, [(each.name, each.count) for each in option.slots])
            for option in part.options
        ]
        for part in layout.slots
    ]


def test_a_pack_has_its_name_and_keeps_what_says_nothing_about_its_cards(read):
    text = pack(
        slot("rarity:rare;"),
        ' name="Heron Pack" type="Booster" price="750" requires="set:FEN;" sort="alpha"',
    )
    report = read(text)
    (booster,) = report.value.boosters
    assert (report.value.name, booster.name, report.diagnostics) == ("Heron Pack",) * 2 + ((),)
    assert booster.extras["wagic"] == {
        "type": "Booster",
        "price": "750",
        "requires": "set:FEN;",
        "sort": "alpha",
    }


@pytest.mark.parametrize("number", ["5", None])
@pytest.mark.parametrize("color", ["G", "U"])
def test_cards_that_only_their_ids_tell_apart_are_drawn_as_what_they_are(color, number):
    cards = [
        cf.Card(cf.Face("Newt", None, [cf.model.Color(each)]), code, own, "rare", {"wagic": str(n)})
        for n, (each, code, own) in enumerate([("G", "FEN", "5"), ("U", "fen", number)], 1)
    ]
    drawn = cf.loads(
        pack(slot(f"color:{color.lower()};")), "wagic-pack", draw_from=cf.CardSet(cards=cards)
    )
    (row,) = cf.Generator(drawn, seed=1).odds()
    assert drawn.card(row.card).colors == {cf.model.Color(color)}
    (entry,) = (
        cf.loads(pack(slot("rarity:rare;")), "wagic-pack", draw_from=cf.CardSet(cards=cards[:1]))
        .sheets["rare"]
        .entries
    )
    assert entry.card == cards[0].ref


@pytest.mark.parametrize(
    ("printings", "ids"),
    [
        ([("FEN", "1")], [None]),
        ([("FEN", None)], [None]),
        ([(None, "1")], [None]),
        ([("FEN", "1"), ("FEN", "2")], [None, None]),
        ([("FEN", "1"), ("BOG", "1")], [None, None]),
        # one that could be any of its name, and one that could be another one
        ([("FEN", "1"), ("FEN", None)], [None, "2"]),
        ([(None, "1"), ("FEN", "1")], ["1", None]),
        ([(None, "1"), (None, "2")], ["1", "2"]),
        ([("FEN", None), ("BOG", None)], ["1", "2"]),
        ([("FEN", "1"), ("fen", "1")], ["1", "2"]),
    ],
)
def test_a_reference_has_an_id_if_nothing_else_tells_which_card_it_is(printings, ids):
    cards = [
        cf.Card.of("Newt", set_code=code, number=number, rarity="rare", ids={"wagic": str(ident)})
        for ident, (code, number) in enumerate(printings, 1)
    ]
    drawn = cf.loads(pack(slot("rarity:rare;")), "wagic-pack", draw_from=cf.CardSet(cards=cards))
    assert [each.card.id for each in drawn.sheets["rare"].entries] == ids


def test_a_pack_without_a_name_is_special(read):
    report = read(pack(slot("rarity:rare;")))
    assert (report.value.name, report.value.boosters[0].extras) == ("Special", {})


@pytest.mark.parametrize("tag", ["pack", "PACK", "Pack"])
def test_elements_have_no_case(read, tag):
    text = f"<{tag}><Slot><RANDOM_card>rarity:rare;</RANDOM_card></Slot></{tag}>"
    report = read(text)
    assert (parts(report), report.diagnostics) == ([("slot 1", 1, {"rare": 1})], ())


def test_attributes_have_case(read):
    report = read('<pack Name="Heron"><slot COPIES="3"/></pack>')
    assert report.value.name == "Special"
    assert found(report) == [("WG071", "Heron"), ("WG071", "3")]
    assert "did you mean 'name'?" in report.diagnostics[0].notes


@pytest.mark.parametrize(
    ("copies", "count"),
    [("1", 1), (" 12\n", 12), ("001", 1), ("1000", 1000)],
)
def test_copies_of_a_slot_multiply_it(read, copies, count):
    report = read(pack(slot("rarity:rare;", copies=copies)))
    assert (parts(report), report.diagnostics) == ([("slot 1", count, {"rare": 1})], ())


@pytest.mark.parametrize(
    "copies", ["0", "-1", "+2", "1001", "ten", "", "1.5", "²", "٣", "9" * 5000, "0" * 5 + "1"]
)
def test_copies_that_are_no_number_are_one(read, copies):
    report = read(pack(slot("rarity:rare;", copies=copies)))
    assert parts(report) == [("slot 1", 1, {"rare": 1})]
    assert found(report) == [("WG068", copies)]


def test_copies_of_the_only_entry_multiply_the_slot(read):
    text = '<slot copies="2"><random_card copies="3">rarity:rare;</random_card></slot>'
    assert parts(read(pack(text))) == [("slot 1", 6, {"rare": 1})]


def test_entries_of_different_copies_are_a_choice_for_each_turn(read):
    text = (
        '<slot copies="2"><random_card copies="3">rarity:rare;</random_card>'
        "<random_card>rarity:common;</random_card><random_card>rarity:common;</random_card></slot>"
    )
    choice = [("rare", 1, [("rare", 3)]), ("common", 2, [("common", 1)])]
    assert parts(read(pack(text))) == [choice, choice]


def test_nothing_is_an_entry_that_gives_nothing(read):
    report = read(pack("<slot><nothing/><random_card>rarity:rare;</random_card></slot>"))
    assert parts(report) == [[("nothing", 1, []), ("rare", 1, [("rare", 1)])]]
    assert report.diagnostics == ()
    sizes = {len(each.cards) for each in cf.Generator(report.value, seed=1).packs(50)}
    assert sizes == {0, 1}


def test_nothing_has_no_copies(read):
    report = read(pack('<slot><nothing copies="2"/></slot>'))
    assert found(report) == [("WG071", "2")]


def test_a_fixed_card_is_found_by_its_name(read):
    text = '<pack><slot><card copies="2"> R5 </card></slot></pack>'
    report = read(text)
    (sheet,) = report.value.sheets.values()
    assert [entry.card.name for entry in sheet.entries] == ["R5"]
    assert parts(report) == [("slot 1", 2, {sheet.name: 1})]
    assert found(report) == [("WG069", "R5")]
    assert read(text, engine="exact").value.boosters == ()


def test_elements_that_mean_nothing_are_reported_where_they_stand(read):
    text = pack(
        "<slots/><slot><random/><slot/><random_card>rarity:rare;<b/></random_card></slot><card/>"
    )
    assert found(read(text)) == rows("""
        WG067 | <slots/>
        WG067 | <random/>
        WG067 | <slot/>
        WG067 | <b/>
        WG067 | <card/>
    """)


def test_the_engine_stops_at_a_comment_in_a_filter_and_so_does_the_reader(read):
    text = pack(
        "<slot><random_card>rarity:rare;<!-- x -->&amp;type:bird; </random_card></slot>"
        "<slot><random_card><!-- x -->rarity:rare;</random_card></slot>"
        "<slot><random_card>rarity:rare;<!-- x --> </random_card></slot>"
    )
    report = read(text)
    assert found(report) == [("WG061", "&amp;type:bird;"), ("WG061", "rarity:rare;")]
    assert [list(sheets) for _, _, sheets in parts(report)] == [["rare"], ["all"], ["rare"]]


def test_a_comment_in_the_name_of_a_card_is_no_matter_of_filters(read):
    text = "<slot><card>R5<!-- x -->R6</card><nothing>x<!-- x -->y</nothing></slot>"
    assert found(read(pack(text))) == [("WG069", "R5")]


def test_a_filter_that_is_no_text_is_every_card(read):
    report = read(pack(slot("")))
    assert parts(report) == [("slot 1", 1, {"all": 1})]
    assert len(report.value.cards) == len(FULL)


@pytest.mark.parametrize("attribute", ["", ' pool=""', ' pool="all"', ' pool="unlocked"'])
def test_a_pool_without_a_filter_is_every_card(read, attribute):
    report = read(pack(slot("rarity:rare;"), attribute))
    assert [entry.card.name for entry in report.value.sheets["rare"].entries] == ["R5", "R6"]
    assert report.diagnostics == ()


@pytest.mark.parametrize("word", ["", "all ", "unlocked ", "all", "unlocked"])
def test_a_pool_chooses_the_cards_that_can_be_drawn_at_all(read, word):
    report = read(pack(slot("rarity:any;"), f' pool="{word}rarity:land;|rarity:mythic;"'))
    assert sorted(each.name for each in report.value.cards) == ["L10", "L9", "M7", "M8"]
    assert report.diagnostics == ()


def test_a_slot_with_a_pool_of_its_own_draws_from_that(read):
    inside = '<slot pool="rarity:land;"><random_card>alpha:l;</random_card></slot>'
    report = read(pack(slot("alpha:l;") + inside, ' pool="rarity:mythic;"'))
    assert [each.name for each in report.value.cards] == ["L9", "L10"]
    assert found(report) == [("WG070", "alpha:l;")]


def test_a_slot_with_an_empty_pool_draws_from_that_of_the_pack(read):
    inside = '<slot pool=""><random_card>alpha:l;</random_card></slot>'
    report = read(pack(slot("rarity:mythic;") + inside, ' pool="rarity:mythic;"'))
    assert found(report) == [("WG070", "alpha:l;")]


def test_problems_of_filters_stand_in_the_pack_where_they_are_written(read):
    text = (
        '<pack pool="all rarity: mythic;">\n  <slot pool="unlocked artist:wren;">\n'
        "    <random_card>\n      rarity:rare</random_card>\n  </slot>\n</pack>"
    )
    report = read(text)
    assert found(report) == [("WG064", " mythic;"), ("WG062", "artist"), ("WG063", "rarity:rare")]
    assert [(each.span.line, each.span.column) for each in report.diagnostics] == [
        (1, 24),
        (2, 24),
        (4, 7),
    ]


def entries(text):
    log = DiagnosticLog(100)
    made = read_pack(SourceText("heron.txt", text), log)
    assert log.finish() == ()
    return made, [entry for each in made.slots for entry in each.entries]


def test_each_character_of_a_filter_has_its_place():
    text = (
        "<pack pool='all &quot;z:3;'>"
        '<slot pool="a:b;&#38;c:d;"><random_card> x:1;\r\n&amp;y:2;</random_card></slot></pack>'
    )
    made, (entry,) = entries(text)
    assert entry.text == "x:1;\n&y:2;"
    assert entry.passage.span(6, 10).text == "y:2;"
    assert entry.passage.span(4, 6).text == "\r\n&amp;"
    assert made.slots[0].pool_passage.span(5, 9).text == "c:d;"
    assert made.pool_passage.span(5, 9).text == "z:3;"
    assert (made.pool, made.slots[0].pool) == ('all "z:3;', "a:b;&c:d;")


def test_spans_of_a_pack_are_those_of_its_passages():
    made, (entry,) = entries(pack(slot("x:1; &amp; y:2;"), ' pool="all"'))
    assert entry == PackEntry("random_card", "x:1; & y:2;", 1, "", entry.passage)
    assert (entry.passage.span().text, made.pool_passage.span().text) == ("x:1; &amp; y:2;", "all")


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("<packs/>", "WG066", "<packs/>"),
        ("<!DOCTYPE pack><pack/>", "WG065", "<"),
        ("<pack>", "WG065", ""),
        ("", "WG065", ""),
        ("<pack>\x00</pack>", "WG065", "\x00"),
        ("<pack>&frog;</pack>", "WG065", "<"),
    ],
)
@pytest.mark.parametrize("engine", ["sane", "exact"])
def test_what_is_no_pack_is_reported_and_gives_no_booster(read, text, code, part, engine):
    report = read(text, engine=engine)
    assert found(report) == [(code, part)]
    assert (report.value.boosters, report.value.cards, report.ok) == ((), (), False)


def test_without_cards_to_draw_from_the_slots_are_known_and_the_sheets_are_empty(read):
    report = read(pack(slot("rarity:rare;") + slot("type:bird;", copies=3)), draw_from=None)
    assert parts(report) == [("slot 1", 1, {"rare": 1}), ("slot 2", 3, {"type:bird;": 1})]
    assert [sheet.entries for sheet in report.value.sheets.values()] == [(), ()]
    assert [str(each.code) for each in report.diagnostics] == ["WG072"]


def test_a_slot_that_gives_nothing_hands_its_turns_on_and_those_of_the_last_are_lost(read):
    text = pack(
        slot("rarity:special;", copies=2) + slot("rarity:rare;") + slot("rarity:special;", copies=4)
    )
    report = read(text)
    assert parts(report) == [("slot 2", 3, {"rare": 1})]
    assert found(report) == [("WG070", "rarity:special;")] * 2


def test_tokens_and_cards_without_a_positive_id_are_in_no_pack(tmp_path):
    files = {
        "FEN/_cards.dat": card("name=Toad", "id=1", "rarity=C")
        + card("name=Frog", "id=-2", "rarity=C")
        + card("name=Token", "id=4", "rarity=T")
    }
    cards = cf.read(write(tmp_path, files) / "FEN")
    report = cf.loads_report(pack(slot("")), "wagic-pack", draw_from=cards)
    assert [each.name for each in report.value.cards] == ["Toad"]


@pytest.mark.parametrize("engine", ["sane", "exact"])
def test_the_booster_of_a_set_is_what_its_file_says(tmp_path, engine):
    """Here the file has no lands, and a rarity of which the set has no cards."""
    text = pack(
        slot("rarity:mythic;", *["rarity:rare;"] * 7)
        + slot("rarity:uncommon;", copies=3)
        + slot("rarity:special;")
        + slot("rarity:common;", copies=10),
        ' name="Fens" pool="all set:FEN;"',
    )
    files = {"FEN/_cards.dat": cards_of(FULL), "FEN/booster.txt": text}
    report = cf.read_report(write(tmp_path, files) / "FEN", engine=engine)
    assert [(count, list(sheets.values())) for _, count, sheets in parts(report)] == [
        (1, [1, 7]),
        (3, [1]),
        (11, [1]),
    ]
    assert found(report) == [("WG070", "rarity:special;")]
    names = {entry.card.name[0] for each in report.value.sheets.values() for entry in each.entries}
    assert names == set("CURM")


def test_a_booster_file_that_is_no_pack_leaves_the_set_its_usual_booster(tmp_path):
    files = {"FEN/_cards.dat": cards_of(FULL), "FEN/booster.txt": "<pack>"}
    report = cf.read_report(write(tmp_path, files) / "FEN")
    assert [count for _, count, _ in parts(report)] == [1, 3, 1, 10]
    assert [str(each.code) for each in report.diagnostics] == ["WG065"]


@pytest.mark.parametrize(
    ("pool", "engine", "names"),
    [
        ("type:wall;", "sane", []),
        ("type:wall;", "exact", ALL),
        ("unlocked rarity:land;", "exact", ["L10", "L9"]),
        ("rarity:land;", "sane", ["L10", "L9"]),
        ("set:ALL;", "sane", []),
        ("set:ALL;", "exact", []),
        ("all set:ALL;", "sane", []),
    ],
)
def test_the_words_of_a_pool_stand_at_its_start(read, pool, engine, names):
    """The engine finds them in other words, too: then what follows is no filter."""
    report = read(pack(slot("rarity:any;"), f' pool="{pool}"'), engine=engine)
    drawn = sorted(each.name for each in report.value.cards)
    assert drawn == names


def test_a_pack_has_a_limit_of_filters(read):
    report = read(pack("".join(slot(f"alpha:{number};") for number in range(300))))
    assert [code for code, _ in found(report)].count("WG073") == 100


@pytest.mark.parametrize("place", ["FEN", "FEN/_cards.dat", "."])
def test_a_pack_can_draw_from_a_path(tmp_path, fen, place):
    path = write(tmp_path, {"FEN/_cards.dat": cards_of(FULL)}) / place
    drawn = [
        cf.loads(pack(slot("rarity:rare;")), "wagic-pack", draw_from=each).sheets["rare"].entries
        for each in (path, str(path), fen)
    ]
    assert drawn[0] == drawn[1] == drawn[2]


def test_a_pack_draws_from_nothing_else():
    with pytest.raises(cf.OptionError, match="draw_from is a card set, or the path of a set"):
        cf.loads(pack(""), "wagic-pack", draw_from=42)
    with pytest.raises(FileNotFoundError):
        cf.loads(pack(""), "wagic-pack", draw_from="nowhere")
