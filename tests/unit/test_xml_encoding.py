"""XML is read in the encoding that it declares, and declares the one that it is written in."""

from __future__ import annotations

import pytest
from attrs import evolve
from lxml import etree

import cardformats as cf
from cardformats.formats.xml_patch import rewritten
from cardformats.losses import LossLog
from cardformats.source import SourceText

DATABASE = """\
<?xml version="1.0" encoding="{encoding}"?>
<cockatrice_carddatabase version="4">
  <sets><set><name>AB</name></set></sets>
  <cards>
    <card>
      <name>{name}</name>
      <text>Jumps.</text>
      <set>AB</set>
    </card>
  </cards>
</cockatrice_carddatabase>
"""


@pytest.mark.parametrize(("encoding", "name"), [("windows-1252", "Café"), ("windows-1251", "Жук")])
@pytest.mark.parametrize("text", ["Hops.", "a → b"])
def test_a_changed_database_declares_its_encoding(tmp_path, encoding, name, text):
    """Only if the declared encoding lacks a character, the database becomes UTF-8."""
    path = tmp_path / "cards.xml"
    before = DATABASE.format(encoding=encoding, name=name)
    path.write_bytes(before.encode(encoding))
    cardset = cf.read(path)
    (card,) = cardset.cards
    assert card.name == name
    cf.write(cardset, path)
    assert path.read_bytes() == before.encode(encoding)
    changed = evolve(card, faces=[evolve(card.faces[0], text=text)])
    report = cf.write(cardset.replacing(card, changed), path)
    assert report.losses == ()
    root = etree.parse(path)
    assert [root.findtext(f".//card/{tag}") for tag in ("name", "text")] == [name, text]
    now = encoding if text == "Hops." else "UTF-8"
    meant = before.replace(encoding, now).replace("Jumps.", text)
    assert path.read_bytes() == meant.encode(now)


@pytest.mark.parametrize(
    "declared",
    ["rot13", "zip", "utf-16", "unicode_escape", "raw_unicode_escape", "punycode", "x" * 50],
)
def test_what_is_no_encoding_of_the_bytes_is_not_used(declared):
    """The text is read as if nothing were declared, and its bytes come back."""
    data = DATABASE.format(encoding=declared, name="Café").encode()
    source = SourceText.from_bytes("cards.xml", data)
    assert (source.encoding, source.encode()) == ("utf-8", data)
    assert "Café" in source.text


@pytest.mark.parametrize("mark", ["'", '"'])
def test_a_document_that_is_changed_in_place_declares_its_encoding(mark):
    """That holds for the documents of all formats, such as definitions of packs."""
    declared = f"<?xml version='1.0' encoding={mark}latin-1{mark} standalone='yes'?>\n<!-- é -->\n"
    source = SourceText.from_bytes("packs.xml", f"{declared}<a><b>x</b></a>".encode("latin-1"))
    assert "é" in source.text

    def says(changed: SourceText) -> str:
        return changed.text.partition("-->\n")[2]

    losses = LossLog("lackey")
    written = rewritten(source, "<a><b>x</b></a>", "<a><b>→</b></a>", says, losses, "packs")
    now = declared.replace("latin-1", "UTF-8")
    assert written.encode() == f"{now}<a><b>→</b></a>".encode()
    assert losses.finish() == ()


@pytest.mark.parametrize(
    ("declared", "problem"),
    [("utf-8", "these bytes are not utf-8"), ("utf8mb4", "unknown encoding 'utf8mb4'")],
)
def test_an_encoding_that_the_bytes_are_not_in_is_reported(tmp_path, declared, problem):
    """The fix saves the file in UTF-8, and declares that."""
    path = tmp_path / "cards.xml"
    path.write_bytes(DATABASE.format(encoding=declared, name="Café").encode("cp1252"))
    report = cf.read_report(path)
    (found,) = (each for each in report.diagnostics if each.code == "CF012")
    assert (found.message, report.value.cards[0].name) == (problem, "Café")
    fixed = found.fix.applied(found.span.source).encode(found.fix.encoding)
    path.write_bytes(fixed)
    assert fixed == DATABASE.format(encoding="utf-8", name="Café").encode()
    assert "CF012" not in {each.code for each in cf.read_report(path).diagnostics}
