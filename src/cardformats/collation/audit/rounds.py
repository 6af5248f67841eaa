"""The audit of the event's rounds: what they name, whether they are dealt, and their picks."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ...model import Booster, Round
from ..codes import CollationCode
from ..rounds import named_layouts, rounds_of
from .target import AuditTarget, can_be_made, layout_bounds


def round_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield what is wrong with the rounds of the event."""
    own_rounds = zip(target.event.rounds, rounds_of(target.event), strict=False)
    for number, (round_, _) in enumerate(own_rounds, 1):
        booster = _booster_of(target, round_)
        if booster is None:
            yield CollationCode.ROUND_BOOSTER.of(number=number, name=round_.booster)
            continue
        names = {layout.name for layout in booster.layouts}
        unknown = [each.layout for each in round_.layouts if each.layout not in names]
        for name in unknown:
            its = f"the booster {booster.name!r}"
            yield CollationCode.ROUND_LAYOUT.of(number=number, name=name, booster=its)
        if not unknown:
            yield from _picks(target, number, round_, booster)
    yield from _never_dealt(target)


def _booster_of(target: AuditTarget, round_: Round) -> Booster | None:
    """Return the booster of a round; None if it does not exist."""
    wanted = round_.booster
    if wanted is None:
        return target.booster
    return next((b for b in target.cardset.boosters if wanted in (b.name, b.id)), None)


def _never_dealt(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield whether the event has more rounds than boosters per player."""
    dealt, there = target.event.boosters_per_player, len(target.event.rounds)
    if there > dealt:
        is_one = there == dealt + 1
        rounds = f"round {there}" if is_one else f"rounds {dealt + 1} to {there}"
        verb = "is" if is_one else "are"
        yield CollationCode.ROUND_NOT_DEALT.of(rounds=rounds, verb=verb, boosters=dealt)


def _picks(
    target: AuditTarget, number: int, round_: Round, booster: Booster
) -> Iterator[Diagnostic]:
    """Yield the first pick of a round that takes more cards than packs can have then.

    Numbers that repeat take the rest. So does a number of burned cards that no pack has.
    """
    # a round that names no booster is of the first one
    others = target.cardset.boosters[:1] if target.booster in target.cardset.boosters else ()
    is_meant = round_.booster is not None or target.booster in others or not others
    if not is_meant or not (round_.picks or round_.burns):
        return
    most = _largest_pack(target, round_, booster)
    if most is None:
        return
    picks, burns = round_.picks or (1,), round_.burns or (0,)
    left = most
    for at in range(max(len(picks), len(burns))):
        picked, burned = picks[min(at, len(picks) - 1)], burns[min(at, len(burns) - 1)]
        counted = (picked if at < len(picks) else 0) + (
            burned if at < len(burns) and burned < most else 0
        )
        if counted > left:
            yield CollationCode.TOO_MANY_PICKS.of(
                number=number,
                pick=at + 1,
                count=picked + burned,
                burned=f" ({burned} burned)" if burned else "",
                left=left,
            )
            return
        left -= min(picked + burned, left)


def _largest_pack(target: AuditTarget, round_: Round, booster: Booster) -> int | None:
    """Return the maximum number of cards of packs of a round; None if it is not known."""
    its = target
    if booster is not target.booster:
        its = AuditTarget(target.cardset, booster, target.players)
    try:
        layouts = [layout for layout, weight in named_layouts(booster, round_.layouts) if weight]
    except CollationError:  # a layout that does not exist is another diagnostic
        return None
    if not layouts or not all(can_be_made(its, layout) for layout in layouts):
        return None
    return max(layout_bounds(its, layout, lambda _: True)[1] for layout in layouts)
