"""The audit of a booster, its layouts and the rounds of its event, without making packs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from attrs import evolve

from ...diagnostics import Diagnostic
from ...model import AddBooster, Booster, CardSet, Layout, Slot
from ..codes import CollationCode
from ..distinct import Spelling
from ..rounds import find_booster, layouts_by_round
from .boxes import box_findings
from .constraints import constraint_findings, overlap_findings
from .names import name_findings
from .products import product_findings
from .rounds import round_findings
from .sheets import sheet_findings
from .slots import slot_findings
from .supply import supply_findings
from .target import AuditTarget, can_be_made, layout_bounds

_ONE = re.compile(r"(?<![\w/.])1 (card|pack|player)s\b")


def audit(
    cardset: CardSet, booster: str | Booster | None = None, players: int = 8
) -> tuple[Diagnostic, ...]:
    """Return the errors and doubtful points of a booster, its sheets, its event and the products.

    Bad definitions do not raise an exception. A sheet that cannot be drawn from is a diagnostic of
    severity ERROR.

    Args:
        cardset: The sheets, the boosters and the event.
        booster: The booster, by name, by id or as a value. The default is the first one.
        players: The number of players that a finite supply must be sufficient for.

    Raises:
        CollationError: If there is no booster of that name.
    """
    if booster is None and not cardset.boosters:
        return (CollationCode.NO_BOOSTER.of(), *product_findings(cardset))
    its = find_booster(cardset, booster)
    target = AuditTarget(Spelling(cardset).cardset, its, players)
    findings = chain(
        layout_findings(target),
        sheet_findings(target),
        slot_findings(target),
        constraint_findings(target),
        overlap_findings(target),
        supply_findings(target),
        variation_findings(target),
        box_findings(target),
        name_findings(target),
        product_findings(cardset),
    )
    # a slot that several rounds or options share is reported once
    return tuple({str(each): each for each in map(_in_the_singular, findings)}.values())


def _in_the_singular(diagnostic: Diagnostic) -> Diagnostic:
    """Return the diagnostic with "1 card" instead of "1 cards" in its message."""
    return evolve(diagnostic, message=_ONE.sub(r"1 \1", diagnostic.message))


#: The range of totals that are probably meant to be 1.
_NEARLY, _HARDLY = Fraction(99, 100), Fraction(101, 100)


def layout_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield diagnostics about the layouts, their weights and the rounds that name them."""
    booster = target.booster
    for number, layouts in enumerate(layouts_by_round(target.cardset, booster), 1):
        if not any(weight for _, weight in layouts):
            where = f"the booster {booster.name!r}"
            if layouts and any(each.layouts for each in target.event.rounds):
                where = f"round {number} of the event"
            yield CollationCode.NO_LAYOUT.of(where=where)
    yield from _never_chosen(target)
    named = [each.layout for round_ in target.event.rounds for each in round_.layouts]
    if not named:
        weights = [layout.weight for layout in booster.layouts]
        yield from _weights(f"the layouts of the booster {booster.name!r}", weights)
    for layout in booster.layouts:
        yield from _inside(target, layout, layout)
    yield from round_findings(target)
    yield from _added(target)


def _added(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield diagnostics about the layouts of boosters that cards add to a draft."""
    known = {layout.name for layout in target.booster.layouts}
    for card in target.cardset.cards:
        for effect in card.draft_effects:
            for each in effect.layouts if isinstance(effect, AddBooster) else ():
                if each.layout not in known:
                    names = {"card": card.name, "layout": each.layout}
                    booster = target.booster.name
                    yield CollationCode.ADDED_LAYOUT.of(**names, booster=booster)


def _never_chosen(target: AuditTarget) -> Iterator[Diagnostic]:
    chosen = {layout.name for layout in target.layouts}
    chosen |= {
        each.layout for round_ in target.event.rounds for each in round_.layouts if each.weight
    }
    by_cards = target.named_by_cards
    for layout in target.booster.layouts:
        if layout.name not in chosen and by_cards is not None and layout.name not in by_cards:
            no_round = "no round of the event names it"
            why = no_round if layout.weight else f"its weight is 0 and {no_round}"
            what = target.where(layout)
            yield CollationCode.NEVER_CHOSEN.of(what=what, why=why)


def _inside(target: AuditTarget, whole: Layout, layout: Layout) -> Iterator[Diagnostic]:
    """Yield diagnostics about the choices of options and of sheets in a layout."""
    for part in layout.slots:
        if isinstance(part, Slot):
            where = target.where(whole, part)
            yield from _weights(f"the sheets of {where}", [each.weight for each in part.sheets])
            for each in part.sheets:
                if not each.weight:
                    what = f"the sheet {each.sheet!r} of {where}"
                    yield CollationCode.NEVER_CHOSEN.of(what=what, why="its weight is 0")
            continue
        where = f"a choice in {target.where(whole)}"
        yield from _weights(f"the options of {where}", [each.weight for each in part.options])
        for number, option in enumerate(part.options, 1):
            if not option.weight:
                name = f" {option.name!r}" if option.name else ""
                what = f"option {number}{name} of {where}"
                yield CollationCode.NEVER_CHOSEN.of(what=what, why="its weight is 0")
            yield from _inside(target, whole, option)


def _weights(what: str, weights: Sequence[int | Fraction]) -> Iterator[Diagnostic]:
    """Yield a diagnostic if weights that look like probabilities do not add up to 1."""
    exact = [Fraction(weight) for weight in weights]
    total = sum(exact, Fraction())
    fractions = any(weight.denominator > 1 for weight in exact)
    looks = total < 1 or _NEARLY <= total <= _HARDLY
    if fractions and looks and total != 1 and max(exact) <= 1:
        shown = ", ".join(map(str, weights))
        yield CollationCode.WEIGHTS.of(what=what, weights=shown, total=total)


def variation_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield a note on the numbers of cards, total and by rarity, in which packs differ."""
    cardset = target.cardset
    sheets = {sheet.name: sheet for each in target.drawn for sheet in target.sheets(each.slot)}
    rarity = {
        entry.card: card.rarity if (card := cardset.card(entry.card)) else None
        for sheet in sheets.values()
        for entry in sheet.entries
    }
    rarities = [word for word in dict.fromkeys(rarity.values()) if word]
    layouts = [each for each in target.layouts if can_be_made(target, each)]
    shown = []
    for word in (None, *rarities):
        bounds = [
            layout_bounds(target, layout, lambda c: word is None or rarity.get(c.card) == word)  # noqa: B023 - it is used at once
            for layout in layouts
        ]
        if bounds:
            least, most = min(low for low, _ in bounds), max(high for _, high in bounds)
            if least != most:
                shown.append(f"{least} to {most} {word or 'cards'}")
    if shown:
        yield CollationCode.VARIES.of(numbers=", ".join(shown))
