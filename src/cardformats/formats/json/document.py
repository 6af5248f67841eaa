"""Documents: the reader and writer of the text, its JSON values and the card set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import Booster, Card, CardSet, Event, Product, Sheet
from ...model.frozen import EMPTY, freeze_mapping
from ...serde import REFUSALS, Path, make_converter, refusals_in
from ...source import SourceText
from ..base import Input, Written
from ..json_text import JsonProblem, JsonText, encode
from ..other_data import is_other_data
from .codes import JsonCode
from .format import MARK, SCHEMA_VERSION, JsonOptions

T = TypeVar("T")

#: The members of a document after its version, in written order, with their types.
MEMBERS: Final[Mapping[str, Any]] = {
    "name": str,
    "code": str | None,
    "meta": Mapping[str, str],
    "cards": tuple[Card, ...],
    "sheets": tuple[Sheet, ...],
    "boosters": tuple[Booster, ...],
    "event": Event | None,
    "products": tuple[Product, ...],
    "extras": Mapping[str, Mapping[str, Any]],
}


def write(cardset: CardSet, options: JsonOptions) -> Report[Written]:
    """Write *cardset*; members with the default value are omitted."""
    unstructure = make_converter().unstructure
    document: dict[str, Any] = {MARK: SCHEMA_VERSION}
    for name, kind in MEMBERS.items():
        value = cardset.sheets.values() if name == "sheets" else getattr(cardset, name)
        plain = unstructure(value, kind)
        # an event with only default values is still an event
        if plain or (name in ("code", "event") and plain is not None):
            document[name] = plain
    return Report(Written(encode(document, options.indent) + "\n"))


def read(input_: Input, options: JsonOptions) -> Report[CardSet]:
    """Read *input*; invalid values are reported and omitted."""
    log = DiagnosticLog(options.max_diagnostics)
    return Report(_DocumentReader(input_.source(), log).cardset(), log.finish())


class _DocumentReader:
    """A reader of one document."""

    def __init__(self, source: SourceText, log: DiagnosticLog) -> None:
        self.source = source
        self.log = log
        self.text = JsonText.whole(source)
        self.data = self._decode()

    def _decode(self) -> dict[str, Any]:
        """Return the outermost object; empty if the text is not a document, which is reported."""
        log, text = self.log, self.text
        try:
            data = text.decode()
        except JsonProblem as problem:
            if not is_other_data(self.source, "json", log, "JSON"):
                span = self.source.span(problem.offset)
                log.add(JsonCode.NOT_JSON, span, problem=problem.message)
            return {}
        text.report_lone_surrogates(log)
        version = data.get(MARK) if isinstance(data, dict) else None
        if type(version) is not int or version < 1:
            log.add(JsonCode.NOT_A_DOCUMENT, text.span(()))
        elif version > SCHEMA_VERSION:
            span = text.span((MARK,))
            log.add(JsonCode.NEWER_VERSION, span, version=version, known=SCHEMA_VERSION)
        else:
            return dict(data)
        return {}

    def cardset(self) -> CardSet:
        """Return the card set that the document describes."""
        for name in self.data:
            if name != MARK and name not in MEMBERS:
                self._refuse((name,), "", name)
        event = self._structured(self.data.get("event"), MEMBERS["event"], ("event",))
        return CardSet(
            self._structured(self.data.get("name"), str | None, ("name",)) or "",
            self._structured(self.data.get("code"), str | None, ("code",)),
            tuple(self._items("cards", Card)),
            self._distinct_sheets(),
            tuple(self._items("boosters", Booster)),
            event,
            self._mapping("meta", str),
            self._mapping("extras", dict),
            products=tuple(self._items("products", Product)),
        )

    def _distinct_sheets(self) -> tuple[Sheet, ...]:
        sheets: dict[str, Sheet] = {}
        for sheet in self._items("sheets", Sheet):
            if sheet.name in sheets:
                self._refuse(("sheets",), f"a second sheet has the name {sheet.name!r}")
            sheets[sheet.name] = sheet
        return tuple(sheets.values())

    def _items(self, member: str, cls: type[T]) -> Iterator[T]:
        items = self.data.get(member, [])
        if not isinstance(items, list):
            self._refuse((member,), "expected an array")
            return
        for number, item in enumerate(items):
            if (value := self._structured(item, cls, (member, number))) is not None:
                yield value

    def _mapping(self, member: str, kind: type) -> Mapping[str, Any]:
        value = self.data.get(member, {})
        if isinstance(value, dict) and all(isinstance(item, kind) for item in value.values()):
            return freeze_mapping(value)
        word = "strings" if kind is str else "objects"
        self._refuse((member,), f"expected an object whose members are {word}")
        return EMPTY

    def _structured(self, value: Any, kind: Any, place: Path) -> Any:
        """Return the *value* at a *place* as a *kind*; None if it is invalid, which is reported."""
        try:
            return make_converter().structure(value, kind)
        except REFUSALS as error:
            for each in refusals_in(error, place):
                self._refuse(*each)
            return None

    def _refuse(self, place: Path, problem: str, unknown: str | None = None) -> None:
        """Report a *problem* with the value at a *place*, or a member that is *unknown*."""
        if unknown is not None:
            self.log.add(JsonCode.UNKNOWN_MEMBER, self.text.span(place, key=True), name=unknown)
        else:
            self.log.add(JsonCode.BAD_VALUE, self.text.span(place), problem=problem)
