"""``cardformats new`` and ``cardformats octgn``: what makers of games need."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import click

from ..diagnostics import Diagnostic, Report
from ..files import replace_files, replaced_file
from ..formats.octgn.files import file_name
from ..formats.octgn.format import OctgnOptions
from ..formats.octgn.making.faces import GameFace, faces_of, pictures_in
from ..formats.octgn.making.games import PRESETS, USUAL, new_game, new_set, write_new
from ..formats.octgn.making.picture_pack import picture_pack
from .arguments import StatusCommand
from .output import err, print_contents, print_counts, print_diagnostics


@click.group()
def new() -> None:
    """Begin a game, or a set of one."""


@new.command("octgn")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    help="The folder of a new game; else one called as the game. What is there stays.",
)
@click.option(
    "--in",
    "game",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the game that a set is to be made in.",
)
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="NAME[:TYPE]",
    help="A property of the cards, as Cost or Rules:RichText; may be repeated.",
)
@click.option(
    "--like", type=click.Choice([*PRESETS]), help="The properties of a game that is known."
)
@click.option("--game-id", help="The GUID of the game; else one made of its name and of --authors.")
@click.option("--authors", help="Who makes the game, with commas between.")
@click.option("--description", help="What the game is.")
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
            raise click.UsageError("--in makes a set, so there are no options of a game")
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
            " the same. Begin with --authors or --game-id if it is to be published."
        )


@click.group()
def octgn() -> None:
    """Tables of ids and packs of pictures for games of OCTGN."""


_of_set = click.option(
    "--set", "of_set", metavar="SET", help="Only this set: its name, short name or id."
)


@octgn.command(cls=StatusCommand)
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--output", "target", type=click.Path(path_type=Path), help="The file; else shown."
)
@click.option(
    "--pictures",
    "images",
    type=click.Path(exists=True, path_type=Path),
    help="A folder or a pack with pictures, named as OCTGN does; those of the game are known.",
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
    return _finish(report.errors)


@octgn.command(cls=StatusCommand)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--game",
    required=True,
    type=click.Path(exists=True, path_type=Path),
    help="The game, or the set, whose cards the pictures are of.",
)
@_of_set
@click.option(
    "--name",
    "rule",
    metavar="RULE",
    help="What the files are called, as '{set}/{number}-{name}'; else ids, numbers or names.",
)
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The pack (.o8c) to write.",
)
@click.option(
    "--missing",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A table (CSV) to write of the cards without a picture.",
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
    ok = _finish((*cards.errors, *report.diagnostics))
    if count:
        err().print(f"wrote {target}: {count} picture{'s' if count > 1 else ''}")
    return ok


def _of(faces: list[GameFace], of_set: str | None) -> list[GameFace]:
    """Those of *faces* that are of a set."""
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


def _finish(diagnostics: Iterable[Diagnostic]) -> bool:
    """Print *diagnostics*, and whether there are no errors."""
    every = tuple(diagnostics)
    print_diagnostics(every, full=True)
    print_counts(every)
    return Report(None, every).ok
