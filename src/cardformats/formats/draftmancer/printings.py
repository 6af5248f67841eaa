"""The names, sets and numbers of written cards, and the lines by which they are found.

Names are on one line without white space around them. Each printing of a name gets a set and a
number that a card line can contain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from ...losses import Loss, LossLog
from ...model import AddCards, Card, CardRef, CardSet, Entry
from .card_keys import DEFAULT_SET
from .custom_cards import identity
from .lines import GRAMMAR, UNSAFE, card_line, line_text, without_set
from .syntax import WHITE_SPACE, DraftmancerCardLine

_NO_LINE = ("sets and numbers that card lines cannot contain", "any printing")

#: A custom card (name, set in lower case, number; see ``identity``), or an official card.
Target = tuple[str, str, str] | CardRef


@frozen
class Meaning:
    """A written reference, the card it should refer to, and the change that it needed.

    If it *needs card data*, only the cards of Draftmancer show whether parentheses are a set.
    """

    written: CardRef
    target: Target
    change: tuple[str, str] | None = None
    needs_card_data: bool = False


class CardLines:
    """A converter of references to card lines, in a list with the custom *cards*.

    Draftmancer reads a name and set without a number as the first custom card with both, or the
    first with the name. This class follows the same rule.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        official: Callable[[CardRef], CardRef] | None,
        *,
        of_packs: bool = False,
    ) -> None:
        """Create a converter. *official* returns Draftmancer's reference for an official card.

        Without it, references are not changed. In lines *of packs* for a draft, a name alone means
        the last custom card of that name.
        """
        self._official = official
        self._of_packs = of_packs
        #: The card of a name alone, and of a name with a set that no card of the name has.
        self._bare: dict[str, Card] = {}
        #: The first card by name, set and number, by name and set, and by name.
        self._first: dict[tuple[str, str | None, str | None], Card] = {}
        self._meanings: dict[tuple[CardRef, bool], Meaning] = {}
        for card in cards:
            name, code, number = identity(card)
            for key in ((name, code, number), (name, code, None), (name, None, number)):
                self._first.setdefault(key, card)
            self._first.setdefault((name, None, None), card)
            self._bare[name] = card if of_packs else self._bare.get(name, card)

    def line(self, entry: Entry, losses: LossLog) -> tuple[DraftmancerCardLine, Target]:
        """Return the line of *entry*, and the card that it should refer to."""
        ref = evolve(entry.card, id=None)
        is_foil = entry.finish == "foil"
        meaning = self.meaning(ref, losses, foil=is_foil)
        line = meaning.written
        return DraftmancerCardLine(
            entry.copies, line.name, line.set_code, line.number, is_foil
        ), meaning.target

    def meaning(self, ref: CardRef, losses: LossLog, *, foil: bool = False) -> Meaning:
        """Return the written form of *ref*; necessary changes are added to *losses*."""
        meaning = self._meanings.get((ref, foil))
        if meaning is None:
            meaning = self._meanings[ref, foil] = self._custom(ref, foil=foil)
        if meaning.change is not None:
            losses.changed(Loss.SET, ref.name, *meaning.change)
        if meaning.needs_card_data and not self._of_packs:
            losses.kept(Loss.NAME, ref.name, "whether parentheses are a set, without card data")
        return meaning

    @property
    def official(self) -> frozenset[CardRef]:
        """Return the cards that were converted so far and are not custom cards."""
        targets = (each.target for each in self._meanings.values())
        return frozenset(target for target in targets if isinstance(target, CardRef))

    def _custom(self, ref: CardRef, *, foil: bool) -> Meaning:
        code = ref.set_code.lower() if ref.set_code else None
        card = self._first.get((ref.name, code, ref.number))
        change = None
        candidates = [ref]
        if card is None and ref.number is None:
            card = self._first.get((ref.name, None, None))
            change = ("a set that no printing has", "the first printing")
            candidates = [CardRef(ref.name)]
        if card is None:
            return self._by_name(ref, foil=foil)
        full = CardRef(ref.name, card.set_code or DEFAULT_SET, card.number)
        candidates += [full, evolve(full, number=None), CardRef(ref.name)]
        for written in candidates:
            if self._means(written) is card and reads_back(written, foil=foil):
                return Meaning(written, identity(card), change)
        return Meaning(full, identity(card), change)

    def _means(self, ref: CardRef) -> Card | None:
        """Return the custom card that Draftmancer reads in the line of *ref*."""
        code = ref.set_code.lower() if ref.set_code else None
        if ref.number is not None:
            return None if code is None else self._first.get((ref.name, code, ref.number))
        of_set = None if code is None else self._first.get((ref.name, code, None))
        return of_set or self._bare.get(ref.name)

    def _by_name(self, ref: CardRef, *, foil: bool) -> Meaning:
        """Return the meaning of a reference to a card that Draftmancer must know."""
        official = self._official(ref) if self._official else ref
        change = None
        if official.set_code is None and ref.set_code is not None:
            change = ("sets that Draftmancer does not know", "any printing")
        for written in (official, evolve(official, number=None), CardRef(official.name)):
            if reads_back(written, foil=foil):
                reason = change if written == official else _NO_LINE
                needs_card_data = self._bare.keys() & {_without_set(written, foil=foil)}
                return Meaning(written, written, reason, bool(needs_card_data))
        # no line is read as this card, which the check of the list reports; but it is one line
        if UNSAFE.search(f"{official.set_code}{official.number}"):
            change, official = _NO_LINE, CardRef(official.name)
        is_without_set = _without_set(official, foil=foil) == official.name
        return Meaning(official, official, change, is_without_set)


def reads_back(ref: CardRef, *, foil: bool = False) -> bool:
    """Return whether the line of *ref* is read as exactly that name, set and number."""
    line = DraftmancerCardLine(1, ref.name, ref.set_code, ref.number, foil)
    text = line_text(line)
    if text != text.strip(WHITE_SPACE) or UNSAFE.search(text):
        return False
    return evolve(card_line(text), text="") == line


def _without_set(ref: CardRef, *, foil: bool) -> str | None:
    """Return the name in the line of *ref* if no card has the set in it; None without a set."""
    line = card_line(line_text(DraftmancerCardLine(1, ref.name, ref.set_code, ref.number, foil)))
    return without_set(line).name if line.set_code is not None else None


def with_usable_cards(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* with names that are valid in a card line; changes are losses."""
    names = {card.name for card in cardset.cards} | {ref.name for ref in references(cardset)}
    changed: dict[str, str] = {}
    uses: dict[str, int] = {}
    for name in sorted(names):
        new = usable = UNSAFE.sub(" ", name).strip(WHITE_SPACE) or "(no name)"
        while new != name and new in names:  # two names must remain different
            uses[usable] = use = uses.get(usable, 1) + 1
            new = f"{usable} {use}"
        if new != name:
            names.add(new)
            changed[name] = new
    if not changed:
        return cardset
    for name, new in changed.items():
        losses.changed(Loss.NAME, name, "a name that does not fit a line", f"{new!r}")
    cards = [
        evolve(card, faces=[evolve(card.faces[0], name=changed[card.name]), *card.faces[1:]])
        if card.name in changed
        else card
        for card in cardset.cards
    ]
    return with_references(
        evolve(cardset, cards=cards),
        lambda ref: evolve(ref, name=changed[ref.name]) if ref.name in changed else ref,
    )


def references(cardset: CardSet) -> Iterator[CardRef]:
    """Yield every reference of *cardset* that is written as a card line: of entries and cards."""
    for sheet in cardset.sheets.values():
        yield from (entry.card for entry in sheet.entries)
    for card in cardset.cards:
        yield from references_of(card)


def references_of(card: Card) -> Iterator[CardRef]:
    """Yield the references of *card* itself."""
    yield from (ref for ref in card.related if isinstance(ref, CardRef) and ref.name)
    for effect in card.draft_effects:
        if isinstance(effect, AddCards):
            yield from (ref for ref in effect.cards if ref.name)


def with_references(cardset: CardSet, change: Callable[[CardRef], CardRef]) -> CardSet:
    """Return *cardset* with *change* applied to each of its :func:`references`."""
    sheets = [
        evolve(sheet, entries=[evolve(each, card=change(each.card)) for each in sheet.entries])
        for sheet in cardset.sheets.values()
    ]
    cards = [with_references_of(card, change) for card in cardset.cards]
    return evolve(cardset, cards=cards, sheets=sheets)


def with_references_of(card: Card, change: Callable[[CardRef], CardRef]) -> Card:
    """Return *card* with *change* applied to each of its own references."""
    if not card.related and not card.draft_effects:
        return card
    return evolve(
        card,
        related=[
            change(each) if isinstance(each, CardRef) and each.name else each
            for each in card.related
        ],
        draft_effects=[
            evolve(each, cards=[change(ref) if ref.name else ref for ref in each.cards])
            if isinstance(each, AddCards)
            else each
            for each in card.draft_effects
        ],
    )


_SET = GRAMMAR.rule("SET")
_NUMBER = GRAMMAR.rule("NUMBER")
_NOT_IN_SETS, _NOT_IN_NUMBERS = GRAMMAR.rule("NOT_IN_SETS"), GRAMMAR.rule("NOT_IN_NUMBERS")


def with_distinct_printings(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* with a valid set and number for each card that needs them.

    Cards that share their name with others need them, because a line with the name alone means the
    first one. Cards whose name alone is read differently need them too. References to these cards,
    and references by id, become references by set and number.
    """
    groups: dict[str, list[Card]] = {}
    for card in cardset.cards:
        groups.setdefault(card.name, []).append(card)
    changed: dict[int, Card] = {}
    for group in groups.values():
        if len(group) > 1 or not _is_named(group[0]):
            pairs = zip(group, _distinguished(group, losses), strict=True)
            changed |= {id(old): new for old, new in pairs if new is not old}
    names = {card.name for card in changed.values()}
    by_id = {
        (card.name, number): card
        for card in reversed(cardset.cards)
        for number in card.ids.values()
    }

    def renumbered(ref: CardRef) -> CardRef:
        card = None if ref.id is None else by_id.get((ref.name, ref.id))
        if card is None and ref.name in names:
            card = cardset.card(evolve(ref, id=None))
        return ref if card is None else changed.get(id(card), card).ref

    if not changed and not any(ref.id for ref in references(cardset)):
        return cardset
    cards = [changed.get(id(card), card) for card in cardset.cards]
    return with_references(evolve(cardset, cards=cards), renumbered)


def _is_named(card: Card) -> bool:
    """Return whether a line can name *card*, if no other card has its name."""
    has_usable_set = not card.set_code or _SET.fullmatch(card.set_code)
    return bool(has_usable_set) or reads_back(CardRef(card.name))


def _distinguished(cards: Sequence[Card], losses: LossLog) -> Iterator[Card]:
    """Yield *cards* of one name, changed so that each reference fits no earlier card."""
    taken = {identity(card) for card in cards}
    has_sets = any(card.set_code for card in cards)
    #: The references to earlier cards: set and number, or the set alone.
    named: set[tuple[str, str | None]] = set()
    uses: dict[tuple[str, str], int] = {}
    for card in cards:
        code, number = _usable(card, losses)
        if code is None and has_sets:
            code = DEFAULT_SET
        key = (code or DEFAULT_SET).lower()
        own = identity(card)[1:]
        is_taken = (key, number or "") != own and (card.name, key, number or "") in taken
        if is_taken or (key, number) in named:
            kind = "cards that only an id tells apart" if own in named else "cards without a number"
            losses.changed(Loss.NUMBER, card.name, kind, "a number")
            base = number or ""
            use = uses.get((key, base), 1)
            while is_taken or (key, number) in named:
                use += 1
                number = f"{base}-{use}" if base else str(use)
                is_taken = (card.name, key, number) in taken
            uses[key, base] = use
        taken.add((card.name, key, number or ""))
        named |= {(key, number), (key, None), (key, number or "")}
        is_same = (code, number) == (card.set_code or None, card.number or None)
        yield card if is_same else evolve(card, set_code=code, number=number)


def _usable(card: Card, losses: LossLog) -> tuple[str | None, str | None]:
    """Return the set and the number of *card*, or similar ones that are valid in a card line."""
    code, number = card.set_code or None, card.number or None
    if code is not None and not _SET.fullmatch(code):
        code = _NOT_IN_SETS.sub("_", code).strip("_") or DEFAULT_SET
        losses.changed(Loss.SET, card.name, "sets that card lines cannot contain", "similar ones")
    if number is not None and (usable := usable_number(number)) != number:
        number = usable
        losses.changed(
            Loss.NUMBER,
            card.name,
            "collector numbers that card lines cannot contain",
            "similar ones",
        )
    return code, number


def usable_number(number: str) -> str | None:
    """Return the collector *number*, or a similar valid one; None if there is none."""
    if _NUMBER.fullmatch(number):
        return number
    return _NOT_IN_NUMBERS.sub("-", number).strip("-") or None
