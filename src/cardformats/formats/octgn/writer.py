"""Writes card sets: as they were, if they were read and not changed, else anew.

Elements stand in the order that OCTGN wants, with blanks safe in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ..base import Binary, Written
from ..xml_text import Document, XmlProblem, attribute, attributes, content, document
from .definition import game_files
from .format import DEFINITION_FILE, OctgnOptions
from .from_model import WrittenGame, build_game
from .package import pack
from .packs import pack_lines
from .rich_text import Run
from .syntax import CardRecord, FaceRecord, GameTree, WrittenSet

_STEP: Final = "  "


def render_set(written: WrittenSet) -> str:
    """The text of ``set.xml``."""
    return document(_set(written))


def _set(written: WrittenSet) -> Iterator[str]:
    yield f"<set{attributes(written.attributes)}>"
    if written.packs:
        yield f"{_STEP}<packaging>"
        for pack in written.packs:
            yield from pack_lines(pack)
        yield f"{_STEP}</packaging>"
    if written.markers:
        yield f"{_STEP}<markers>"
        for number, name in written.markers.items():
            yield f"{_STEP * 2}<marker{attributes({'name': name, 'id': number})}/>"
        yield f"{_STEP}</markers>"
    yield f"{_STEP}<cards>"
    for card in written.cards:
        yield from _card(card)
    yield f"{_STEP}</cards>"
    yield "</set>"


def _card(card: CardRecord) -> Iterator[str]:
    indent = _STEP * 2
    yield from _face("card", {"name": card.name, "id": card.id}, card, indent)
    for each in card.alternates:
        own = {"name": each.name, "type": each.type}
        yield from _face("alternate", own, each, indent + _STEP)
        yield f"{indent}{_STEP}</alternate>"
    yield f"{indent}</card>"


def _face(tag: str, own: Mapping[str, str], face: FaceRecord, indent: str) -> Iterator[str]:
    """The start tag of a card or an alternate, and its properties."""
    size = {"size": face.size} if face.size else {}
    yield f"{indent}<{tag}{attributes({**own, **size})}>"
    for name, value in face.properties.items():
        start = f"{indent}{_STEP}<property{attribute('name', name)}"
        if value is None:
            yield f"{start}/>"
        elif name in face.runs:
            yield f"{start}>{''.join(_runs(face.runs[name]))}</property>"
        else:
            yield f"{start}{attribute('value', value)}/>"


def _runs(runs: tuple[Run, ...]) -> Iterator[str]:
    """Runs in elements; a text of blanks would be lost, so it goes into the symbol before it."""
    for number, run in enumerate(runs):
        following = runs[number + 1].text if number + 1 < len(runs) else ""
        is_blank_next = run.symbol is not None and following and not following.strip(" \t\r\n")
        if run.symbol is not None:
            text = content(run.text + (following if is_blank_next else ""))
            text = f"<s{attribute('value', run.symbol)}>{text}</s>"
        elif number and runs[number - 1].symbol is not None and not run.text.strip(" \t\r\n"):
            continue
        else:
            text = content(run.text)
        for tag, is_set in (("u", run.underline), ("i", run.italic), ("b", run.bold)):
            text = f"<{tag}>{text}</{tag}>" if is_set else text
        yield f"<c{attribute('value', run.color)}>{text}</c>" if run.color else text


#: The attributes of a definition whose values are files beside it.
_FILE_ATTRIBUTES: Final = ("src", "definitionsrc", "front", "back", "background", "board", "icon")


def write(cardset: CardSet, options: OctgnOptions) -> Report[Written]:
    """Write *cardset* as the file of one set."""
    tree = _unchanged(cardset, options)
    if tree is not None and len(tree.sources) == 1:
        (source,) = tree.sources.values()
        return Report(Written(source.text, source.encoding))
    losses = LossLog("octgn")
    game = build_game(cardset, options, losses, one_set=True)
    (written,) = game.sets.values()
    return Report(Written(render_set(written)), losses.finish() + game.notes)


def write_folder(
    cardset: CardSet, options: OctgnOptions, folder: Path | None = None
) -> Report[Mapping[str, Written | Binary]]:
    """Write *cardset* as the files of the folder of a game, whatever is in *folder*."""
    del folder  # its files are replaced, and others do not matter
    tree = _unchanged(cardset, options)
    if tree is not None and not tree.is_file and tree.sources:
        return Report(_as_read(tree))
    losses = LossLog("octgn")
    game = build_game(cardset, options, losses, one_set=False)
    files = _sets(game)
    if options.with_definition:
        files |= _definition(game, options, losses)
    return Report(files, losses.finish() + game.notes)


def write_package(cardset: CardSet, options: OctgnOptions) -> Report[bytes]:
    """Write *cardset* as a package, with its definition."""
    tree = _unchanged(cardset, options)
    if tree is not None and tree.archive is not None:
        return Report(tree.archive)
    losses = LossLog("octgn")
    game = build_game(cardset, options, losses, one_set=False)
    files = _sets(game)
    notes = game.notes
    if tree is not None and not tree.is_file and tree.sources:
        files = dict(_as_read(tree))
        losses, notes = LossLog("octgn"), ()  # what is written as it was loses nothing
    if DEFINITION_FILE not in files:
        files |= _definition(game, options, losses)
    elif tree is not None:
        for name in _named_files(tree):
            losses.dropped("files that the definition names", name)
    data = {name: each.encode() for name, each in files.items()}
    return Report(pack(data, game.definition), losses.finish() + notes)


def _as_read(tree: GameTree) -> dict[str, Written]:
    return {name: Written(each.text, each.encoding) for name, each in tree.sources.items()}


def _named_files(tree: GameTree) -> list[str]:
    """The files that the definition that was read names: pictures, scripts, templates."""
    source = tree.sources.get(DEFINITION_FILE)
    try:
        root = Document(source).root if source is not None else None
    except XmlProblem:
        return []
    elements = () if root is None else root.iter()
    return list(
        dict.fromkeys(
            element.get(name)
            for element in elements
            for name in _FILE_ATTRIBUTES
            if element.get(name)
        )
    )


def _sets(game: WrittenGame) -> dict[str, Written | Binary]:
    return {f"Sets/{name}/set.xml": Written(render_set(each)) for name, each in game.sets.items()}


def _definition(
    game: WrittenGame, options: OctgnOptions, losses: LossLog
) -> dict[str, Written | Binary]:
    """The definition and the files that it names."""
    if options.definition is not None:
        what = "the definition that is given (now its properties, sizes and symbols)"
        losses.changed(what, game.definition.name)
    return game_files(game.definition, game.roles)


def _unchanged(cardset: CardSet, options: OctgnOptions) -> GameTree | None:
    """The files that *cardset* was read from, if it is to be written as it was."""
    tree = cardset.syntax
    is_asked = options.canonical or options.game_id is not None or options.definition is not None
    is_anew = is_asked or cardset != cardset.as_read
    return tree if isinstance(tree, GameTree) and not is_anew else None
