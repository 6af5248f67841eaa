"""Reading, writing, converting and detecting, whatever the format."""

from __future__ import annotations

import io
import os
import pickle
import re
import threading

import pytest

import cardformats as cf
from cardformats.formats.base import Confidence, Format, Options
from cardformats.formats.registry import Registry

from .text_tables import rows

CUBE = "1 Forest\n2 Island\n"


@pytest.mark.parametrize(
    ("name", "text", "format_id"),
    [
        ("cube.txt", CUBE, "draftmancer"),
        ("names.txt", "Forest\nIsland\n", "draftmancer"),
        ("wide.txt", "\ufeff1 Forest\n".encode("utf-16-le"), "draftmancer"),
        ("list.anything", "[Settings]\n{}\n", "draftmancer"),
        ("_cards.dat", "[card]\nprimitive=Forest\nid=1\n[/card]\n", "wagic"),
        ("p.txt", "#c\n[card]\nname=Forest\n[/card]\n", "wagic"),
        ("set.json", '{"cardformats": 1}', "json"),
        ("set", '\ufeff{\n  "cardformats": 1}', "json"),
    ],
)
def test_the_format_of_a_file_is_told_from_what_it_holds(tmp_path, name, text, format_id):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert cf.detect(path)[0].format.id == format_id
    assert cf.read_report(path).diagnostics is not None


def test_a_folder_of_sets_is_wagic(sample):
    assert [found.format.id for found in cf.detect(sample.parent)] == ["wagic"]


@pytest.mark.parametrize("data", [b"<cards name='x'/>", b"1 A\0B", b'{"cards": []}'])
def test_a_text_file_that_is_no_list_is_not_taken_for_one(tmp_path, data):
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    assert cf.detect(path) == ()


def test_what_no_format_knows_is_an_error_that_says_what_to_do(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG")
    with pytest.raises(cf.UnknownFormatError, match="specify the format"):
        cf.read(path)


def test_two_formats_that_are_equally_sure_are_ambiguous(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}", "utf-8")
    with pytest.raises(cf.UnknownFormatError):
        cf.write(cf.CardSet(), tmp_path / "x.unknown")
    assert [found.confidence for found in cf.detect(path)] == [Confidence.EXTENSION]


def test_an_unknown_format_id_lists_the_known_ones():
    with pytest.raises(
        cf.UnknownFormatError, match=r"draftmancer, wagic, wagic-pack, octgn, .*json"
    ):
        cf.loads("", "lantern")


@pytest.mark.parametrize("option", ["primitive", "image_url", "cards"])
def test_an_option_that_reading_does_not_have_is_a_type_error(option):
    with pytest.raises(TypeError, match=option):
        cf.loads(CUBE, "draftmancer", **{option: "x"})


@pytest.mark.parametrize("options", [{"cards": "all"}, {"image_url": "{x}"}])
def test_an_option_with_a_bad_value_is_an_option_error(options):
    with pytest.raises(cf.OptionError):
        cf.dumps(cf.CardSet(), "draftmancer", **options)


def test_reading_raises_for_errors_and_the_report_does_not(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("[A(1)]\n", "utf-8")
    with pytest.raises(cf.ReadError, match="DM001"):
        cf.read(path)
    report = cf.read_report(path)
    assert not report.ok
    assert list(report.value.sheets) == ["A"]


def test_a_missing_file_is_the_callers_mistake(tmp_path):
    with pytest.raises(FileNotFoundError):
        cf.read(tmp_path / "none.txt", "draftmancer")


def test_a_file_over_the_limit_is_not_read():
    report = cf.loads_report(CUBE, "draftmancer", max_size=5)
    assert [str(found) for found in report.diagnostics] == [
        "<data>:1:1: error[CF001]: the input is larger than 5 bytes, the limit (option max_size)"
    ]


def test_writing_replaces_the_file_only_when_all_went_well(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old", "utf-8")
    lossy = cf.CardSet(
        "x", meta={"author": "me"}, sheets=[cf.Sheet("A", [cf.Entry(cf.CardRef("B"))])]
    )
    with pytest.raises(cf.WriteError, match="author"):
        cf.write(lossy, path, on_loss="error")
    assert path.read_text("utf-8") == "old"
    report = cf.write(lossy, path)
    assert report.value == path
    assert report.losses
    assert cf.read(path).name == "x"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.txt"]


def test_a_format_can_write_a_folder(tmp_path):
    cardset = cf.CardSet("Fen", "FEN", [cf.Card(cf.Face("Grey Heron"), "FEN", rarity="rare")])
    report = cf.write(cardset, tmp_path / "sets", "wagic")
    assert report.value == tmp_path / "sets"
    assert (tmp_path / "sets" / "FEN" / "_cards.dat").is_file()
    (card,) = cf.read(tmp_path / "sets" / "FEN", primitives=[]).cards
    assert (card.name, card.rarity) == ("Grey Heron", "rare")


def test_converting_reports_what_both_sides_found(tmp_path, sample):
    report = cf.convert(
        sample, tmp_path / "out.txt", image_url="https://example.org/{set}/{id}.jpg"
    )
    assert report.ok
    assert {str(found.code) for found in report.losses} == {"CF221", "CF258", "CF270"}
    first = cf.read(tmp_path / "out.txt").cards[0]
    assert first.images["en"] == f"https://example.org/LAN/{first.number}.jpg"


def test_converting_refuses_options_that_neither_side_has(tmp_path, sample):
    with pytest.raises(cf.OptionError, match="imageurl"):
        cf.convert(sample, tmp_path / "out.txt", imageurl="x")


def test_a_stream_is_read_to_its_end_and_its_format_told_from_what_it_holds():
    report = cf.read_report(io.BytesIO(CUBE.encode()))
    assert [sheet.total for sheet in report.value.sheets.values()] == [3]
    assert cf.read(io.BytesIO(b'{"cardformats": 1, "code": "FEN"}')).code == "FEN"
    assert not cf.read_report(io.BytesIO(CUBE.encode()), max_size=5).ok
    with pytest.raises(cf.UnknownFormatError, match="specify the format"):
        cf.read(io.BytesIO(b"\x89PNG\r\n\x1a\n"))


def test_a_package_is_told_without_its_name(tmp_path):
    cardset = cf.CardSet("Fen", "FEN", [cf.Card(cf.Face("Grey Heron"), "FEN", "1")])
    cf.write(cardset, tmp_path / "fen.o8g")
    read = cf.read_report(io.BytesIO((tmp_path / "fen.o8g").read_bytes()), "octgn")
    assert [card.name for card in read.value.cards] == ["Grey Heron"]
    assert cf.read_report(io.BytesIO((tmp_path / "fen.o8g").read_bytes())).value == read.value


@pytest.mark.parametrize(
    ("name", "format_id"),
    rows("""
        a.xml  | octgn
        a.xml  | cockatrice
        a.json | mtgjson
        a.json | json
        a.txt  | decklist
        a.txt  | draftmancer
        a.dek  | dek
        a.dek  | lackey-deck
        a.md   | draftmancer
    """),
)
def test_a_set_that_is_written_to_its_own_file_keeps_its_format(tmp_path, name, format_id):
    """The extension alone would select another format for some, and all else would be lost."""
    path = tmp_path / name
    heron = cf.Card(cf.Face("Grey Heron"), "FEN", "1")
    sheet = cf.Sheet("Deck", [cf.Entry("Grey Heron", 2)], cf.model.Fixed())
    cf.write(cf.CardSet("Fen", "FEN", [heron], [sheet]), path, format_id)
    if format_id == "decklist":
        path.write_text("Deck\n2 Grey Heron\n")
    before = path.read_bytes()
    cf.write(cf.read(path), path)
    assert path.read_bytes() == before
    assert cf.detect(path)[0].format.id == format_id


def test_another_file_has_the_format_of_its_extension(tmp_path):
    (tmp_path / "deck.txt").write_text("Deck\n2 Grey Heron\n")
    (tmp_path / "notes.md").write_text(CUBE)
    cardset = cf.read(tmp_path / "deck.txt")
    cf.write(cardset, tmp_path / "cube.txt")
    assert cf.detect(tmp_path / "cube.txt")[0].format.id == "draftmancer"
    with pytest.raises(cf.UnknownFormatError, match="specify the format"):
        cf.write(cardset, tmp_path / "notes.md")
    assert (tmp_path / "notes.md").read_text() == CUBE


def test_a_stream_is_written_to_and_stays_open():
    stream = io.BytesIO()
    report = cf.write(cf.loads(CUBE, "draftmancer"), stream, "draftmancer")
    assert stream.getvalue().decode() == CUBE
    assert report.value.name == "<stream>"
    with pytest.raises(cf.UnknownFormatError, match="specify the format"):
        cf.write(cf.loads(CUBE, "draftmancer"), stream)


def test_a_stream_gets_one_file_of_a_format_that_writes_folders():
    stream = io.BytesIO()
    cf.write(cf.CardSet("Fen", "FEN", [cf.Card(cf.Face("Grey Heron"), "FEN")]), stream, "wagic")
    assert b"Grey Heron" in stream.getvalue()


@pytest.mark.skipif(os.name != "posix", reason="pipes are those of POSIX")
def test_a_pipe_is_opened_and_read_once(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    many = "".join(f"1 Card {number}\n" for number in range(20_000))
    writer = threading.Thread(target=lambda: pipe.write_text(many, "utf-8"), daemon=True)
    writer.start()
    report = cf.read_report(pipe)
    writer.join(10)
    (sheet,) = report.value.sheets.values()
    assert sheet.total == 20_000


BAD = "[CustomCards]\n[{\n[Sheet(1)]\n1 Lantern Eel\n# a remark\n"


@pytest.fixture
def bad(tmp_path):
    """A list with errors, which loses something when it is written anew."""
    path = tmp_path / "bad.txt"
    path.write_text(BAD, "utf-8")
    report = cf.read_report(path)
    assert not report.ok
    assert cf.dumps(report.value, "draftmancer", canonical=True) != BAD
    return path


@pytest.mark.parametrize("spelling", ["same", "link", "dots", "stream"])
def test_what_could_not_be_read_is_not_overwritten(bad, tmp_path, spelling):
    (tmp_path / "link.txt").symlink_to(bad.name)
    (tmp_path / "sub").mkdir()
    target = {
        "same": bad,
        "stream": bad,
        "link": tmp_path / "link.txt",
        "dots": tmp_path / "sub" / ".." / "bad.txt",
    }[spelling]
    with bad.open("rb") as stream:
        source = stream if spelling == "stream" else bad
        with pytest.raises(cf.OverwriteError, match="force") as raised:
            cf.convert(source, target, "draftmancer", canonical=True)
    assert bad.read_text("utf-8") == BAD
    assert raised.value.path == str(target)
    assert not raised.value.report.ok
    copy = pickle.loads(pickle.dumps(raised.value))
    assert str(copy) == str(raised.value)


def test_it_is_overwritten_if_that_is_forced_or_changes_nothing(bad, tmp_path):
    cf.convert(bad, bad)
    assert bad.read_text("utf-8") == BAD
    cf.convert(bad, tmp_path / "other.txt", canonical=True)
    assert bad.read_text("utf-8") == BAD
    cf.convert(bad, bad, canonical=True, force=True)
    assert bad.read_bytes() == (tmp_path / "other.txt").read_bytes()


def test_no_file_of_a_folder_that_could_not_be_read_is_overwritten(tmp_path):
    sets = tmp_path / "sets"
    (sets / "FEN").mkdir(parents=True)
    (sets / "primitives").mkdir()
    (sets / "FEN" / "_cards.dat").write_text(
        "[card]\nprimitive=Grey Heron\nid=1\nrarity=C\n[/card]\n", "utf-8"
    )
    primitives = sets / "primitives" / "FEN.txt"
    text = "[card]\nname=Grey Heron\nmana={PW}\ntype=Creature\n[/card]\n"
    primitives.write_text(text, "utf-8")
    assert not cf.read_report(sets / "FEN").ok
    with pytest.raises(cf.OverwriteError, match=r"FEN\.txt"):
        cf.convert(sets / "FEN", sets, target_format="wagic", canonical=True)
    assert primitives.read_text("utf-8") == text


class _Point:
    """An entry point as the standard library gives it."""

    def __init__(self, name, result):
        self.name, self.result, self.dist = name, result, None

    def load(self):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def test_plugins_are_found_and_a_broken_or_clashing_one_only_warns(monkeypatch):
    mine = Format("mine", "Mine", (".mine",), Options, "none:read", None, "none:sniff")
    points = [_Point("mine", mine), _Point("wagic", mine), _Point("bad", RuntimeError("boom"))]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group else [])
    registry = Registry()
    assert [known.id for known in registry.all()] == [
        "draftmancer",
        "wagic",
        "wagic-pack",
        "octgn",
        "octgn-deck",
        "json",
        "csv",
        "decklist",
        "dek",
        "mtgjson",
        "scryfall",
        "cockatrice",
        "lackey",
        "lackey-deck",
        "mine",
    ]
    assert [str(found.code) for found in registry.diagnostics] == ["CF101", "CF102"]
    assert registry.provider("mine") == "an unknown distribution"


def test_the_sets_of_a_folder_are_read_one_by_one(tmp_path):
    for code in ("AAA", "BBB"):
        folder = tmp_path / "sets" / code
        folder.mkdir(parents=True)
        lines = ["[meta]", f"name={code}", "[/meta]", "[card]", "primitive=Elf", "id=1"]
        (folder / "_cards.dat").write_text("\n".join([*lines, "rarity=C", "[/card]", ""]))
    names = [report.value.name for report in cf.read_sets(tmp_path / "sets")]
    assert names == ["AAA", "BBB"]


def test_a_file_of_one_set_is_one(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("1 Forest\n")
    (report,) = cf.read_sets(path, "draftmancer")
    assert report.value == cf.read(path, "draftmancer")


def test_sets_are_of_a_known_format(tmp_path):
    with pytest.raises(cf.UnknownFormatError):
        cf.read_sets(tmp_path, "nothing")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda path: cf.read(path, limits=5), "limits has to be Limits or None, not 5"),
        (lambda _: cf.loads("1 Eel", "decklist", limits=True), "limits has to be Limits or None"),
        (lambda path: cf.convert(path, path, limits="1"), "limits has to be Limits or None"),
        (lambda _: cf.read(5), "a path or a stream of bytes is read, not 5"),
        (lambda _: cf.loads(None, "json"), "data has to be str or bytes or bytearray, not None"),
        (lambda _: cf.dumps("Eel", "json"), "cardset has to be CardSet, not 'Eel'"),
        (lambda path: cf.write(path, cf.CardSet()), "cardset has to be CardSet"),
        (lambda _: cf.dumps(cf.CardSet(), "json", on_loss="eror"), "'report' or 'error'"),
    ],
)
def test_an_argument_of_another_class_is_an_option_error(tmp_path, call, message):
    path = tmp_path / "deck.txt"
    path.write_text("1 Eel\n", "utf-8")
    with pytest.raises(cf.OptionError, match=re.escape(message)):
        call(path)
    assert cf.loads(bytearray(b"1 Eel"), "decklist") == cf.loads("1 Eel", "decklist")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_set_whose_format_was_named_is_written_to_its_file_in_that_format(tmp_path, encoding):
    path = tmp_path / "deck.txt"
    data = "4 Lantern Eel\n\n2 Punt Pole\n".encode(encoding)
    path.write_bytes(data)
    deck = cf.read(path, "decklist")
    assert not cf.write(deck, path).diagnostics
    assert path.read_bytes() == data
    cf.convert(path, path, "decklist")
    assert path.read_bytes() == data


def test_a_file_that_is_converted_to_itself_stays_of_its_format(tmp_path):
    path = tmp_path / "deck.txt"
    text = "Deck\n4 Lantern Eel\n\nSideboard\n2 Punt Pole\n"
    path.write_text(text)
    cf.convert(path, path)
    assert path.read_text() == text
    cf.convert(path, path, target_format="draftmancer")
    assert path.read_text().startswith("[Settings]")
