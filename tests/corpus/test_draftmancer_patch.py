"""Of a real list with one change, only the lines of what has changed are written anew."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.draftmancer.syntax import JsonSection, SheetSection

from .edits import with_face
from .readings import report_of

NEW = "Nameless Newt"
#: Its layouts are declared twice, which Draftmancer refuses; those are written anew.
MIXED = "CustomLayouts_MixedLayoutDefinitions.txt"

#: Changes that no list loses anything of.
NO_LOSS = ("copies", "rarity", "a setting")
#: How many lines a list may get, by kind; header and settings included if it had none.
MORE = {
    "text": 2,  # a text, and the colours that the face had
    "cost": 2,
    "rarity": 1,
    "adding": 13,
    "insert an entry": 1,
    "clear": 1,
    "a setting": 5,
    "a slot's count": 1,
    "a new sheet": 3,
    "a new layout": 40,
    "a removed sheet": 3,
}


def with_sheet(cardset, sheet):
    return evolve(cardset, sheets=[*(cardset.sheets | {sheet.name: sheet}).values()])


def with_layouts(cardset, layouts):
    return evolve(cardset, boosters=[evolve(cardset.boosters[0], layouts=layouts)])


def card_edits(cardset, rng):
    """Changes of a card of the list, and of what cards it has."""
    own = [card for card in cardset.cards if cardset.printings(card.name) == (card,)]
    if not own:
        return
    card = rng.choice(own)
    renamed = with_face(card, name=f"{card.name} Mk II")
    yield "rename", cardset.replacing(card, renamed, move=False), card
    texts = with_face(card, text="Draw {two} cards,\n[or] none.")
    yield "text", cardset.replacing(card, texts), card
    yield "cost", cardset.replacing(card, with_face(card, mana_cost="{7}{G}")), card
    yield "rarity", cardset.replacing(card, evolve(card, rarity="special"), move=False), card
    yield "without", cardset.without(card), card
    new = cf.Card.of(NEW, mana_cost="{1}{U}", types=["Creature"], rarity="common")
    yield "adding", cardset.adding(new, sheet=rng.choice(list(cardset.sheets))), cardset.cards[-1]


def entry_edits(cardset, rng):
    """Changes of the entries of a sheet."""
    sheet = rng.choice(list(cardset.sheets.values()))
    entries = list(sheet.entries)

    def become(*new):
        return with_sheet(cardset, evolve(sheet, entries=new))

    number = rng.randrange(len(entries) + 1)
    before, after = entries[:number], entries[number:]
    new = cf.Entry(NEW, rng.randint(1, 3))
    yield "insert an entry", become(*before, new, *after), (sheet.name, ())
    if not after:
        return
    entry, *rest = after
    # a sheet that has no cards may go, and layouts of nothing but that
    where = (sheet.name, (number,) if len(entries) > 1 else ...)
    yield "remove an entry", become(*before, *rest), where
    yield "copies", become(*before, evolve(entry, copies=entry.copies + 1), *rest), where
    finish = None if entry.finish else "foil"
    yield "finish", become(*before, evolve(entry, finish=finish), *rest), where
    if rest:
        swapped = become(*before, rest[0], entry, *rest[1:])
        yield "reorder", swapped, (sheet.name, (number, number + 1))
    yield "clear", become(), (sheet.name, ...)


def booster_edits(cardset, rng):
    """Changes of slots, layouts, sheets and settings."""
    event = cardset.event
    flipped = evolve(event, color_balance=not event.color_balance)
    yield "a setting", evolve(cardset, event=flipped), None
    yield "a new sheet", with_sheet(cardset, cf.Sheet("Newts", [cf.Entry(NEW)])), None
    if not cardset.boosters:
        return
    layouts = list(cardset.boosters[0].layouts)
    layout = rng.choice(layouts)
    others = [each for each in layouts if each is not layout]
    slots = [each for each in layout.slots if isinstance(each, cf.Slot)]
    if slots:
        slot = rng.choice(slots)
        more = evolve(slot, count=slot.count + 1)
        new = evolve(layout, slots=[more if each is slot else each for each in layout.slots])
        changed = [new if each is layout else each for each in layouts]
        yield "a slot's count", with_layouts(cardset, changed), None
    yield "a new layout", with_layouts(cardset, [*layouts, evolve(layout, name="Newts")]), None
    if others and not any(each.layouts for each in event.rounds):
        yield "a removed layout", with_layouts(cardset, others), None
    if len(cardset.sheets) > 1:
        gone = rng.choice(list(cardset.sheets))
        kept = [
            evolve(each, slots=[slot for slot in each.slots if gone not in drawn_by(slot)])
            for each in layouts
        ]
        sheets = [each for each in cardset.sheets.values() if each.name != gone]
        if all(each.slots for each in kept):
            changed = evolve(with_layouts(cardset, kept), sheets=sheets)
            yield "a removed sheet", changed, (gone, ...)


def drawn_by(slot):
    return {choice.sheet for choice in slot.sheets}


def edits(cardset, rng):
    """Random changes of *cardset*: a kind, the changed set, and what it is a change of.

    That is a card, or a sheet with the numbers of its entries (``...`` for all of it), or None for
    settings and layouts.
    """
    for some in (card_edits, entry_edits, booster_edits):
        yield from some(cardset, rng)


class Lines:
    """The lines of a list, by number, and what stands on them."""

    def __init__(self, cardset):
        self.text = cardset.syntax.source.text
        self.all = self.text.split("\n")
        self.sections = cardset.syntax.sections

    def between(self, start, end):
        first = self.text.count("\n", 0, start)
        return set(range(first, first + self.text.count("\n", start, end) + 1))

    def of(self, subject):
        """The lines that may go where *subject* changes."""
        if isinstance(subject, cf.Card):
            return self.of_card(subject)
        allowed = set()
        for section in self.sections:
            if not isinstance(section, SheetSection):
                is_cards = isinstance(section, JsonSection) and section.kind == "customcards"
                end = section.json.end if isinstance(section, JsonSection) else section.end
                allowed |= set() if is_cards or subject else self.between(section.start, end)
            elif not subject:
                allowed |= self.between(section.header.start, section.header.end)
            elif section.header.name == subject[0]:
                allowed |= self.between(section.header.start, section.header.end)
                allowed |= self.rows(section, subject[1])
        return allowed | (self.of(None) if subject and subject[1] is ... else set())

    def rows(self, section, numbers):
        lines = sorted(self.between(section.start, section.end))
        if numbers is ...:
            return set(lines)
        rows = [each for each in lines if self.all[each].strip() and self.all[each][0] != "#"]
        return {rows[number] for number in numbers}

    def of_card(self, card):
        """The lines of a card, those that name it, and the one before, for its comma."""
        allowed = {number for number, line in enumerate(self.all) if card.name in line}
        for section in self.sections:
            if isinstance(section, JsonSection) and section.kind == "customcards":
                for number, value in enumerate(section.value):
                    if value["name"] == card.name:
                        span = section.json.span((number,))
                        allowed |= self.between(span.start, span.end)
        return allowed | {number - 1 for number in allowed}


def keeps(text, lines, allowed):
    """Whether *text* has all lines but those that may go, in their order.

    What a list with headers would not leave out may become a comment.
    """
    after = iter(text.split("\n"))
    kept = (line for number, line in enumerate(lines.all) if number not in allowed)
    return all(any(each in (line, f"# {line}") for each in after) for line in kept)


def chance(*seeds):
    return random.Random(repr(seeds))  # noqa: S311 - no secret


def lists(corpus):
    return sorted((corpus / "corpus" / "draftmancer").glob("*.txt"))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_change_touches_only_its_own_lines(corpus, step, seed):
    count = 0
    for path in lists(corpus)[:: min(step, 6)]:
        cardset = report_of(path, "draftmancer").value
        lines = Lines(cardset)
        for kind, changed, subject in edits(cardset, chance(seed, path.name)):
            report = cf.dumps_report(changed, "draftmancer")
            text = report.value
            # what was wrong before is no loss
            assert not report.diagnostics or kind not in NO_LOSS, (path.name, kind)
            again = cf.loads_report(text, "draftmancer").value
            if again != changed:
                anew = cf.dumps(changed, "draftmancer", canonical=True, verify=False)
                assert again == cf.loads_report(anew, "draftmancer").value, (path.name, kind)
            if path.name == MIXED and subject is None:
                continue
            if path.name == MIXED and kind == "a removed sheet":
                continue
            assert keeps(text, lines, lines.of(subject)), (path.name, kind)
            more = text.removesuffix("\n").count("\n") - lines.text.removesuffix("\n").count("\n")
            assert more <= MORE.get(kind, 0), (path.name, kind, more)
            count += 1
    assert count > (300 if step == 1 else 80)


def test_replacing_a_card_by_itself_changes_nothing(corpus):
    for path in lists(corpus):
        cardset = report_of(path, "draftmancer").value
        for card in chance(path.name).sample(cardset.cards, min(3, len(cardset.cards))):
            same = cardset.replacing(card, card)
            assert cf.dumps(same, "draftmancer") == cardset.syntax.source.text
        encoded = cf.dumps_report(evolve(cardset), "draftmancer").value
        assert cardset.syntax.source.encode(encoded) == path.read_bytes()
