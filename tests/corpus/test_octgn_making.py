"""Real games as their makers use them: tables and back, a new set, pictures, a package."""

from __future__ import annotations

import shutil
from io import BytesIO
from zipfile import ZipFile

import pytest

import cardformats as cf
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.from_model import WrittenGame
from cardformats.formats.octgn.making.faces import faces_of
from cardformats.formats.octgn.making.games import new_set, write_new
from cardformats.formats.octgn.making.picture_pack import picture_pack
from cardformats.formats.octgn.making.rows import values_of
from cardformats.losses import LossLog

from .readings import report_of

GAMES = ("battletech/Game", "vtes", "mtg")
#: So many sets of each game in the default run.
SAMPLE = 1


@pytest.fixture(params=GAMES)
def game(request, octgn):
    return octgn / request.param


def sets_of(game, request):
    """The sets of a game; in the default run some that are neither the largest nor empty."""
    sets = sorted((game / "Sets").glob("*/[sS]et.xml"), key=lambda path: path.stat().st_size)
    middle = len(sets) // 2
    return sets if request.config.getoption("--slow") else sets[middle : middle + SAMPLE]


def meant(cardset):
    """What OCTGN makes of the cards: GUIDs, names, values, styles; blanks around are nothing."""
    game = WrittenGame(cardset, OctgnOptions(), LossLog("octgn"))
    for card in game.outlines[0].cards:
        record = game.located[id(card)].record
        of_card = values_of(record)
        for face in (record, *record.alternates):
            values = values_of(face, {} if face is record else of_card)
            texts = {name: (text.strip(), runs) for name, (text, runs) in values.items() if text}
            yield record.id, face.name, face.size, getattr(face, "type", ""), texts


def test_a_set_is_a_table_and_again_a_set(game, request):
    for path in sets_of(game, request):
        cardset = report_of(path).value
        if not cardset.cards:
            continue
        text = cf.dumps(cardset, "csv")
        table = cf.loads(text, "csv")
        # in the set that is there nothing changes, byte for byte
        assert cf.dumps(table, "octgn", base=path) == cf.dumps(cardset, "octgn"), path
        # by itself it has the same cards
        alone = cf.dumps_report(table, "octgn", definition=game)
        assert alone.ok
        again = cf.loads_report(alone.value, "octgn", definition=game).value
        assert [*meant(again)] == [*meant(cardset)], path


def test_a_new_set_and_a_package(game, tmp_path, request):
    copied = tmp_path / "game"
    copied.mkdir()
    shutil.copy(game / "definition.xml", copied)
    first = sets_of(game, request)[0].parent
    shutil.copytree(first, copied / "Sets" / first.name)
    before = {path: path.read_bytes() for path in copied.rglob("*") if path.is_file()}
    write_new(new_set("Brand New", copied), copied)
    assert all(path.read_bytes() == data for path, data in before.items())
    report = cf.read_report(copied / "Sets" / "Brand_New", thorough=True, rules="octgn")
    assert report.value.cards
    assert {str(each.code) for each in report.diagnostics} <= {"OC041"}
    package = tmp_path / "game.o8g"
    cf.write(cf.read(copied), package, version="9.8.7.6")
    with ZipFile(package) as archive:
        names = {name.removeprefix("def/") for name in archive.namelist()}
    assert {path.relative_to(copied).as_posix() for path in copied.rglob("*.xml")} <= names
    assert cf.read(package) == cf.read(copied)


def test_pictures_called_by_ids_fit_their_cards(game, tmp_path):
    faces = faces_of(game).value
    assert len({face.key for face in faces}) > 0.99 * len(faces)
    some = [face for face in faces if face.picture.is_possible][::97]
    for face in some:
        (tmp_path / face.picture.name).write_bytes(b"\x89PNG\r\n\x1a\n")
    report = picture_pack(tmp_path, faces)
    stream = BytesIO()
    report.value.write(stream)
    with ZipFile(stream) as archive:
        assert len(archive.namelist()) == len({face.picture.key for face in some})
