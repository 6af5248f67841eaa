"""Whether a card set can supply a Deckbuilder Draft, and which class is short by how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...diagnostics import Diagnostic, Severity
from ...model import CardSet
from ..cards import KnowsCards
from .allotting import allot
from .codes import DeckbuilderCode
from .needs import kind_of
from .planning import CopiesOfEach, PartPlan, Plan, Representative, plan_of, rivals
from .rules import DeckbuilderRules
from .stock import Stock, stock_of

_EXAMPLES = 3


def feasibility(
    cardset: CardSet,
    *,
    players: int,
    rounds: int,
    rules: DeckbuilderRules | None = None,
    copies: CopiesOfEach = "enough",
    representative: Representative = "strict",
    catalogs: Iterable[KnowsCards] = (),
) -> tuple[Diagnostic, ...]:
    """What stands in the way of a Deckbuilder Draft with a card set, or is doubtful.

    The arguments are those of :func:`set_up`, which succeeds if there is no error.

    Raises:
        DraftError: they make no sense.
    """
    rules = rules or DeckbuilderRules()
    stock = stock_of(cardset, rules, tuple(catalogs))
    plan = plan_of(stock, players, rounds, rules, copies, representative)
    return tuple(findings(stock, plan))


def findings(stock: Stock, plan: Plan) -> Iterator[Diagnostic]:
    """What is wrong or doubtful about a plan, errors first."""
    parts: dict[tuple[tuple[str, ...], tuple[str, ...]], list[PartPlan]] = {}
    for each in plan.parts:
        parts.setdefault((each.shape.rarities, each.part.classes), []).append(each)
    sums = [
        (
            kind_of(*kind),
            sum(each.wanted for each in same),
            sum(each.wanting for each in same),
            sum(each.filled for each in same),
        )
        for kind, same in parts.items()
    ]
    for kind, wanted, short, _ in sums:
        if short:
            yield DeckbuilderCode.SHORT.at(None, kind=kind, wanted=wanted, short=short)
    for kind, wanted, _, filled in sums:
        if filled:
            yield DeckbuilderCode.FILLED.at(None, kind=kind, wanted=wanted, filled=filled)
    yield from _alike(stock, plan)
    if stock.unknown:
        names = [ref.name for ref in stock.unknown]
        examples = ", ".join(names[:_EXAMPLES]) + (", …" if len(names) > _EXAMPLES else "")
        yield DeckbuilderCode.UNKNOWN.at(None, count=len(names), examples=examples)
    yield from _scarce(stock, plan)


def _alike(stock: Stock, plan: Plan) -> Iterator[Diagnostic]:
    """Parts whose cards cannot all be different in a pack."""
    distinct = {kind: stock.distinct(kind) for kind, copies in plan.copies.items() if copies}
    by_shape: dict[str, list[PartPlan]] = {}
    for each in plan.parts:
        by_shape.setdefault(each.shape.name, []).append(each)
    for name, parts in by_shape.items():
        # the most particular first, as in _met of the plan
        ordered = sorted(parts, key=lambda each: len(each.part.classes))
        own = [(each.own, each.count) for each in ordered]
        others = [(each.others, each.part.count - each.count) for each in ordered]
        different = allot([*own, *others], distinct)
        for each, first, second in zip(ordered, different, different[len(own) :], strict=False):
            if not each.wanting and first + second < each.part.count:
                yield DeckbuilderCode.ALIKE.at(
                    None,
                    shape=name,
                    kind=kind_of(each.shape.rarities, each.part.classes),
                    count=each.part.count,
                    same=each.part.count - first - second,
                )


def _scarce(stock: Stock, plan: Plan) -> Iterator[Diagnostic]:
    """Parts that run short if chance gives others too many of their cards."""
    others: dict[PartPlan, list[PartPlan]] = {}
    for part, rival in rivals(plan.parts):
        others.setdefault(part, []).append(rival)
    for part, its in others.items():
        has = sum(plan.copies[kind] * len(stock.sheets[kind]) for kind in part.own)
        same = sum(each.wanted for each in plan.parts if set(each.own) == set(part.own))
        if not part.wanting and has < same + sum(each.wanted for each in its):
            yield DeckbuilderCode.SCARCE.at(
                None,
                shape=part.shape.name,
                kind=kind_of(part.shape.rarities, part.part.classes),
                wanted=part.wanted,
                has=has,
            )


def errors_of(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Those that are errors."""
    return tuple([each for each in found if each.severity is Severity.ERROR])
