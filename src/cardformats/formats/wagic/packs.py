"""The engine's default booster, as sheets and slots of the model."""

from __future__ import annotations

from collections.abc import Iterable

from ...model import Booster, Card, Entry, Layout, Random, Sheet, SheetChoice, Slot

#: The slots of the default booster: name, cards, and the rarities one card is chosen from, with
#: weights.  ``special`` joins every slot as one more alternative.
_SLOTS = (
    ("rare", 1, (("mythic", 1), ("rare", 7))),
    ("uncommon", 3, (("uncommon", 1),)),
    ("land", 1, (("land", 1),)),
    ("common", 10, (("common", 1),)),
)
_SPECIAL = ("special", 1)


def default_booster(
    cards: Iterable[Card], *, name: str, code: str, prefix: str = ""
) -> tuple[tuple[Sheet, ...], Booster | None]:
    """The sheets of *cards* by rarity, and the booster that the engine makes of the set.

    The booster has the set's *name* and *code*; sheet names begin with *prefix*.

    Tokens and ids that are not positive are in no booster; of lands only basic ones are.  Picks are
    with replacement, so a sheet never runs out: a sheet without cards never delivers, its weight
    goes to the slot's other sheets, and a slot none of whose sheets delivers hands its cards on to
    the next slot.  Both are therefore settled here.  There is no booster if no slot can deliver.
    """
    rarities: dict[str, list[Entry]] = {}
    for card in cards:
        if card.rarity is None or not _in_boosters(card):
            continue
        rarities.setdefault(card.rarity, []).append(Entry(card.ref))
    slots, carried = [], 0
    for slot_name, count, choices in _SLOTS:
        present = [
            SheetChoice(prefix + sheet, weight)
            for sheet, weight in (*choices, _SPECIAL)
            if sheet in rarities
        ]
        carried += count
        if len(present) == 1:
            present = [SheetChoice(present[0].sheet)]
        if present:
            slots.append(Slot(slot_name, carried, present, choose="card"))
            carried = 0
    used = dict.fromkeys(choice.sheet for slot in slots for choice in slot.sheets)
    sheets = tuple(
        Sheet(sheet, tuple(rarities[sheet.removeprefix(prefix)]), Random(replacement=True))
        for sheet in used
    )
    if not slots:
        return (), None
    return sheets, Booster(name, code, (Layout("default", 1, slots),), distinct="none")


def _in_boosters(card: Card) -> bool:
    number = card.ids.get("wagic", "0")
    if not number.isdigit() or int(number) == 0:
        return False
    # without primitives nothing is known of a land; nearly all of that rarity are basic
    is_basic = "Basic" in card.supertypes or not card.faces[0].types
    return card.rarity != "land" or is_basic
