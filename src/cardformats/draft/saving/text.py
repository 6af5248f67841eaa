"""The text of a stored draft: JSON, with a line for each record, seat and kind of card."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from ...errors import DraftError

#: The member that says that it is a stored draft, and its version.
MARK = "cardformats_draft"
VERSION = 1

#: No value that is stored is nested deeper.
MAX_DEPTH = 64

#: Members with an item on each line.
_LONG = ("kinds", "seats", "log")

_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

# what is encoded was made by the converter, and has no circles
_encode = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
).encode


def encode(data: dict[str, Any], mark: str = MARK) -> str:
    """The text of a document.

    Raises:
        DraftError: it holds something that JSON has no word for.
    """
    if _is_too_deep({"kinds": data["kinds"]}):
        message = f"the draft cannot be stored: a card is nested more than {MAX_DEPTH} deep"
        raise DraftError(message)
    try:
        lines = [f'"{mark}":{VERSION}']
        for name, value in data.items():
            if name in _LONG:
                lines.append(f'"{name}":[\n' + ",\n".join(map(_encode, value)) + "\n]")
            else:
                lines.append(f'"{name}":{_encode(value)}')
    except (TypeError, ValueError, RecursionError) as error:
        message = f"the draft cannot be stored: {error}"
        raise DraftError(message) from None
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    return text if text.isascii() else _without_surrogates(text)


def _without_surrogates(text: str) -> str:
    """Text that every encoding can hold, and that is decoded to what it was."""
    if _SURROGATE_PAIR.search(text):
        message = "the draft cannot be stored: a string holds a pair of surrogates"
        raise DraftError(message)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def decode(text: str | bytes, mark: str = MARK) -> dict[str, Any]:
    """The document of a text, without its version.

    Raises:
        DraftError: it is no JSON, no stored draft, or one of a newer version.
    """
    if not isinstance(text, (str, bytes)):
        message = f"a stored draft is a str or bytes, not {type(text).__name__}"
        raise DraftError(message)
    try:
        text = text if isinstance(text, str) else text.decode("utf-8")
        data = json.loads(text, object_pairs_hook=_members, parse_constant=_refuse)
    except RecursionError:
        data = None
        is_too_deep = True
    except ValueError as error:
        message = f"this is no JSON: {error}"
        raise DraftError(message) from None
    else:
        is_too_deep = _is_too_deep(data)
    if is_too_deep:
        message = f"this is nested more than {MAX_DEPTH} deep"
        raise DraftError(message)
    version = data.pop(mark, None) if isinstance(data, dict) else None
    if type(version) is not int:
        message = f"this is no stored draft: it has no version number {mark!r}"
        raise DraftError(message)
    if version != VERSION:
        message = f"{mark}: this version of cardformats loads drafts of the version {VERSION} only"
        raise DraftError(message)
    return data  # type: ignore[no-any-return] # a dict, as it has a version


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        message = "an object has two members of the same name"
        raise ValueError(message)
    return members


def _refuse(constant: str) -> NoReturn:
    message = f"{constant} is no number"
    raise ValueError(message)


def _is_too_deep(data: Any) -> bool:
    level = [data] if data.__class__ in (dict, list) else []
    for _ in range(MAX_DEPTH):
        level = [
            item
            for container in level
            for item in (container.values() if container.__class__ is dict else container)
            if item.__class__ in (dict, list)
        ]
    return bool(level)
