"""The kinds of values in the JSON of a list.

A :class:`ValueKind` defines them once, with a sentence of help. Reading, the acceptance rules of
Draftmancer, the editor, the documentation and a JSON Schema are interpretations of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from ...model import FrozenDict
from ..json_text import Path

#: The names of JSON types in messages.
_EXPECTED: Final = {
    "string": "a string",
    "boolean": "true or false",
    "number": "a number",
    "integer": "a whole number",
    "array": "an array",
    "object": "an object",
}
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "number": (int, float),
    "integer": (int, float),
    "array": (list,),
    "object": (dict,),
}


@frozen(eq=False)
class ValueKind:
    """The possible values of a position in JSON.

    Attributes:
        type: The JSON type; an ``integer`` may be written as ``2.0``.
        help: The purpose of the value, in Markdown.
        default: The value that is used if it is missing.
        expected: The description of such a value in messages.
        minimum: The minimum of a number.
        test: A further requirement of Draftmancer.
        words: The possible texts and words, as JSON, each with a sentence, which may be empty.
        has_no_other_words: Whether a text must be one of these.
        members: The members of an object, by name.
        required: The members that an object must have.
        any_member: The kind of members with any name.
        item: The kind of the items of an array.
        forms: Alternative kinds; if there are any, the attributes above are not used.
        names: The kind of object that a text names: ``sheet``, ``layout`` or ``card``.
        member_names: The kind of object that the names of members name.
        declares: Whether the text, or the names of the members, declare the named object.
        ignores: A function that returns whether Draftmancer accepts and ignores an invalid value.
        schema: Further keywords of its JSON Schema.
        repair: A function that returns the intended value for an invalid one; None if it is not
            clear.
    """

    type: str = ""
    help: str = ""
    default: Any = None
    expected: str = field(kw_only=True, default="")
    minimum: int | None = field(kw_only=True, default=None)
    test: Callable[[Any], bool] | None = field(kw_only=True, default=None)
    words: Mapping[str, str] = field(kw_only=True, default=FrozenDict())
    has_no_other_words: bool = field(kw_only=True, default=False)
    members: Mapping[str, ValueKind] = field(kw_only=True, default=FrozenDict())
    required: tuple[str, ...] = field(kw_only=True, default=())
    any_member: ValueKind | None = field(kw_only=True, default=None)
    item: ValueKind | None = field(kw_only=True, default=None)
    forms: tuple[ValueKind, ...] = field(kw_only=True, default=())
    names: str = field(kw_only=True, default="")
    member_names: str = field(kw_only=True, default="")
    declares: bool = field(kw_only=True, default=False)
    ignores: Callable[[Any], bool] | None = field(kw_only=True, default=None)
    schema: Mapping[str, Any] = field(kw_only=True, default=FrozenDict())
    repair: Callable[[Any], Any] | None = field(kw_only=True, default=None)

    def but(self, help_: str = "", default: Any = None, **changes: Any) -> ValueKind:
        """Return the same kind with another help text, another default, or other changes."""
        return evolve(self, help=help_ or self.help, default=default, **changes)

    @property
    def described(self) -> str:
        """Return the description of such a value in messages."""
        if self.expected:
            return self.expected
        if self.forms:
            return " or ".join(dict.fromkeys(form.described for form in self.forms))
        least = "" if self.minimum is None else f", {self.minimum} or more"
        return _EXPECTED[self.type] + least

    def child(self, step: str | int) -> ValueKind | None:
        """Return the kind of the value under a name or a number, in any form; None if none."""
        children = [
            child
            for form in self.all_forms
            if (child := form.item if isinstance(step, int) else form.member(step)) is not None
        ]
        return children[0] if len(children) == 1 else any_of(*children) if children else None

    def member(self, name: str) -> ValueKind | None:
        """Return the kind of the member of that name of an object; None if there is none."""
        return self.members.get(name, self.any_member)

    @property
    def all_forms(self) -> Iterator[ValueKind]:
        """Yield the kind and its alternative forms."""
        yield self
        for form in self.forms:
            yield from form.all_forms


def kind_at(kind: ValueKind, path: Path) -> ValueKind | None:
    """Return the kind of the value at *path* in a value of a kind; None if there is none.

    It combines the members, words and names of all its forms.
    """
    at: ValueKind | None = kind
    for step in path:
        at = None if at is None else at.child(step)
    if at is None or not at.forms:
        return at
    members: dict[str, ValueKind] = {}
    words: dict[str, str] = {}
    names = member_names = ""
    for form in at.all_forms:
        members |= {key: each for key, each in form.members.items() if key not in members}
        words |= form.words
        names, member_names = names or form.names, member_names or form.member_names
    declares = any(form.declares for form in at.all_forms)
    return evolve(
        at,
        members=members,
        words=words,
        names=names,
        member_names=member_names,
        declares=declares,
        help=at.help or next((form.help for form in at.all_forms if form.help), ""),
    )


# -- the values of a kind


def is_of_type(value: object, name: str) -> bool:
    """Return whether *value* is of that JSON type; ``2.0`` is an integer, too."""
    if value.__class__ not in _TYPES.get(name, ()):
        return False
    return name != "integer" or bool(value % 1 == 0)  # type: ignore[operator] # a number


def fits(kind: ValueKind, value: Any, *, as_accepted: bool = False) -> bool:
    """Return whether *value* is of a kind, or, if *as_accepted*, whether Draftmancer accepts it."""
    if as_accepted and kind.ignores is not None and kind.ignores(value):
        return True
    if kind.forms:
        return any(fits(form, value, as_accepted=as_accepted) for form in kind.forms)
    if not _is_one(kind, value):
        return False
    if kind.item is TEXT:  # as most arrays are; the same, but faster
        return set(map(type, value)) <= _TEXT_ONLY
    if kind.item is not None:
        return all(fits(kind.item, each, as_accepted=as_accepted) for each in value)
    return kind.type != "object" or all(
        fits(its, each, as_accepted=as_accepted)
        for name, each in value.items()
        if (its := kind.member(name)) is not None
    )


_TEXT_ONLY: Final = {str}


def _is_one(kind: ValueKind, value: Any) -> bool:
    """Return whether a value is of a kind without forms, not considering its parts."""
    return (
        is_of_type(value, kind.type)
        and (kind.minimum is None or value >= kind.minimum)
        and (not kind.required or all(name in value for name in kind.required))
        and (kind.test is None or kind.test(value))
    )


def accepts(kind: ValueKind, value: Any) -> bool:
    """Return whether Draftmancer accepts *value* where a value of a kind is expected."""
    return fits(kind, value, as_accepted=True)


def schema_of(kind: ValueKind) -> dict[str, Any]:
    """Return the JSON Schema of a kind, as strict as Draftmancer is."""
    made: dict[str, Any] = {"description": kind.help} if kind.help else {}
    if kind.default is not None:
        made["default"] = kind.default
    if kind.ignores is not None:
        return made | dict(kind.schema)
    if kind.forms:
        return made | {"anyOf": [schema_of(form) for form in kind.forms]}
    made["type"] = kind.type
    if kind.minimum is not None:
        made["minimum"] = kind.minimum
    if kind.has_no_other_words:
        made["enum"] = [word.strip('"') for word in kind.words]
    if kind.item is not None:
        made["items"] = schema_of(kind.item)
    if kind.members:
        made["properties"] = {name: schema_of(each) for name, each in kind.members.items()}
    if kind.required:
        made["required"] = list(kind.required)
    if kind.any_member is not None:
        made["additionalProperties"] = schema_of(kind.any_member)
    return made | dict(kind.schema)


# -- the usual kinds


def anything(_: object) -> bool:
    """Return True: Draftmancer accepts any value."""
    return True


def words_of(help_: str, words: Mapping[str, str], default: str | None = None) -> ValueKind:
    """Return the kind of a text that is one of some words, each with a sentence of help."""
    quoted = {f'"{word}"': each for word, each in words.items()}
    expected = "one of " + ", ".join(words)
    return ValueKind(
        "string",
        help_,
        default,
        words=quoted,
        has_no_other_words=True,
        expected=expected,
        test=words.__contains__,
    )


def array_of(item: ValueKind, help_: str = "", **more: Any) -> ValueKind:
    """Return the kind of an array whose items are of a kind."""
    return ValueKind("array", help_, item=item, **more)


def object_of(
    members: Mapping[str, ValueKind], *required: str, help_: str = "", **more: Any
) -> ValueKind:
    """Return the kind of an object with these members, some of which it must have."""
    return ValueKind("object", help_, members=members, required=required, **more)


def map_of(member: ValueKind, **more: Any) -> ValueKind:
    """Return the kind of an object whose members have names of their own."""
    return ValueKind("object", any_member=member, **more)


def any_of(*forms: ValueKind, help_: str = "", **more: Any) -> ValueKind:
    """Return the kind of a value that can have any of some forms."""
    return ValueKind(help=help_, forms=forms, **more)


def ignored(
    kind: ValueKind,
    takes: Callable[[Any], bool] = anything,
    schema: Mapping[str, Any] = FrozenDict(),
) -> ValueKind:
    """Return a kind for which Draftmancer accepts and ignores other values too."""
    return evolve(kind, ignores=takes, schema=schema)


TEXT: Final = ValueKind("string")
BOOLEAN: Final = ValueKind("boolean", words={"true": "", "false": ""})
NUMBER: Final = ValueKind("number")
WHOLE: Final = ValueKind("integer")
NATURAL: Final = ValueKind("integer", minimum=0)
POSITIVE: Final = ValueKind("integer", minimum=1)
WEIGHT: Final = NATURAL.but("Its weight, relative to those of the others.", 1)
NUMBER_OR_TEXT: Final = any_of(TEXT, NUMBER, expected="a number or a string")
