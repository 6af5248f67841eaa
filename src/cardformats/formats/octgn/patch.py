"""Files of a game with few changes: the text that was read, edited only where it differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...file_names import free_name
from ...losses import Loss, LossLog
from ...model import Booster, CardSet, Choice, FrozenDict, Slot
from ...source import SourceText
from ..lost_edits import report_lost_edits
from ..patch import CannotPatchError, Edit, aligned, patched
from ..xml_patch import xml_edits
from .acceptance import check, read_again
from .definition import Definition, read_definition
from .files import set_guid
from .format import SET_FILE, OctgnOptions
from .from_model import WrittenGame
from .identity import set_of, sets_about
from .new_definition import render_definition
from .package import repacked
from .render import render_set
from .syntax import GameTree, OctgnCardRecord, SetRecord


def patched_tree(cardset: CardSet, tree: GameTree, options: OctgnOptions) -> Report[GameTree]:
    """Return the files of *tree*, changed where *cardset* is no longer what was read from them.

    Raises:
        CannotPatchError: If a change has no place of its own in the files.
    """
    assert cardset.as_read is not None  # noqa: S101 - it was read
    as_read = cardset.as_read
    losses, known_losses = LossLog("octgn"), LossLog("octgn")
    before = WrittenGame(as_read, options, known_losses, one_set=tree.is_file)
    after = WrittenGame(cardset, options, losses, one_set=tree.is_file)
    befores, afters = _by_id(before), _by_id(after)
    becomes = _becoming(befores, afters)
    added = afters.keys() - becomes.values()
    if (tree.is_file or tree.archive is not None) and (added or len(becomes) < len(befores)):
        raise CannotPatchError("sets were added or removed")
    title = "" if cardset.name == as_read.name else cardset.name
    sources = dict(_changed(tree, before, after, becomes, title))
    for folder, record in after.sets.items():
        if record.id in added:
            name = _free_name(folder, tree)
            sources[name] = SourceText(f"{tree.label}/{name}", render_set(record), "utf-8")
    new = with_sources(tree, sources)
    again = read_again(new)
    _report_included(as_read, cardset, losses)
    if again != cardset:
        _check_same(cardset, again, after, losses, is_file=tree.is_file)
        if not losses.finish(known_losses.finish()):
            # what is misread of cards is found by the check
            again = evolve(again, sheets=cardset.sheets, boosters=cardset.boosters)
            report_lost_edits(as_read, cardset, again, losses, cards=())
    if options.verify:
        definition = tree.definition or ""
        is_same = sources.get(definition) is tree.sources.get(definition)
        check(new, afters, losses, befores, tree if is_same else None)
    return Report(new, losses.finish(known_losses.finish()))


def _changed(
    tree: GameTree,
    before: WrittenGame,
    after: WrittenGame,
    becomes: Mapping[str, str],
    title: str,
) -> Iterator[tuple[str, SourceText]]:
    """Yield the files of *tree* by name, except those of removed sets."""
    befores, afters = _by_id(before), _by_id(after)
    for name, source in tree.sources.items():
        own = set_guid(source)
        edits: Sequence[Edit] = ()
        if name == tree.definition:
            edits = definition_edits(source, *_definitions(source, before, after, title))
        elif own in befores and own not in becomes:
            continue
        elif own in befores and befores[own] != afters[becomes[own]]:
            edits = set_edits(source.text, befores[own], afters[becomes[own]])
        yield name, with_edits(source, edits) if edits else source


def _becoming(before: Mapping[str, SetRecord], after: Mapping[str, SetRecord]) -> dict[str, str]:
    """Return the new GUIDs of the sets *before*, without sets that were removed.

    A set has another GUID if one of its name is new, or if it alone is new and another one gone.
    """
    gone = [each for each in before.values() if each.id not in after]
    new = [each for each in after.values() if each.id not in before]
    becomes = {each: each for each in before if each in after}
    for each in gone:
        same = [other for other in new if other.name == each.name]
        if other := next(iter(same or (new if len(new) == len(gone) == 1 else ())), None):
            becomes[each.id] = other.id
            new = [left for left in new if left is not other]
    return becomes


def _free_name(folder: str, tree: GameTree) -> str:
    """Return the name of the file of a new set, beside those of the others in *tree*."""
    sets = [*tree.sets]
    below, slash, _ = sets[0].rpartition("/")[0].rpartition("/") if sets else ("Sets", "/", "")
    taken = {name.lower().split("/")[-2] for name in sets if "/" in name}
    return f"{below}{slash}{free_name(folder, taken)}/{SET_FILE}"


def _report_included(before: CardSet, after: CardSet, losses: LossLog) -> None:
    """Report changes of cards of other sets: packs include them by their ids, as they are there."""
    own = {card.ids.get("octgn"): card for card in after.cards}
    read = {None, *(each.get("id") for each in sets_about(before))}
    for card in before.cards:
        if set_of(card.extras) not in read and own.get(card.ids.get("octgn")) != card:
            losses.changed(Loss.CARD, card.name, "cards of other sets", "as they are there")


def _by_id(game: WrittenGame) -> dict[str, SetRecord]:
    return {each.id: each for each in game.sets.values()}


def with_sources(tree: GameTree, sources: Mapping[str, SourceText]) -> GameTree:
    """Return *tree* with other texts; its package has them, too.

    Raises:
        CannotPatchError: If the package is so large that its directory has another format (ZIP64).
    """
    archive = tree.archive
    if archive is not None:
        changed = {name: each for name, each in sources.items() if each is not tree.sources[name]}
        archive = repacked(archive, {name: each.encode() for name, each in changed.items()})
    return evolve(tree, sources=FrozenDict(sources), archive=archive)


def with_edits(source: SourceText, edits: Sequence[Edit]) -> SourceText:
    """Return *source* with *edits*; characters that its encoding has not are references."""
    text = patched(source.text, edits)
    if not source.encoding.startswith("utf"):
        text = text.encode(source.encoding, "xmlcharrefreplace").decode(source.encoding)
    return SourceText(source.name, text, source.encoding)


def set_edits(text: str, before: SetRecord, after: SetRecord) -> Sequence[Edit]:
    """Return the edits of a set; unchanged cards are compared by their names only."""
    cards = [list(record.cards) for record in (before, after)]
    for was, now in aligned(*([card.id for card in each] for each in cards)):
        if was is not None and now is not None and cards[0][was] == cards[1][now]:
            cards[0][was] = cards[1][now] = _outline(cards[0][was])
    texts = [
        render_set(SetRecord(record.attributes, own, record.packs, record.markers))
        for record, own in zip((before, after), cards, strict=True)
    ]
    return list(xml_edits(text, *texts))


def _outline(card: OctgnCardRecord) -> OctgnCardRecord:
    return OctgnCardRecord(card.name, "", {}, {}, card.id)


def definition_edits(source: SourceText, before: Definition, after: Definition) -> Sequence[Edit]:
    """Return the edits of a ``definition.xml`` that said *before*, and is to say *after*."""
    return list(xml_edits(source.text, render_definition(before), render_definition(after)))


def _definitions(
    source: SourceText, before: WrittenGame, after: WrittenGame, title: str
) -> tuple[Definition, Definition]:
    """Return the definition before and after; *title* is the name of the game."""
    known = read_definition(source, DiagnosticLog(0))
    if known is None:
        return Definition(), Definition()
    was, now = before.definition, after.definition
    properties = {name: each for name, each in known.properties.items() if name in now.properties}
    for name, each in now.properties.items():
        if name not in properties:
            properties[name] = each
        elif was.properties.get(name) != each:
            properties[name] = evolve(properties[name], type=each.type)
    sizes = {name: each for name, each in now.sizes.items() if name not in known.sizes}
    return known, evolve(
        known,
        name=title or (known.name if was.name == now.name else now.name),
        description=known.description or known.name,
        id=known.id if was.id == now.id else now.id,
        properties=FrozenDict(properties),
        sizes=FrozenDict({**known.sizes, **sizes}),
    )


def _check_same(
    cardset: CardSet, again: CardSet, meant: WrittenGame, losses: LossLog, *, is_file: bool
) -> None:
    """Report packs of *cardset* that are others in what is read *again*.

    Raises:
        CannotPatchError: If *again* differs from *meant* in something that can be written.
    """
    read = WrittenGame(again, meant.options, LossLog("octgn"), one_set=is_file)
    is_same_name = is_file or again.name == cardset.name
    if not is_same_name:
        raise CannotPatchError("the game has another name, which is in no file")
    if _by_id(read) != _by_id(meant):
        raise CannotPatchError("an added value contradicts another part of the files")
    for one, other in zip(cardset.boosters, again.boosters, strict=False):
        if _meaning(one, meant) != _meaning(other, read):
            losses.changed(Loss.BOOSTER, one.name, "changes of boosters")


def _meaning(booster: Booster, game: WrittenGame) -> Any:
    """Return the contents of packs, without the names and positions of sheets."""

    def items(sheet: str) -> Any:
        sheets = game.cardset.sheets
        copies: Counter[tuple[str, str]] = Counter()
        for entry in sheets[sheet].entries if sheet in sheets else ():
            copies[game.locate(entry.card).key] += entry.copies
        return frozenset(copies.items())

    def parts(slots: Iterable[Slot | Choice]) -> list[Any]:
        return [
            one_of(each.options, lambda layout: parts(layout.slots))
            if isinstance(each, Choice)
            else (each.count, one_of(each.sheets, lambda choice: items(choice.sheet)))
            for each in slots
        ]

    def one_of(weighted: Sequence[Any], meaning: Callable[[Any], Any]) -> Any:
        total = sum(each.weight for each in weighted)
        shares = [(Fraction(each.weight) / (total or 1), meaning(each)) for each in weighted]
        return shares[0][1] if len(shares) == 1 else shares

    return one_of(booster.layouts, lambda layout: parts(layout.slots))
