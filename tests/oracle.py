"""What the packs of a small booster are, each with its exact probability.

It is written from what the documentation says of packs, card by card, with fractions, and uses
nothing of the library but its model: it neither plans, nor draws, nor weighs as the library does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from attrs import evolve, frozen

import cardformats as cf
from tests.oracle_draws import ONE, Hand, by_weight, class_counts, copies_of, spreads, striped

#: A card of a pack: slot, sheet, name, number, finish; an empty string where there is none.
Card = tuple[str, str, str, str, str]
#: What a pack shows: its layout, and its cards in the order of their fields.
Shown = tuple[str, tuple[Card, ...]]


class ShortError(Exception):
    """A slot cannot be filled, and does not say what to do."""


def shown(pack: cf.Pack) -> Shown:
    """What a pack that the library made shows."""
    return pack.layout, tuple(sorted(map(_card, pack.cards)))


def _card(card: cf.PackCard) -> Card:
    return card.slot, card.sheet, card.card.name, card.card.number or "", card.finish or ""


class State(NamedTuple):
    """What matters to the cards that are still to come, and those that came.

    Attributes:
        cards: of the pack, in the order of their fields, but without *last*.
        last: the last card of the slot that came last; None if that drew nothing.
        taken: what may not come again where cards are distinct.
        gone: sheet and entry of each copy that was drawn.
        runs: for each sheet where its print run goes on.
        carried: how many cards the next slot has to draw more.
    """

    cards: tuple[Card, ...] = ()
    last: Card | None = None
    taken: frozenset[object] = frozenset()
    gone: tuple[tuple[str, int], ...] = ()
    runs: tuple[tuple[str, int], ...] = ()
    carried: int = 0

    @property
    def pack(self) -> tuple[Card, ...]:
        """All cards that came."""
        return tuple(sorted((*self.cards, *filter(None, [self.last]))))


@frozen
class Step:
    """A slot of a pack whose sheet is chosen.

    Attributes:
        slot: its sheets are those that it can have.
        sheet: the chosen one; None if each card chooses.
        count: how many cards.
        replaces: its card takes the place of the last one.
        balance: the property by which the event balances it.
    """

    slot: cf.Slot
    sheet: str | None
    count: int
    replaces: bool = False
    balance: str | None = None

    @property
    def sheets(self) -> set[str]:
        """The sheets that it was chosen to draw from."""
        return {each.sheet for each in self.slot.sheets if self.sheet in (None, each.sheet)}


class Oracle:
    """The packs of a booster."""

    def __init__(self, cardset: cf.CardSet, booster: cf.Booster | None = None) -> None:
        self.cardset = cardset
        self.booster = booster or cardset.boosters[0]
        event = cardset.event or cf.model.Event()
        self._refills = ("refill",) if event.supply == "refill" else ()
        self._balances = event.color_balance
        self._replaces = [r for r in self.booster.constraints if isinstance(r, cf.model.Replace)]
        self._in_order = bool(self._replaces)  # otherwise it does not matter which card is last
        self._last_hands: dict[Hand, list[tuple[Fraction, Hand]]] = {}

    def packs(self) -> dict[Shown, Fraction]:
        """The probability of each pack.

        Raises:
            ShortError: some pack cannot be filled.
        """
        packs: Counter[Shown] = Counter()
        for share, (layout, steps) in self.plans():
            for state, chance in self.drawn(steps, State()).items():
                if self.kept(state.pack):
                    packs[layout, state.pack] += share * chance
        whole = sum(packs.values())
        return {pack: chance / whole for pack, chance in packs.items()}

    def kept(self, pack: tuple[Card, ...]) -> bool:
        """Whether a pack keeps what is promised; the properties are those of :data:`Card`."""
        names = ("slot", "sheet", "name", "number", "finish")
        for each in self.booster.constraints:
            if not isinstance(each, cf.model.Replace):
                at = names.index(each.property)
                number = sum(card[at].lower() == each.value.lower() for card in pack)
                least = isinstance(each, cf.model.AtLeast)
                if number < each.count if least else number > each.count:
                    return False
        return True

    # choices

    def plans(self) -> list[tuple[Fraction, tuple[str, tuple[Step, ...]]]]:
        """All that a pack's choices can come to."""
        plans = []
        layouts = by_weight([(layout.weight, layout) for layout in self.booster.layouts])
        for share, layout in layouts:
            for part, steps in self._parts(layout.slots):
                for chance, replaced in self._replaced(steps, self._replaces):
                    its = self._balanced(replaced)
                    plans.append((share * part * chance, (layout.name, its)))
        return plans

    def _parts(self, parts) -> Iterator[tuple[Fraction, tuple[Step, ...]]]:
        if not parts:
            yield ONE, ()
            return
        first, rest = parts[0], parts[1:]
        if isinstance(first, cf.model.Choice):
            for share, option in by_weight([(each.weight, each) for each in first.options]):
                for chance, steps in self._parts((*option.slots, *rest)):
                    yield share * chance, steps
            return
        for share, step in self._chosen(first):
            for chance, steps in self._parts(rest):
                yield share * chance, (step, *steps)

    def _chosen(self, slot: cf.Slot) -> list[tuple[Fraction, Step]]:
        choices = [each for each in slot.sheets if each.weight]
        slot = evolve(slot, sheets=choices)
        count = slot.count
        if count is cf.model.UNLIMITED:
            count = max(self.cardset.sheets[each.sheet].total for each in choices)
        if slot.choose == "card" and count > 1 and len(choices) > 1:
            return [(ONE, Step(slot, None, count))]
        return by_weight([(each.weight, Step(slot, each.sheet, count)) for each in choices])

    def _replaced(self, steps, replaces) -> Iterator[tuple[Fraction, tuple[Step, ...]]]:
        if not replaces:
            yield ONE, steps
            return
        first, rest = replaces[0], replaces[1:]
        at = [n for n, step in enumerate(steps) if step.slot.name == first.slot and step.count]
        chance = first.probability if at else Fraction(0)
        if chance != 1:
            for share, each in self._replaced(steps, rest):
                yield share * (1 - chance), each
        if chance:
            slot = cf.Slot(first.slot, 1, first.sheet, finish=first.finish)
            new = Step(slot, first.sheet, 1, replaces=True)
            after = at[-1] + 1
            for share, each in self._replaced((*steps[:after], new, *steps[after:]), rest):
                yield share * chance, each

    def _balanced(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Balance by colour, if the event does, the first of the largest slots."""
        counts = [0 if step.replaces else step.count for step in steps]
        if not self._balances or not any(counts):
            return steps
        at = counts.index(max(counts))
        sheet = steps[at].sheet
        if sheet is None or not isinstance(self.cardset.sheets[sheet].collation, cf.model.Random):
            return steps
        return (*steps[:at], evolve(steps[at], balance="color"), *steps[at + 1 :])

    # cards

    def drawn(self, steps: tuple[Step, ...], start: State) -> dict[State, Fraction]:
        """What the slots of a pack come to, one after the other."""
        states = {start: ONE}
        for step in steps:
            after: Counter[State] = Counter()
            for state, share in states.items():
                for filled, chance in self._filled(step, state):
                    after[filled] += share * chance
            states = after
        return states

    def _filled(self, step: Step, state: State) -> list[tuple[State, Fraction]]:
        if step.replaces and state.last is None:
            return [(state, ONE)]
        if self.booster.distinct_scope == "slot":
            state = state._replace(taken=frozenset(), gone=())
        wanted = step.count + (0 if step.replaces else state.carried)
        hands = {((), state): ONE}
        for _ in range(1 if step.sheet is not None else wanted):
            after: Counter = Counter()
            for (cards, before), share in hands.items():
                for sheet, chance in self._sheets(step):
                    count = wanted if step.sheet is not None else 1
                    for (more, then), part in self._from(step, sheet, count, before).items():
                        after[self._sorted((*cards, *more)), then] += share * chance * part
            hands = after
        filled = [(self._put(step, wanted, *key), share) for key, share in hands.items()]
        return [(each if self._in_order else _all(each), share) for each, share in filled]

    def _sheets(self, step: Step) -> list[tuple[str, Fraction]]:
        if step.sheet is not None:
            return [(step.sheet, ONE)]
        shares = by_weight([(each.weight, each.sheet) for each in step.slot.sheets])
        return [(name, share) for share, name in shares]

    def _sorted(self, cards: tuple) -> tuple:
        """*cards* with the last one in its place, if that matters."""
        if not cards:
            return ()
        return (*sorted(cards[:-1]), cards[-1]) if self._in_order else tuple(sorted(cards))

    def _put(self, step: Step, wanted: int, cards: tuple[Card, ...], state: State) -> State:
        """The state with the cards of a slot, once it is known whether it is short."""
        pack = list(state.cards)
        if state.last is not None and not (step.replaces and cards):
            pack.append(state.last)
        last = cards[-1] if cards else (state.last if step.replaces else None)
        state = state._replace(cards=tuple(sorted((*pack, *cards[:-1]))), last=last)
        missing = wanted - len(cards)
        on_short = (*step.slot.on_short, *self._refills)
        if step.replaces and not missing:
            return state
        if not missing or step.slot.count is cf.model.UNLIMITED or "skip" in on_short:
            return state._replace(carried=0)
        if "carry" in on_short:
            return state._replace(carried=missing)
        raise ShortError

    def _from(self, step: Step, first: str, count: int, state: State) -> dict:
        """Cards of a sheet, and of what the slot turns to if that has too few, with the states."""
        on_short = (*step.slot.on_short, *self._refills)
        ways = self._take(step, first, count, {((), state): ONE})
        if "next" in on_short:
            for each in step.slot.sheets:
                if each.sheet != first:
                    ways = self._take(step, each.sheet, count, ways)
        while "refill" in on_short and any(len(cards) < count for cards, _ in ways):
            full = {}
            for (cards, before), share in ways.items():
                gone = tuple(pair for pair in before.gone if pair[0] != first)
                back = before if len(cards) == count else before._replace(gone=gone)
                full[cards, back] = full.get((cards, back), 0) + share
            after = self._take(step, first, count, full)
            if after.keys() == full.keys():
                break
            ways = after
        return ways

    def _take(self, step: Step, name: str, count: int, ways: dict) -> dict:
        """What is missing of *count* from one sheet."""
        sheet, after = self.cardset.sheets[name], Counter()
        for (cards, state), share in ways.items():
            missing = count - len(cards)
            draws = self._draw(step, sheet, missing, state) if missing else [(((), state), ONE)]
            for (hand, then), chance in draws:
                more = tuple(_of(step.slot, sheet, sheet.entries[entry]) for entry in hand)
                after[self._sorted((*cards, *more)), then] += share * chance
        return after

    def repeats(self, sheet: cf.Sheet) -> bool:
        """Whether a card may come twice from *sheet*."""
        return self.booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates

    def _key(self, entry: cf.Entry) -> object:
        return entry.card.name if self.booster.distinct == "name" else entry.card

    def _draw(self, step: Step, sheet: cf.Sheet, count: int, state: State) -> list:
        """Hands of up to *count* cards of a sheet, with the states after them, and their shares."""
        collation = sheet.collation
        if isinstance(collation, cf.model.Random) and step.balance:
            collation = cf.model.Balanced(step.balance)
        if isinstance(collation, cf.model.Random):
            everything = [each.copies for each in sheet.entries]
            return [*self._at_random(sheet, everything, count, state).items()]
        if isinstance(collation, cf.model.Balanced):
            return self._by_class(sheet, collation, count, state)
        if isinstance(collation, cf.model.PrintRun):
            return self._run(sheet, collation, count, state)
        copies = copies_of(sheet)
        if isinstance(collation, cf.model.Fixed):
            hands = [(ONE, tuple(copies[:count]))]
        elif isinstance(collation, cf.model.Striped):
            hands = [(share, tuple(copies[cell] for cell in cells))
                     for share, cells in striped(len(copies), collation, count)]  # fmt: skip
        else:
            hands = [
                (share, hand)
                for share, spread in spreads(copies, count)
                for share, hand in self._shuffled(share, spread)
            ]
        return [((self._sorted(h), self._noted(sheet, h, state)), share) for share, h in hands]

    def _noted(self, sheet: cf.Sheet, hand: Hand, state: State) -> State:
        """What is remembered of cards that came."""
        taken = state.taken
        if not self.repeats(sheet):
            taken = taken | {self._key(sheet.entries[entry]) for entry in hand}
        gone = tuple(sorted((*state.gone, *((sheet.name, entry) for entry in hand))))
        return state._replace(taken=taken, gone=gone)

    def _at_random(self, sheet: cf.Sheet, copies: list[int], count: int, state: State) -> dict:
        """One card after the other, of so many *copies* of each entry."""
        returns = sheet.collation == cf.model.Random(replacement=True)
        hands = {((), state): ONE}
        for _ in range(count):
            after: Counter = Counter()
            for (hand, before), share in hands.items():
                gone = Counter() if returns else Counter(before.gone)
                left = [n - gone[sheet.name, entry] for entry, n in enumerate(copies)]
                left = [max(n, 0) for n in left]
                if not self.repeats(sheet):
                    keys = [self._key(entry) for entry in sheet.entries]
                    pairs = zip(left, keys, strict=True)
                    free = [0 if key in before.taken else n for n, key in pairs]
                    left = free if any(free) else left
                if not any(left):
                    after[hand, before] += share
                for entry, number in enumerate(left):
                    if number:
                        then = self._noted(sheet, (entry,), before)
                        chance = share * Fraction(number, sum(left))
                        after[self._sorted((*hand, entry)), then] += chance
            hands = after
        return hands

    def _by_class(
        self, sheet: cf.Sheet, collation: cf.model.Balanced, count: int, state: State
    ) -> list:
        """First how many cards of each class, then these, and all of them shuffled."""
        everything = [each.copies for each in sheet.entries]
        classes = self.classes(sheet, collation.by, count)
        sizes = [self._size(sheet, each) for each in classes]
        is_balanced = len(classes) > 1 and count <= sum(sizes)
        strength = collation.strength if is_balanced else Fraction(0)
        found: Counter = Counter()
        if strength < 1:  # the other slots are drawn by chance
            for key, share in self._at_random(sheet, everything, count, state).items():
                found[key] += (1 - strength) * share
        totals = [sum(each) for each in classes]
        for way, share in (class_counts(totals, sizes, count) if strength else {}).items():
            hands = {((), state): strength * share}
            for its, number in zip(classes, way, strict=True):
                after: Counter = Counter()
                for (hand, before), part in hands.items():
                    more = self._at_random(sheet, its, number, before)
                    for (cards, then), chance in more.items():
                        after[tuple(sorted((*hand, *cards))), then] += part * chance
                hands = after
            for (hand, then), part in hands.items():
                for chance, mixed in self._shuffled(part, hand):
                    found[mixed, then] += chance
        return [*found.items()]

    def classes(self, sheet: cf.Sheet, by: str, count: int) -> list[list[int]]:
        """The copies of each class that has a card or more on average, then of all others."""
        of: dict[str, list[int]] = {}
        for entry, each in enumerate(sheet.entries):
            name = self._class(each, by)
            of.setdefault(name, [0] * len(sheet.entries))[entry] = each.copies
        names = [name for name in sorted(of) if name and any(of[name])]
        sure = [of[name] for name in names if count * sum(of[name]) >= sheet.total]
        rest = [each.copies for each in sheet.entries]
        rest = [copies - sum(its) for copies, *its in zip(rest, *sure, strict=True)]
        return [*sure, rest] if any(rest) else sure

    def _class(self, entry: cf.Entry, by: str) -> str:
        """The value of a property in lower case; empty for none, and for several colours."""
        card = self.cardset.card(entry.card)
        if by in entry.overrides:
            return str(entry.overrides[by]).lower()
        if by == "color":
            colors = card.faces[0].colors if card else ()
            return "".join(each.value.lower() for each in colors) if len(colors) == 1 else ""
        value = card.faces[0].properties.get(by) or getattr(card, by, None) if card else None
        return str(value or "").lower()

    def _size(self, sheet: cf.Sheet, copies: list[int]) -> int:
        """How many cards a class can give."""
        if self.repeats(sheet):
            return 10**9 if sheet.collation == cf.model.Random(replacement=True) else sum(copies)
        pairs = zip(sheet.entries, copies, strict=True)
        return len({self._key(entry) for entry, number in pairs if number})

    def _run(self, sheet: cf.Sheet, run: cf.model.PrintRun, count: int, state: State) -> list:
        copies, runs = copies_of(sheet), dict(state.runs)
        starts = range(0, len(copies), run.group_size)
        if sheet.name in runs and run.continues != "slot":
            starts = [runs[sheet.name]]
        hands = []
        for start in starts:
            hand = tuple(copies[(start + step) % len(copies)] for step in range(count))
            on = runs | {sheet.name: (start + count) % len(copies)}
            then = self._noted(sheet, hand, state)._replace(runs=tuple(sorted(on.items())))
            hands.append(((self._sorted(hand), then), Fraction(1, len(starts))))
        return hands

    def _shuffled(self, share: Fraction, hand: Hand) -> list[tuple[Fraction, Hand]]:
        """*hand* in random order, of which only the last card matters."""
        if not self._in_order or not hand:
            return [(share, tuple(sorted(hand)))]
        hands = []
        for last, number in Counter(hand).items():
            rest = sorted(hand)
            rest.remove(last)
            hands.append((share * Fraction(number, len(hand)), (*rest, last)))
        return hands


def _all(state: State) -> State:
    """The same, if it does not matter which card is the last one."""
    return state._replace(cards=state.pack, last=None)


def _of(slot: cf.Slot, sheet: cf.Sheet, entry: cf.Entry) -> Card:
    """The card of an entry as a pack shows it."""
    finish = entry.finish or slot.finish or sheet.finish
    return slot.name, sheet.name, entry.card.name, entry.card.number or "", finish or ""


def rows_of(hands: Iterable[tuple[tuple[Card, ...], Fraction]]) -> dict[tuple[str, str, str], list]:
    """For each name, number and finish: copies on average, and the chance of at least one."""
    rows: dict[tuple[str, str, str], list] = {}
    for cards, share in hands:
        for what, number in Counter(card[2:] for card in cards).items():
            row = rows.setdefault(what, [Fraction(0), Fraction(0)])
            row[0] += number * share
            row[1] += share
    return rows


def assert_rows(table: cf.OddsTable, hands: Iterable[tuple[tuple[Card, ...], Fraction]]) -> None:
    """The rows of *table* that are said to be exact are those of *hands*."""
    expected = rows_of(hands)
    rows = {(row.card.name, row.card.number or "", row.finish or ""): row for row in table}
    assert not table.exact or expected.keys() <= rows.keys()
    for what, row in rows.items():
        if row.exact:
            assert [row.expected, row.at_least_one] == expected.get(what, [0, 0]), what
