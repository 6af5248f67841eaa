"""Writes card sets: as they were, if they were read and not changed, else anew.

Elements stand in the order that OCTGN wants, with blanks safe in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Final

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ..base import Binary, Written
from ..xml_text import Document, XmlProblem, block, content, document, element
from .definition import game_files
from .format import DEFINITION_FILE, OctgnOptions
from .from_model import WrittenGame
from .package import pack
from .rich_text import Run
from .syntax import ALL, CardRecord, FaceRecord, GameTree, Item, Pack, Pick, SetRecord


def render_set(record: SetRecord) -> str:
    """The text of ``set.xml``."""
    markers = [element("marker", {"name": name, "id": id_}) for id_, name in record.markers.items()]
    parts = [
        block("packaging", {}, chain.from_iterable(map(_pack, record.packs)))
        if record.packs
        else (),
        block("markers", {}, markers) if markers else (),
        block("cards", {}, chain.from_iterable(map(_card, record.cards))),
    ]
    return document(block("set", record.attributes, chain.from_iterable(parts)))


def _pack(pack: Pack) -> Iterator[str]:
    includes = (
        _with_properties(
            "include", {"id": each.card, "set": each.of_set}, "name", each.overrides.items()
        )
        for each in pack.includes
    )
    lines = chain.from_iterable((*includes, *map(_item, pack.items)))
    return block("pack", {"name": pack.name, "id": pack.id}, lines)


def _item(item: Item) -> Iterator[str]:
    if isinstance(item, Pick):
        quantity = "unlimited" if item.quantity == ALL else str(item.quantity)
        (key, value), *more = item.filters
        own = {"qty": quantity, "key": key, "value": value}
        return _with_properties("pick", own, "key", more)
    options = (
        block("option", {"probability": decimal_text(each.probability or Fraction(0))}, lines)
        for each in item.options
        for lines in (chain.from_iterable(map(_item, each.items)),)
    )
    return block("options", {}, chain.from_iterable(options))


def _with_properties(
    tag: str, own: Mapping[str, str], key: str, pairs: Iterable[tuple[str, str | None]]
) -> Iterator[str]:
    """An element with properties in it, of which each has a *key* and perhaps a value."""
    properties = [element("property", {key: name, "value": value}) for name, value in pairs]
    return block(tag, own, properties) if properties else iter((element(tag, own),))


def decimal_text(number: Fraction) -> str:
    """*number*, which is a decimal, as OCTGN reads it."""
    whole = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{whole:f}"


def _card(card: CardRecord) -> Iterator[str]:
    alternates = (
        block("alternate", {"name": each.name, "type": each.type, **_size(each)}, _properties(each))
        for each in card.alternates
    )
    own = {"name": card.name, "id": card.id, **_size(card)}
    return block("card", own, chain(_properties(card), *alternates))


def _size(face: FaceRecord) -> dict[str, str | None]:
    return {"size": face.size or None}


def _properties(face: FaceRecord) -> Iterator[str]:
    for name, value in face.properties.items():
        if name in face.runs:
            yield element("property", {"name": name}, "".join(_runs(face.runs[name])))
        else:
            yield element("property", {"name": name, "value": value})


def _runs(runs: tuple[Run, ...]) -> Iterator[str]:
    """Runs in elements; a text of blanks would be lost, so it goes into the symbol before it."""
    for number, run in enumerate(runs):
        following = runs[number + 1].text if number + 1 < len(runs) else ""
        is_blank_next = run.symbol is not None and following and not following.strip(" \t\r\n")
        if run.symbol is not None:
            text = content(run.text + (following if is_blank_next else ""))
            text = element("s", {"value": run.symbol}, text)
        elif number and runs[number - 1].symbol is not None and not run.text.strip(" \t\r\n"):
            continue
        else:
            text = content(run.text)
        for tag, is_set in (("u", run.underline), ("i", run.italic), ("b", run.bold)):
            text = element(tag, {}, text) if is_set else text
        yield element("c", {"value": run.color}, text) if run.color else text


#: The attributes of a definition whose values are files beside it.
_FILE_ATTRIBUTES: Final = ("src", "definitionsrc", "front", "back", "background", "board", "icon")


def write(cardset: CardSet, options: OctgnOptions) -> Report[Written]:
    """Write *cardset* as the file of one set."""
    tree = _unchanged(cardset, options)
    if tree is not None and len(tree.sources) == 1:
        (source,) = tree.sources.values()
        return Report(Written(source.text, source.encoding))
    losses = LossLog("octgn")
    game = WrittenGame(cardset, options, losses, one_set=True)
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
    game = WrittenGame(cardset, options, losses)
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
    game = WrittenGame(cardset, options, losses)
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
    values = (each.get(name) for each in elements for name in _FILE_ATTRIBUTES)
    return list(dict.fromkeys(value for value in values if value))


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
    return tree if isinstance(tree, GameTree) and not is_asked else None
