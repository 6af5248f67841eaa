"""``cardformats new`` and ``cardformats octgn``: what makers of games need."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import click

from ..files import replace_files, replaced_file
from ..formats.octgn.files import file_name
from ..formats.octgn.format import OctgnOptions
from ..formats.octgn.making.faces import GameFace, faces_of, pictures_in
from ..formats.octgn.making.games import PRESETS, USUAL, new_game, new_set, write_new
from ..formats.octgn.making.picture_pack import picture_pack
from ..play.shown import counted
from .arguments import ANY_PATH, FOLDER, NEW_FILE, THERE, StatusCommand
from .output import err, print_contents, print_findings


@click.group()
def new() -> None:
    """Begin a game, or a set of one."""


@new.command("octgn")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    "folder",
    type=ANY_PATH,
    help="Folder of a new game. Existing files are left unchanged. [default: the name of the game]",
)
@click.option(
    "--in",
    "game",
    type=FOLDER,
    help="Folder of the game in which to create a set.",
)
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="NAME[:TYPE]",
    help="Property of the cards, such as Cost or Rules:RichText. Repeatable.",
)
@click.option("--like", type=click.Choice([*PRESETS]), help="Use the properties of a known game.")
@click.option(
    "--game-id", help="GUID of the game. [default: generated from its name and --authors]"
)
@click.option("--authors", help="Authors of the game (comma-separated).")
@click.option("--description", help="Description of the game.")
def new_octgn(
    name: str,
    folder: Path | None,
    game: Path | None,
    properties: tuple[str, ...],
    like: str | None,
    **values: str | None,
) -> None:
    """Begin a game for OCTGN called NAME, or a set of a game that is there."""
    if game is not None:
        others = (folder, like, *properties, *values.values())
        if any(each is not None for each in others):
            raise click.UsageError("--in creates a set, so options of a game are not allowed")
        files, target = new_set(name, game), game
        write_new(files, game)
    else:
        target = folder or Path(file_name(name))
        usual = PRESETS[like] if like else () if properties else USUAL
        options = OctgnOptions.make("octgn", "write", values)
        write_new(new_game(name, (*usual, *properties), options), target)
        files = {}
    what = ", ".join(str(target / each) for each in files) or str(target)
    err().print(f"wrote {what}")
    if game is None and not (values["game_id"] or values["authors"]):
        err().print(
            "The id of the game is made of its name alone: to OCTGN, any other game of that name is"
            " the same. Use --authors or --game-id if you want to publish it."
        )


@click.group()
def octgn() -> None:
    """Make id tables and image packs for OCTGN games."""


_of_set = click.option(
    "--set", "of_set", metavar="SET", help="Only this set: its name, short name or id."
)


@octgn.command(cls=StatusCommand)
@click.argument("path", type=THERE)
@click.option(
    "-o",
    "--output",
    "target",
    type=ANY_PATH,
    help="File to write. [default: standard output]",
)
@click.option(
    "--pictures",
    "images",
    type=THERE,
    help="Folder or pack with images that have OCTGN's names. The images of the game are always "
    "used.",
)
@_of_set
def ids(path: Path, target: Path | None, images: Path | None, of_set: str | None) -> bool:
    """List the ids, names and pictures of the cards of a game or a set, as a table (CSV)."""
    report = faces_of(path)
    faces = _of(report.value, of_set)
    places = [path] if path.is_dir() else []
    places += [images] if images is not None else []
    known = {key for each in places for key in pictures_in(each)}
    _put(target, faces, known)
    return print_findings(report.errors, as_json=False)


@octgn.command(cls=StatusCommand)
@click.argument("folder", type=FOLDER)
@click.option(
    "--game",
    required=True,
    type=THERE,
    help="Game or set with the cards of the images.",
)
@_of_set
@click.option(
    "--name",
    "rule",
    metavar="RULE",
    help="Pattern of the file names, such as '{set}/{number}-{name}'. [default: ids, numbers or "
    "names]",
)
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=NEW_FILE,
    help="Pack (.o8c) to write.",
)
@click.option(
    "--missing",
    type=NEW_FILE,
    help="Table (CSV) to write with the cards without an image.",
)
def pictures(
    folder: Path, game: Path, of_set: str | None, rule: str | None, target: Path, missing: Path
) -> bool:
    """Pack the pictures in FOLDER for the cards of a game."""
    cards = faces_of(game)
    report = picture_pack(folder, _of(cards.value, of_set), rule)
    count = len(report.value.files)
    if count:
        with replaced_file(target) as path, path.open("wb") as file:
            report.value.write(file)
    if missing is not None:
        _put(missing, report.value.missing, set())
    ok = print_findings((*cards.errors, *report.diagnostics), as_json=False)
    if count:
        err().print(f"wrote {target}: {counted(count, 'picture')}")
    return ok


def _of(faces: list[GameFace], of_set: str | None) -> list[GameFace]:
    """Return the faces that are of a set."""
    if not faces:
        raise click.UsageError("there are no sets of OCTGN with cards")
    if of_set is None:
        return faces
    own = [face for face in faces if face.is_of(of_set)]
    if not own:
        raise click.UsageError(f"the game has no set {of_set!r} with cards")
    return own


def _put(target: Path | None, faces: Iterable[GameFace], known: set[tuple[str, str]]) -> None:
    """Write a table of *faces*, of whose pictures those of the keys that are *known* are there."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["OCTGN ID", "Name", "Number", "Set", "Set ID", "Alternate", "Picture", "There"])
    for face in faces:
        own = face.picture
        is_there = "yes" if own.key in known else "no"
        of_set = (face.set_code or face.set_name, face.set_id)
        name = own.name.removesuffix(f".{own.extension}")
        table.writerow([own.id, face.name, face.number, *of_set, own.type, name, is_there])
    if target is None:
        print_contents(text.getvalue().replace("\r\n", "\n"))
    else:
        replace_files({target: text.getvalue().encode("utf-8", "replace")})
        err().print(f"wrote {target}")
