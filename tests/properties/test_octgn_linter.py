"""The linter of a game ends without an exception, whatever the files say."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.checking import check
from tests.unit.test_checking import CARD, DECK, GAME, a_game, a_set, write
from tests.unit.test_octgn_linter import FULL, pack

PROXIES = (
    '<templates><blocks><block id="n" src="x.png"/></blocks>'
    '<template><textblocks><link block="n"/></textblocks></template></templates>'
)
FILES = a_game(
    **{
        "definition.xml": FULL,
        "proxies/cards.xml": PROXIES,
        "Sets/One/set.xml": a_set(1, 1, 2, inner=pack(70)),
        "Sets/Two/set.xml": a_set(2, 2, 3, inner=pack(70)),
        "Decks/a.o8d": DECK.format(game=GAME, card=CARD.format(1), name="Card 1"),
    }
)
PARTS = st.sampled_from(
    ["<", ">", "/>", '"', "'", "&", "&#0;", "<!--", "-->", "<![CDATA[", "\x00", "é", "\ud800", " ",
     "id=", "x:", '<card name="n"/>', "<alternate/>", '<pack name="" id=""/>', "</set>", "../"]
)  # fmt: skip


@given(
    edits=st.lists(
        st.tuples(st.sampled_from(sorted(FILES)), st.floats(0, 1), st.integers(0, 30), PARTS),
        min_size=1,
        max_size=6,
    )
)
def test_no_file_makes_the_linter_raise(edits):
    files = dict(FILES)
    for name, where, length, part in edits:
        place = int(where * len(files[name]))
        files[name] = files[name][:place] + part + files[name][place + length :]
    with tempfile.TemporaryDirectory() as folder:
        texts = {
            name: text.encode("utf-8", "replace").decode("utf-8") for name, text in files.items()
        }
        write(Path(folder), texts)
        for checked in check(folder):
            for diagnostic in checked.report.diagnostics:
                assert diagnostic.render()
                assert diagnostic.to_dict()


def packed(method):
    """A package of the game, whose files are packed by a *method*."""
    stream = BytesIO()
    with ZipFile(stream, "w", method) as archive:
        archive.writestr("game.nuspec", f"<package><metadata><id>{GAME}</id></metadata></package>")
        for name, text in FILES.items():
            archive.writestr(f"def/{name}", text)
    return stream.getvalue()


PACKAGES = [packed(method) for method in (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA)]


def check_bytes(data):
    for checked in check(BytesIO(data), format="octgn"):
        for diagnostic in checked.report.diagnostics:
            assert diagnostic.render()
        yield from checked.report.counts()


@pytest.mark.parametrize("data", PACKAGES, ids=("stored", "deflate", "bzip2", "lzma"))
def test_a_package_that_is_cut_ends_in_an_error(data):
    assert {*check_bytes(data)} == {"OC081", "OC082", "OC084"}
    for length in (*range(4, len(data), 97), len(data) - 1):
        assert {*check_bytes(data[:length])} == {"OC050", "OC052", "OC053"}


@given(
    data=st.sampled_from(PACKAGES),
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 30), st.binary(max_size=4)), max_size=4
    ),
    header=st.integers(0, 40),
    fields=st.lists(st.tuples(st.integers(4, 60), st.integers(0, 255)), max_size=4),
)
def test_a_package_that_is_damaged_ends_without_an_exception(data, edits, header, fields):
    damaged = bytearray(data)
    starts = [place for place in range(len(data)) if data.startswith(b"PK", place)]
    for offset, value in fields:
        place = starts[header % len(starts)] + offset
        damaged[place : place + 1] = bytes([value])
    for place, length, new in edits:
        start = 4 + int(place * (len(damaged) - 4))
        damaged[start : start + length] = new
    assert isinstance({*check_bytes(bytes(damaged))}, set)
