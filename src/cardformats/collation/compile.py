"""The compiler from a booster to the trees of its packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TypeAlias

from attrs import evolve, frozen

from ..errors import CollationError
from ..model import (
    Balanced,
    Booster,
    CardSet,
    Choice,
    Entry,
    Fixed,
    Layout,
    Other,
    PackCard,
    PrintRun,
    Random,
    Replace,
    Sheet,
    SheetChoice,
    Slot,
)
from ..model.weights import whole_weights
from .balance import balanced
from .collators import collator_for
from .constraints import Guarantees
from .distinct import key_of, may_repeat
from .lasting import DrawnAtMost, Lasting
from .leaves import Dealt, Draw, LeafPlace
from .node_checks import check_node
from .orders import in_order
from .rounds import Layouts, check_depth, check_pack, check_slot, layouts_by_round
from .tree import NOTHING, Fill, Given, Node, OneOf, Replaced, Seq, SheetSource, placed

#: The maximum number of outcomes of the choices in a pack that are compiled one by one.
_MOST_OUTCOMES = 3_000


@frozen(eq=False)
class _LayoutPart:
    """A slot of a layout.

    Attributes:
        slot: The slot.
        balanced: Whether the event balances it by colour.
        replaces: The possible replacements of its last card, in order.
    """

    slot: Slot
    balanced: bool = False
    replaces: tuple[Replace, ...] = ()


@frozen(eq=False)
class _Choices:
    """A weighted choice between sequences of parts."""

    options: tuple[tuple[int | Fraction, tuple[_LayoutPart | _Choices, ...]], ...]


_Parts: TypeAlias = tuple[_LayoutPart | _Choices, ...]


def trees_of(cardset: CardSet, booster: Booster) -> list[Node]:
    """Return the tree of the packs of each round of an event; a single one if rounds do not differ.

    Raises:
        CollationError: If the booster cannot be made from the sheets.
    """
    compiler = Compiler(cardset, booster)
    return [compiler.tree(layouts) for layouts in layouts_by_round(cardset, booster)]


class Compiler:
    """A compiler from layouts to the trees of a booster's packs."""

    def __init__(
        self,
        cardset: CardSet,
        booster: Booster,
        *,
        named: Collection[str] = (),
        deals: bool = False,
    ) -> None:
        """Create a compiler.

        Args:
            cardset: The sheets and the event.
            booster: The booster.
            named: The sheets that are never merged with others.
            deals: Whether cards that are not put back come from a supply that a deal shares out.
        """
        self._cardset = cardset
        self._booster = booster
        self._named = named
        self._deals = deals
        event = cardset.event
        self._refills = ("refill",) if event and event.supply == "refill" else ()
        self._by_color = event is not None and event.color_balance
        self._endless = event is None or event.supply == "infinite"
        self._replaces = [
            each for each in booster.constraints if isinstance(each, Replace) and each.probability
        ]
        self._key = key_of(booster)
        self._numbers: dict[Hashable, int] = {}
        self._sheets: dict[str, Sheet] = {}
        self._nodes: dict[tuple[str, int, bool], Node] = {}
        self._places: dict[tuple[str, str | None, str, int], LeafPlace] = {}
        self._tokens_of: dict[tuple[str, int], tuple[int, ...] | None] = {}
        self._sure: dict[tuple[Slot, int, bool, int], Node] = {}
        self._placed: dict[tuple[int, int], Node] = {}
        self._lasting = Lasting(cardset, booster)
        #: The sheets whose drawn copies are counted, because their cards may occur twice.
        self._tracked: set[str] = set()
        self._slots = 0
        #: The cards that other packs of a box, and the layouts of this one, can draw.
        self._others = DrawnAtMost()
        self._drawn: list[DrawnAtMost] = []

    def tree(self, layouts: Layouts, packs: int = 1) -> OneOf | Given:
        """Return the tree of packs with these layouts, chosen by weight.

        Args:
            layouts: The layouts with their weights.
            packs: The number of packs that share cards with this one, including itself.

        Raises:
            CollationError: If a sheet is missing, no layout can be chosen, a pack or a slot has too
                many cards, or a collator is unknown or does not work.
        """
        for layout, _ in layouts:
            self._check(layout)
        kept = [(layout, weight) for layout, weight in layouts if weight]
        if not kept:
            raise CollationError("no layout has a positive weight")
        parts = self._layouts([layout for layout, _ in kept])
        if packs > 1:
            most: Counter[str] = Counter()
            for each in self._drawn:
                most |= each.sums
            for name, number in most.items():
                if not may_repeat(self._booster, self._sheet(name)):
                    self._others.add({name: number * (packs - 1)})
            self._forget()
            parts = self._layouts([layout for layout, _ in kept])
        weights = whole_weights(weight for _, weight in kept)
        root = OneOf(weights, parts, tuple(layout.name for layout, _ in kept))
        guarantees = Guarantees(self._cardset, self._booster)
        return Given(root, guarantees) if guarantees.limits else root

    def _layouts(self, layouts: Sequence[Layout]) -> tuple[Node, ...]:
        """Return the tree of each layout."""
        while True:
            tracked = len(self._tracked)
            self._drawn.clear()
            parts = tuple(map(self._layout, layouts))
            if len(self._tracked) == tracked:
                return parts
            self._forget()

    def _forget(self) -> None:
        """Discard the nodes that depend on which sheets may become empty."""
        self._sure.clear()
        self._placed.clear()
        self._places.clear()

    def _check(self, layout: Layout) -> None:
        check_depth(layout)
        for slot, _ in layout.walk():
            for each in slot.sheets:
                if each.sheet not in self._cardset.sheets:
                    raise CollationError(
                        f"slot {slot.name!r} draws from {each.sheet!r}, but there is no such sheet"
                    )

    # -- layouts

    def _layout(self, layout: Layout) -> Node:
        """Return the tree of a layout.

        Slots are numbered within the layout, so that layouts can share their nodes.
        """
        self._slots = 0
        parts = tuple(map(_part, layout.slots))
        slots = [slot for slot, _ in layout.walk()]
        inside = {slot.name for part in layout.slots if isinstance(part, Choice)
                  for slot, _ in Layout(slots=(part,)).walk()}  # fmt: skip
        names = {slot.name for slot in slots}
        replaces = [each for each in self._replaces if each.slot in names]
        if (self._by_color and inside) or any(each.slot in inside for each in replaces):
            outcomes = self._outcomes(layout, parts)
            return OneOf.of((w, self._seq(self._decided(its, replaces))) for w, its in outcomes)
        return self._seq(self._decided(parts, replaces))

    def _seq(self, parts: _Parts) -> Node:
        check_pack(_size(parts, self._count))
        self._drawn.append(DrawnAtMost(self._others))
        return Seq(self._compiled(parts, self._drawn[-1]))

    @staticmethod
    def _outcomes(layout: Layout, parts: _Parts) -> list[tuple[Fraction, _Parts]]:
        """Return all sequences of slots that the choices of a layout lead to, with probabilities.

        Raises:
            CollationError: If there are too many.
        """
        outcomes = list(islice(_flat(parts), _MOST_OUTCOMES + 1))
        if len(outcomes) > _MOST_OUTCOMES:
            raise CollationError(
                f"layout {layout.name!r}: what is replaced or balanced depends on choices that have"
                f" more than {_MOST_OUTCOMES} outcomes"
            )
        return outcomes

    def _decided(self, parts: _Parts, replaces: Sequence[Replace]) -> _Parts:
        """Return *parts* with the balance of the event and the replacements assigned to slots."""
        decided = list(parts)
        for replace in replaces:
            at = [
                number
                for number, part in enumerate(decided)
                if isinstance(part, _LayoutPart)
                and part.slot.name == replace.slot
                and self._count(part.slot)
            ]
            if at:
                part = decided[at[-1]]
                assert isinstance(part, _LayoutPart)  # noqa: S101 - as above
                decided[at[-1]] = evolve(part, replaces=(*part.replaces, replace))
        if self._by_color:
            sizes = [
                self._count(part.slot) if isinstance(part, _LayoutPart) else 0 for part in decided
            ]
            largest = sizes.index(max(sizes, default=0)) if any(sizes) else 0
            if any(sizes):
                part = decided[largest]
                assert isinstance(part, _LayoutPart)  # noqa: S101 - others have no size
                decided[largest] = evolve(part, balanced=True)
        return tuple(decided)

    def _count(self, slot: Slot) -> int:
        """Return the number of cards of a slot.

        For an unlimited slot, it is the number of cards of its largest sheet.
        """
        if isinstance(slot.count, int):
            count = slot.count
        else:
            sheets = self._cardset.sheets
            count = max(sheets[each.sheet].total for each in slot.sheets if each.weight)
        check_slot(slot, count)
        return count

    def _compiled(self, parts: _Parts, drawn: DrawnAtMost) -> list[Node]:
        nodes: list[Node] = []
        for part in parts:
            if isinstance(part, _LayoutPart):
                nodes.append(self._slot(part, drawn))
                continue
            options: list[tuple[int | Fraction, Node]] = []
            after: list[DrawnAtMost] = []
            for weight, its in part.options:
                own = DrawnAtMost(drawn)
                options.append((weight, Seq(self._compiled(its, own)) if its else NOTHING))
                after.append(own)
            drawn.one_of(after)
            nodes.append(OneOf.of(options))
        return nodes

    # -- slots

    def _slot(self, part: _LayoutPart, drawn: DrawnAtMost) -> Node:
        """Return the tree of a slot, given the cards that can be *drawn* before."""
        slot, scope = part.slot, 0
        if not self._count(slot) and not drawn.carried:
            return NOTHING
        if self._booster.distinct_scope == "slot":
            self._slots += 1
            scope = self._slots
            own = DrawnAtMost()
            own.carried = drawn.carried
        else:
            own = drawn
        node = self._of_slot(
            slot, self._count(slot), by_color=part.balanced, scope=scope, drawn=own
        )
        drawn.carried = own.carried
        for replace in part.replaces:
            by = Slot(replace.slot, 1, (SheetChoice(replace.sheet),), finish=replace.finish)
            self._check(Layout(slots=(by,)))
            its = DrawnAtMost() if scope else drawn
            self._slots += 1
            carried, its.carried = its.carried, 0
            other = self._of_slot(
                by, 1, by_color=False, scope=self._slots if scope else 0, drawn=its
            )
            its.carried = carried
            node = Replaced(node, other, replace.probability)
        return node

    def _of_slot(
        self, slot: Slot, count: int, *, by_color: bool, scope: int, drawn: DrawnAtMost
    ) -> Node:
        key = slot, count, by_color, scope
        if key in self._sure and not drawn.carried:
            return self._sure[key]
        choices = [each for each in slot.sheets if each.weight]
        each = slot.choose == "card" and count > 1 and len(choices) > 1
        on_short = (*slot.on_short, *self._refills)
        unlimited = not isinstance(slot.count, int)
        may_be_short = unlimited or on_short == ("skip",)
        makes = {
            choice.sheet: partial(
                self._take,
                slot,
                choice.sheet,
                by_color=by_color and not each,
                scope=scope,
                may_be_short=may_be_short,
            )
            for choice in choices
        }
        own = 1 if each else count
        nodes = [makes[choice.sheet](own) for choice in choices]
        carried = drawn.carried
        is_sure = self._lasting.is_sure(nodes, own, count, drawn, may_be_short=may_be_short)
        is_sure = is_sure and not any(isinstance(node, Dealt) for node in nodes)
        drawn.add({choice.sheet: count + carried for choice in choices})
        if is_sure and not carried:
            node = OneOf.of(zip((choice.weight for choice in choices), nodes, strict=True))
            if each:
                node = self._union(slot, choices, count) or Seq((node,) * count)
            elif count == 1 and len(choices) > 1 and isinstance(node, OneOf):
                node = evolve(node, is_slot=True)
            if scope:  # the slot does not depend on other slots
                self._sure[key] = node
            return node
        for choice in choices:
            self._track(choice.sheet)
        weights = tuple(whole_weights(choice.weight for choice in choices))
        sources = tuple(
            SheetSource(
                choice.sheet,
                makes[choice.sheet],
                self._supply(choice.sheet, scope),
                self._varies(choice.sheet, by_color=by_color),
            )
            for choice in choices
        )
        names = tuple(choice.sheet for choice in slot.sheets)
        carries = "carry" in on_short and not unlimited
        drawn.carried = count + carried if carries else 0
        return Fill(
            slot.name,
            count,
            weights,
            sources,
            names,
            each,
            on_short,
            unlimited,
            carried,
        )

    def _at_most(self, name: str, count: int) -> int:
        """Return *count*, limited by the copies of a sheet if they are not put back."""
        sheet = self._sheet(name)
        lasts = sheet.collation in (Random(), Fixed()) or isinstance(sheet.collation, Balanced)
        return min(count, sheet.total) if lasts else count

    def _track(self, name: str) -> None:
        """Count the drawn copies of a sheet if its cards may occur twice."""
        sheet = self._sheet(name)
        if sheet.collation != Random(replacement=True):
            self._tracked.add(name)

    def _varies(self, name: str, *, by_color: bool) -> bool:
        collation = self._sheet(name).collation
        return not isinstance(collation, (Random, PrintRun)) or by_color

    def _union(self, slot: Slot, choices: Sequence[SheetChoice], count: int) -> Node | None:
        """Return one draw for sheets that each card chooses, if all cards are put back.

        None in all other cases.
        """
        sheets = [self._sheet(choice.sheet) for choice in choices]
        if any(
            sheet.name in self._named
            or sheet.collation != Random(replacement=True)
            or not may_repeat(self._booster, sheet)
            for sheet in sheets
        ):
            return None
        places = [self._place(slot, sheet.name, 0) for sheet in sheets]
        shares = [
            Fraction(choice.weight) * entry.copies / sheet.total
            for choice, sheet in zip(choices, sheets, strict=True)
            for entry in sheet.entries
        ]
        cards = tuple(card for place in places for card in place.cards)
        place = LeafPlace(" + ".join(place.sheet for place in places), cards)
        return Draw(whole_weights(shares), count, replacement=True, place=place)

    # -- sheets

    def _sheet(self, name: str) -> Sheet:
        """Return a sheet. If it is drawn at random, equal entries are merged."""
        if name not in self._sheets:
            sheet = self._cardset.sheets[name]
            if isinstance(sheet.collation, (Random, Balanced)):
                sheet = merged(sheet)
            self._sheets[name] = sheet
        return self._sheets[name]

    def _take(
        self, slot: Slot, name: str, count: int, *, by_color: bool, scope: int, may_be_short: bool
    ) -> Node:
        """Return the tree that takes *count* cards from a sheet in a slot."""
        if may_be_short:
            count = self._at_most(name, count)
        node, place = self._node(name, count, by_color), self._place(slot, name, scope)
        key = id(node), id(place)  # both live as long as the compiler
        if key not in self._placed:
            self._placed[key] = placed(node, place)
        return self._placed[key]

    def _place(self, slot: Slot, name: str, scope: int) -> LeafPlace:
        """Return the place of a sheet in a slot. The same place is returned each time."""
        key = (slot.name, slot.finish, name, scope)
        if key not in self._places:
            sheet = self._sheet(name)
            finish = slot.finish or sheet.finish
            tokens = self._tokens(sheet, scope)
            by_chance = isinstance(sheet.collation, (Random, Balanced, Other))
            watched = by_chance and (tokens is None or name in self._tracked)
            supply = self._supply(name, scope) if watched else None
            made = partial(pack_cards, self._cardset, sheet, slot.name, finish)
            self._places[key] = LeafPlace(name, made, tokens, supply)
        return self._places[key]

    def _tokens(self, sheet: Sheet, scope: int) -> tuple[int, ...] | None:
        """Return the tokens of a sheet's entries; None if its cards may occur again."""
        key = sheet.name, scope
        if key not in self._tokens_of:
            known, tokens = self._numbers, None
            if not may_repeat(self._booster, sheet):
                keys = ((scope, self._key(entry)) for entry in sheet.entries)
                tokens = tuple([known.setdefault(each, len(known)) for each in keys])
            self._tokens_of[key] = tokens
        return self._tokens_of[key]

    @staticmethod
    def _supply(name: str, scope: int) -> Hashable:
        return name, scope

    def _node(self, name: str, count: int, by_color: bool) -> Node:  # noqa: FBT001 - of a part
        """Return the tree that takes *count* cards from a sheet, without a place.

        The same tree is returned each time.
        """
        key = name, count, by_color
        if key not in self._nodes:
            self._nodes[key] = self._made(self._sheet(name), count, by_color)
        return self._nodes[key]

    def _made(self, sheet: Sheet, count: int, by_color: bool) -> Node:  # noqa: FBT001 - of a part
        collation = sheet.collation
        if isinstance(collation, Other):
            node = collator_for(collation.kind).compile(sheet, count)
            check_node(node, len(sheet.entries), f"the collator {collation.kind!r}")
            return node
        if isinstance(collation, Random) and by_color:
            collation = Balanced("color")
        copies = tuple([entry.copies for entry in sheet.entries])
        if self._deals and (isinstance(collation, Balanced) or collation == Random()):
            by = collation.by if isinstance(collation, Balanced) and collation.strength else None
            return Dealt(copies, count, by=by)
        if isinstance(collation, Random):
            return Draw(copies, count, collation.replacement)
        if isinstance(collation, Balanced):
            keys = None if may_repeat(self._booster, sheet) else [*map(self._key, sheet.entries)]
            return balanced(self._cardset, sheet, collation, keys, count, endless=self._endless)
        return in_order(copies, collation, count)


def merged(sheet: Sheet) -> Sheet:
    """Return a sheet with equal entries merged. This does not affect random draws."""
    first: dict[Hashable, int] = {}
    merged: list[Entry] = []
    for each in sheet.entries:
        key = None if each.overrides else (each.card, each.finish)
        at = len(merged) if key is None else first.setdefault(key, len(merged))
        if at == len(merged):
            merged.append(each)
        else:
            merged[at] = evolve(each, copies=merged[at].copies + each.copies)
    return sheet if len(merged) == len(sheet.entries) else evolve(sheet, entries=merged)


def pack_cards(
    cardset: CardSet, sheet: Sheet, slot: str, finish: str | None
) -> tuple[PackCard, ...]:
    """Return the pack cards of a sheet's entries in a slot."""
    return tuple(
        [
            PackCard(each.card, slot, sheet.name, each.finish or finish, cardset.rarity(each.card))
            for each in sheet.entries
        ]
    )


def _part(part: Slot | Choice) -> _LayoutPart | _Choices:
    if isinstance(part, Slot):
        return _LayoutPart(part)
    options = [(each.weight, tuple(map(_part, each.slots))) for each in part.options if each.weight]
    return _Choices(tuple(options))


def _size(parts: _Parts, count: Callable[[Slot], int]) -> int:
    """Return the maximum number of cards of *parts*."""
    return sum(
        count(part.slot)
        if isinstance(part, _LayoutPart)
        else max(_size(its, count) for _, its in part.options)
        for part in parts
    )


def _flat(parts: _Parts) -> Iterator[tuple[Fraction, _Parts]]:
    """Yield all sequences of slots that choices lead to, with probabilities."""
    if not parts:
        yield Fraction(1), ()
        return
    first, rest = parts[0], parts[1:]
    options = [(1, (first,))] if isinstance(first, _LayoutPart) else first.options
    whole = sum(weight for weight, _ in options)
    for weight, its in options:
        for share, mine in _flat(its) if its and isinstance(first, _Choices) else [(1, its)]:
            for more, others in _flat(rest):
                yield Fraction(weight) / whole * share * more, (*mine, *others)
