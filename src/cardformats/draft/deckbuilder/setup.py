"""Whether an event can be dealt from a card set, and the boosters that deal it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ...diagnostics import Code, Diagnostic, Severity
from ...errors import DraftError
from ...flow import allot
from ...model import Booster, CardSet, Entry, Event, Layout, Random, Round, Sheet, SheetChoice, Slot
from ..cards import KnowsCards
from .plan import CopiesOfEach, PartPlan, Plan, Representative, plan_of, rivals
from .requirements import Kind, kind_of, stock_of
from .rules import DeckbuilderRules


class DeckbuilderCode(Code):
    """What can be wrong with a card set for a Deckbuilder Draft."""

    SHORT = (
        "DB001",
        Severity.ERROR,
        "the packs need {wanted} cards that are {kind}; {short} are missing",
        "The packs cannot be generated. Add cards or copies, allow other classes to replace"
        " the missing ones (``representative`` as ``loose``), or change the shapes of the"
        " packs.",
        "$ cardformats draft --format deckbuilder marsh.txt --seed 7",
    )
    FILLED = (
        "DB002",
        Severity.NOTE,
        "{filled} of the {wanted} cards that are {kind} are replaced by other cards",
        "There are too few cards of the class. As requested, other classes of the same rarity"
        " replace them.",
        "$ cardformats draft --format deckbuilder marsh.txt --seed 7 --representative loose",
    )
    ALIKE = (
        "DB003",
        Severity.WARNING,
        "each {shape} has {count} cards that are {kind}; {same} of them must be duplicates",
        "Packs contain the same card several times. Add cards, or allow other classes to"
        " replace them.",
        "$ cardformats draft --format deckbuilder few.txt --seed 7 --variant any-colors",
    )
    UNKNOWN = (
        "DB004",
        Severity.WARNING,
        "the rarity of {count} cards is unknown; they are in no pack: {examples}",
        "A list that contains only names needs a catalog with these cards.",
        "$ cardformats draft --format deckbuilder names.txt --seed 7 --variant any-colors",
    )
    SCARCE = (
        "DB005",
        Severity.WARNING,
        "all {shape} packs take {wanted} of the {has} cards that are {kind}; a deal fails if"
        " other packs take too many of them",
        "The total number of cards is sufficient, but a random deal may fail. Specify more"
        " copies of these rarities, or none to use as many as required.",
        'starter=shape("starter", "white", "blue"),\nbooster=shape("booster", "blue", "black"),',
    )


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
    """Report what prevents a Deckbuilder Draft with a card set, or may.

    The arguments are those of :func:`set_up`, which succeeds if there is no error.

    Raises:
        DraftError: If an argument is impossible.
    """
    rules = rules or DeckbuilderRules()
    stock = stock_of(cardset, rules, catalogs)
    return tuple(_findings(plan_of(stock, players, rounds, rules, copies, representative)))


def _findings(plan: Plan) -> Iterator[Diagnostic]:
    """Report the problems of a plan, errors first."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[PartPlan]] = {}
    for each in plan.parts:
        groups.setdefault((each.shape.rarities, each.part.classes), []).append(each)
    for code, name, attribute in (
        (DeckbuilderCode.SHORT, "short", "wanting"),
        (DeckbuilderCode.FILLED, "filled", "filled"),
    ):
        for same in groups.values():
            if count := sum(getattr(each, attribute) for each in same):
                wanted = sum(each.wanted for each in same)
                yield code.at(None, kind=same[0].kind, wanted=wanted, **{name: count})
    yield from _alike(plan)
    if plan.stock.unknown:
        names = [ref.name for ref in plan.stock.unknown]
        examples = ", ".join(names[:_EXAMPLES]) + (", …" if len(names) > _EXAMPLES else "")
        yield DeckbuilderCode.UNKNOWN.at(None, count=len(names), examples=examples)
    yield from _scarce(plan)


def _alike(plan: Plan) -> Iterator[Diagnostic]:
    """Parts whose cards cannot all be different in a pack."""
    distinct = {kind: plan.stock.distinct(kind) for kind, copies in plan.copies.items() if copies}
    for name, parts in plan.shapes.items():
        parts.sort(key=lambda each: len(each.part.classes))  # as in _met of the plan
        own = [(each.own, each.count) for each in parts]
        others = [(each.others, each.part.count - each.count) for each in parts]
        different = allot([*own, *others], distinct)
        for each, first, second in zip(parts, different, different[len(own) :], strict=False):
            count = each.part.count
            same = count - first - second
            if same > 0 and not each.wanting:
                yield DeckbuilderCode.ALIKE.at(
                    None, shape=name, kind=each.kind, count=count, same=same
                )


def _scarce(plan: Plan) -> Iterator[Diagnostic]:
    """Parts that run short if chance gives others too many of their cards."""
    others: dict[PartPlan, int] = {}
    for part, rival in rivals(plan.parts):
        others[part] = others.get(part, 0) + rival.wanted
    for part, wanted in others.items():
        has = sum(plan.copies[kind] * len(plan.stock.sheets[kind]) for kind in part.own)
        same = sum(each.wanted for each in plan.parts if set(each.own) == set(part.own))
        if not part.wanting and has < same + wanted:
            yield DeckbuilderCode.SCARCE.at(
                None, shape=part.shape.name, kind=part.kind, wanted=part.wanted, has=has
            )


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
    """Return a card set with the packs of a Deckbuilder Draft as its event.

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
        DraftError: If a class of a rarity has too few cards (the message says how many are
            missing), or an argument is impossible.
    """
    rules = rules or DeckbuilderRules()
    stock = stock_of(cardset, rules, catalogs)
    plan = plan_of(stock, players, rounds, rules, copies, representative)
    findings = _findings(plan)
    errors = [each.message for each in findings if each.severity is Severity.ERROR]
    if errors:
        raise DraftError("; ".join(errors))
    sheets = [
        Sheet(" ".join(kind), [Entry(card.ref, number) for card in stock.sheets[kind]], Random())
        for kind, number in plan.copies.items()
        if number
    ]
    boosters = [_booster(name, parts, plan, copies) for name, parts in plan.shapes.items()]
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


def _booster(name: str, parts: Iterable[PartPlan], plan: Plan, copies: CopiesOfEach) -> Booster:
    # how likely a card of a kind is among others: by the cards there are, and their copies
    weights = {
        kind: len(plan.stock.sheets[kind]) * (1 if copies == "enough" else copies.get(kind[0], 1))
        for kind, number in plan.copies.items()
        if number
    }
    slots = [slot for part in parts for slot in _slots(part, weights)]
    return Booster(name, layouts=[Layout(name, slots=slots)], distinct="name")


def _slots(part: PartPlan, weights: dict[Kind, int]) -> Iterator[Slot]:
    """Return the slots of a part: its own cards, and substitutes if there are too few."""
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
        # the others may already have replaced missing cards, so that only its own cards are left
        yield _slot(f"{name} (rest)", 0, own, ("next",))


def _scaled(kinds: _Weighted, share: Fraction) -> _Weighted:
    """Return the same kinds, with *share* as the sum of their weights."""
    total = sum(weight for _, weight in kinds)
    return [(kind, share * weight / total) for kind, weight in kinds]


def _slot(name: str, count: int, kinds: _Weighted, on_short: tuple[str, ...]) -> Slot:
    sheets = [SheetChoice(" ".join(kind), weight) for kind, weight in kinds]
    return Slot(name, count, sheets, "card" if len(sheets) > 1 else "slot", on_short=on_short)
