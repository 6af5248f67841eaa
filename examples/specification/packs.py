"""Make packs from a seed as the library does, without its collation.

This is the reference implementation of the specification in docs/reference/randomness.md.  It uses
only the model of the library: the card set, its sheets and its boosters.
"""

from collections import defaultdict
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch
from hashlib import blake2b
from itertools import accumulate, chain, count, groupby, islice, pairwise
from math import comb, factorial, gcd, lcm, prod

import cardformats as cf


def key_of(seed, kind="pack"):
    if isinstance(seed, bytes):
        data = b"b" + seed
    elif isinstance(seed, str):
        data = b"s" + seed.encode()
    else:
        data = b"i" + str(seed).encode()
    return blake2b(data, digest_size=32, person=b"cardformats/" + kind.encode()).digest()


def number64(number):
    return number.to_bytes(8, "little")


def stream(seed, number, kind="pack"):
    key = key_of(seed, kind)
    shared = blake2b(key + number64(number // 2)).digest()
    yield from shared[32:] if number % 2 else shared[:32]
    for block in count(1):
        yield from blake2b(key + number64(number) + number64(block)).digest()


class Numbers:
    """The numbers of one pack, in order."""

    def __init__(self, seed, number, kind="pack"):
        self.stream = stream(seed, number, kind)

    def below(self, limit):
        size = next(size for size in chain([2, 4], count(8, 8)) if 256**size >= 256 * limit)
        while True:
            value = int.from_bytes(bytes(islice(self.stream, size)), "little")
            if value < 256**size - 256**size % limit:
                return value % limit

    def index(self, weights):
        number = self.below(sum(weights))
        return next(at for at in range(len(weights)) if sum(weights[: at + 1]) > number)


def whole(weights):
    scale = lcm(*(Fraction(weight).denominator for weight in weights))
    weights = [int(weight * scale) for weight in weights]
    divisor = gcd(*weights) or 1
    return [weight // divisor for weight in weights]


def size_below(limit):
    return next(size for size in chain([2, 4], count(8, 8)) if 256**size >= 256 * limit)


def read(numbers, sizes):
    """Read values of some sizes."""
    return [int.from_bytes(bytes(islice(numbers.stream, size)), "little") for size in sizes]


def meant(value, size, limit):
    """Return the number of a value; -1 if it is rejected."""
    return value % limit if value < 256**size - 256**size % limit else -1


def groups(limits):
    found = []
    for limit in limits:
        if found and size_below(prod(found[-1]) * limit) <= 8:
            found[-1].append(limit)
        else:
            found.append([limit])
    return found


def digits(number, limits):
    found = []
    for limit in limits:
        number, digit = divmod(number, limit)
        found.append(digit)
    return found


def sizes_of_order(count):
    return [size_below(prod(limits)) for limits in groups(range(count, 1, -1))]


def shuffled(cards, values, numbers):
    for limits, value in zip(groups(range(len(cards), 1, -1)), values, strict=True):
        number = meant(value, size_below(prod(limits)), prod(limits))
        number = numbers.below(prod(limits)) if number < 0 else number
        for limit, other in zip(limits, digits(number, limits), strict=True):
            cards[other], cards[limit - 1] = cards[limit - 1], cards[other]
    return cards


@dataclass(eq=False)
class Draw:
    copies: list  # of each entry
    count: int
    cards: list  # of each entry: the card, slot, sheet and finish
    keys: list | None  # of each entry, if cards are distinct
    stock: tuple
    returns: bool = False
    fresh: bool = False


@dataclass(eq=False)
class Hand:
    hands: list
    weights: list
    cards: list
    keys: list | None


@dataclass(eq=False)
class Run:
    copies: list
    count: int
    collation: cf.model.PrintRun
    cards: list
    keys: list | None


@dataclass(eq=False)
class Walk:
    copies: list
    count: int
    collation: cf.model.Striped
    cards: list
    keys: list | None


@dataclass(eq=False)
class Row:
    parts: list
    in_random_order: bool = False


@dataclass(eq=False)
class OneOf:
    weights: list
    parts: list
    layouts: list | None = None


@dataclass(eq=False)
class Classes:
    ways: list
    weights: list
    parts: list


@dataclass(eq=False)
class Replaced:
    part: object
    other: object
    probability: Fraction


@dataclass(eq=False)
class Slot:
    slot: cf.Slot
    count: int
    weights: list
    takes: list  # for each sheet a function that makes the part with a number of cards
    parts: list  # one for each sheet
    each: bool
    on_short: tuple
    stocks: list
    follows_carry: bool


@dataclass(eq=False)
class Given:
    part: object
    holds: object


def one_of(pairs):
    pairs = [(weight, part) for weight, part in pairs if weight]
    weights = whole([weight for weight, _ in pairs])
    return pairs[0][1] if len(pairs) == 1 else OneOf(weights, [part for _, part in pairs])


def stands(sheet):
    """Return the entries of a random or balanced sheet."""
    found = {}
    for at, each in enumerate(sheet.entries):
        key = at if each.overrides else (each.card, each.finish)
        old = found.get(key)
        copies = each.copies + (old.copies if old else 0)
        found[key] = cf.Entry(each.card, copies, each.finish, each.overrides)
    return [*found.values()]


def part_of(sheet, count, slot, keys_of, stock, by_color, class_of):
    """Return the part that takes *count* cards from a sheet in a slot.

    *keys_of* has the keys of entries, or None; *class_of* gives an entry's class by a property.
    """
    collation, by_chance = (
        sheet.collation,
        isinstance(sheet.collation, cf.model.Random | cf.model.Balanced),
    )
    entries = stands(sheet) if by_chance else sheet.entries
    finish, copies = slot.finish or sheet.finish, [each.copies for each in entries]
    cards = [(each.card, slot.name, sheet.name, each.finish or finish) for each in entries]
    keys = keys_of and [keys_of(each) for each in entries]
    if by_chance:
        plain = Draw(
            copies, count, cards, keys, stock, collation == cf.model.Random(replacement=True)
        )
        if isinstance(collation, cf.model.Random) and not by_color:
            return plain
        balance = (
            collation if isinstance(collation, cf.model.Balanced) else cf.model.Balanced("color")
        )
        return balanced(plain, [class_of(each, balance.by) for each in entries], balance.strength)
    if isinstance(collation, cf.model.PrintRun):
        return Run(copies, count, collation, cards, keys)
    if isinstance(collation, cf.model.Striped):
        return Walk(copies, count, collation, cards, keys)
    pile = [entry for entry, number in enumerate(copies) for _ in range(number)]
    if isinstance(collation, cf.model.Fixed):
        return Hand([pile[:count]], [1], cards, keys)
    times, rest = divmod(count, len(pile)) if pile else (0, 0)  # spread
    more = Draw(copies, rest, cards, keys, stock, fresh=True)
    return Row([Hand([pile * times], [1], cards, keys), more], True) if times else more


def splits(total, parts):
    """Yield the ways to write a total as a sum, the largest first numbers first."""
    if parts == 1:
        yield (total,)
    for first in range(total, -1, -1) if parts > 1 else ():
        yield from ((first, *others) for others in splits(total - first, parts - 1))


def class_counts(totals, sizes, count):
    """Return pairs of a weight and the cards of each class.

    *totals* are the copies of the classes, *sizes* the cards that each can give.
    """
    copies, classes = sum(totals), range(len(totals))
    for at, (total, size) in enumerate(zip(totals, sizes, strict=True)):
        if count * total > copies * size:
            others = [[*each[:at], *each[at + 1 :]] for each in (totals, sizes)]
            ways = class_counts(*others, count - size)
            return [(weight, [*its[:at], size, *its[at:]]) for weight, its in ways]
    sure = [int(count * total >= copies) for total in totals]
    extra = count - sum(sure)
    few = [each for each in classes if sure[each] + extra > sizes[each]]
    if comb(extra + len(totals), extra) > 5000:
        few = list(classes)
    many = [each for each in classes if each not in few]
    weights = whole([count * totals[each] - copies * sure[each] for each in many])
    shares = [*(totals[each] for each in few), sum(totals[each] for each in many)]
    ends = [0, *accumulate(count * share for share in shares)]
    offsets = sorted({0, copies, *(-end % copies for end in ends)})
    found = []
    for low, high in pairwise(offsets):
        rounded = [(b + low) // copies - (a + low) // copies for a, b in pairwise(ends)]
        left = rounded.pop() - sum(sure[each] for each in many)
        for parts in splits(left, len(many)) if many else [()]:
            weight = (high - low) * (sum(weights) or 1) ** (extra - left) * factorial(left)
            for each, part in zip(weights, parts, strict=True):
                weight = weight * each**part // factorial(part)
            numbers = dict(zip(few, rounded, strict=True))
            numbers |= {each: sure[each] + part for each, part in zip(many, parts, strict=True)}
            if weight:
                found.append((weight, [numbers[each] for each in classes]))
    weights = whole([weight for weight, _ in found])
    return [(weight, numbers) for weight, (_, numbers) in zip(weights, found, strict=True)]


def only(draw, entries, count=0):
    copies = [number if entry in entries else 0 for entry, number in enumerate(draw.copies)]
    return replace(draw, copies=copies, count=count)


def keys_in(draw):
    return {key for key, number in zip(draw.keys or (), draw.copies) if number}


def balanced(plain, classes, strength):
    there = [entry for entry, number in enumerate(plain.copies) if number]
    rest = [entry for entry in there if classes[entry] is None]
    parts = []
    for name in sorted({classes[entry] for entry in there} - {None}):
        its = [entry for entry in there if classes[entry] == name]
        if plain.count * sum(plain.copies[entry] for entry in its) >= sum(plain.copies):
            parts.append(only(plain, its))
        else:
            rest += its
    parts += [only(plain, rest)] if rest else []
    totals = [sum(part.copies) for part in parts]
    endless = [10**9] * len(parts) if plain.returns else totals
    sizes = [len(keys_in(part)) for part in parts] if plain.keys else endless
    if len(parts) < 2 or plain.count > sum(sizes) or not strength:
        return plain
    weights, ways = zip(*class_counts(totals, sizes, plain.count), strict=True)
    return one_of([(1 - strength, plain), (strength, Classes(ways, weights, parts))])


class Compiler:
    """Makes the trees of a booster."""

    def __init__(self, cardset, booster):
        event = cardset.event
        self.cardset, self.booster = cardset, booster
        self.refills = ("refill",) if event and event.supply == "refill" else ()
        self.by_color = bool(event and event.color_balance)
        self.replaces = [
            each
            for each in booster.constraints
            if isinstance(each, cf.model.Replace) and each.probability
        ]

    def tree(self, layouts):
        """Return the tree of layouts with their weights."""
        layouts = [(layout, weight) for layout, weight in layouts if weight]
        parts = [self.layout(layout) for layout, _ in layouts]
        weights = whole([weight for _, weight in layouts])
        root = OneOf(weights, parts, [layout.name for layout, _ in layouts])
        limits = [
            each for each in self.booster.constraints if not isinstance(each, cf.model.Replace)
        ]
        return (
            Given(root, lambda cards: all(holds(each, cards) for each in limits))
            if limits
            else root
        )

    # -- layouts

    def layout(self, layout):
        self.number = 0  # of the slot
        names = {slot.name for slot, _ in layout.walk()}
        choices = [part for part in layout.slots if isinstance(part, cf.model.Choice)]
        inside = {slot.name for slot, _ in cf.Layout(slots=choices).walk()}
        replaces = [each for each in self.replaces if each.slot in names]
        if (self.by_color and inside) or any(each.slot in inside for each in replaces):
            return one_of((share, self.row(its, replaces)) for share, its in outcomes(layout.slots))
        return self.row(layout.slots, replaces)

    def row(self, slots, replaces):
        sizes = [0 if isinstance(each, cf.model.Choice) else self.size(each) for each in slots]
        largest = sizes.index(max(sizes)) if self.by_color and any(sizes) else None
        own = [[] for _ in slots]
        for each in replaces:
            its = [at for at, size in enumerate(sizes) if size and slots[at].name == each.slot]
            if its:
                own[its[-1]].append(each)
        return Row(self.parts(slots, [False], largest, own))

    def parts(self, slots, follows, largest=None, replaces=None):
        """Return the parts of slots and choices; *follows* says if the next follows carry."""
        parts = []
        for at, each in enumerate(slots):
            if isinstance(each, cf.model.Choice):
                parts.append(self.choice(each, follows))
                continue
            if not self.size(each) and not follows[0]:
                continue
            part = self.slot(each, follows, by_color=at == largest)
            for its in replaces[at] if replaces else ():
                other = cf.Slot(its.slot, 1, its.sheet, finish=its.finish)
                part = Replaced(part, self.slot(other, [False]), its.probability)
            parts.append(part)
        return parts

    def choice(self, choice, follows):
        options, after = [], []
        for option in choice.options:
            if option.weight:
                its = [*follows]
                options.append((option.weight, Row(self.parts(option.slots, its))))
                after += its
        follows[0] = any(after)
        return one_of(options)

    # -- slots

    def size(self, slot):
        totals = [self.cardset.sheets[each.sheet].total for each in slot.sheets if each.weight]
        return max(totals) if slot.count is cf.model.UNLIMITED else slot.count

    def slot(self, slot, follows, by_color=False):
        scope = 0
        if self.booster.distinct_scope == "slot":
            self.number += 1
            scope = self.number
        size, choices = self.size(slot), [each for each in slot.sheets if each.weight]
        sheets = [self.cardset.sheets[each.sheet] for each in choices]
        each = slot.choose == "card" and size > 1 and len(choices) > 1
        on_short = (*slot.on_short, *self.refills)
        unlimited = slot.count is cf.model.UNLIMITED
        has_less = unlimited or on_short == ("skip",)
        takes = [self.take(slot, sheet, scope, by_color and not each, has_less) for sheet in sheets]
        parts = [take(1 if each else size) for take in takes]
        weights, stocks = (
            whole([each.weight for each in choices]),
            [(s.name, scope) for s in sheets],
        )
        follows_carry, follows[0] = follows[0], "carry" in on_short and not unlimited
        returning = cf.model.Random(replacement=True)
        if each and not follows_carry:
            if all(s.collation == returning and s.total and self.may_repeat(s) for s in sheets):
                return union([*zip(weights, parts, strict=True)], size)
        return Slot(slot, size, weights, takes, parts, each, on_short, stocks, follows_carry)

    # -- sheets

    def take(self, slot, sheet, scope, by_color, has_less):
        keys_of = None if self.may_repeat(sheet) else lambda each: (scope, self.key(each))
        ends = sheet.collation in (cf.model.Random(), cf.model.Fixed())
        ends = has_less and (ends or isinstance(sheet.collation, cf.model.Balanced))

        def part(count):
            number, stock = min(count, sheet.total) if ends else count, (sheet.name, scope)
            return part_of(sheet, number, slot, keys_of, stock, by_color, self.class_of)

        return part

    def may_repeat(self, sheet):
        return self.booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates

    def key(self, entry):
        return entry.card.name if self.booster.distinct == "name" else entry.card

    def class_of(self, entry, by):
        """Return the class of an entry, by colour or by its overrides."""
        card = self.cardset.card(entry.card)
        if by in entry.overrides:
            return str(entry.overrides[by]).lower()
        colors = card.faces[0].colors if by == "color" and card else ()
        return next(iter(colors)).value.lower() if len(colors) == 1 else None


def outcomes(slots):
    """Yield all combinations of choices in some slots, with their shares."""
    if not slots:
        yield Fraction(1), []
        return
    first, rest = slots[0], slots[1:]
    if isinstance(first, cf.Slot):
        yield from ((share, [first, *others]) for share, others in outcomes(rest))
        return
    options = [option for option in first.options if option.weight]
    for option in options:
        chance = Fraction(option.weight) / sum(each.weight for each in options)
        for share, own in outcomes(option.slots):
            for more, others in outcomes(rest):
                yield chance * share * more, [*own, *others]


def union(pairs, count):
    """Return one draw in place of draws among which each card chooses."""
    shares = [
        Fraction(weight) * number / sum(draw.copies)
        for weight, draw in pairs
        for number in draw.copies
    ]
    return Draw(
        whole(shares), count, [card for _, draw in pairs for card in draw.cards], None, (), True
    )


def holds(limit, cards):
    """Return whether cards satisfy a constraint on names, slots or sheets."""
    at = ["name", "slot", "sheet"].index(limit.property)
    values = [(card[0].name, card[1], card[2])[at].lower() for card in cards]
    number = values.count(limit.value.lower())
    return number >= limit.count if isinstance(limit, cf.model.AtLeast) else number <= limit.count


def own_of(part, met):
    """Return the keys and stocks of a part; add shared ones to *met*."""
    if isinstance(part, Draw | Hand | Run | Walk):
        hands = part.hands if isinstance(part, Hand) else []
        keys = {part.keys[entry] for hand in hands for entry in hand} if part.keys else set()
        keys |= set() if isinstance(part, Hand) else keys_in(part)
        has_stock = isinstance(part, Draw) and not part.returns and not part.fresh
        return keys | ({("stock", part.stock)} if has_stock else set())
    own = set()
    for each in parts_of(part):
        its = own_of(each, met)
        if not isinstance(part, OneOf | Slot):
            met |= own & its
        own |= its
    return own


def parts_of(part):
    if isinstance(part, Replaced):
        return [part.part, part.other]
    return [part.part] if isinstance(part, Given) else part.parts


def is_alone(part, met):
    """Return whether a part is a draw of one card that no other part can give."""
    if not isinstance(part, Draw) or part.count > 1 or not any(part.copies):
        return False
    return met.isdisjoint(own_of(part, set()))


def simplified(part, met):
    if isinstance(part, Given):
        return Given(simplified(part.part, met), part.holds)
    if isinstance(part, Replaced):
        return Replaced(simplified(part.part, met), simplified(part.other, met), part.probability)
    if isinstance(part, Row | OneOf):
        return replace(part, parts=[simplified(each, met) for each in part.parts])
    if isinstance(part, Slot) and part.count == 1 < len(part.parts) and not part.follows_carry:
        if all(is_alone(each, met) for each in part.parts):
            return union([*zip(part.weights, part.parts, strict=True)], 1)
    return part


@dataclass
class State:
    """The state of a pack that is being made."""

    taken: set  # keys
    gone: defaultdict  # copies, by stock
    stops: dict  # of print runs, by sheet
    carried: int = 0
    layout: str = ""


@dataclass
class Making:
    numbers: Numbers
    state: State


@singledispatch
def cards_of(part, making):
    raise TypeError(part)


def pack_of(root, numbers):
    """Return the layout and the cards of a pack."""
    met = set()
    own_of(root, met)
    making = Making(numbers, State(set(), defaultdict(set), {}))
    cards = cards_of(simplified(root, met), making)
    return making.state.layout, cards


@cards_of.register
def _(part: Row, making):
    cards = in_a_row(part.parts, making)
    return in_random_order(cards, making.numbers) if part.in_random_order else cards


def in_a_row(parts, making):
    cards = []
    for has_first, group in groupby(parts, lambda part: first_sizes(part) is not None):
        parts = [*group]
        if has_first:
            values = [read(making.numbers, first_sizes(part)) for part in parts]
            for part, its in zip(parts, values, strict=True):
                cards += part_after_first(part, its, making)
        else:
            for part in parts:
                cards += cards_of(part, making)
    return cards


def in_random_order(cards, numbers):
    return shuffled(cards, read(numbers, sizes_of_order(len(cards))), numbers)


@cards_of.register
def _(part: OneOf, making):
    at = making.numbers.index(part.weights) if len(part.parts) > 1 else 0
    if part.layouts:
        making.state.layout = part.layouts[at]
    return in_a_row([part.parts[at]], making)


@cards_of.register
def _(part: Hand, making):
    at = making.numbers.index(part.weights) if len(part.hands) > 1 else 0
    return taking(part, part.hands[at], making)


def taking(part, entries, making):
    making.state.taken |= {part.keys[entry] for entry in entries} if part.keys else set()
    return [part.cards[entry] for entry in entries]


@cards_of.register
def _(part: Run, making):
    total, stops, sheet = (
        sum(part.copies),
        making.state.stops,
        part.cards[0][2] if part.cards else "",
    )
    if not total:
        return []
    if sheet not in stops or part.collation.continues == "slot":
        size = part.collation.group_size
        stops[sheet] = size * making.numbers.below(-(-total // size))
    start = stops[sheet]
    stops[sheet] += part.count
    copies = [copy_of(part.copies, step % total) for step in range(start, start + part.count)]
    return taking(part, [entry for entry, _ in copies], making)


@cards_of.register
def _(part: Walk, making):
    total, length = sum(part.copies), part.collation.length
    widths = [(width, n) for width, n in enumerate(part.collation.weights, 1) if n]

    def width_of(weights):
        return widths[making.numbers.index(weights) if len(widths) > 1 else 0][0]

    if not total or not part.count:
        return []
    cell = making.numbers.below(total)
    width = width_of([width * n for width, n in widths])
    place = making.numbers.below(width) if width > 1 else 0
    cells = [cell]
    while len(cells) < part.count:
        if place < width - 1:
            cell, place = cell - length, place + 1
        elif cell % length:
            cell, place = cell - 1 + (width - 1) * length, 0
        else:
            cell, place, width = cell - 1, 0, width_of([n for _, n in widths])
        cell %= total
        cells.append(cell)
    return taking(part, [copy_of(part.copies, cell)[0] for cell in cells], making)


@cards_of.register
def _(part: Replaced, making):
    chance, state = part.probability, making.state
    happens = chance == 1 or making.numbers.index(whole([chance, 1 - chance])) == 0
    cards = in_a_row([part.part], making)
    if happens and cards:
        carried, state.carried = state.carried, 0
        other = in_a_row([part.other], making)
        state.carried = state.carried or carried
        cards[-1:] = other or cards[-1:]
    return cards


@cards_of.register
def _(part: Given, making):
    before = making.state
    for _ in range(10_000):
        making.state = deepcopy(before)
        cards = in_a_row([part.part], making)
        if part.holds(cards):
            return cards
    raise LookupError("no pack keeps the constraints")


def copy_of(copies, number, gone=()):
    """Return the entry of a copy, and its number there, among those that are not gone."""
    for entry, total in enumerate(copies):
        missing = sorted(copy for its, copy in gone if its == entry)
        if number < total - len(missing):
            for copy in missing:
                number += copy <= number
            return entry, number
        number -= total - len(missing)
    raise IndexError(number)


def first_sizes(part):
    """Return the sizes of the first numbers of a part, or None."""
    if isinstance(part, Draw):
        return [size_below(sum(part.copies))] * part.count if any(part.copies) else []
    if isinstance(part, Classes):
        return sizes_of_classes(part)
    if isinstance(part, Row) and not part.in_random_order:
        each = [first_sizes(its) for its in part.parts]
        return None if None in each else [*chain.from_iterable(each)]
    if isinstance(part, Slot) and (part.count == 0 or len(part.parts) == 1):
        return first_sizes(part.parts[0]) if part.count else []
    return None


def draw_after_first(draw, values, making):
    total = sum(draw.copies)
    numbers = [meant(value, size_below(total), total) for value in values]
    return from_piles([draw], [0] * len(values), numbers, making)


def from_piles(draws, order, firsts, making):
    """Return cards by their first numbers; *order* has the index of the draw of each card."""
    size = size_below(max(1, *(sum(draw.copies) for draw in draws)))
    piles = [Pile(draw, making, size) for draw in draws]
    entries = [(at, piles[at].card(first)) for at, first in zip(order, firsts, strict=True)]
    return [draws[at].cards[entry] for at, entry in entries if entry is not None]


class Pile:
    """The copies that a draw takes cards from."""

    def __init__(self, draw, making, size):
        self.draw, self.numbers, self.size = draw, making.numbers, size
        self.taken = making.state.taken
        self.gone = set() if draw.fresh else making.state.gone[draw.stock]
        self.keys = None if draw.fresh else draw.keys
        self.copies, self.missing = (
            draw.copies,
            set(),
        )  # those it has shrunk to, without the missing
        self.total, self.has_shrunk = sum(draw.copies), False

    def card(self, first):
        """Return the entry of a card by its first number, or None."""
        if not self.total:
            return None
        entry = self.take(copy_of(self.draw.copies, first)) if first >= 0 else None
        for _ in range(0 if self.has_shrunk else 7):
            if entry is None:
                number = meant(*read(self.numbers, [self.size]), self.size, self.total)
                entry = self.take(copy_of(self.copies, number)) if number >= 0 else None
        for _ in range(8 if self.has_shrunk else 0):
            entry = self.of_left() if entry is None else entry
        if entry is None:
            self.shrink()
            if not self.total and self.keys:
                self.keys = None
                self.shrink()
            entry = self.of_left() if self.total else None
        return entry

    def of_left(self):
        number = self.numbers.below(self.total)
        return self.take(copy_of(self.copies, number, self.missing))

    def take(self, copy):
        """Take a copy and return its entry, if it is free."""
        if copy in self.gone or self.is_taken(copy[0]):
            return None
        if not self.draw.returns:
            self.gone.add(copy)
        if self.draw.keys:
            self.taken.add(self.draw.keys[copy[0]])
        return copy[0]

    def is_taken(self, entry):
        return bool(self.keys) and self.keys[entry] in self.taken

    def shrink(self):
        pairs = enumerate(self.draw.copies)
        self.copies = [0 if self.is_taken(entry) else number for entry, number in pairs]
        self.missing = {copy for copy in self.gone if self.copies[copy[0]]}
        self.total, self.has_shrunk = sum(self.copies) - len(self.missing), True


def sizes_of_classes(part):
    if not any(part.ways[0]):
        return []
    limits = groups_of_classes(part)
    sizes = [size_below(sum(part.weights)), *(size_below(prod(each)) for each in limits)]
    return [*sizes, *sizes_of_order(sum(part.ways[0]))]


def groups_of_classes(part):
    most = max(1, *(sum(draw.copies) for draw in part.parts))
    return groups([most] * sum(part.ways[0]))


def classes_after_first(part, values, making):
    whole_weight = sum(part.weights)
    number = meant(values[0], size_below(whole_weight), whole_weight)
    number = making.numbers.below(whole_weight) if number < 0 else number
    way = next(way for way, end in zip(part.ways, accumulate(part.weights)) if end > number)
    order = [at for at, times in enumerate(way) for _ in range(times)]
    firsts = []
    for limits, value in zip(groups_of_classes(part), values[1:]):
        its = order[len(firsts) : len(firsts) + len(limits)]
        own = [sum(part.parts[at].copies) for at in its]
        number = meant(value, size_below(prod(limits)), prod(own)) if all(own) else -1
        firsts += [-1] * len(its) if number < 0 else digits(number, own)
    cards = from_piles(part.parts, order, firsts, making)
    last = values[1 + len(groups_of_classes(part)) :]
    if len(cards) < len(order):
        last = read(making.numbers, sizes_of_order(len(cards)))
    return shuffled(cards, last, making.numbers)


@cards_of.register
def _(part: Slot, making):
    return slot_after_first(part, None, making)


def slot_after_first(part, values, making):
    state, cards = making.state, []
    wanted, state.carried = part.count + state.carried, 0

    def missing_after(at, number, its=None):
        its = in_a_row([part.takes[at](number)], making) if its is None else its
        cards.extend(its)
        return number - len(its)

    for _ in range(wanted if part.each else min(wanted, 1)):
        first = making.numbers.index(part.weights) if len(part.weights) > 1 else 0
        number, its = 1 if part.each else wanted, None
        if values is not None and wanted == part.count:
            its = part_after_first(part.parts[0], values, making)
        number = missing_after(first, number, its)
        for other in range(len(part.takes)) if "next" in part.on_short else ():
            if number and other != first:
                number = missing_after(other, number)
        while number and "refill" in part.on_short:
            state.gone[part.stocks[first]].clear()
            before, number = number, missing_after(first, number)
            if number == before:
                break
    missing = wanted - len(cards)
    if missing and part.slot.count is not cf.model.UNLIMITED and "skip" not in part.on_short:
        if "carry" not in part.on_short:
            raise LookupError("a slot is short")
        state.carried = missing
    return cards


def part_after_first(part, values, making):
    if isinstance(part, Row):
        cards = []
        for each in part.parts:
            own, values = values[: len(first_sizes(each))], values[len(first_sizes(each)) :]
            cards += part_after_first(each, own, making)
        return cards
    with_first = {Draw: draw_after_first, Classes: classes_after_first, Slot: slot_after_first}
    return with_first[type(part)](part, values, making)


def copies_of(sheet):
    return [entry for entry, copies in enumerate(sheet) for _ in range(copies)]


def pile(numbers, cards, count):
    """Draw some copies of a pile, as a deal does."""
    left, drawn = list(cards), []
    for _ in range(count):
        number = numbers.below(len(left))
        drawn.append(left[number])
        left[number] = left[-1]
        left.pop()
    return drawn


def seed_of_product(seed, name):
    return blake2b(key_of(seed, "prod") + name.encode(), digest_size=32).digest()
