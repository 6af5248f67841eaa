"""Real packs with one edit of a sheet: the odds that are read back are the model's, or reported."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf

from .readings import report_of

#: So many edits of a set with ``--slow``.
MANY = 12


def with_entries(cardset, name, entries):
    sheets = [
        evolve(each, entries=entries) if each.name == name else each
        for each in cardset.sheets.values()
    ]
    return evolve(cardset, sheets=sheets)


def other_entries(cardset, sheet):
    """Entries of cards that are not on *sheet*."""
    on_it = {id(cardset.card(each.card)) for each in sheet.entries}
    return [
        cf.Entry(
            cf.CardRef(
                card.name, set_code=card.set_code, number=card.number, id=card.ids.get("octgn")
            )
        )
        for card in cardset.cards
        if id(card) not in on_it
    ]


def added(cardset, sheet, chance):
    new = chance.choice(other_entries(cardset, sheet))
    place = chance.randint(0, len(sheet.entries))
    entries = (*sheet.entries[:place], new, *sheet.entries[place:])
    return with_entries(cardset, sheet.name, entries)


def removed(cardset, sheet, chance):
    gone = chance.choice(sheet.entries)
    return with_entries(cardset, sheet.name, [each for each in sheet.entries if each is not gone])


def moved(cardset, sheet, chance):
    others = [each for each in cardset.sheets.values() if each is not sheet]
    target = chance.choice(others)
    entry = chance.choice(sheet.entries)
    kept = [each for each in sheet.entries if each is not entry]
    new = with_entries(cardset, sheet.name, kept)
    return with_entries(new, target.name, (*target.entries, entry))


def copied(cardset, sheet, chance):
    entries = list(sheet.entries)
    place = chance.randrange(len(entries))
    entries[place] = evolve(entries[place], copies=entries[place].copies + chance.randint(1, 3))
    return with_entries(cardset, sheet.name, entries)


def doubled(cardset, sheet, chance):
    return with_entries(cardset, sheet.name, (*sheet.entries, chance.choice(sheet.entries)))


EDITS = {each.__name__: each for each in (added, removed, moved, copied, doubled)}


def odds(cardset, booster):
    """The expected copies of each card in a pack, by its id, and the chance that it is there.

    None where that is not exact; the chance only of cards with a single row.
    """
    rows = {}
    for row in cf.Generator(cardset, booster, seed=1).odds(packs=1):
        card = cardset.card(row.card)
        key = card.ids["octgn"] if card is not None else row.card.name
        rows.setdefault(key, []).append(row)
    return {
        key: (
            sum((row.expected for row in its), Fraction(0)),
            its[0].at_least_one if len(its) == 1 else None,
        )
        if all(row.exact for row in its)
        else None
        for key, its in rows.items()
    }


def opened(cardset):
    """The odds of all boosters of a set that can be opened."""
    whole = []
    for booster in cardset.boosters:
        try:
            whole.append(odds(cardset, booster))
        except cf.CollationError:
            whole.append(None)
    return whole


def differ(one, other):
    never = (0, 0)
    for key in one.keys() | other.keys():
        was, now = one.get(key, never), other.get(key, never)
        if was is None or now is None:
            continue
        if was[0] != now[0] or (None not in (was[1], now[1]) and was[1] != now[1]):
            yield key, was, now


def check(path, kind, seed, *, canonical):
    cardset = report_of(path).value
    chance = random.Random(f"{path.parent.name} {kind} {seed}")  # noqa: S311
    drawn = Counter(each.sheet for b in cardset.boosters for s, _ in b.walk() for each in s.sheets)
    sheets = [each for each in cardset.sheets.values() if each.entries and drawn[each.name]]
    try:
        new = EDITS[kind](cardset, chance.choice(sheets), chance)
    except IndexError:
        return False
    game = path.parent.parent.parent
    report = cf.dumps_report(new, "octgn", canonical=canonical)
    again = cf.loads(report.value, "octgn", game=game, definition=game)
    is_said = any(loss.code.concern.value == "odds" for loss in report.losses)
    meant, read = opened(new), opened(again)
    if not is_said:
        assert len(meant) == len(read)
        for booster, one, other in zip(new.boosters, meant, read, strict=True):
            if one is not None and other is not None:
                changed = sorted(differ(one, other))
                where = (path.parent.name, booster.name, kind, seed, canonical, len(changed))
                assert not changed, (where, changed[:3], report.losses)
    return not is_said


@pytest.fixture(scope="session")
def with_packs(octgn_sets):
    return [path for path in octgn_sets if "<pack " in path.read_text("utf-8-sig")]


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_of_a_sheet_has_the_odds_of_the_model(with_packs, kind, step):
    """In the default run some sets are edited once, and written in one of the two ways."""
    is_slow = step == 1
    chance = random.Random(kind)  # noqa: S311
    paths = with_packs if is_slow else chance.sample(with_packs, 2)
    ways = [(path, canonical) for path in paths for canonical in (False, True)]
    kept = sum(
        check(path, kind, seed, canonical=canonical)
        for path, canonical in (ways if is_slow else ways[::3])
        for seed in range(MANY if is_slow else 1)
    )
    assert kept or kind in ("copied", "doubled")


def odds_of(cardset):
    """The sizes of packs, and how many of each card a pack has on average."""
    packs = cf.Generator(cardset, seed=3)
    means = Counter()
    for row in packs.odds().rows():
        means[row["card"].split(" (")[0]] += row["expected"]
    return {len(packs.pack(number).cards) for number in range(40)}, means


#: What is reported of packs that are others: the ways of drawing that OCTGN has not.
OTHER_ODDS = {
    "cards with more copies but not twice (now perhaps twice)",
    "layouts of the packs of rounds (now by their weights)",
    "the collation Striped (now at random)",
}


def test_lists_keep_the_size_and_odds_of_their_packs_or_a_loss_says_why(corpus, tmp_path, step):
    compared = Counter()
    for path in sorted((corpus / "corpus" / "draftmancer").glob("*.txt"))[:: min(step, 3)]:
        cardset = report_of(path, "draftmancer").value
        try:
            sizes, means = odds_of(cardset)
        except cf.CardFormatsError:  # it has no packs, or sheets that are too small for them
            continue
        report = cf.write(cardset, tmp_path / path.stem, "octgn")
        again = odds_of(cf.read(tmp_path / path.stem, "octgn"))
        kinds = {loss.kind for loss in report.losses} & OTHER_ODDS
        assert again[0] == sizes or {each.split()[0] for each in kinds} & {"layouts"}, path.name
        if kinds:
            compared["reported"] += 1
        else:
            assert again[1] == pytest.approx(means), path.name
            compared["equal"] += 1
    assert compared["equal"] > compared["reported"] > 0
