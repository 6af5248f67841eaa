"""The writer of lists. Written lists are read back by Draftmancer's own rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import CardRef, CardSet
from ...source import SourceText
from ..base import Input, Written
from ..lost_edits import report_lost_edits
from ..patch import CannotPatchError, aligned, patched
from .acceptance import Accepted, AcceptedLine, ListRejection, Query, accept
from .card_keys import DEFAULT_SET
from .card_patch import printing
from .custom_cards import with_all_custom
from .format import DraftmancerOptions
from .from_model import WrittenList, from_model
from .patch import list_edits
from .printings import Target
from .reader import read as read_list
from .render import render
from .syntax import CardList, DraftmancerCardLine

#: The line that is compared if a list has fewer lines than intended.
_NO_LINE = AcceptedLine(0, "", None, None, None)


def write(cardset: CardSet, options: DraftmancerOptions) -> Report[Written]:
    """Write *cardset* as a custom card list. If it was read, only changes are written."""
    syntax = cardset.syntax
    losses = LossLog("draftmancer")
    is_rewritten = options.canonical or options.cards == "names" or options.image_url is not None
    if options.cards == "custom" and (all_custom := with_all_custom(cardset)) is not cardset:
        cardset, is_rewritten = all_custom, True
    if isinstance(syntax, CardList) and not is_rewritten:
        if cardset == cardset.as_read:
            return Report(Written.of(syntax.source))
        report = _patched(cardset, syntax, options)
        if report is not None:
            return report
        losses.changed(Loss.FILE, cardset.name, "the list as it was read", "rewritten")
    written = from_model(cardset, options, losses)
    text = render(written)
    if options.verify:
        report_misreadings(text, written, losses)
    return Report(Written(text), losses.finish())


def _patched(
    cardset: CardSet, syntax: CardList, options: DraftmancerOptions
) -> Report[Written] | None:
    """Apply the changes as edits of the original text. Return None if that is not possible.

    Only losses caused by the changes are reported. Content that Draftmancer already ignored in the
    original list is not reported.
    """
    source, as_read = syntax.source, cardset.as_read
    assert as_read is not None  # noqa: S101 - it was read
    known, losses = LossLog("draftmancer"), LossLog("draftmancer")
    is_whole = bool(as_read.boosters) or len(as_read.sheets) < 2  # noqa: PLR2004 - several
    before = from_model(as_read, options, known, is_whole=is_whole)
    after = from_model(cardset, options, losses, is_whole=is_whole)
    try:
        text = patched(source.text, list_edits(syntax, before, after))
    except CannotPatchError:
        return None
    again = _read(text, syntax)
    if again != cardset and again != _read(render(after), syntax):
        return None
    misread, misread_before = LossLog("draftmancer"), LossLog("draftmancer")
    if options.verify:
        report_misreadings(text, after, misread, before)
    if misread.finish():
        report_misreadings(source.text, before, misread_before)
    if again != cardset and not losses.finish(known.finish()):
        report_lost_edits(as_read, cardset, again, losses)
    lost = (*losses.finish(known.finish()), *misread.finish(misread_before.finish()))
    unencoded = LossLog("draftmancer")
    encoding = _encoding(text, source, unencoded)
    return Report(Written(text, encoding), (*unencoded.finish(), *lost))


def _read(text: str, like: CardList) -> CardSet:
    """Return the card set in *text*, read with the options of another list."""
    return read_list(Input("", None, text), like.options).value


def _encoding(text: str, source: SourceText, losses: LossLog) -> str:
    """Return the encoding of *source* if it can represent *text*; UTF-8 otherwise."""
    if source.encoding.startswith("utf"):
        return source.encoding
    try:
        if SourceText.from_bytes("", source.encode(text)).text == text:
            return source.encoding
        lacking = "all of it"  # the bytes would be read as UTF-8
    except UnicodeEncodeError as error:
        lacking = text[error.start : error.end]
    what = f"what the encoding {source.encoding} lacks"
    losses.changed(Loss.FILE, lacking, what, "all is UTF-8")
    return "utf-8"


def report_misreadings(
    text: str, written: WrittenList, losses: LossLog, before: WrittenList | None = None
) -> None:
    """Report to *losses* where Draftmancer rejects *text*, or reads it differently.

    The check assumes that Draftmancer has only the official cards of the list, in every set. Thus a
    line that refers to any other card is detected. Custom cards and settings that were the same
    *before* are not reported, because the text may express them differently.
    """
    known = {_query(ref) for ref in written.official}
    names = {name for name, _, _ in known}
    models = [written.settings["botModel"]] if "botModel" in written.settings else []

    def is_known(name: str, set_code: str | None, number: str | None) -> bool:
        return (name, set_code, number) in known or (set_code is not None and name in names)

    made = accept(text, is_known, models=models)
    if isinstance(made, ListRejection):
        reason = made.reason
        made = accept(text, models=models)
        lines = [] if isinstance(made, ListRejection) else list(_other_lines(made, written))
        for meant, line in lines:
            means_another = line.custom is not None or (line.name, line.set, line.number) in known
            if means_another:
                losses.mistaken("card lines", _name(meant))
            else:
                losses.refused("card lines that read as something else", _name(meant))
        if not lines:
            losses.refused("the whole list", reason)
        return
    for meant, _ in _other_lines(made, written):
        losses.mistaken("card lines", _name(meant))
    for key, value in _other_members(made, written, before):
        losses.mistaken(key, value)


def _query(ref: CardRef) -> Query:
    return ref.name, ref.set_code, ref.number


def _other_lines(made: Accepted, written: WrittenList) -> Iterator[tuple[Target, AcceptedLine]]:
    """Yield the intended card and the line that is read instead, where they differ."""
    for name, meant in written.sheets.items():
        sheet = made.sheets.get(name)
        lines = sheet["cards"] if sheet is not None else []
        nothing = repeat(_NO_LINE, max(0, len(meant.lines) - len(lines)))
        for line, (own, target) in zip(chain(lines, nothing), meant.lines, strict=False):
            if not is_read_as(line, own, target):
                yield target, line


def is_read_as(read: AcceptedLine, written: DraftmancerCardLine, target: Target) -> bool:
    """Return whether a *written* line is read as the same number of copies of its card."""
    if isinstance(target, CardRef):
        is_meant = read.custom is None and read[1:4] == _query(target)
    else:
        is_meant = read.custom == "_".join(target)
    return is_meant and read.copies == written.count


def _name(target: Target) -> str:
    return target.name if isinstance(target, CardRef) else target[0]


def _other_members(
    made: Accepted, written: WrittenList, before: WrittenList | None
) -> Iterator[tuple[str, str]]:
    """Yield the kind and an example of custom cards and settings that are read differently."""
    settings: dict[str, Any] = {}
    earlier: list[dict[str, Any]] = [{}] * len(written.custom)
    if before is not None:
        settings = before.settings
        sides = [list(map(printing, side.custom)) for side in (before, written)]
        for was, now in aligned(*sides):
            if was is not None and now is not None:
                earlier[now] = before.custom[was]
    for card, same in zip(written.custom, earlier, strict=True):
        code, number = (card.get(key, "") for key in ("set", "collector_number"))
        read = made.cards.get(f"{card['name']}_{(code or DEFAULT_SET).lower()}_{number}", {})
        for key in card.keys() - {"set"} if read else ("name",):
            if same.get(key) != card[key] != read.get(key, card[key]) or not read:
                yield f"the {key!r} of custom cards", card["name"]
    for key, value in written.settings.items():
        if isinstance(value, (list, dict)) or settings.get(key) == value:
            continue
        if made.settings.get(key, value) != value:
            yield f"the setting {key!r}", str(value)
