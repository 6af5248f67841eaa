"""The mapping of a game: fields, values, templates, kinds of faces, images."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from attrs import evolve, field, frozen

from ...errors import OptionError
from ...model import Color, FrozenDict
from ...model.frozen import EMPTY, frozen_mapping
from ..guids import guid, is_guid
from .images import parts_of
from .roles import ROLES, Roles
from .templates import Template, template_of

#: The kinds that an alternate can be; the text of a ``text`` stands below that of the front.
KINDS: Final = ("back", "split", "text", "alternate")
#: The kinds of faces that have images.
_WITH_IMAGES: Final = ("front", "back", "split", "alternate")
#: The fields that a text made of several properties can be.
TEMPLATED: Final = (
    "mana_cost", "colors", "types", "subtypes", "text", "power", "toughness", "loyalty",
)  # fmt: skip
_VALUED: Final = tuple(role for role in ROLES if role not in ("mana_value", "text"))
_COLORS: Final = frozenset(each.value for each in Color)


class BadMappingError(OptionError):
    """A mapping that cannot be used.

    Attributes:
        keys: the way to what is wrong, from the outermost key.
        problem: what is wrong with it.
    """

    def __init__(self, keys: tuple[str, ...], problem: str) -> None:
        """Report a *problem* at the value of *keys*."""
        super().__init__(keys, problem)
        self.keys, self.problem = keys, problem

    def __str__(self) -> str:
        """Return the message for the user of the option."""
        return f"mapping: {self.problem}"


def _frozen_tables(tables: Mapping[str, Mapping[str, str]]) -> FrozenDict[str, Any]:
    return FrozenDict({key: frozen_mapping(table) for key, table in tables.items() if table})


@frozen(slots=False)
class GameMapping:
    r"""How the properties of a game and the fields of cards say the same.

    Attributes:
        name: what the game is called.
        games: the GUIDs of the games that it is for; any if empty.
        fields: the property of each field; an empty one is deliberately unset, and a missing field
            is found by the names of the properties.
        values: by field, what values of its property are in the model; colours are letters.
        templates: by field, a text of several properties that it is instead of one, as
            ``"{Type} · {Race}\n{Rules}"``.
        faces: the kinds of the faces that alternates of a type are: ``back``, ``split``,
            ``alternate``, or ``text`` if it is only a text below that of the front.
        images: by kind of face, the template of its image's address.

    Raises:
        BadMappingError: If a part is unknown or is of the wrong kind.
    """

    name: str = ""
    games: tuple[str, ...] = field(default=(), converter=tuple)
    fields: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)
    values: Mapping[str, Mapping[str, str]] = field(default=EMPTY, converter=_frozen_tables)
    templates: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)
    faces: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)
    images: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be used."""
        for number in self.games:
            if not is_guid(number):
                raise BadMappingError(("games",), f"{number!r} is not a GUID")
        _check_fields(self.fields)
        _check_names("values", self.values, _VALUED, "role with values")
        for letters in self.values.get("colors", {}).values():
            if not _COLORS.issuperset(letters):
                problem = f"{letters!r} are not colours; colours are letters of WUBRG"
                raise BadMappingError(("values", "colors"), problem)
        _check_names("templates", self.templates, TEMPLATED, "role with a template")
        for role, text in self.templates.items():
            _check_template(("templates", role), text, template_of)
        for type_, kind in self.faces.items():
            if kind not in KINDS:
                problem = f"{kind!r} is not a kind of face; the kinds are {', '.join(KINDS)}"
                raise BadMappingError(("faces", type_), problem)
        _check_names("images", self.images, _WITH_IMAGES, "kind of face with images")
        for kind, text in self.images.items():
            _check_template(("images", kind), text, parts_of)

    @classmethod
    def from_dict(cls, data: object) -> GameMapping:
        """Make a mapping from a dictionary of its parts, or of roles alone.

        Raises:
            BadMappingError: If a part is unknown or is of the wrong kind.
        """
        if not isinstance(data, Mapping):
            raise BadMappingError((), "it is not an object")
        if data and all(key in ROLES for key in data):
            data = {"fields": data}
        if others := [str(key) for key in data if key not in _PARTS]:
            key = next((each for each in others if each not in ROLES), others[0])
            problem = f"{key!r} is not a part of a mapping; the parts are {', '.join(_PARTS)}"
            if not any(key in _PARTS or isinstance(value, Mapping) for key, value in data.items()):
                problem = f"{key!r} is not a role; the roles are {', '.join(ROLES)}"
            raise BadMappingError((key,), problem)
        return cls(**{key: _PARTS[key](key, value) for key, value in data.items()})

    def to_dict(self) -> dict[str, Any]:
        """Return the parts that are not empty, as :meth:`from_dict` takes them."""
        return {name: value for name in _PARTS if (value := getattr(self, name))}

    def completed(self, properties: Iterable[str]) -> GameMapping:
        """Return the mapping with fields guessed by the names of *properties* where it has none."""
        own = set(self.fields.values())
        guessed = Roles.guess(properties).to_dict()
        free = {role: name for role, name in guessed.items() if name not in own}
        return evolve(self, fields={**free, **self.fields})

    @cached_property
    def roles(self) -> Roles:
        """Return the property of each field."""
        return Roles(**self.fields)

    @cached_property
    def made(self) -> Mapping[str, Template]:
        """Return the templates by field."""
        return {role: template_of(text) for role, text in self.templates.items()}

    @cached_property
    def properties(self) -> Mapping[str, None]:
        """Return the properties that the mapping names, in order."""
        of_templates = (name for each in self.made.values() for name in each.names)
        return dict.fromkeys(name for name in (*self.fields.values(), *of_templates) if name)

    def kind(self, alternate_type: str) -> str:
        """Return the kind of face for an alternate of a type."""
        word = alternate_type.lower()
        if (own := self._kinds.get(word)) is not None:
            return own
        if word.startswith("split"):
            return "split"
        return "back" if word in _BACKS else "alternate"

    def usual_type(self, kind: str) -> str:
        """Return the type of alternates for a kind of face; empty if the mapping has none."""
        return next((type_ for type_, each in self.faces.items() if each == kind), "")

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {type_.lower(): kind for type_, kind in self.faces.items()}


#: The types of alternates that are backs in all games.
_BACKS: Final = frozenset(("transform", "modal_dfc", "back", "b", "backside"))


def _check_names(part: str, table: Mapping[str, Any], known: Iterable[str], what: str) -> None:
    known = tuple(known)
    for name in table:
        if name not in known:
            noun, space, more = what.partition(" ")
            all_known = f"the {noun}s{space}{more} are {', '.join(known)}"
            raise BadMappingError((part, name), f"{name!r} is not a {what}; {all_known}")


def _check_fields(fields: Mapping[str, str]) -> None:
    _check_names("fields", fields, ROLES, "role")
    roles: dict[str, str] = {}
    for role, name in fields.items():
        if name and roles.setdefault(name, role) != role:
            problem = f"{name!r} has two roles, {roles[name]} and {role}"
            raise BadMappingError(("fields", role), problem)


def _check_template(keys: tuple[str, ...], text: str, parse: Any) -> None:
    try:
        parse(text)
    except ValueError as error:
        raise BadMappingError(keys, f"in the template {text[:60]!r}, {error}") from None


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadMappingError((key,), f"{key!r} is not a string")
    return value


def _ids(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
        raise BadMappingError((key,), f"{key!r} is not a list of strings")
    for each in value:
        if not is_guid(each):
            raise BadMappingError((key,), f"{each!r} is not a GUID")
    return tuple(guid(each) for each in value)


def _table(key: str, value: object, *keys: str) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise BadMappingError((*keys, key), f"{key!r} is not a table")
    table = {}
    for name, text in value.items():
        if not isinstance(name, str) or not (isinstance(text, str) or text is None):
            problem = f"{name!r} of {key!r} is not a string"
            raise BadMappingError((*keys, key, str(name)), problem)
        table[name] = text or ""
    return table


def _tables(key: str, value: object) -> dict[str, dict[str, str]]:
    if not isinstance(value, Mapping):
        raise BadMappingError((key,), f"{key!r} is not a table")
    return {str(name): _table(str(name), table, key) for name, table in value.items()}


#: The parts of a mapping, and what checks their shapes.
_PARTS: Final[Mapping[str, Any]] = {
    "name": _text,
    "games": _ids,
    "fields": _table,
    "values": _tables,
    "templates": _table,
    "faces": _table,
    "images": _table,
}
