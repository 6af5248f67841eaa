"""The setup: a card set whose event deals all packs of a Deckbuilder Draft from one supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ...errors import DraftError
from ...model import (
    Booster,
    CardSet,
    Entry,
    Event,
    Layout,
    Random,
    Round,
    Sheet,
    SheetChoice,
    Slot,
)
from ..cards import KnowsCards
from .feasibility import errors_of, findings
from .needs import kind_of
from .planning import CopiesOfEach, PartPlan, Plan, Representative, plan_of
from .rules import DeckbuilderRules
from .stock import Kind, Stock, stock_of

#: Kinds with the weight of each.
_Weighted = list[tuple[Kind, int | Fraction]]


def set_up(
    cardset: CardSet,
    *,
    players: int,
    rounds: int,
    rules: DeckbuilderRules | None = None,
    copies: CopiesOfEach = "enough",
    representative: Representative = "strict",
    catalogs: Iterable[KnowsCards] = (),
) -> CardSet:
    """A card set with the packs of a Deckbuilder Draft as its event.

    Its cards are on a sheet for each rarity and colour class, and there is a booster for each shape
    of pack.  The event is for one player, who opens all packs in turn, so that they are dealt from
    one finite supply: ``cardformats.Generator(made, seed=7).deal(1)``.

    Args:
        cardset: where the cards come from; basic lands are left out.
        players: how many seats there are.
        rounds: how many rounds.
        rules: the shapes of the packs; the document's if not given.
        copies: how many copies there are of each card, by rarity.  ``enough``: on each sheet as few
            as the supply is sure to last with.
        representative: ``strict`` if each pack has the classes of its shape, ``loose`` if other
            classes stand in for one that has too few cards.
        catalogs: what knows the cards that the card set only names.

    Raises:
        DraftError: a class of a rarity is short, and which by how much; or the arguments make no
            sense.
    """
    rules = rules or DeckbuilderRules()
    stock = stock_of(cardset, rules, tuple(catalogs))
    plan = plan_of(stock, players, rounds, rules, copies, representative)
    errors = errors_of(tuple(findings(stock, plan)))
    if errors:
        raise DraftError("; ".join(found.message for found in errors))
    sheets = [
        Sheet(sheet_name(kind), [Entry(card.ref, number) for card in stock.sheets[kind]], Random())
        for kind, number in plan.copies.items()
        if number
    ]
    boosters = [_booster(name, plan, stock, copies) for name in _names(plan)]
    packs = [(shape.name, rules.packs(shape, players, rounds)) for shape in rules.shapes]
    return CardSet(
        cardset.name,
        cardset.code,
        [card for cards in stock.sheets.values() for card in cards],
        sheets,
        boosters,
        Event(
            [Round(name, direction="left") for name, count in packs for _ in range(count)],
            "finite",
            sum(count for _, count in packs),
        ),
    )


def sheet_name(kind: Kind) -> str:
    """The name of the sheet of a rarity and a colour class."""
    return " ".join(kind)


def _names(plan: Plan) -> list[str]:
    return list(dict.fromkeys(each.shape.name for each in plan.parts))


def _booster(name: str, plan: Plan, stock: Stock, copies: CopiesOfEach) -> Booster:
    weights = {kind: _weight(kind, stock, copies) for kind, number in plan.copies.items() if number}
    slots = [
        slot for part in plan.parts if part.shape.name == name for slot in _slots(part, weights)
    ]
    return Booster(name, layouts=[Layout(name, slots=slots)], distinct="name")


def _weight(kind: Kind, stock: Stock, copies: CopiesOfEach) -> int:
    """How likely a card of a kind is among others: by the cards there are, and their copies."""
    each = 1 if copies == "enough" else copies.get(kind[0], 1)
    return len(stock.sheets[kind]) * each


def _slots(part: PartPlan, weights: dict[Kind, int]) -> Iterator[Slot]:
    """The slots of a part: its own cards, and what stands in for them if there are too few."""
    name = kind_of((), part.part.classes).removeprefix(", ") or "any"
    own: _Weighted = [(kind, weights[kind]) for kind in part.own if kind in weights]
    others: _Weighted = [(kind, weights[kind]) for kind in part.others if kind in weights]
    wanted = part.packs * part.count
    if own and wanted and not others:
        yield _slot(name, part.count, own, ("next",))
    if not others:
        return
    count = part.count if part.met else 0
    if count:
        share = Fraction(part.met, wanted)
        mixed = own if share == 1 else [*_scaled(own, share), *_scaled(others, 1 - share)]
        # what is not there any more is drawn by the next slot
        yield _slot(name, count, mixed, ("next", "carry") if share == 1 else ("carry",))
    remedies = ("next", "carry") if own else ("next",)
    yield _slot(f"{name} (others)", part.part.count - count, others, remedies)
    if own:
        # the others may have stood in for so many already that only its own cards are left
        yield _slot(f"{name} (rest)", 0, own, ("next",))


def _scaled(kinds: _Weighted, share: Fraction) -> _Weighted:
    """The same kinds, with *share* as the sum of their weights."""
    total = sum(weight for _, weight in kinds)
    return [(kind, share * weight / total) for kind, weight in kinds]


def _slot(name: str, count: int, kinds: _Weighted, on_short: tuple[str, ...]) -> Slot:
    sheets = [SheetChoice(sheet_name(kind), weight) for kind, weight in kinds]
    return Slot(name, count, sheets, "card" if len(sheets) > 1 else "slot", on_short=on_short)
