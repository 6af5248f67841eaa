"""The audit of a booster: what is wrong with it, found without making packs."""

from __future__ import annotations

import re
from itertools import chain

from attrs import evolve

from ...diagnostics import Diagnostic
from ...model import Booster, CardSet
from ..codes import CollationCode
from ..plan.target import Target
from ..rounds import find_booster
from .constraints import constraint_findings, overlap_findings
from .layouts import layout_findings, variation_findings
from .sheets import sheet_findings
from .slots import slot_findings
from .supply import supply_findings

_ONE = re.compile(r"(?<![\w/.])1 (card|pack|player)s\b")


def audit(
    cardset: CardSet, booster: str | Booster | None = None, players: int = 8
) -> tuple[Diagnostic, ...]:
    """Everything that is wrong or doubtful about a booster, its sheets and its event.

    Bad definitions do not raise; what cannot be drawn from is a finding of severity ERROR.

    Args:
        cardset: the sheets, boosters and the event.
        booster: which booster, by name or id or as a value; the first if not given.
        players: how many seats a finite supply is to last for.

    Raises:
        CollationError: there is no booster of that name.
    """
    if booster is None and not cardset.boosters:
        return (CollationCode.NO_BOOSTER.at(None),)
    target = Target(cardset, find_booster(cardset, booster), players)
    found = chain(
        layout_findings(target),
        sheet_findings(target),
        slot_findings(target),
        constraint_findings(target),
        overlap_findings(target),
        supply_findings(target),
        variation_findings(target),
    )
    # the same slot of several rounds or options is found once
    return tuple({str(each): each for each in map(_in_the_singular, found)}.values())


def _in_the_singular(found: Diagnostic) -> Diagnostic:
    """The same finding, with "1 card" for "1 cards"."""
    return evolve(found, message=_ONE.sub(r"1 \1", found.message))
