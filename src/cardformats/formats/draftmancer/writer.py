"""Writes a list, and reads it back by Draftmancer's own rules to see whether it says the same."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import LossLog, Report
from ...model import CardRef, CardSet
from ..base import Input, Written
from ..patch import CannotPatchError
from .acceptance import Accepted, Line, Query, Refused, accept
from .format import DraftmancerOptions
from .from_model import WrittenList, from_model
from .patch import patched_list
from .printings import Target
from .reader import read as read_list
from .render import render
from .syntax import CardList


def write(cardset: CardSet, options: DraftmancerOptions) -> Report[Written]:
    """Write *cardset* as a custom card list; of one that was read, only what has changed."""
    syntax = cardset.syntax
    is_made_anew = options.canonical or options.cards != "custom" or options.image_url is not None
    if isinstance(syntax, CardList) and syntax.source is not None and not is_made_anew:
        if cardset == cardset.as_read:
            return Report(Written(syntax.source.text, syntax.source.encoding))
        report = _patched(cardset, syntax, options)
        if report is not None:
            return report
    losses = LossLog("draftmancer")
    written = from_model(cardset, options, losses)
    text = render(written.cards)
    report_misreadings(text, written, losses)
    return Report(Written(text), losses.finish())


def _patched(
    cardset: CardSet, syntax: CardList, options: DraftmancerOptions
) -> Report[Written] | None:
    """The text that was read with what has changed; None if that cannot be said so."""
    assert syntax.source is not None  # noqa: S101 - it was read
    assert cardset.as_read is not None  # noqa: S101 - likewise
    known, losses = LossLog("draftmancer"), LossLog("draftmancer")
    before = from_model(cardset.as_read, options, known)
    after = from_model(cardset, options, losses)
    try:
        text = patched_list(syntax, before, after)
    except CannotPatchError:
        return None
    again = read_list(Input("", None, text), DraftmancerOptions()).value
    if again != cardset:
        anew = read_list(Input("", None, render(after.cards)), DraftmancerOptions()).value
        if again != anew:
            return None
    report_misreadings(text, after, losses)
    return Report(Written(text, syntax.source.encoding), losses.finish(known.finish()))


def report_misreadings(text: str, written: WrittenList, losses: LossLog) -> None:
    """Report to *losses* where Draftmancer refuses *text*, or finds in it what was not meant.

    Draftmancer is taken to have just the official cards that the list means, and those in every
    set: a line that means another card is then found out, whatever that is.
    """
    known = {_query(ref) for ref in written.official}
    names = {name for name, _, _ in known}
    models = [written.settings["botModel"]] if "botModel" in written.settings else []

    def is_known(name: str, set_code: str | None, number: str | None) -> bool:
        return (name, set_code, number) in known or (set_code is not None and name in names)

    made = accept(text, is_known, models=models)
    if isinstance(made, Refused):
        reason = made.reason
        made = accept(text, models=models)
        lines = [] if isinstance(made, Refused) else list(_other_lines(made, written))
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
    for key, value in _other_members(made, written):
        losses.mistaken(key, value)


def _query(ref: CardRef) -> Query:
    return ref.name, ref.set_code, ref.number


def _other_lines(made: Accepted, written: WrittenList) -> Iterator[tuple[Target, Line]]:
    """What was meant and what is read instead, where that differs."""
    for name, targets in written.targets.items():
        lines = made.sheets[name]["cards"]
        for line, (copies, target) in zip(lines, targets, strict=True):
            if isinstance(target, CardRef):
                is_meant = line.custom is None and line[1:4] == _query(target)
            else:
                is_meant = line.custom == "_".join(target)
            if not is_meant or line.copies != copies:
                yield target, line


def _name(target: Target) -> str:
    return target.name if isinstance(target, CardRef) else target[0]


def _other_members(made: Accepted, written: WrittenList) -> Iterator[tuple[str, str]]:
    """What is read otherwise of the custom cards and the settings: kind and example."""
    for card, read in zip(written.custom, made.cards.values(), strict=True):
        for key in card:
            if key != "set" and card[key] != read.get(key, card[key]):
                yield f"the {key!r} of custom cards", card["name"]
    for key, value in written.settings.items():
        if not isinstance(value, (list, dict)) and made.settings.get(key, value) != value:
            yield f"the setting {key!r}", str(value)
