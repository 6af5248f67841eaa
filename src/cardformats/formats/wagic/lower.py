"""From card files to the model: printings of primitives, with their sets' sheets and boosters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...budget import Budget
from ...diagnostics import Diagnostic, DiagnosticLog, Report
from ...model import Booster, Card, CardSet, FrozenDict, Sheet, Value
from ...source import SourceText
from .boosters import PackLowering
from .codes import WagicCode
from .default_pack import default_pack
from .exact import ExactCards
from .format import WagicOptions
from .macros import out_of_work
from .pack_files import read_pack
from .primitives import Primitives
from .printings import Printings
from .records import fields
from .syntax import CardFile


def lower(
    place: str,
    files: Sequence[tuple[str | None, CardFile]],
    packs: Mapping[str, SourceText],
    primitives: Primitives,
    options: WagicOptions,
    log: DiagnosticLog,
    budget: Budget,
    exact: ExactCards | None = None,
) -> Report[CardSet]:
    """The card set of *files* at *place*, each with the code of its set (None for primitives).

    *packs* are the files of boosters by the code of the set; a set without one has the usual.
    Its cards are those of *exact* if that is given; then this reading only finds what is wrong.

    One set gives its name, code and metadata to the result; several share one result, and their
    sheets carry the set's code in their names.  The report holds what is to be said before what
    *log* has.
    """
    log.extend(primitives.diagnostics)
    printings = Printings(primitives, options, log, budget)
    cards: dict[str | None, list[Card]] = {}
    names: dict[str, str] = {}
    for code, file in files:
        found = printings.of(file, code)
        if exact is not None:
            was_spent = budget.spent
            found = exact.of(code, budget) if code not in cards else []
            if budget.spent and not was_spent:
                log.extend((out_of_work(None, budget),))
        cards.setdefault(code, []).extend(found)
        if code is not None:
            names[code] = _meta(file, options, log).get("name", code)
    every = [card for found in cards.values() for card in found]
    sheets: list[Sheet] = []
    boosters: list[Booster] = []
    for code, name in names.items():
        prefix = f"{code} " if len(files) > 1 else ""
        pack = read_pack(packs[code], log) if code in packs else None
        lowering = PackLowering(every if pack else cards[code], options.engine, log, prefix)
        is_known = any(card.faces[0].types for card in cards[code])
        is_known = is_known and not (primitives.given and printings.unnamed)
        pack = pack or default_pack(types_are_known=is_known)
        booster = lowering.booster(pack, name=name, code=code)
        sheets += lowering.sheets.values()
        boosters += [booster] if booster else []
    if printings.unnamed and options.primitives != ():
        log.add(WagicCode.NO_PRIMITIVES, printings.unnamed_at, count=printings.unnamed)
    meta: dict[str, str] = {}
    single: str | None = None
    if len(files) == 1:
        single = files[0][0]
        meta = _meta(files[0][1], options, log)
    kept: dict[str, Value] = {}
    if printings.unresolved:
        kept["unresolved"] = tuple(map(FrozenDict, printings.unresolved))
    if called := printings.macros_of(every):
        kept["macros"] = called
    name = meta.pop("name", single or "")
    extras = {"wagic": kept} if kept else {}
    cardset = CardSet(name, single, every, sheets, boosters, None, meta, extras)
    return Report(cardset, _left_out(place, printings) if printings.missing else ())


def _left_out(place: str, printings: Printings) -> tuple[Diagnostic]:
    """How many printings have no primitive; said first, since a whole set may be missing."""
    found = WagicCode.LEFT_OUT.at(
        SourceText(place, "").span(0),
        left_out=printings.missing,
        count=printings.count,
        kept_as="wagic 'unresolved'",
    )
    return (found,)


def _meta(file: CardFile, options: WagicOptions, log: DiagnosticLog) -> dict[str, str]:
    """The metadata of *file*; a later line of a key replaces an earlier one."""
    return {
        line.key.strip().lower(): line.value.strip()
        for block in file.metadata()
        for line in fields(file, block, log, options.max_line)
    }
