"""Games as JSON: stored and loaded, and what a seat sees, for a client.

A stored game is its start and its actions.  It is played again when it is loaded, so that it holds
nothing that the rules do not allow; a checksum of what each action brought about shows whether the
rules are still those it was played by.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NoReturn, TypeVar, overload

import attrs

from ..errors import DraftError
from ..plugins import load
from .booster.game import BoosterDraft
from .engine import Game, LogEntry, Record, logged

GameT = TypeVar("GameT", bound=Game)

#: The member that says that it is a stored game, and the version of its form.
MARK, VERSION = "cardformats_draft", 2

_OUTCOME = "outcome"

#: Longer ones show a value that somebody made large.
_MAX_REASON = 300

# what is encoded was made by the converter, and has no circles
_encode = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
).encode


def dumps(game: Game) -> str:
    """Write *game* as JSON text: its start and its actions, a line each, with a version number.

    Stored is the log, and so what that leads to: a state that was changed by hand comes back as if
    it had not been.

    Raises:
        DraftError: If the log of the game is empty, or contains a value of a third party that JSON
            cannot store.
    """
    if not game.log:
        raise DraftError(f"{game.title} without its log cannot be stored")
    start, *records = game.log
    cls: Any = type(game)
    try:
        union, _ = logged(cls)
        actions = [
            _encode({**_plain(each.action, union), _OUTCOME: _checksum(each, cls)})
            for each in records
        ]
        head = (
            f'{{\n"{MARK}":{VERSION},\n"game":{_encode(game.kind)},\n"rules":{game.version},\n'
            f'"start":{_encode(_plain(start.action))},\n"actions":['
        )
        text = head + "".join(f"\n{each}," for each in actions).removesuffix(",") + "\n]\n}\n"
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DraftError(f"{game.title} that holds such a thing has no JSON: {error}") from None
    # an unpaired surrogate can be in a str, but in a file only as an escape
    return text.encode("utf-8", "backslashreplace").decode()


@overload
def loads(text: str | bytes) -> BoosterDraft: ...
@overload
def loads(text: str | bytes, game: type[GameT]) -> GameT: ...
def loads(text: str | bytes, game: Any = None) -> Any:
    """Load a game that :func:`dumps` has written, by playing it again.

    Rules of a third party's effects, and its kinds of draft, have to be registered before, or
    published as entry points.

    Args:
        text: the JSON text.
        game: the class of the game, or a base of several; no other is loaded.  If not given it may
            be any that the text names, and type checkers take it for a booster draft.

    Raises:
        DraftError: If the text is not a stored game of that class, an action in it is not allowed,
            or an action has another result than it had when it was stored. The message says where,
            e.g. ``actions[3].cards[2]``.
    """
    document, game = _document(text, game)
    state = game.from_start(_structured(document.start, game.start, "start"))
    union, _ = logged(game)
    for number, stored in enumerate(document.actions):
        where = f"actions[{number}]"
        if not isinstance(stored, dict):
            raise DraftError(f"{where}: expected an object")
        outcome = stored.pop(_OUTCOME, None)
        action = _structured(stored, union, where)
        try:
            state = state.do(action)
        except DraftError as error:
            raise DraftError(f"{where}: {error}") from None
        if outcome != _checksum(state.log[-1], game):
            raise DraftError(
                f"{where}: by the rules of this version of cardformats it comes to something else"
            )
    return state


def as_json(value: Any) -> dict[str, Any]:
    """Return a view, an entry of a log or a record as JSON values, for a client.

    A member that has its default is left out.  Cards by number have the numbers as strings.  An
    action, an outcome or an effect with parameters is an object whose member ``type`` names its
    class: ``round_began`` for :class:`RoundBegan`.

    Raises:
        DraftError: If the value is none of these, or contains a value that JSON cannot store.
    """
    if not attrs.has(type(value)) or isinstance(value, Game):
        raise DraftError(f"expected a view or a record, not {type(value).__name__}")
    try:
        if isinstance(value, Record):
            outcomes = [_tagged(outcome) for outcome in value.outcomes]
            return {"action": _tagged(value.action)} | ({"outcomes": outcomes} if outcomes else {})
        if isinstance(value, LogEntry):
            cards = {str(number): _plain(card) for number, card in value.cards.items()}
            return {"outcomes": [_tagged(each) for each in value.outcomes], "cards": cards}
        has_asks = hasattr(value, "asks")  # by a view of zones, whose actions are of any class
        shown: dict[str, Any] = _plain(attrs.evolve(value, asks=()) if has_asks else value)
        if has_asks:
            options = [{**_plain(each), "action": _tagged(each.action)} for each in value.options]
            shown |= {"options": options}
            del shown["asks"]
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DraftError(f"what holds such a thing has no JSON: {error}") from None
    return shown


def action_from_json(game: Game | type[Game], data: Any) -> Any:
    """Return the action in an object from a client, in the form of :func:`as_json`.

    Whether it is allowed is for :meth:`Game.verify` to say.

    Args:
        game: the game, or its class.
        data: what JSON's object was loaded as, e.g. ``{"type": "pick", "seat": 0, "cards": [3]}``.

    Raises:
        DraftError: If the game has no such action. The message says where, e.g.
            ``action.cards[2]``.
    """
    cls: Any = game if isinstance(game, type) else type(game)
    union, _ = logged(cls)
    return _structured(data, union, "action")


def _serde() -> Any:
    """Return the module of the converter, imported on first use: cattrs is slow to import."""
    from .. import serde  # noqa: PLC0415 - see above

    return serde


def _plain(value: Any, kind: Any = None) -> Any:
    return _serde().make_converter().unstructure(value, unstructure_as=kind)


def _tagged(value: Any) -> dict[str, Any]:
    return {"type": _serde().tag_of(type(value)), **_plain(value)}


def _checksum(record: Record[Any, Any], game: Any) -> str:
    """Return a checksum of the outcomes of an action, eight digits."""
    _, union = logged(game)
    outcomes = [_plain(each, union) for each in record.outcomes]
    return f"{zlib.crc32(_encode(outcomes).encode()):08x}"


def _structured(data: Any, cls: Any, where: str = "") -> Any:
    """Return the value of *cls* that JSON's *data* at a place say.

    Raises:
        DraftError: If *data* are not such a value. The message says where, and why not.
    """
    serde = _serde()
    try:
        return serde.make_converter().structure(data, cls)
    except RecursionError:
        raise DraftError(f"{where}: nested too deep") from None
    except serde.REFUSALS as error:
        path, reason, _ = next(serde.refusals_in(error))
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        text = f"{where}{place}: {reason[:_MAX_REASON]}"
        raise DraftError(text.removeprefix(".").removeprefix(": ")) from None


def _game_of(kind: Any, base: type[Game] | None) -> type[Game]:
    """Return the class of the games that are stored by that word; of booster drafts if it is none.

    A class *base* that has a word itself is the one.

    Raises:
        DraftError: If there is no such class, it is no subclass of *base*, or it cannot be loaded.
    """
    from .zones.kinds import GAMES, draft_kind  # noqa: PLC0415 - few games need it

    if base is not None and hasattr(base, "kind"):
        if isinstance(kind, str) and kind != base.kind:
            raise DraftError(f"game: expected {base.title} ({base.kind!r}), not {kind[:80]!r}")
        return base
    if not isinstance(kind, str):
        kind = BoosterDraft.kind
    if kind in GAMES:
        game: type[Game] = load(f"{__package__}.{GAMES[kind]}")
    else:
        game = draft_kind(kind).game
    if base is not None and not issubclass(game, base):
        raise DraftError(f"game: {game.title} is not a {base.__name__}")
    return game


@attrs.frozen
class _Document:
    """A stored game; the version of its form, the word for the game and that of its rules fit."""

    cardformats_draft: Any
    game: Any
    rules: Any
    start: Any
    actions: tuple[Any, ...]


def _document(text: str | bytes, game: type[Game] | None) -> tuple[_Document, type[Game]]:
    """Return a stored game, and its class.

    Raises:
        DraftError: If the text is no stored game, or one of another version.
    """
    if not isinstance(text, (str, bytes)):
        raise DraftError(f"a stored game is a str or bytes, not {type(text).__name__}")
    try:
        text = text if isinstance(text, str) else text.decode("utf-8")
        data = json.loads(text, object_pairs_hook=object_of, parse_constant=_refuse)
    except RecursionError:
        raise DraftError("this is nested too deep for a stored game") from None
    except ValueError as error:
        raise DraftError(f"this is not valid JSON: {error}") from None
    if not isinstance(data, dict) or MARK not in data:
        raise DraftError(f"this is not a stored game: it has no version number {MARK!r}")
    game = _game_of(data.get("game"), game)
    for name, expected in ((MARK, VERSION), ("game", game.kind), ("rules", game.version)):
        if type(data.get(name)) is not type(expected) or data[name] != expected:
            raise DraftError(
                f"{name}: this version of cardformats loads {game.title} of {expected!r} only"
            )
    return _structured(data, _Document), game


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of JSON that has these members.

    Raises:
        ValueError: If two of them have the same name.
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has two members of the same name")
    return members


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")
