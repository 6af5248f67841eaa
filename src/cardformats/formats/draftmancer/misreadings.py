"""What was written, read back by Draftmancer's own rules: what it refuses, or takes otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...diagnostics import LossLog
from ...model import CardRef
from .acceptance import Accepted, Asked, Line, Refused, accept
from .card_lines import Target
from .raising import Raised
from .syntax import CardList, JsonSection


def report_misreadings(text: str, raised: Raised, losses: LossLog) -> None:
    """Report to *losses* where Draftmancer refuses *text*, or finds in it what was not meant.

    Draftmancer is taken to have just the official cards that the list means, and those in every
    set: a line that means another card is then found out, whatever that is.
    """
    custom: list[dict[str, Any]] = _section(raised.cards, "customcards", [])
    settings: dict[str, Any] = _section(raised.cards, "settings", {})
    known = {_asked(ref) for ref in raised.official}
    names = {name for name, _, _ in known}
    models = [settings["botModel"]] if "botModel" in settings else []

    def is_known(name: str, set_code: str | None, number: str | None) -> bool:
        return (name, set_code, number) in known or (set_code is not None and name in names)

    made = accept(text, is_known, models=models)
    if isinstance(made, Refused):
        reason = made.reason
        made = accept(text, models=models)
        lines = [] if isinstance(made, Refused) else list(_other_lines(made, raised))
        for meant, line in lines:
            means_another = line.custom is not None or (line.name, line.set, line.number) in known
            if means_another:
                losses.mistaken("card lines", _name(meant))
            else:
                losses.refused("card lines that read as something else", _name(meant))
        if not lines:
            losses.refused("the whole list", reason)
        return
    for meant, _ in _other_lines(made, raised):
        losses.mistaken("card lines", _name(meant))
    for key, value in _other_members(made, custom, settings):
        losses.mistaken(key, value)


def _section(cards: CardList, kind: str, default: Any) -> Any:
    for section in cards.sections:
        if isinstance(section, JsonSection) and section.kind == kind:
            return section.value
    return default


def _asked(ref: CardRef) -> Asked:
    return ref.name, ref.set_code, ref.number


def _other_lines(made: Accepted, raised: Raised) -> Iterator[tuple[Target, Line]]:
    """What was meant and what is read instead, where that differs."""
    for name, targets in raised.targets.items():
        lines = made.sheets[name]["cards"]
        for line, (copies, target) in zip(lines, targets, strict=True):
            if isinstance(target, CardRef):
                is_meant = line.custom is None and line[1:4] == _asked(target)
            else:
                is_meant = line.custom == "_".join(target)
            if not is_meant or line.copies != copies:
                yield target, line


def _name(target: Target) -> str:
    return target.name if isinstance(target, CardRef) else target[0]


def _other_members(
    made: Accepted, custom: list[dict[str, Any]], settings: dict[str, Any]
) -> Iterator[tuple[str, str]]:
    """What is read otherwise of the *custom* cards and the *settings*: kind and example."""
    for card, read in zip(custom, made.cards.values(), strict=True):
        for key in card:
            if key != "set" and card[key] != read[key]:
                yield f"the {key!r} of custom cards", card["name"]
    for key, value in settings.items():
        if not isinstance(value, (list, dict)) and made.settings.get(key, value) != value:
            yield f"the setting {key!r}", str(value)
