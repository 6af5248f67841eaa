"""Packs, odds and audits of boosters."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import cardformats as cf

from .readings import diagnostics
from .records import Observations

#: Rules of other programs under which packs are observed, too.
_RULES: Final = ("draftmancer", "wagic", "octgn")
#: How many pairs of cards joint odds are observed of.
PAIRS: Final = 50
#: How many packs of a booster the other version computes the likelihood of.
PACKS: Final = 12
#: Of so many boosters one has its packs tested, which takes long.
_TESTED: Final = 8
#: Maximum number of entries in the sheets of a booster whose odds are observed.
_LARGE: Final = 4_000


def _fractions(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _fractions(each) for key, each in value.items()}
    return None if value is None else str(value)


def _odds(table: Any) -> Any:
    """Return the rows of an odds table, exact ones as fractions."""
    return {
        f"{row.card} {row.finish or ''}#{number}": [str(row.expected), str(row.at_least_one)]
        if row.exact
        else "simulated"
        for number, row in enumerate(table)
    }


def _cards(pack: Any) -> list[list[str | None]]:
    """Return the cards of a pack: name, set, number, id, finish, sheet and slot."""
    return [
        [each.card.name, each.card.set_code, each.card.number, each.card.id,
         each.finish, each.sheet, each.slot]
        for each in pack.cards
    ]  # fmt: skip


def _pack(cards: Sequence[Sequence[str | None]]) -> list[Any]:
    """Return the cards of a pack from what :func:`_cards` gave, maybe in another version."""
    return [
        cf.PackCard(cf.CardRef(*ref), finish=finish, sheet=sheet, slot=slot)  # type: ignore[arg-type]
        for *ref, finish, sheet, slot in cards
    ]


def boosters(cardset: Any) -> Iterator[tuple[str, Any]]:
    """Yield the boosters of a card set with keys that are theirs alone."""
    for number, booster in enumerate(cardset.boosters):
        yield f"{number} {booster.name}", booster


def observe_boosters(
    observed: Observations, key: str, cardset: Any, *, small: bool = False
) -> Iterator[tuple[str, Any]]:
    """Observe the boosters of a card set.

    Args:
        observed: where observations go.
        key: the name of the card set.
        cardset: the card set.
        small: observe only odds, audit and two packs.

    Yields:
        the key and the generator of each booster, for :func:`packs_of` and :func:`likelihoods`.
    """
    if sum(len(sheet.entries) for sheet in cardset.sheets.values()) > _LARGE:
        return
    for name, booster in boosters(cardset):
        where = f"{key} / {name}"
        made: list[Any] = []
        observed.add("generator", where, _make, cardset, booster, made)
        for generator in made:
            observed.add("audit", where, _audit, generator)
            observed.add("packs", where, _opened, generator, 2 if small else 20)
            tables: list[Any] = []
            observed.add("odds", where, _add_odds, generator, tables)
            if not small:
                for table in tables:
                    _observe_questions(observed, where, cardset, table)
                _observe_more(observed, where, cardset, booster, generator)
                yield where, generator


def _make(cardset: Any, booster: Any, made: list[Any]) -> str:
    made.append(cf.Generator(cardset, booster, seed=7))
    return repr(made[0].booster.name)


def _audit(generator: Any) -> list[str]:
    return diagnostics(generator.audit(8))


def _shown(generator: Any) -> list[str]:
    """Return what Python shows of what generators give."""
    deal = generator.deal(2)
    return [repr(generator), repr(generator.pack(0)), repr(deal), repr(generator.odds(packs=2))]


def _opened(generator: Any, count: int) -> Any:
    return [_cards(pack) for pack in generator.packs(count)]


def _add_odds(generator: Any, tables: list[Any]) -> Any:
    tables.append(generator.odds(packs=10))
    return _odds(tables[0])


def _joint(table: Any, pairs: Sequence[tuple[Any, Any]]) -> list[Any]:
    return [_fractions(table.joint(one, two)) for one, two in pairs]


def _counts(table: Any, what: str, value: str) -> Any:
    return _fractions(table.counts(what, value))


def _observe_questions(observed: Observations, where: str, cardset: Any, table: Any) -> None:
    """Observe joint odds and distributions of counts."""
    chance = random.Random(where)  # noqa: S311 - of tests
    refs = [row.card for row in table]
    pairs = [(chance.choice(refs), chance.choice(refs)) for _ in range(PAIRS)] if refs else []
    observed.add("joint odds", where, _joint, table, pairs)
    rarities = sorted({card.rarity for card in cardset.cards if card.rarity})
    asked = [
        *(("rarity", each) for each in rarities),
        *(("sheet", name) for name in cardset.sheets),
        *(("color", each) for each in ("W", "U", "B", "R", "G")),
    ]
    for what, value in asked:
        observed.add("counts", f"{where}: {what} {value}", _counts, table, what, value)


def _observe_more(
    observed: Observations, where: str, cardset: Any, booster: Any, generator: Any
) -> None:
    """Observe arrays, boxes, deals, explanations, and packs by the rules of other programs."""
    observed.add("shown", where, _shown, generator)
    observed.add("explain", where, lambda: str(generator.explain(generator.pack(0))))
    observed.add("bulk", where, lambda: [_cards(pack) for pack in generator.bulk(5)])
    observed.add("box", where, lambda: [_cards(pack) for pack in generator.box(0)])
    observed.add("box odds", where, lambda: _odds(generator.box_odds(boxes=2)))
    observed.add("deal", where, lambda: [_cards(pack) for pack in generator.deal(4).packs])
    observed.add("deal odds", where, lambda: _odds(generator.deal_odds(4, deals=2)))
    for rules in _RULES:
        kind = f"packs by the rules of {rules}"
        observed.add(kind, where, _by_rules, cardset, booster, rules)
    if crc32(where.encode()) % _TESTED == 0:
        observed.add("test of packs", where, _tested, generator)
    observed.add("comparison of boosters", where, _compared, cardset, generator)
    for product in cardset.products[:3]:
        observed.add("product", f"{where}: {product.name}", _product, generator, product.name)


def _by_rules(cardset: Any, booster: Any, rules: str) -> Any:
    return _opened(cf.Generator(cardset, booster, seed=7, rules=rules), 20)


def _tested(generator: Any) -> str:
    if hasattr(generator, "test"):  # before statistics were a package of their own
        return str(generator.test(generator.packs(PACKS)))
    return str(cf.stats.test(generator, generator.packs(PACKS)))


def _compared(cardset: Any, generator: Any) -> str:
    first = cf.Generator(cardset, cardset.boosters[0], seed=7)
    return str(cf.stats.compare(generator.packs(PACKS), first, generator))


def _product(generator: Any, name: str) -> Any:
    return [_cards(pack) for pack in generator.product(name).packs]


def packs_of(generator: Any) -> Any:
    """Return packs of a generator, for the other version's likelihood."""
    return _opened(generator, PACKS)


def likelihoods(observed: Observations, where: str, generator: Any, files: Sequence[Path]) -> None:
    """Observe the likelihood of packs that each version opened, as *files* have them."""
    for number, file in enumerate(files):
        packs = json.loads(file.read_text("utf-8")).get(where, ())
        key = f"{where}: packs of version {number}"
        observed.add("log_likelihood", key, _likelihood, generator, packs)


def _likelihood(generator: Any, packs: Sequence[Any]) -> list[str | None]:
    return [_rounded(generator.log_likelihood(_pack(each))) for each in packs]


def _rounded(value: float | None) -> str | None:
    """Return ten digits: sums in another order differ in the last ones."""
    return None if value is None else f"{value:.10g}"
