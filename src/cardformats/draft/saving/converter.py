"""The cattrs converter between what is stored of a draft and JSON's values, strict both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

import attrs
from cattrs import (
    AttributeValidationNote,
    BaseValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from ...errors import DraftError
from ...model import AddBooster, AddCards, CardRef, DraftEffect, LayoutChoice, OtherEffect
from ...model import SimpleEffect as Simple
from ...model.frozen import freeze_mapping, thaw
from ..actions import Action, AddPack, Answer, PassPack, Pick, Record, SeatAction, Start, Together
from ..cards import DraftCard
from ..outcomes import (
    Added,
    Burned,
    Drafted,
    Ended,
    Looked,
    Noted,
    Opened,
    Outcome,
    Passed,
    Refused,
    Removed,
    Returned,
    Revealed,
    RoundBegan,
    TurnedDown,
    TurnedUp,
)
from ..table import (
    DraftRound,
    Note,
    NoteValue,
    PackOrder,
    Question,
    Removal,
    Seat,
    Standing,
    Table,
    TablePack,
)
from ..views import LogEntry, PublicNote, SeatView, Usable, View
from .document import (
    SavedAction,
    SavedAddPack,
    SavedDraft,
    SavedRecord,
    SavedSeatAction,
    SavedStart,
    SavedTogether,
)

T = TypeVar("T")

#: The classes that become JSON objects, besides those of :data:`TAGGED`.
CLASSES: tuple[type, ...] = (
    CardRef, DraftCard, DraftRound, LayoutChoice, LogEntry, Note, PackOrder, PublicNote, Question,
    Record, Removal, SavedDraft, SavedRecord, Seat, SeatView, Standing, Table, TablePack, Usable,
    View,
)  # fmt: skip

_SEAT_ACTIONS: dict[str, type] = {"pick": Pick, "pass_pack": PassPack, "answer": Answer}
_SAVED_SEAT_ACTIONS = {**_SEAT_ACTIONS, "add_pack": SavedAddPack}

#: Unions whose members are told apart by the member ``type`` of their object.
TAGGED: dict[Any, dict[str, type]] = {
    SavedSeatAction: _SAVED_SEAT_ACTIONS,
    SavedAction: {"start": SavedStart, **_SAVED_SEAT_ACTIONS, "together": SavedTogether},
    SeatAction: {**_SEAT_ACTIONS, "add_pack": AddPack},
    Action: {"start": Start, **_SEAT_ACTIONS, "add_pack": AddPack, "together": Together},
    Outcome: {
        "drafted": Drafted,
        "burned": Burned,
        "removed": Removed,
        "added": Added,
        "looked": Looked,
        "revealed": Revealed,
        "turned_up": TurnedUp,
        "turned_down": TurnedDown,
        "noted": Noted,
        "returned": Returned,
        "passed": Passed,
        "opened": Opened,
        "refused": Refused,
        "round_began": RoundBegan,
        "ended": Ended,
    },
    AddCards | AddBooster | OtherEffect: {
        "add_cards": AddCards,
        "add_booster": AddBooster,
        "other_effect": OtherEffect,
    },
}

#: Longer ones show a value that somebody made large.
_MAX_REASON = 300

_FRACTION = re.compile(r"[0-9]{1,1000}/[0-9]{1,1000}")

#: What structuring raises for a value that does not fit; the model's errors are ValueErrors.
_REFUSALS = (BaseValidationError, TypeError, ValueError, KeyError)


def structure(data: Any, cls: type[T], made: Converter | None = None) -> T:
    """The value of *cls* that JSON's *data* say, by that of booster drafts or another converter.

    Raises:
        DraftError: they do not; with where and why not.
    """
    try:
        return (made or _converter()).structure(data, cls)
    except _REFUSALS as error:
        raise DraftError(_first(error)) from None


def unstructure(value: object, cls: Any, made: Converter | None = None) -> dict[str, Any]:
    """*value* as JSON's values, by the converter of booster drafts or another one.

    Raises:
        DraftError: it holds something that has no name in JSON.
    """
    try:
        return cast("dict[str, Any]", (made or _converter()).unstructure(value, cls))
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        if isinstance(error, DraftError):
            raise
        message = f"a draft that holds such a thing has no JSON: {error}"
        raise DraftError(message) from None


def unstructure_shown(value: View | LogEntry | Record) -> dict[str, Any]:
    """What a client is shown, as JSON's values; see :func:`unstructure`."""
    if not isinstance(value, (View, LogEntry, Record)):
        message = f"expected a View, LogEntry or Record, not {type(value).__name__}"
        raise DraftError(message)
    return unstructure(value, type(value))


@lru_cache(maxsize=1)
def _converter() -> Converter:
    """The converter of booster drafts, made on first use."""
    return make_converter(CLASSES, TAGGED)


def make_converter(classes: Iterable[type], tagged: Mapping[Any, dict[str, type]]) -> Converter:
    """A converter for attrs *classes*, and for unions whose members have a tag."""
    made = Converter(omit_if_default=True, forbid_extra_keys=True)
    members = [cls for tags in tagged.values() for cls in tags.values()]
    for cls in dict.fromkeys((*classes, *members)):
        attrs.resolve_types(cls, localns={"SavedSeatAction": SavedSeatAction})
    _add_scalars(made)
    _add_containers(made)
    for union, tags in tagged.items():
        _add_tagged(made, union, tags)
    _add_effects(made)
    return made


def _add_scalars(made: Converter) -> None:
    for kind, word in ((str, "a string"), (int, "a whole number"), (bool, "true or false")):
        made.register_structure_hook(kind, _expect(word, kind))
    made.register_structure_hook(NoteValue, _expect("a string or a whole number", str, int))
    made.register_unstructure_hook(NoteValue, lambda value: value)
    made.register_structure_hook(int | Fraction, _weight)
    made.register_unstructure_hook(
        int | Fraction, lambda value: value if isinstance(value, int) else _fraction_text(value)
    )

    def one_of(value: Any, kind: Any) -> Any:
        if not isinstance(value, str) or value not in get_args(kind):
            message = f"expected one of {', '.join(map(str, get_args(kind)))}"
            raise TypeError(message)
        return value

    made.register_structure_hook_func(lambda kind: _is_generic(kind, Literal), one_of)


def _expect(word: str, *kinds: type) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        if type(value) not in kinds:
            message = f"expected {word}"
            raise TypeError(message)
        return value

    return check


def _fraction_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _weight(value: Any, _: Any) -> int | Fraction:
    if type(value) is int:
        return value
    # Fraction itself would take "1e999999999", and reckon for years
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        numerator, denominator = map(int, value.split("/"))
        if denominator:
            return Fraction(numerator, denominator)
    message = 'expected a whole number, or a fraction as a string, e.g. "7/8"'
    raise TypeError(message)


def _add_containers(made: Converter) -> None:
    def items(value: Any, kind: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            message = "expected an array"
            raise TypeError(message)
        item_type = get_args(kind)[0]
        hook = made.get_structure_hook(item_type)
        result: list[Any] = []
        try:
            for item in value:
                result.append(hook(item, item_type))  # noqa: PERF401 - its length is the place
        except _REFUSALS as error:
            error.add_note(IterableValidationNote("item", len(result), item_type))
            message = "items"
            raise IterableValidationError(message, [error], kind) from None
        return tuple(result)

    def plain_items(kind: Any) -> Callable[[Any], list[Any]]:
        item_type = get_args(kind)[0]
        if item_type in (int, str):
            return list
        hook = made.get_unstructure_hook(item_type)
        return lambda value: [hook(item) for item in value]

    def from_object(cls: type) -> Callable[[Any, Any], Any]:
        members: Callable[[Any, Any], Any] = make_dict_structure_fn(
            cls, made, _cattrs_forbid_extra_keys=True
        )
        return lambda value, kind: members(_object(value), kind)

    def plain_by_number(kind: Any) -> Callable[[Any], dict[str, Any]]:
        hook = made.get_unstructure_hook(get_args(kind)[1])
        return lambda value: {str(number): hook(item) for number, item in value.items()}

    made.register_structure_hook_func(lambda kind: _is_generic(kind, tuple), items)
    made.register_unstructure_hook_factory(lambda kind: _is_generic(kind, tuple), plain_items)
    made.register_structure_hook_factory(attrs.has, from_object)
    made.register_structure_hook_func(
        lambda kind: _is_generic(kind, Mapping), lambda value, _: freeze_mapping(_object(value))
    )
    made.register_unstructure_hook_func(lambda kind: _is_generic(kind, Mapping), thaw)
    made.register_unstructure_hook_factory(
        lambda kind: _is_generic(kind, Mapping) and get_args(kind)[0] is int, plain_by_number
    )


def _is_generic(kind: Any, origin: Any) -> bool:
    return bool(get_origin(kind) == origin)


def _object(value: Any) -> Any:
    if not isinstance(value, dict):
        message = "expected an object"
        raise TypeError(message)
    return value


def _add_tagged(made: Converter, union: Any, tags: dict[str, type]) -> None:
    names = {cls: tag for tag, cls in tags.items()}

    def structure_tagged(value: Any, _: Any) -> Any:
        tag = value.get("type") if isinstance(value, dict) else None
        cls = tags.get(tag) if isinstance(tag, str) else None
        if cls is None:
            message = f'expected an object with the member "type", one of {", ".join(tags)}'
            raise TypeError(message)
        return made.structure({name: value[name] for name in value if name != "type"}, cls)

    def unstructure_tagged(value: Any) -> dict[str, Any]:
        cls = type(value)
        if cls not in names:
            message = f"{cls.__name__} has no name in JSON"
            raise DraftError(message)
        return {"type": names[cls], **made.get_unstructure_hook(cls)(value)}

    made.register_structure_hook(union, structure_tagged)
    made.register_unstructure_hook(union, unstructure_tagged)


def _add_effects(made: Converter) -> None:
    """An effect without parameters is its name, any other an object."""
    with_parameters: Any = AddCards | AddBooster | OtherEffect

    def structure_effect(value: Any, _: Any) -> Any:
        if not isinstance(value, str):
            return made.structure(value, with_parameters)
        try:
            return Simple(value)
        except ValueError:
            message = "there is no such draft effect"
            raise TypeError(message) from None

    def unstructure_effect(value: Any) -> Any:
        return (
            value.value if isinstance(value, Simple) else made.unstructure(value, with_parameters)
        )

    made.register_structure_hook(DraftEffect, structure_effect)
    made.register_unstructure_hook(DraftEffect, unstructure_effect)


def _first(error: BaseException) -> str:
    """Where the first error is, and what is wrong."""
    path = ""
    while isinstance(error, BaseValidationError):
        error = error.exceptions[0]
        for note in getattr(error, "__notes__", ()):
            if isinstance(note, AttributeValidationNote):
                path += f".{note.name}"
            elif isinstance(note, IterableValidationNote):
                path += f"[{note.index}]"
    if isinstance(error, ForbiddenExtraKeysError):
        reason = f"there is no member {min(error.extra_fields)[:80]!r}"
    elif isinstance(error, KeyError):
        path = path.rpartition(".")[0]
        reason = f"the member {error.args[0]!r} is missing"
    else:
        reason = str(error)[:_MAX_REASON]
    return f"{path.removeprefix('.')}: {reason}".removeprefix(": ")
