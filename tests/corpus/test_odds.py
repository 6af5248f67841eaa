"""Every booster of the corpus: packs come as often as the exact odds say."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import cardformats as cf

from .readings import report_of

#: Packs in which cards are counted: always, and by the slow session.
FEW, MANY = 1_000, 200_000

#: Boosters that cannot be opened, as their formats' own tests tell.
REFUSED = (cf.EmptySheetError,)


def lists(corpus):
    for path in sorted((corpus / "corpus" / "draftmancer").rglob("*.txt")):
        yield path, "draftmancer"


def sets(corpus):
    for path in sorted((corpus / "corpus" / "octgn").rglob("set.xml")):
        yield (path,)
    for path in sorted((corpus / "corpus" / "wagic").rglob("sets/*/booster.txt")):
        yield path.parent, "wagic"
    yield corpus / "corpus" / "wagic" / "2016" / "sets" / "ZEN", "wagic"


def packs_having(generator, count):
    """In how many packs each card of a finish is."""
    having = Counter()
    for start in range(0, count, 50_000):
        packs = generator.bulk(min(50_000, count - start), start)
        whats = [(each.card, each.finish) for each in packs.cards]
        number_of = {what: number for number, what in enumerate(dict.fromkeys(whats))}
        numbers = np.array([*(number_of[what] for what in whats), -1])  # -1 is no card
        cards = np.sort(numbers[packs.indices], axis=1)
        once = np.ones(cards.shape, bool)
        once[:, 1:] = cards[:, 1:] != cards[:, :-1]
        found = cards[once & (cards >= 0)]
        for what, each in zip(number_of, np.bincount(found, minlength=len(number_of)), strict=True):
            having[what] += int(each)
    return +having


def assert_odds_hold(generator, count, label):
    """The packs with each card are within five standard deviations of what the odds say."""
    table = generator.odds(packs=200)
    having = packs_having(generator, count)
    squares = []
    for row in table:
        if not row.exact:
            continue
        what = (row.card, row.finish)
        share = float(row.at_least_one)
        spread = (count * share * (1 - share)) ** 0.5
        off = having[what] - count * share
        assert abs(off) <= 5 * spread + 1e-6 * count + 1, (label, what, having[what], count * share)
        if spread > 1:
            squares.append((off / spread) ** 2)
    if len(squares) > 20:
        assert sum(squares) / len(squares) < 2, (label, sum(squares) / len(squares))
    assert set(having) <= {(row.card, row.finish) for row in table}, label
    return table


def generators(corpus, found):
    for path, *arguments in found(corpus):
        report = report_of(path, *arguments)
        if report.value is None:
            continue
        for booster in report.value.boosters:
            try:
                generator = cf.Generator(report.value, booster, seed=path.name)
                generator.pack(0)
            except REFUSED:
                continue
            yield f"{path.relative_to(corpus)} {booster.name} {booster.id}", generator


@pytest.mark.parametrize("found", [lists, sets])
def test_packs_of_the_corpus_come_as_the_odds_say(corpus, step, found):
    tables = {
        label: assert_odds_hold(generator, MANY if step == 1 else FEW, label)
        for label, generator in generators(corpus, lambda corpus: [*found(corpus)][:: min(step, 5)])
    }
    rows = [row for table in tables.values() for row in table]
    assert len(tables) > 20 / step
    assert sum(row.exact for row in rows) > 0.9 * len(rows)
