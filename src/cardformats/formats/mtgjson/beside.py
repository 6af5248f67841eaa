"""Cards of other sets on sheets: from a catalog, the same file, or files in the same folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...model import Card, CardSet
from ...source import read_bytes, stamp
from ..base import Input
from .cards import CardReader, set_facts
from .documents import sets_in, source_of
from .format import GRAMMAR, MtgjsonOptions, files_in
from .syntax import SetData
from .values import is_string, is_strings

_UUID = GRAMMAR.rule("uuid")
#: The number of characters that are searched in one step of work.
_STEP = 12


def add_others(
    cards: CardReader, unknown: set[str], data: SetData, options: MtgjsonOptions
) -> tuple[str, ...]:
    """Add to *cards* the cards of other sets whose uuids are *unknown*, if they are found.

    Returns:
        Notes that name the sets which may contain the remaining cards.
    """
    wanted = set(unknown)
    find = _finder(options.catalog)
    for uuid in sorted(wanted) if find is not None else ():
        card = find(uuid) if find is not None else None
        if card is not None:
            _add(cards, card, uuid, wanted)
    if wanted and data.others is not None:
        _add_from(data.others(), cards, wanted, options)
    codes = _codes(data)
    files = {_code_of(path): path for path in _files(data.file)} if wanted else {}
    likely = [code for code in codes if code in files]
    budget = Budget(options.max_work)
    for code in dict.fromkeys([*likely, *files]):
        path = files[code]
        state = _stamp(path)
        if not wanted or not budget.spend(state[0] // _STEP):
            break
        if wanted & _uuids_of(path, state, options.max_size):
            source = _source(path, options.max_size)
            sets = sets_in(source, path, DiagnosticLog(0)) if source is not None else ()
            _add_from(sets, cards, wanted, options)
    return tuple(
        f"some may be cards of {code}, which is not in the same folder"
        for code in codes
        if code not in files
    )


def _add(cards: CardReader, card: Card, uuid: str, wanted: set[str]) -> None:
    wanted.discard(uuid)
    if uuid not in cards.refs:
        ref = cards.add(card)
        for each in {uuid, *_uuids(card)}:
            cards.refs.setdefault(each, ref)


def _add_from(
    sets: Iterable[SetData], cards: CardReader, wanted: set[str], options: MtgjsonOptions
) -> None:
    """Add the wanted cards of *sets*."""
    for card in _cards_in(sets, wanted, options):
        for uuid in wanted.intersection(_uuids(card)):
            _add(cards, card, uuid, wanted)
        if not wanted:
            break


def _finder(catalog: Any) -> Callable[[str], Card | None] | None:
    """Return the lookup of *catalog* by uuid; None if the catalog does not support uuids."""
    if isinstance(catalog, CardSet):
        by_uuid = {uuid: card for card in reversed(catalog.cards) for uuid in _uuids(card)}
        return by_uuid.get
    find = getattr(catalog, "with_id", None)
    return None if find is None else partial(find, "mtgjson")


def _uuids(card: Card) -> Iterator[str]:
    """Yield the uuids of the faces of *card*."""
    if uuid := card.ids.get("mtgjson"):
        yield uuid
    faces = card.extras.get("mtgjson", {}).get("faces", ())
    for face in faces if isinstance(faces, tuple) else ():
        if isinstance(face, dict) and isinstance(face.get("uuid"), str):
            yield face["uuid"]


def _codes(data: SetData) -> list[str]:
    """Return the codes of other sets that the set names: those of its boosters, and its parent."""
    kinds = data.value.get("booster")
    codes = [data.value.get("parentCode")]
    for kind in kinds.values() if isinstance(kinds, dict) else ():
        named = kind.get("sourceSetCodes") if isinstance(kind, dict) else None
        codes += named if isinstance(named, list) else []
    known = dict.fromkeys(each.upper() for each in codes if isinstance(each, str))
    return [each for each in known if each != str(data.value.get("code")).upper()]


def _files(file: Path | None) -> list[Path]:
    """Return the files in the folder of *file* that may contain sets."""
    try:
        files = files_in(file.parent) if file is not None else []
    except OSError:
        return []
    return [each for each in files if each != file]


def _code_of(path: Path) -> str:
    """Return the code of the set in the name of a file."""
    return path.name.partition(".")[0].removesuffix("_").upper()


def _stamp(path: Path) -> tuple[int, int]:
    """Return the stamp of a file, which changes with its contents; zeros if it is unreadable."""
    try:
        return stamp(path)
    except OSError:
        return 0, 0


@lru_cache(maxsize=1024)
def _uuids_of(path: Path, state: tuple[int, int], limit: int) -> frozenset[str]:  # noqa: ARG001 - a changed file is looked through again
    """Return the uuids in a file. The cache helps to read a folder of sets that share cards."""
    source = _source(path, limit)
    return frozenset(_UUID.findall(source.text)) if source is not None else frozenset()


def _source(path: Path, limit: int) -> Any:
    """Return the text of a file; None if it is too large, or cannot be read."""
    try:
        data = read_bytes(path, limit)
    except OSError:
        return None
    if len(data) > limit:
        return None
    return source_of(Input(str(path), path, data), limit, None)


def _cards_in(
    sets: Iterable[SetData], uuids: Collection[str], options: MtgjsonOptions
) -> Iterator[Card]:
    """Yield the cards of *sets* that have faces with *uuids*.

    Their errors are reported when their own set is read.
    """
    log = DiagnosticLog(0)
    for data in sets:
        code = data.value.get("code")
        code = code if isinstance(code, str) else ""
        if items := _with_faces(data.value["cards"], uuids):
            facts = set_facts(data.value)
            own = CardReader(facts, code, data.places, log, has_images=options.images)
            own.read(items, ("cards",))
            yield from own.cards


def _with_faces(items: Any, uuids: Collection[str]) -> list[Any]:
    """Return the items that have one of *uuids*, and the other faces of their cards."""
    objects = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
    fronts = [each for each in objects if is_string(each.get("uuid")) and each["uuid"] in uuids]
    numbers = {each["number"] for each in fronts if is_string(each.get("number"))}
    named = (each.get("otherFaceIds") for each in fronts)
    others = {uuid for each in named if each and is_strings(each) for uuid in each}.union(uuids)
    return [
        each
        for each in objects
        if (is_string(each.get("number")) and each["number"] in numbers)
        or (is_string(each.get("uuid")) and each["uuid"] in others)
    ]
