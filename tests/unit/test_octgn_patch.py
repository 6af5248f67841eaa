"""OCTGN's files that were changed in one place: all else stays byte for byte."""

from __future__ import annotations

import difflib
import io
import zipfile

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.diagnostics import SharedCode
from cardformats.formats.octgn.package import repacked
from cardformats.losses import Loss

GAME = "11111111-1111-4111-8111-111111111111"
REEDS = "22222222-2222-4222-8222-222222222222"
EEL = "44444444-4444-4444-8444-444444444444"
DEFINITION = f"""<?xml version='1.0'?>
<!-- the game -->
<game name='Marsh' id='{GAME}' version='1.2.3.4' >
  <card back='b.png' front="f.png" width='63' height="88">
    <property name='Cost' type="String"/>   <!-- what it takes -->
    <property type='RichText' name='Text' />
    <property name="Rarity"/>
    <size name='Wide' width="88" height='63' front="w.png" back="w.png"/>
  </card>
  <table name="Table" width="1" height="1"/>
</game>
"""
SET = f"""<?xml version="1.0"?>
<set name='Reeds' gameId="{{{GAME.upper()}}}" id="22222222222242228222222222222222">
\t<packaging>
\t\t<pack name='Booster' id="33333333-3333-4333-8333-333333333333">
\t\t\t<pick value="Common" qty="2" key='Rarity'/> <!-- two -->
\t\t</pack>
\t</packaging>
\t<cards>
\t\t<!-- the first -->
\t\t<card id="44444444-4444-4444-8444-444444444444"
\t\t      name="Eel"><property name="Cost">1</property>
\t\t\t<property name='Rarity' value='Common'/>
\t\t\t<property name="Text">Swims <b>fast</b>,
and   far.</property>
\t\t</card>
\t\t<card name='Moth' id='55555555-5555-4555-8555-555555555555'>
\t\t\t<property name='Rarity' value='Common'/>
\t\t\t<property name='Cost'></property>
\t\t\t<property name='Text'/>
\t\t</card>
\t\t<card name='Newt' id='66666666-6666-4666-8666-666666666666'>
\t\t\t<property name='Rarity' value='Common'/>
\t\t</card> <!-- the last -->
\t</cards>
</set>
"""


@pytest.fixture(params=["\n", "\r\n"])
def game(request, tmp_path):
    """The folder of a game."""
    folder = tmp_path / "Marsh"
    (folder / "Sets" / "Reeds").mkdir(parents=True)
    for path, text in (("definition.xml", DEFINITION), ("Sets/Reeds/set.xml", SET)):
        (folder / path).write_bytes(text.replace("\n", request.param).encode())
    return folder


def texts(folder):
    names = ("definition.xml", "Sets/Reeds/set.xml")
    return {name: (folder / name).read_bytes().decode().replace("\r\n", "\n") for name in names}


def changes(before, after):
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def face(card, **values):
    return evolve(card, faces=(evolve(card.faces[0], **values), *card.faces[1:]))


def says(cardset):
    return [(card.ids, card.name, card.mana_cost, card.text) for card in cardset.cards]


def edited(cardset, called, **values):
    card = cardset.card(called)
    return cardset.replacing(card, face(card, **values))


PROPERTY = "\t\t\t<property name="


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda cs: edited(cs, "Moth", name="Gnat"),
            [
                "-\t\t<card name='Moth' id='55555555-5555-4555-8555-555555555555'>",
                "+\t\t<card name='Gnat' id='55555555-5555-4555-8555-555555555555'>",
            ],
        ),
        (
            lambda cs: edited(cs, "Eel", mana_cost="{2}"),
            [
                '-\t\t      name="Eel"><property name="Cost">1</property>',
                '+\t\t      name="Eel"><property name="Cost">2</property>',
            ],
        ),
        (
            lambda cs: edited(cs, "Eel", text=cs.card("Eel").text + " Up."),
            ["-and   far.</property>", "+and   far. Up.</property>"],
        ),
        (
            lambda cs: edited(cs, "Moth", mana_cost="{3}"),
            [f"-{PROPERTY}'Cost'></property>", f"+{PROPERTY}'Cost'>3</property>"],
        ),
        (
            lambda cs: edited(cs, "Moth", text="Flies."),
            [f"-{PROPERTY}'Text'/>", f'+{PROPERTY}"Text" value="Flies."/>'],
        ),
        (
            lambda cs: cs.without("Newt"),
            [
                "-\t\t<card name='Newt' id='66666666-6666-4666-8666-666666666666'>",
                f"-{PROPERTY}'Rarity' value='Common'/>",
                "-\t\t</card> <!-- the last -->",
            ],
        ),
    ],
)
def test_a_change_touches_its_element_alone(game, change, expected):
    for path in (game, game / "Sets" / "Reeds" / "set.xml"):
        before = texts(game)
        cardset = cf.read(path)
        new = change(cardset)
        report = cf.write(new, path, "octgn")
        after = texts(game)
        assert after["definition.xml"] == before["definition.xml"]
        assert changes(before["Sets/Reeds/set.xml"], after["Sets/Reeds/set.xml"]) == expected
        assert not report.losses
        assert says(cf.read(path)) == says(new)
        cf.write(cardset, path, "octgn")
        assert texts(game) == before


def test_a_slot_and_the_name_of_a_set(game):
    path = game / "Sets" / "Reeds" / "set.xml"
    cardset = cf.read(path)
    booster = cardset.boosters[0]
    (layout,) = booster.layouts
    slots = [evolve(layout.slots[0], count=3), *layout.slots[1:]]
    changed = evolve(booster, layouts=[evolve(layout, slots=slots)])
    new = evolve(cardset, name="Reed & Rush", boosters=[changed])
    before = texts(game)["Sets/Reeds/set.xml"]
    cf.write(new, path, "octgn")
    after = texts(game)["Sets/Reeds/set.xml"]
    assert after == before.replace("'Reeds'", "'Reed &amp; Rush'").replace('qty="2"', 'qty="3"')
    assert evolve(cf.read(path), extras=new.extras) == new


def test_new_properties_names_and_sizes_go_into_the_definition(game):
    cardset = cf.read(game)
    card = cardset.card("Eel")
    new = cardset.replacing(
        card,
        evolve(
            face(card, properties={**card.faces[0].properties, "Depth": "9"}),
            extras={"octgn": {**card.extras.get("octgn", {}), "size": "Tall"}},
        ),
    )
    before = texts(game)
    cf.write(evolve(new, name="Fen"), game, "octgn")
    after = texts(game)
    lines = changes(before["definition.xml"], after["definition.xml"])
    assert [line[:19].strip() for line in lines] == [
        "-<game name='Marsh'",
        "+<game name='Fen' i",
        "+    <property name",
        '+    <size name="Ta',
    ]
    again = cf.read(game)
    assert (again.name, again.card("Eel").faces[0].properties["Depth"]) == ("Fen", "9")


def test_what_octgn_refuses_is_reported(game):
    path = game / "Sets" / "Reeds" / "set.xml"
    cardset = cf.read(path)
    card = cardset.card("Eel")
    new = cardset.replacing(card, face(card, properties={**card.faces[0].properties, "Depth": "9"}))
    report = cf.dumps_report(new, "octgn")
    assert [loss.code for loss in report.losses] == [SharedCode.REFUSED]
    assert "Depth" in report.losses[0].message
    assert not cf.dumps_report(new, "octgn", verify=False).losses


def test_what_octgn_misreads_is_reported(game):
    path = game / "Sets" / "Reeds" / "set.xml"
    text = path.read_bytes().replace(b"<b>fast</b>,", b"<b>very</b> <i>fast</i>")
    path.write_bytes(text.replace(b"and   far.", b""))
    cardset = cf.read(path)
    assert not cf.dumps_report(edited(cardset, "Moth", name="Gnat"), "octgn").losses
    report = cf.dumps_report(edited(cardset, "Eel", name="Elver"), "octgn")
    assert [loss.code for loss in report.losses] == [SharedCode.MISTAKEN]
    assert report.losses[0].subjects == ("Elver",)


# -- decks

DECK = f"""<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game='{GAME}' sleeveid="0" >
\t<section name="Main" shared='False'>
\t\t<card id="44444444-4444-4444-8444-444444444444" qty='2'>Eel</card>
\t\t<!-- light -->
\t\t<card qty="1" id="55555555-5555-4555-8555-555555555555">Moth &amp; Co</card>
\t</section>
\t<section name="Side"/>
\t<notes><![CDATA[Mine & yours]]></notes>
</deck>
"""


def sheet(deck, name, entries):
    sheets = {**deck.sheets, name: evolve(deck.sheets[name], entries=entries)}
    return evolve(deck, sheets=list(sheets.values()))


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_deck_keeps_all_but_the_line_that_changed(line_end):
    text = DECK.replace("\n", line_end)
    deck = cf.loads(text, "octgn-deck")
    eel, moth = deck.sheets["Main"].entries

    def written(cardset):
        return cf.dumps(cardset, "octgn-deck").replace("\r\n", "\n")

    assert cf.dumps(deck, "octgn-deck") == text
    assert cf.dumps(deck.replacing(deck.cards[0], deck.cards[0]), "octgn-deck") == text
    assert written(sheet(deck, "Main", [evolve(eel, copies=3), moth])) == DECK.replace("'2'", "'3'")
    start, end = DECK.index("\n\t\t<!-- light"), DECK.index("\n\t</section")
    assert written(sheet(deck, "Main", [eel])) == DECK[:start] + DECK[end:]
    renamed = deck.replacing(deck.cards[0], face(deck.cards[0], name="Elver"))
    assert written(renamed) == DECK.replace("Eel", "Elver")
    assert written(deck.adding(cf.Card(cf.Face("Newt")), sheet="Main")).startswith(DECK[:end])
    side = evolve(deck.sheets["Side"], name="Board")
    board = evolve(deck, sheets=[deck.sheets["Main"], side])
    assert written(board) == DECK.replace("Side", "Board")
    assert cf.loads(cf.dumps(board, "octgn-deck"), "octgn-deck") == board


# -- packages


def members(data):
    """Of each file of an archive what its headers say, its packed bytes, and its data."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        ends = sorted({*(each.header_offset for each in archive.infolist()), archive.start_dir})
        return [
            (
                each.filename,
                (each.date_time, each.compress_type, each.extra, each.comment, each.external_attr),
                data[each.header_offset : ends[ends.index(each.header_offset) + 1]],
                archive.read(each),
            )
            for each in archive.infolist()
        ], archive.comment


@pytest.mark.parametrize("name", ["def/a.png", "def/definition.xml", "é.txt", "none"])
@pytest.mark.parametrize("new", [b"", b"new" * 1000])
@pytest.mark.parametrize("behind", [False, True])
def test_a_package_keeps_all_files_but_those_that_changed(name, new, behind):
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

        def seek(self, *_):
            raise OSError

        def tell(self):
            raise OSError

    packed = Pipe() if behind else io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.comment = b"mine"
        files = [("def/a.png", "x" * 500), ("def/definition.xml", DEFINITION), ("é.txt", "é")]
        for number, (each, text) in enumerate(files):
            info = zipfile.ZipInfo(each, (1999, 1, 1 + number, 1, 2, 4))
            info.comment, info.external_attr = b"about", 0o600 << 16
            archive.writestr(
                info, text, zipfile.ZIP_STORED if number == 1 else zipfile.ZIP_DEFLATED
            )
    before = packed.getvalue()
    after = repacked(before, {name: new})
    (olds, comment), (news, new_comment) = members(before), members(after)
    assert comment == new_comment
    for old, changed in zip(olds, news, strict=True):
        assert changed[:2] == old[:2]
        assert changed[2:] == old[2:] if old[0] != name else changed[3] == new
    if name == "none":
        assert after == before


def test_a_card_of_another_set_does_not_change_in_silence(game):
    include = (
        f"<set name='Fen' gameId='{GAME}' id='77777777-7777-4777-8777-777777777777'><packaging>"
        "<pack name='Fen' id='88888888-8888-4888-8888-888888888888'>"
        f"<include id={EEL!r} set={REEDS!r}/>"
        "<pick qty='1' key='Rarity' value='Common'/></pack></packaging><cards>"
        "<card name='Crab' id='99999999-9999-4999-8999-999999999999'>"
        "<property name='Rarity' value='Common'/></card></cards></set>"
    )
    (game / "Sets" / "Fen").mkdir()
    path = game / "Sets" / "Fen" / "set.xml"
    path.write_text(include, "utf-8")
    cardset = cf.read_report(path).value
    (eel,) = cardset.printings("Eel")
    for changed in (edited(cardset, "Eel", text="Sinks."), cardset.without(eel)):
        (loss,) = cf.dumps_report(changed, "octgn").losses
        assert (loss.code, loss.examples) == (Loss.CARD, ("Eel",))
    (crab,) = cardset.printings("Crab")
    assert (
        cf.dumps_report(cardset.replacing(crab, face(crab, name="Shore Crab")), "octgn").losses
        == ()
    )


@pytest.mark.parametrize("text", ["</set>", "</set><set/>", "<!-- x --></e>"])
def test_a_text_that_begins_with_an_end_tag_is_written_anew(text):
    cardset = cf.loads_report(text, "octgn").value
    written = cf.dumps(cardset.adding(cf.Card.of("Moth", types="Land")), "octgn")
    assert [card.name for card in cf.loads(written, "octgn").cards] == ["Moth"]
