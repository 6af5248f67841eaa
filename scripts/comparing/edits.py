"""Seeded edits of card sets: one change of a card, a sheet, a booster or the set itself.

Which edit a seed selects depends on the card set alone, so two versions of the library that read
the same cards make the same edits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final, TypeAlias

import attrs

import cardformats as cf

#: Returns a changed card set; raises IndexError or ValueError if the set has nothing to change.
Edit: TypeAlias = Callable[[Any, random.Random], Any]

_WORDS: Final = ("Lantern", "Eel's", "Ænd", "X", "the 3rd", "a (b)", "Otter, Low", "", "L:M", "# n")
_COSTS: Final = ("{1}{U}", "{X}{X}{R}", "{W/U}{2/B}", "{0}", "{G/P}{10}", "{C}{S}", "")
_TEXTS: Final = ("Reach", "{T}: Add {G}. \nFlying", "<b>*</b> & more", "“Trample”, −1/+2 ", "")
_TYPES: Final = ("Creature", "Instant", "Sorcery", "Land", "Artifact", "Planeswalker", "Rook")
_SUPERTYPES: Final = ("Legendary", "Basic", "Snow", "Odd")
_SUBTYPES: Final = ("Eel", "Elf Druid", "Aura", "Urza’s", "Time Lord")
_NUMBERS: Final = ("1", "0", "*", "1+*", "12", "1.5", "-1", "X", "")
_RARITIES: Final = ("common", "uncommon", "rare", "mythic", "special", "bonus", "Odd one", None)
_COLORS: Final = ("", "W", "U", "B", "R", "G", "WU", "BRG", "WUBRG")
_CODES: Final = ("LAN", "m10", "CON", "Too Long A Code", "é", None)
_FINISHES: Final = ("foil", "etched", None)
_KINDS: Final = ("back", "split", "alternate", "front")
_WEIGHTS: Final = (0, 1, 2, 7, Fraction(1, 3))


def _name(chance: random.Random) -> str:
    return f"{chance.choice(_WORDS)} {chance.choice(_WORDS)} {chance.randrange(9)}".strip()


def _some(values: Sequence[str], chance: random.Random, most: int = 2) -> list[str]:
    return chance.sample(values, chance.randrange(most + 1))


#: A new value of an attribute of a face.
_FACE: Final[dict[str, Callable[[random.Random], Any]]] = {
    "name": _name,
    "mana_cost": lambda chance: chance.choice(_COSTS) or None,
    "colors": lambda chance: chance.choice(_COLORS),
    "supertypes": lambda chance: _some(_SUPERTYPES, chance),
    "types": lambda chance: _some(_TYPES, chance),
    "subtypes": lambda chance: _some(_SUBTYPES, chance),
    "text": lambda chance: chance.choice(_TEXTS),
    "power": lambda chance: chance.choice(_NUMBERS) or None,
    "toughness": lambda chance: chance.choice(_NUMBERS) or None,
    "loyalty": lambda chance: chance.choice(_NUMBERS) or None,
    "images": lambda chance: {chance.choice(("en", "fr", "")): "https://example.org/a b.png"},
    "printed_names": lambda chance: {chance.choice(("de", "fr")): _name(chance)},
    "properties": lambda chance: {chance.choice(("Cost", "Odd one")): chance.choice(_NUMBERS)},
    "kind": lambda chance: chance.choice(_KINDS),
}
#: A new value of an attribute of a card.
_CARD: Final[dict[str, Callable[[random.Random], Any]]] = {
    "set_code": lambda chance: chance.choice(_CODES),
    "number": lambda chance: chance.choice(_NUMBERS) or None,
    "rarity": lambda chance: chance.choice(_RARITIES),
    "finish": lambda chance: chance.choice(_FINISHES),
    "rating": lambda chance: chance.choice((None, 0, 4.5, 1000)),
    "ids": lambda _chance: {},
    "extras": lambda _chance: {},
    "draft_effects": lambda chance: chance.sample(list(cf.model.SimpleEffect), 1),
}


def new_card(chance: random.Random, kinds: Sequence[str] = _KINDS) -> Any:
    """Return a card of one or two faces with random attributes."""
    faces = []
    for number in range(1 + (chance.random() < 0.3)):  # noqa: PLR2004 - a share
        names = [name for name in _FACE if chance.random() < 0.5]  # noqa: PLR2004 - a share
        fields = {"name": _name(chance), **{name: _FACE[name](chance) for name in names}}
        fields["name"] = fields["name"] or "Lantern Eel"
        faces.append(cf.Face(**fields | {"kind": chance.choice(kinds) if number else "front"}))
    names = [name for name in _CARD if chance.random() < 0.3]  # noqa: PLR2004 - a share
    return cf.Card(faces, **{name: _CARD[name](chance) for name in names})


def _add(cardset: Any, chance: random.Random) -> Any:
    return cardset.adding(cf.Card.of("Lantern Eel", mana_cost="{1}{U}", rarity=chance.choice(
        _RARITIES)))  # fmt: skip


def _add_any(cardset: Any, chance: random.Random) -> Any:
    sheet = chance.choice([None, *cardset.sheets])
    return cardset.adding(new_card(chance), sheet=sheet, copies=chance.randrange(1, 4))


def _without(cardset: Any, chance: random.Random) -> Any:
    return cardset.without(chance.choice(cardset.cards))


def _change_face(name: str) -> Edit:
    def edit(cardset: Any, chance: random.Random) -> Any:
        card = chance.choice(cardset.cards)
        number = chance.randrange(len(card.faces))
        face = attrs.evolve(card.faces[number], **{name: _FACE[name](chance)})
        faces = [*card.faces[:number], face, *card.faces[number + 1 :]]
        return cardset.replacing(card, attrs.evolve(card, faces=faces))

    return edit


def _change_card(name: str) -> Edit:
    def edit(cardset: Any, chance: random.Random) -> Any:
        card = chance.choice(cardset.cards)
        return cardset.replacing(card, attrs.evolve(card, **{name: _CARD[name](chance)}))

    return edit


def _more_text(cardset: Any, chance: random.Random) -> Any:
    card = chance.choice(cardset.cards)
    face, *others = card.faces
    face = attrs.evolve(face, text=f"{face.text or ''}Reach".strip())
    return cardset.replacing(card, attrs.evolve(card, faces=[face, *others]))


def _faces(cardset: Any, chance: random.Random) -> Any:
    """Give a card a second face, or one face only."""
    card = chance.choice(cardset.cards)
    more = cf.Face(name="Other Side", text="Reach", kind=chance.choice(_KINDS[:3]))
    faces = card.faces[:1] if len(card.faces) > 1 else [*card.faces, more]
    return cardset.replacing(card, attrs.evolve(card, faces=faces))


def _order(cardset: Any, chance: random.Random) -> Any:
    cards = list(cardset.cards)
    card = cards.pop(chance.randrange(len(cards)))
    cards.insert(chance.randrange(len(cards) + 1), card)
    return attrs.evolve(cardset, cards=cards)


_CARD_EDITS: Final[tuple[Edit, ...]] = (
    _add, _add_any, _add_any, _without, _more_text, _faces, _order,
    *(_change_face(name) for name in _FACE if name != "kind"),
    *(_change_card(name) for name in _CARD),
)  # fmt: skip


def _change_sheet(change: Callable[[Any, Any, random.Random], Any]) -> Edit:
    """Return the edit that replaces one sheet; *change* gets the card set and the sheet."""

    def edit(cardset: Any, chance: random.Random) -> Any:
        name = chance.choice([*cardset.sheets])
        sheets = dict(cardset.sheets)
        sheets[name] = change(cardset, sheets[name], chance)
        return attrs.evolve(cardset, sheets=list(sheets.values()))

    return edit


def _copies(_cardset: Any, sheet: Any, chance: random.Random) -> Any:
    entries = list(sheet.entries)
    at = chance.randrange(len(entries))
    entries[at] = attrs.evolve(entries[at], copies=chance.choice((1, 2, 5, 60)))
    return attrs.evolve(sheet, entries=entries)


def _entry_finish(_cardset: Any, sheet: Any, chance: random.Random) -> Any:
    entries = list(sheet.entries)
    at = chance.randrange(len(entries))
    entries[at] = attrs.evolve(entries[at], finish=chance.choice(_FINISHES))
    return attrs.evolve(sheet, entries=entries)


def _fewer(_cardset: Any, sheet: Any, chance: random.Random) -> Any:
    entries = list(sheet.entries)
    entries.pop(chance.randrange(len(entries)))
    return attrs.evolve(sheet, entries=entries)


def _more(cardset: Any, sheet: Any, chance: random.Random) -> Any:
    entries = list(sheet.entries)
    entry = cf.Entry(chance.choice(cardset.cards), chance.randrange(1, 4))
    entries.insert(chance.randrange(len(entries) + 1), entry)
    return attrs.evolve(sheet, entries=entries)


def collation(chance: random.Random) -> Any:
    """Return a random collation of a sheet."""
    rules = ("unbiased", "draftmancer", "taw", "reject")
    made: Sequence[Callable[[], Any]] = (
        cf.model.Random,
        lambda: cf.model.Random(replacement=True),
        lambda: cf.model.Balanced(by=chance.choice(("color", "rarity")), rule=chance.choice(rules)),
        lambda: cf.model.Balanced(strength=Fraction(1, 2)),
        lambda: cf.model.PrintRun(chance.randrange(1, 4), chance.choice(("slot", "pack", "box"))),
        lambda: cf.model.Striped(chance.randrange(1, 6), [1, 2, 1][: chance.randrange(1, 4)]),
        cf.model.Fixed,
        cf.model.Spread,
    )
    return chance.choice(made)()


_SHEET_EDITS: Final[tuple[Edit, ...]] = tuple(map(_change_sheet, (
    _copies, _copies, _entry_finish, _fewer, _more, _more,
    lambda _cardset, sheet, chance: attrs.evolve(sheet, collation=collation(chance)),
    lambda _cardset, sheet, chance: attrs.evolve(sheet, finish=chance.choice(_FINISHES)),
    lambda _cardset, sheet, chance: attrs.evolve(sheet, duplicates=chance.choice((True, False))),
    lambda _cardset, sheet, _chance: attrs.evolve(sheet, entries=sheet.entries[::-1]),
)))  # fmt: skip


def _change_booster(change: Callable[[Any, Any, random.Random], Any]) -> Edit:
    """Return the edit that replaces one booster; *change* gets the card set and the booster."""

    def edit(cardset: Any, chance: random.Random) -> Any:
        boosters = list(cardset.boosters)
        at = chance.randrange(len(boosters))
        boosters[at] = change(cardset, boosters[at], chance)
        return attrs.evolve(cardset, boosters=boosters)

    return edit


def _change_layout(change: Callable[[Any, Any, random.Random], Any]) -> Edit:
    def edit(cardset: Any, booster: Any, chance: random.Random) -> Any:
        layouts = list(booster.layouts)
        at = chance.randrange(len(layouts))
        layouts[at] = change(cardset, layouts[at], chance)
        return attrs.evolve(booster, layouts=layouts)

    return _change_booster(edit)


def _change_slot(change: Callable[[Any, Any, random.Random], Any]) -> Edit:
    def edit(cardset: Any, layout: Any, chance: random.Random) -> Any:
        slots = list(layout.slots)
        at = chance.choice([n for n, each in enumerate(slots) if isinstance(each, cf.Slot)])
        slots[at] = change(cardset, slots[at], chance)
        return attrs.evolve(layout, slots=slots)

    return _change_layout(edit)


def _constrained(cardset: Any, booster: Any, chance: random.Random) -> Any:
    slots = [slot.name for slot, _ in booster.walk()]
    cards = chance.choice(cardset.cards)
    made = (
        lambda: cf.model.AtLeast(chance.randrange(1, 3), "rarity", cards.rarity or "common"),
        lambda: cf.model.AtMost(chance.randrange(3), "rarity", cards.rarity or "common"),
        lambda: cf.model.Replace(chance.choice(slots), chance.choice([*cardset.sheets]),
                           chance.choice((Fraction(1, 4), 1)), chance.choice(_FINISHES)),
    )  # fmt: skip
    return attrs.evolve(booster, constraints=[*booster.constraints, chance.choice(made)()])


def _boxed(cardset: Any, booster: Any, chance: random.Random) -> Any:
    of = chance.choice([*cardset.sheets, "foil", "rare"])
    quotas = (
        [cf.model.Quota(of, [cf.model.QuotaCount(chance.randrange(4))])]
        if chance.random() < 0.5  # noqa: PLR2004 - a share
        else []
    )
    return attrs.evolve(booster, box=cf.model.Box(chance.choice((2, 4, 6)), quotas))


def _sheets_of_slot(cardset: Any, slot: Any, chance: random.Random) -> Any:
    choices = [
        cf.SheetChoice(chance.choice([*cardset.sheets]), chance.choice(_WEIGHTS[1:]))
        for _ in range(chance.randrange(1, 4))
    ]
    return attrs.evolve(slot, sheets=choices, choose=chance.choice(("slot", "card")))


def _short(_cardset: Any, slot: Any, chance: random.Random) -> Any:
    words = chance.choice((("skip",), ("next",), ("refill",), ("next", "skip"), ("carry",), ()))
    return attrs.evolve(slot, on_short=words)


def _chosen(cardset: Any, layout: Any, chance: random.Random) -> Any:
    """Make a choice of two options from the first slot of a layout."""
    first, *others = layout.slots
    sheet = chance.choice([*cardset.sheets])
    options = [
        cf.Layout("", chance.choice(_WEIGHTS[1:]), [first]),
        cf.Layout("", 1, [cf.Slot(sheet, chance.randrange(3), [cf.SheetChoice(sheet)])]),
    ]
    return attrs.evolve(layout, slots=[cf.model.Choice(options), *others])


def _another_layout(_cardset: Any, booster: Any, chance: random.Random) -> Any:
    layout = chance.choice(booster.layouts)
    new = attrs.evolve(layout, name=f"{layout.name} 2", weight=chance.choice(_WEIGHTS[1:]))
    return attrs.evolve(booster, layouts=[*booster.layouts, new])


#: Edits of boosters, and of what is in them.
BOOSTER_EDITS: Final[tuple[Edit, ...]] = (
    *(_change_slot(each) for each in (
        lambda _cardset, slot, chance: attrs.evolve(slot, count=chance.randrange(6)),
        lambda _cardset, slot, chance: attrs.evolve(slot, count=chance.randrange(6)),
        lambda _cardset, slot, chance: attrs.evolve(slot, finish=chance.choice(_FINISHES)),
        lambda _cardset, slot, chance: attrs.evolve(slot, name=_name(chance) or slot.name),
        lambda _cardset, slot, _chance: attrs.evolve(slot, count=cf.model.UNLIMITED),
        _sheets_of_slot, _sheets_of_slot, _short,
    )),
    *(_change_layout(each) for each in (
        lambda _cardset, layout, chance: attrs.evolve(layout, weight=chance.choice(_WEIGHTS)),
        lambda _cardset, layout, chance: attrs.evolve(layout, name=_name(chance)),
        lambda _cardset, layout, _chance: attrs.evolve(layout, slots=layout.slots[1:]),
        _chosen,
    )),
    *(_change_booster(each) for each in (
        lambda _cardset, booster, chance: attrs.evolve(booster, name=_name(chance)),
        lambda _cardset, booster, chance: attrs.evolve(
            booster, distinct=chance.choice(("printing", "name", "none")),
            distinct_scope=chance.choice(("slot", "pack", "box"))),
        _constrained, _constrained, _boxed, _another_layout,
    )),
)  # fmt: skip


def _renamed_sheet(cardset: Any, chance: random.Random) -> Any:
    """Give a sheet another name, in the slots too."""
    old, new = chance.choice([*cardset.sheets]), _name(chance) or "Other"

    def layout(each: Any) -> Any:
        return attrs.evolve(each, slots=[part(one) for one in each.slots])

    def part(each: Any) -> Any:
        if not isinstance(each, cf.Slot):
            return attrs.evolve(each, options=[layout(one) for one in each.options])
        sheets = [attrs.evolve(one, sheet=new) if one.sheet == old else one for one in each.sheets]
        return attrs.evolve(each, sheets=sheets)

    sheets = [attrs.evolve(each, name=new) if name == old else each
              for name, each in cardset.sheets.items()]  # fmt: skip
    boosters = [attrs.evolve(each, layouts=[layout(one) for one in each.layouts])
                for each in cardset.boosters]  # fmt: skip
    return attrs.evolve(cardset, sheets=sheets, boosters=boosters)


_SET_EDITS: Final[tuple[Edit, ...]] = (
    lambda cardset, chance: attrs.evolve(cardset, name=_name(chance)),
    lambda cardset, chance: attrs.evolve(cardset, code=chance.choice(_CODES)),
    lambda cardset, chance: attrs.evolve(cardset, meta={"author": _name(chance)}),
    lambda cardset, _chance: attrs.evolve(cardset, boosters=[]),
    lambda cardset, chance: attrs.evolve(
        cardset, event=cf.model.Event(boosters_per_player=chance.randrange(1, 5),
                                layout_replacement=chance.choice((True, False)),
                                color_balance=chance.choice((True, False)))),
    _renamed_sheet,
)  # fmt: skip

_GROUPS: Final = (_CARD_EDITS, _CARD_EDITS, _SHEET_EDITS, BOOSTER_EDITS, BOOSTER_EDITS, _SET_EDITS)


def edited(cardset: Any, chance: random.Random, edits: Sequence[Edit] = ()) -> Any:
    """Return a card set with one change that *chance* selects, of those that are possible.

    A change that the set has nothing for, or that the library rejects, is not possible.
    """
    for edit in _in_turn(chance, edits):
        with suppress(cf.CardFormatsError, IndexError, ValueError):
            return edit(cardset, chance)
    return cardset.adding(cf.Card.of("Lantern Eel", rarity="common"))


def _in_turn(chance: random.Random, edits: Sequence[Edit]) -> Iterator[Edit]:
    for _ in range(12):
        yield chance.choice(edits or chance.choice(_GROUPS))
