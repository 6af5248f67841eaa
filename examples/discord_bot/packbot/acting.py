"""What players choose or type, as actions of a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cardformats as cf
from cardformats import draft

#: A menu has so many options at most, a message so many menus beside its buttons.
MENU, MENUS = 25, 4
#: Characters of an option.
LABEL = 100


@dataclass(frozen=True)
class Option:
    """An option of a menu; its value names the turn, so that it does nothing if it comes late."""

    value: str
    label: str


def options(view: draft.View, turn: int) -> list[Option]:
    """What a player can choose from; nothing if it has to be typed."""
    if view.question is not None:
        answers = enumerate(view.question.options)
        return [Option(f"{turn}:answer:{at}", answer[:LABEL]) for at, answer in answers]
    if view.duty == "pass":
        return [Option(f"{turn}:pass:0", "Pass the pack on")]
    if view.duty != "pick":
        return []
    if view.is_blind:
        return [Option(f"{turn}:blind:0", "Draft at random")]
    if view.to_burn or (view.to_pick > 1 and len(view.pack) > MENU):
        return []
    return [
        Option(
            f"{turn}:card:{number}",
            f"{card.name} ({card.finish})"[:LABEL] if card.finish else card.name[:LABEL],
        )
        for number, card in view.pack.items()
    ]


def chosen(view: draft.View, values: Sequence[str]) -> tuple[draft.actions.SeatAction, int]:
    """The action that options stand for, and the turn it was meant for.

    Raises:
        cardformats.DraftError: they are of no use now.
    """
    turns, kinds, numbers = zip(*(value.split(":") for value in values), strict=True)
    seat, turn = view.seat, int(turns[0])
    if kinds[0] == "card":
        return draft.actions.Pick(seat, [int(number) for number in numbers]), turn
    if kinds[0] == "blind":
        return draft.actions.Pick(seat), turn
    if kinds[0] == "pass":
        return draft.actions.PassPack(seat), turn
    if view.question is None or int(numbers[0]) >= len(view.question.options):
        raise cf.DraftError("nothing is asked", seat)
    return draft.actions.Answer(seat, view.question.options[int(numbers[0])]), turn


def typed(view: draft.View, cards: str, burn: str, using: str) -> draft.actions.SeatAction:
    """The action of a player who names cards, by name or number, with ; between them.

    Raises:
        cardformats.DraftError: there are no such cards.
    """
    if view.question is not None:
        return draft.actions.Answer(view.seat, cards.strip())
    if view.duty == "pass":
        return draft.actions.PassPack(view.seat)
    drafted = () if view.is_blind else _numbers(view.seat, view.pack, cards)
    burned = _numbers(view.seat, view.pack, burn, drafted)
    return draft.actions.Pick(view.seat, drafted, burned, _numbers(view.seat, view.pool, using))


def _numbers(
    seat: int, known: Mapping[int, draft.DraftCard], text: str, taken: Sequence[int] = ()
) -> list[int]:
    numbers: list[int] = []
    for word in filter(None, map(str.strip, text.split(";"))):
        left = [number for number in known if number not in numbers and number not in taken]
        name = word.casefold()
        named = [number for number in left if name in (str(number), known[number].name.casefold())]
        if not named:
            raise cf.DraftError(f"there is no {word[:LABEL]!r}", seat)
        numbers.append(named[0])
    return numbers
