"""New games and sets, tables of ids, and packs of pictures."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats.cli.app import app
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.definition import definition_at
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.making.faces import faces_of
from cardformats.formats.octgn.making.games import PRESETS, USUAL, new_game, new_set, write_new
from cardformats.formats.octgn.making.picture_names import plain
from cardformats.formats.octgn.making.picture_pack import picture_pack
from cardformats.formats.octgn.making.rows import comparable
from tests.conftest import ROOT

from .text_tables import rows

MARSH_ID = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
MARSH = ROOT / "examples" / "octgn" / "Marsh"


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def files_in(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def marsh(tmp_path):
    shutil.copytree(MARSH, tmp_path / "marsh")
    return tmp_path / "marsh"


@pytest.mark.parametrize(
    "properties",
    [USUAL, PRESETS["magic"], (), ("Points:Integer",), ("Rarity", "Lore:richtext", "Número")],
)
def test_a_new_game_passes_the_check(tmp_path, properties):
    write_new(new_game("Tide & Wars", properties), tmp_path)
    game = tmp_path / "game"
    assert cf.read_report(game, thorough=True).diagnostics == ()
    assert cf.read_report(game, thorough=True, rules="octgn").diagnostics == ()
    deck = cf.read_report(game / "Decks" / "Example.o8d", game=game, thorough=True)
    assert deck.diagnostics == ()
    packs = cf.Generator(cf.read(game), "Booster", seed=1, rules="octgn")
    assert len(packs.pack(0).cards) == 7
    report = cf.write(cf.read(game), tmp_path / "out.o8g")
    assert report.losses == ()
    assert cf.read_report(tmp_path / "out.o8g", thorough=True).diagnostics == ()


def test_the_same_names_give_the_same_files(tmp_path):
    assert new_game("Tide") == new_game("Tide")
    write_new(new_game("Tide"), tmp_path / "a")
    write_new(new_game("Tides"), tmp_path / "b")
    ids = [{card.ids["octgn"] for card in cf.read(tmp_path / each / "game").cards} for each in "ab"]
    assert not ids[0] & ids[1]


def test_a_new_set_leaves_the_game_as_it_is(marsh):
    before = files_in(marsh)
    write_new(new_set("Third: Tide", marsh), marsh)
    after = files_in(marsh)
    assert after.keys() - before.keys() == {"Sets/Third_Tide/set.xml"}
    assert {name: after[name] for name in before} == before
    known = {each.code for each in cf.read_report(MARSH, thorough=True).diagnostics}
    report = cf.read_report(marsh, thorough=True)
    assert {each.code for each in report.diagnostics} == known
    new = cf.read(marsh / "Sets" / "Third_Tide", rules="octgn")
    assert len(new.cards) == 11
    assert new.cards[0].faces[0].types == ("Example",)
    for name, known in (("Third: Tide", "Sets/Third_Tide/set.xml"), ("Third Tide", "Third_Tide")):
        with pytest.raises(cf.OptionError) as error:
            new_set(name, marsh)
        assert str(error.value) == f"the game has a set {name!r}: {known}"


@pytest.mark.parametrize("text", ["", "<game/>", "<game id='x'/>", "<set/>", "<game"])
def test_a_set_is_of_a_game_that_says_its_id(tmp_path, text):
    (tmp_path / "definition.xml").write_text(text, "utf-8")
    for place in (tmp_path, tmp_path / "definition.xml"):
        with pytest.raises(cf.OptionError) as error:
            new_set("A", place)
        problem = "is not the folder of a game: it has no definition.xml with an id"
        assert str(error.value) == f"{place} {problem}"


def test_nothing_that_is_there_is_replaced(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "definition.xml").write_text("mine", "utf-8")
    with pytest.raises(FileExistsError, match="there is such a file, which stays"):
        write_new(new_game("Tide"), tmp_path)
    assert files_in(tmp_path) == {"game/definition.xml": b"mine"}


@pytest.mark.parametrize("name", ["", "...", "\x00", "a\x01", "/", " x "])
def test_what_can_be_no_name_is_refused(name):
    with pytest.raises(cf.OptionError) as error:
        new_game(name)
    assert str(error.value) == f"{name!r} can be no name: it needs letters or digits"


NO_NAME = "a property has a name, as 'Cost' or 'Rules:RichText', unlike {!r}"
NO_TYPE = "{!r} is not a type of a property; the types are string, integer, char, richtext"


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ([""], NO_NAME.format("")),
        ([":String"], NO_NAME.format(":String")),
        (["a\x01"], NO_NAME.format("a\x01")),
        (["Type"], "the name 'Type' is reserved; call the property CardType"),
        (["SIZE"], "the name 'SIZE' is reserved; call the property CardSize"),
        (["Cost:Number"], NO_TYPE.format("Number")),
        (["Cost:GUID"], NO_TYPE.format("GUID")),
        (["Cost", "Cost : integer"], "there are two properties 'Cost'"),
    ],
)
def test_what_can_be_no_property_is_refused(texts, error):
    with pytest.raises(cf.OptionError) as refused:
        new_game("Tide", texts)
    assert str(refused.value) == error


def test_a_new_game_is_written_as_it_was(request):
    options = OctgnOptions(
        game_id=f"{{{MARSH_ID.upper()}}}", version="1.2.3.4", authors="Ada", tags="a b"
    )
    properties = ("Cost:integer", "Rules:RichText", "Rarity", "Kind: ")
    files = new_game("Tide & Wars", properties, options)
    texts = [f"--- {name}\n{each.text}" for name, each in files.items() if hasattr(each, "text")]
    file = ROOT / "tests" / "data" / "written" / "new.octgn"
    if request.config.getoption("--accept"):
        file.write_text("".join(texts), "utf-8", newline="")
    assert "".join(texts).encode() == file.read_bytes()
    assert [*files] == [
        "README.md", "game/definition.xml", "game/proxies/proxies.xml", "game/cards/front.png",
        "game/cards/back.png", "game/cards/table.png", "game/cards/group.png",
        "game/Sets/Tide_Wars_Examples/set.xml", "game/Decks/Example.o8d",
    ]  # fmt: skip


def test_the_command_begins_games_and_sets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("new", "octgn", "Tide", "--property", "Lore", "--authors", "Ada")
    assert result.exit_code == 0, result.output
    definition = (tmp_path / "Tide" / "game" / "definition.xml").read_text("utf-8")
    assert '<property name="Lore"' in definition
    assert 'authors="Ada"' in definition
    assert run("new", "octgn", "Tide").exit_code == 2
    assert run("new", "octgn", "More", "--in", "Tide/game").exit_code == 0
    assert (tmp_path / "Tide" / "game" / "Sets" / "More" / "set.xml").exists()
    assert run("new", "octgn", "More", "--in", "Tide/game", "--like", "magic").exit_code == 2
    assert run("new", "octgn", "More", "--in", "Tide").exit_code == 2
    assert run("new", "octgn", "X", "--game-id", "no").exit_code == 2


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("../escape", "escape"), ("a/b", "a_b"), ("CON", "_CON"), ("nul.x", "_nul.x"),
        ("x:y*?", "x_y"), ("/etc/Tide", "etc_Tide"), ("a\\b", "a_b"), ("COM1", "_COM1"),
        ("Console", "Console"), ("~", ""), ("Été", "Été"), ("High  Water.", "High_Water"),
    ],
)  # fmt: skip
def test_the_folders_of_games_and_sets_can_be_made_on_every_system(
    tmp_path, monkeypatch, name, folder
):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "in" / "deep")
    assert run("new", "octgn", name).exit_code == (0 if folder else 2)
    if folder:
        assert {path.split("/")[:3][-1] for path in files_in(tmp_path)} == {folder}
        assert cf.read(Path(folder) / "game").name == name
        assert run("new", "octgn", f"{name}!", "--in", f"{folder}/game").exit_code == 0
        assert run("new", "octgn", name, "--in", f"{folder}/game").exit_code == 2
        names = {path.name for path in (tmp_path / "in/deep" / folder / "game/Sets").iterdir()}
        assert folder in names
        assert len(names) == 2


def test_makers_of_games_of_one_name_have_different_games(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ids = set()
    for words in ((), ("--authors", "Ada"), ("--authors", "Bo"), ("--game-id", MARSH_ID)):
        result = run("new", "octgn", "Test", "-o", f"{len(ids)}", *words)
        assert ("made of its name alone" in result.stderr) == (not words)
        ids.add(definition_at(Path(f"{len(ids)}/game"), DiagnosticLog(9)).id)
    assert len(ids) == 4
    assert new_game("Test", options=OctgnOptions(authors="Ada")) == new_game(
        "Test", options=OctgnOptions(authors="Ada")
    )


# -- pictures

BEGIN = {"png": b"\x89PNG\r\n\x1a\n", "jpg": b"\xff\xd8\xff\xe0", "gif": b"GIF89a", "bmp": b"BM"}
BEGIN["jpeg"] = BEGIN["jpg"]


def test_the_faces_of_a_game_are_its_cards_and_alternates(marsh):
    faces = faces_of(marsh).value
    cards = cf.read(marsh).cards
    ids = {card.ids["octgn"] for card in cards}
    assert {face.picture.id for face in faces} == ids
    (heron,) = (face for face in faces if face.name == "Heron at Dusk")
    assert heron.picture.type
    assert heron.number == "001"
    assert heron.is_of("rdl")
    assert heron.is_of("REEDLIGHT")
    assert heron.is_of(f"{{{heron.set_id.upper()}}}")
    assert not heron.is_of("")


@pytest.mark.parametrize(
    ("text", "key"),
    [("Grey Héron!", "greyheron"), ("RDL-007", "rdl7"), ("100", "100"), ("", ""), ("?", "?")],
)
def test_names_are_compared_without_case_accents_and_signs(text, key):
    assert plain(text) == key


def pack_of(folder, faces, rule=None):
    report = picture_pack(folder, faces, rule)
    stream = BytesIO()
    report.value.write(stream)
    again = BytesIO()
    report.value.write(again)
    assert stream.getvalue() == again.getvalue()
    with ZipFile(stream) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
        return report, {name: data[len(begin(name)) :].decode() for name, data in files.items()}


def begin(name):
    """What a picture of that name begins with."""
    return BEGIN.get(name.rpartition(".")[2].lower(), b"")


def put(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(begin(name) + name.encode())


def test_pictures_are_found_by_ids_numbers_and_names(marsh, tmp_path):
    faces = faces_of(marsh / "Sets" / "Reedlight").value
    by_name = {face.name: face for face in faces}
    king, heron = by_name["Otter King"], by_name["Grey Heron"]
    put(
        tmp_path / "in",
        f"{king.picture.id.upper()}.PNG",
        "RDL/1.jpg",
        "heron_at_dusk.png",
        "RDL 005 Reed frog.gif",
        "lily pad.jpg",
        "nobody.png",
        "notes.txt",
    )
    report, files = pack_of(tmp_path / "in", faces)
    prefix = f"{heron.game_id}/Sets/{heron.set_id}/Cards/"
    alternate = by_name["Heron at Dusk"].picture
    assert files == {
        f"{prefix}{king.picture.id}.png": f"{king.picture.id.upper()}.PNG",
        f"{prefix}{heron.picture.id}.jpg": "RDL/1.jpg",
        f"{prefix}{heron.picture.id}.{alternate.type}.png": "heron_at_dusk.png",
        f"{prefix}{by_name['Reed Frog'].picture.id}.gif": "RDL 005 Reed frog.gif",
        f"{prefix}{by_name['Lily Pad'].picture.id}.jpg": "lily pad.jpg",
    }
    assert [str(each.code) for each in report.diagnostics] == ["OC076", "OC076", "OC077"]
    assert "nobody.png" in str(report.diagnostics[0])
    assert len(report.value.missing) == len(faces) - 5


def test_pictures_of_several_cards_and_second_pictures_are_reported(marsh, tmp_path):
    faces = faces_of(marsh).value
    frogs = [face for face in faces if face.number == "001"]
    assert len(frogs) > 1
    put(tmp_path / "in", "001.png", "RDL 005.gif", "Reed Frog.png")
    report, files = pack_of(tmp_path / "in", faces)
    assert len(files) == 1
    problems = [each.data.get("problem") for each in report.diagnostics]
    frogs = "Grey Heron (Reedlight 001), Spring Flood (Tidewrack 001)"
    frog = "RDL 005.gif is the image of Reed Frog (Reedlight 005)"
    assert problems == [f"it may be of {frogs}", frog, None]
    kinds = "png, jpg, jpeg, gif, bmp"
    for name, data, problem in (
        ("x.png", BEGIN["png"], "no card has this name"),
        ("x.txt", b"", f"OCTGN does not support this kind of image ({kinds})"),
        ("Lily Pad.png", b"<html>", f"OCTGN does not support its contents as an image ({kinds})"),
        ("Lily Pad.png", BEGIN["png"] * 9, "it is larger than 60 bytes (option max_size)"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).write_bytes(data)
        options = OctgnOptions(max_size=60)
        first, *_ = picture_pack(tmp_path / name, faces, None, options).diagnostics
        assert first.data == {"problem": problem}
        shutil.rmtree(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "data", "code", "packed"),
    [
        ("005.webp", b"RIFF\0\0\0\0WEBP", "OC076", None),
        ("005.tif", b"II*\0", "OC076", None),
        ("005", BEGIN["png"], "OC076", None),
        ("Thumbs.db", b"x", "OC076", None),
        (".005.png", BEGIN["png"], None, None),
        ("005.png", b"", "OC076", None),
        ("005.jpg", b"<html>not found</html>", "OC076", None),
        ("005.png", b"RIFF\0\0\0\0WEBP", "OC076", None),
        ("005.jpg", BEGIN["png"], "OC075", "png"),
        ("005.PNG", BEGIN["jpg"], "OC075", "jpg"),
        ("005.gif", BEGIN["bmp"], "OC075", "bmp"),
        ("005.jpeg", BEGIN["jpg"], None, "jpeg"),
        ("005.JPG", BEGIN["jpg"], None, "jpg"),
    ],
)
def test_pictures_are_what_they_are_called(marsh, tmp_path, name, data, code, packed):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(data)
    faces = faces_of(marsh / "Sets" / "Reedlight").value
    report = picture_pack(tmp_path / "in", faces)
    codes = {str(each.code) for each in report.diagnostics}
    assert codes == {"OC077", *([code] if code else []), *([] if packed else ["OC074"])}
    assert [each.rpartition(".")[2] for each in report.value.files] == ([packed] if packed else [])
    if code:
        assert str(tmp_path / "in" / name) in str(report.diagnostics[0])


def test_no_pack_is_written_of_no_pictures(marsh, tmp_path):
    (tmp_path / "in").mkdir()
    pack, missing = tmp_path / "p.o8c", tmp_path / "m.csv"
    words = ["octgn", "pictures", tmp_path / "in", "--game", marsh, "-o", pack]
    result = run(*words, "--missing", missing)
    assert result.exit_code == 1
    assert "OC074" in result.output
    assert missing.exists()
    assert not pack.exists()


@pytest.mark.parametrize(
    ("rule", "name"),
    rows("""
        {number}               | 5.png
        {set}/{number}-{name}  | RDL/005-reed frog.png
        {set}/{number}-{name}  | deep/Reedlight/5 - Reed Frog.png
        {set_id}/{id}          | {set_id}/{id}.png
        card {number} of {set} | Card5ofReedlight.PNG
    """),
)
def test_a_rule_says_what_the_files_are_called(marsh, tmp_path, rule, name):
    faces = faces_of(marsh / "Sets" / "Reedlight").value
    (frog,) = (face for face in faces if face.name == "Reed Frog")
    put(tmp_path / "in", name.format(set_id=frog.set_id, id=frog.picture.id))
    _, files = pack_of(tmp_path / "in", faces, rule)
    assert [each.rpartition("/")[2] for each in files] == [f"{frog.picture.id}.png"]


@pytest.mark.parametrize(
    ("rule", "name"),
    rows("""
        {set}/{number} | RDL/001 {type}.png
        {set}/{name}   | Reedlight/heron at dusk {type}.png
        {set}/{name}   | Reedlight/heron at dusk.png
        {name}/{type}  | heron at dusk/{type}.png
        {id}-{type}    | {id} {type}.png
    """),
)
def test_the_name_of_an_alternates_picture_has_its_type_or_its_own_name(
    marsh, tmp_path, rule, name
):
    faces = faces_of(marsh).value
    (heron,) = (face for face in faces if face.name == "Heron at Dusk")
    put(tmp_path / "in", name.format(type=heron.picture.type, id=heron.picture.id))
    _, files = pack_of(tmp_path / "in", faces, rule)
    wanted = f"{heron.picture.id}.{heron.picture.type}.png"
    assert [each.rpartition("/")[2] for each in files] == [wanted]


def test_cells_are_compared_without_what_tables_lose():
    cells = {"A": " x\r\ny\rz\n", "B": "\r", "C": ""}
    assert comparable(cells) == {"A": "x\ny\nz"}


@pytest.mark.parametrize("rule", ["", "x", "{nome}", "{}"])
def test_a_rule_that_says_nothing_is_refused(tmp_path, rule):
    with pytest.raises(cf.OptionError) as error:
        picture_pack(tmp_path, [], rule)
    fields = "{id}, {name}, {number}, {set}, {set_id}, {type}"
    assert str(error.value) == f"a rule for names is made of {fields}; {rule!r} is not"


def test_links_out_of_the_folder_are_not_followed(marsh, tmp_path):
    faces = faces_of(marsh).value
    put(tmp_path / "elsewhere", "Reed Frog.png")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Reed Frog.png").symlink_to(tmp_path / "elsewhere" / "Reed Frog.png")
    (tmp_path / "in" / "more").symlink_to(tmp_path / "elsewhere")
    _, files = pack_of(tmp_path / "in", faces)
    assert files == {}


def test_the_commands_pack_and_list_pictures(marsh, tmp_path):
    put(tmp_path / "in", "Reed Frog.png", "Nobody.jpg")
    pack, missing, table = (tmp_path / each for each in ("p.o8c", "missing.csv", "ids.csv"))
    words = ["--game", marsh, "--set", "RDL", "-o", pack, "--missing", missing]
    result = run("octgn", "pictures", tmp_path / "in", *words)
    assert result.exit_code == 0, result.output
    with ZipFile(pack) as archive:
        (name,) = archive.namelist()
        archive.extractall(tmp_path / "out")
    result = run("octgn", "ids", marsh, "-o", table, "--pictures", tmp_path / "out")
    assert result.exit_code == 0, result.output
    lines = table.read_text("utf-8").splitlines()
    own = name.rpartition("/")[2].removesuffix(".png")
    (frog,) = (line for line in lines if ",Reed Frog," in line)
    assert frog.startswith(own)
    assert frog.endswith(f",{own},yes")
    assert sum(line.endswith(",yes") for line in lines) == 1
    assert run("octgn", "ids", marsh, "--pictures", pack).stdout.splitlines() == lines
    assert run("octgn", "ids", marsh, "--pictures", missing).exit_code == 2
    faces = faces_of(marsh).value
    assert len(lines) == len(faces) + 1
    assert "Reed Frog" not in missing.read_text("utf-8")
    assert run("octgn", "ids", marsh, "--set", "none").exit_code == 2
    assert run("octgn", "ids", tmp_path / "in").exit_code == 2
    assert run("octgn", "ids", marsh).stdout.splitlines()[0] == lines[0]
