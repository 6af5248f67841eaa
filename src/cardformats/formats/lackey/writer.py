"""Writes plugins: from scratch, or as changes of the lines that were read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import repeat, zip_longest
from pathlib import Path
from typing import Final, TypeVar

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Report
from ...losses import Loss, LossLog
from ...model import Booster, Card, CardSet
from ...model.frozen import EMPTY
from ...source import SourceText
from ..base import Binary, Input, Written
from ..capabilities import report_unsupported
from ..mapping.kept import with_mapping
from ..nameless import without_nameless
from ..patch import line_edits, patched_source
from ..read_back import report_changes
from ..xml_patch import rewritten
from ..xml_tags import root_name
from ..xml_text import is_allowed
from .format import CAPABILITIES, PLUGIN, ROOT, LackeyOptions
from .from_model import WrittenPlugin
from .reader import name_place, plugin_name, read_cards, read_packs
from .syntax import ELEMENTS, NO_TITLE, TITLE, TITLES, PackElement, Plugin
from .to_model import read

T = TypeVar("T")

_CARDS: Final = "sets/carddata.txt"
_LIST: Final = "sets/setlist.txt"
_PACKS: Final = "packs/packdefinitions1.xml"
#: The file of a new plugin, which needs a zone for a deck.
_INFO: Final = """\
<plugin>
<pluginversion>1.0</pluginversion>
<pluginname></pluginname>
<deckzone><label>Deck</label><shuffle>yes</shuffle><gamezonetoloadto>Deck</gamezonetoloadto></deckzone>
<gamezone><label>Hand</label><visibletoowner>yes</visibletoowner><visibletoothers>no</visibletoothers></gamezone>
<gamezone><label>Deck</label><visibletoowner>no</visibletoowner><visibletoothers>no</visibletoothers></gamezone>
<gamezone><label>Discard</label><visibletoowner>yes</visibletoowner><visibletoothers>yes</visibletoothers></gamezone>
</plugin>
"""


def write(cardset: CardSet, options: LackeyOptions) -> Report[Written]:
    """Write *cardset* as card data; of packs that were read by themselves the packs."""
    plugin = cardset.syntax
    main = plugin.main if isinstance(plugin, Plugin) else None
    only = main or _CARDS
    texts, diagnostics = _texts(cardset, options, only)
    return Report(texts[only], diagnostics)


def write_folder(
    cardset: CardSet,
    options: LackeyOptions,
    folder: Path | None = None,  # noqa: ARG001 - the protocol's
) -> Report[Mapping[str, Written | Binary]]:
    """Write *cardset* as a plugin."""
    return Report(*_texts(cardset, options))


def _texts(
    cardset: CardSet, options: LackeyOptions, only: str | None = None
) -> tuple[dict[str, Written], tuple[Diagnostic, ...]]:
    """Return the files of a plugin by path, or *only* one of them, with the diagnostics."""
    losses = LossLog("lackey")
    as_read, plugin = cardset.as_read, cardset.syntax
    if not isinstance(plugin, Plugin) or options.canonical or plugin.main != only:
        plugin = None
    if plugin is not None and cardset == as_read:
        return {name: Written.of(each) for name, each in plugin.sources.items()}, ()
    cardset = without_nameless(cardset, losses, "lackey", has_empty_names=False)
    has_packs = only is None or _is_packs(only)
    written = WrittenPlugin(cardset, options, losses, has_packs=has_packs)
    _report(written, cardset.boosters, losses, has_packs=has_packs)
    if only is not None and has_packs:
        for sheet in written.tags:
            what = "sheets that need a column of the card data, which is in another file"
            losses.dropped(Loss.SHEET, sheet, what)
    if plugin is None or as_read is None:
        return _new_texts(written, options, losses, only), losses.finish()
    before = WrittenPlugin(as_read, plugin.options, LossLog(""), has_packs=has_packs)
    texts: dict[str, Written] = {}
    for name, source in plugin.sources.items():
        new = _new_cards if name in plugin.cards else _new_packs if _is_packs(name) else None
        own = source if new is None else new(name, plugin, before, written, losses)
        if name.lower() == PLUGIN and cardset.name != as_read.name:
            own = evolve(own, text=_named(own.text, cardset.name, losses))
        texts[name] = Written.of(own)
    if written.packs and not any(map(_is_packs, texts)):
        texts[_PACKS] = Written(_packs_text(written.packs))
    return texts, losses.finish()


def _new_texts(
    written: WrittenPlugin, options: LackeyOptions, losses: LossLog, only: str | None
) -> dict[str, Written]:
    """Return the files of a new plugin by path, or *only* one of them."""
    if only is not None and _is_packs(only):
        return {only: Written(_packs_text(written.packs))}
    lines = _lines(written.titles, written.rows)
    texts = {only or _CARDS: Written("\n".join((*lines, "")))}
    if only is None:
        cardset = written.cardset
        name = cardset.name or cardset.code or options.name or "Custom"
        texts[PLUGIN] = Written(_named(_INFO, name, losses))
        texts[_LIST] = Written("1\ncarddata.txt\n")
        if written.packs:
            texts[_PACKS] = Written(_packs_text(written.packs))
    return texts


def _named(text: str, name: str, losses: LossLog) -> str:
    """Return the *text* of a plugin's own file with another name, or as it is without a place."""
    start, end = name_place(text)
    new = text[:start] + name + text[end:] if start < len(text) else text
    if plugin_name(new) == name and is_allowed(name):
        return new
    losses.dropped(Loss.NAME, name, "the new name of the plugin")
    return text


def _is_packs(name: str) -> bool:
    return name.lower().endswith(".xml")


def _report(
    written: WrittenPlugin, boosters: Iterable[Booster], losses: LossLog, *, has_packs: bool
) -> None:
    """Report what is lost of a card set, by what its card data read as."""
    # cards that are only named may be of other sets
    cardset, can = written.cardset, with_mapping(CAPABILITIES, written.mapping)
    report_unsupported(
        evolve(cardset, boosters=written.meant if has_packs else boosters), can, losses
    )
    for booster in () if has_packs else boosters:
        losses.dropped(Loss.BOOSTER, booster.name, "boosters, which are in files of their own")
    rows = [each.cells for each in written.plain]
    titles = tuple(dict.fromkeys((*TITLES, *(title for row in rows for title in row))))
    text = Input("", None, "\n".join(_lines(titles, rows)))
    again = read(text, LackeyOptions(mapping=written.mapping.to_dict())).value
    for card, other in zip_longest(cardset.cards, again.cards):
        if card is not None:
            report_changes(card, other, can, losses)


def _lines(titles: Sequence[str], rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the lines of a table, the first of which has the titles."""
    cells = (map(row.get, titles, repeat("")) for row in rows)
    return ["\t".join(each) for each in (titles, *cells)]


def _of_file(
    values: Sequence[Card | Booster], name: str, files: Collection[str], written: Sequence[T]
) -> list[T]:
    """Return what the *values* of a file are written as; new ones are in the first file."""
    first = next(iter(files))
    names = (each.extras.get("lackey", EMPTY).get("file") for each in values)
    own = (each if each in files else first for each in names)
    return [each for of_file, each in zip(own, written, strict=True) if of_file == name]


def _new_cards(
    name: str, plugin: Plugin, before: WrittenPlugin, written: WrittenPlugin, losses: LossLog
) -> SourceText:
    """Return the card data of a file with its changed lines; all of it if that cannot be."""
    file = plugin.cards[name]
    source = file.source
    old_rows, rows = (
        _of_file(each.cardset.cards, name, plugin.cards, each.rows) for each in (before, written)
    )
    used = {title for row in rows for title in row}
    new = [each for each in written.titles if each in used and each not in file.titles]
    was, now = (_lines((*file.titles, *new), each) for each in (old_rows, rows))
    was[0] = source.text[slice(*file.head)]
    now[0] = "\t".join((was[0], *new))
    is_old = "\r" in source.text and "\n" not in source.text
    line_end = "\r" if is_old else source.line_end
    places = [file.head, *((each.start, each.end) for each in file.named_rows)]

    def is_right(source: SourceText) -> bool:
        again = read_cards(source, LackeyOptions(), DiagnosticLog(0))
        return again is not None and [each.cells for each in again.named_rows] == rows

    edits = line_edits(places, was, now, line_end)
    patched = patched_source(source, edits, is_right, losses, "card data as they were read")
    return patched or evolve(source, text=line_end.join((*now, "")), encoding="utf-8")


def _new_packs(
    name: str, plugin: Plugin, before: WrittenPlugin, written: WrittenPlugin, losses: LossLog
) -> SourceText:
    """Return the packs of a file with their changed elements, or rewritten."""
    others = [*filter(_is_packs, plugin.others)]
    names = [each for each in others if root_name(plugin.others[each].text)] or others
    was, now = (
        _of_file(each.cardset.boosters, name, names, each.packs) for each in (before, written)
    )
    source = plugin.others[name]
    packs = _packs_in(source)
    # a pack that was read may be spelled differently from what is written for it
    known = dict(zip(packs, was, strict=False))

    def says(changed: SourceText) -> str:
        return _packs_text(known.get(each) or _as_written(each) for each in _packs_in(changed))

    old, new = map(_packs_text, (was, now))
    if old == new and (not packs or says(source) == old):  # not understood, or nothing changes
        return source
    return rewritten(source, old, new, says, losses, "packs as they were read")


def _packs_in(source: SourceText) -> list[PackElement]:
    """Return the packs in *source*; none if it is not understood."""
    again = read_packs(source, DiagnosticLog(0))
    return [] if again is None else again[1].all("pack")


def _as_written(pack: PackElement) -> PackElement:
    """Return *pack* with a title, and without the probability of its only chance."""
    title = () if pack.text(TITLE) else (PackElement(TITLE, NO_TITLE),)
    chances = pack.all("chance")
    if len(chances) == 1:
        chances = [PackElement("chance", tuple(chances[0].all("kind")))]
    others = (each for tag in ELEMENTS["pack"] if tag != "chance" for each in pack.all(tag))
    return evolve(pack, content=(*title, *others, *chances))


def _packs_text(packs: Iterable[PackElement]) -> str:
    return "\n".join((*PackElement(ROOT, tuple(packs)).lines(), ""))
