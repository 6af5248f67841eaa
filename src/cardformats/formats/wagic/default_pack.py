"""The pack that the engine makes of a set without one of its own."""

from __future__ import annotations

from .pack_files import Pack, PackEntry, PackSlot

_BASIC = "rarity:land;&type:basic;"


def default_pack(*, types_are_known: bool = True) -> Pack:
    """The engine's pack of one set, whose cards are all that it draws from.

    Without primitives no type of a card is known; nearly all cards of the rarity land are basic.
    """
    land = _BASIC if types_are_known else "rarity:land;"
    return Pack(
        "",
        "",
        (
            _slot("rare", 1, ("mythic", "rarity:mythic;", 1), ("rare", "rarity:rare;", 7)),
            _slot("uncommon", 3, ("uncommon", "rarity:uncommon;", 1)),
            _slot("land", 1, ("land", land, 1)),
            _slot("common", 10, ("common", "rarity:common;", 1)),
        ),
    )


def _slot(name: str, copies: int, *choices: tuple[str, str, int]) -> PackSlot:
    """A slot of sheets, filters and multiplicities; special cards join every slot."""
    entries = [
        PackEntry("random_card", text, sheet=sheet)
        for sheet, text, times in (*choices, ("special", "rarity:special;", 1))
        for _ in range(times)
    ]
    return PackSlot(copies, tuple(entries), name=name)
