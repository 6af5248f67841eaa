"""Events: the rounds of a draft and where its boosters come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from .effects import LayoutChoice, layout_choices
from .frozen import EMPTY, Value, frozen_mapping, sequence
from .validate import at_least, flag, json_mappings, one_of, optional_string, tuple_of

#: ``infinite``: copies are only weights. ``finite``: every copy exists once for the whole event.
#: ``refill``: as finite, and a sheet that runs out is refilled.
Supply: TypeAlias = Literal["infinite", "finite", "refill"]
#: The directions in which packs are passed.
DIRECTIONS: Final = ("left", "right", "alternate")


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    return sequence(values)


@frozen
class Round:
    """One booster per player.

    Attributes:
        booster: the booster's name; None for the set's first.
        layouts: which of its layouts, with weights that replace their own; empty for all.
        picks: cards taken from a pack at the first, second, … pick; the last number repeats.
            Empty for the number of the kind of draft, which is 1 in an ordinary one.
        burns: cards removed from the pack after each pick, likewise; 0 in an ordinary draft.
        direction: where packs are passed, ``left`` or ``right``; ``alternate`` is left in the
            first, third, … round and right in the others.
    """

    booster: str | None = field(default=None, validator=optional_string)
    layouts: tuple[LayoutChoice, ...] = field(
        default=(), converter=layout_choices, validator=tuple_of(LayoutChoice)
    )
    picks: tuple[int, ...] = field(default=(), converter=_numbers, validator=tuple_of(int))
    burns: tuple[int, ...] = field(default=(), converter=_numbers, validator=tuple_of(int))
    direction: str = field(default="alternate", validator=one_of(DIRECTIONS))


def _rounds(values: Iterable[Round]) -> tuple[Round, ...]:
    return sequence(values)


@frozen
class Event:
    """How a set is drafted.

    Attributes:
        rounds: in order; fewer than ``boosters_per_player`` start over from the first.
        supply: see :data:`~cardformats.model.Supply`.
        boosters_per_player: how many rounds there are.
        layout_replacement: False deals layouts from a bag with as many copies as their weight;
            if weights are fractions, all are multiplied by their least common denominator.
        color_balance: balance the largest slot by colour.
        extras: per format id, what the model has no word for.
    """

    rounds: tuple[Round, ...] = field(default=(), converter=_rounds, validator=tuple_of(Round))
    supply: Supply = field(default="infinite", validator=one_of(("infinite", "finite", "refill")))
    boosters_per_player: int = field(default=3, validator=at_least(1))
    layout_replacement: bool = field(default=True, validator=flag)
    color_balance: bool = field(default=False, validator=flag)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )
