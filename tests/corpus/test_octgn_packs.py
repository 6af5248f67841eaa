"""Packs of OCTGN: the expected copies of each card, beside those of the closed form."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction

import pytest

from cardformats.formats.octgn.packaging import Pick, read_pack
from cardformats.formats.octgn.richtext import plain, runs
from cardformats.formats.xmltext import Document
from cardformats.source import SourceText


@pytest.fixture(scope="module")
def sets(corpus):
    """By the id of each set: where it is, its root element, and its cards."""
    found = {}
    for path in sorted((corpus / "corpus" / "octgn").rglob("set.xml")):
        root = Document(SourceText.from_bytes(path.name, path.read_bytes())).root
        cards = [
            (card.get("id").lower(), {"name": card.get("name")} | dict(properties(card)))
            for card in root.iter("card")
        ]
        found[root.get("id").lower()] = (path, root, cards)
    return found


def properties(card):
    for each in card.iterchildren("property"):
        value = each.get("value")
        yield each.get("name"), plain(runs(each)) if value is None else value


def passes(card, filters):
    for key, value in filters:
        have = card.get("name" if key.lower() == "name" else key) or ""
        if (have.strip() or value.strip()) and have.casefold() != value.casefold():
            return False
    return True


def expected(items, pool, chance=Fraction(1)):
    """The cards' ids with the copies of each that *items* give on average."""
    for item in items:
        if isinstance(item, Pick):
            matching = [key for key, card in pool if passes(card, item.filters)]
            if item.quantity > 0 and matching:
                copies = chance * min(item.quantity, len(matching)) / len(matching)
                yield from ((key, copies) for key in matching)
        else:
            for weight, option in item.chances():
                yield from expected(option.items if option else (), pool, chance * weight)


def pool_of(pack, sets, cards):
    pool = list(cards)
    for include in dict.fromkeys(pack.includes):
        _, _, others = sets.get(include.of_set.lower(), (None, None, ()))
        matching = (card for key, card in others if key == include.card.lower())
        pool += [(include.card.lower(), {**card, **include.overrides}) for card in matching]
    return pool


def test_expected_copies_are_those_of_the_closed_form(corpus, sets):
    packed = (corpus / "golden" / "octgn" / "expected-packs.json.gz").read_bytes()
    golden = json.loads(gzip.decompress(packed))
    base = corpus / "corpus" / "octgn"
    seen = set()
    for path, root, cards in sets.values():
        for element in root.iter("pack"):
            pack = read_pack(element)
            name = f"{path.relative_to(base).as_posix()}#{pack.name}"
            totals = {}
            for key, copies in expected(pack.items, pool_of(pack, sets, cards)):
                totals[key] = totals.get(key, 0) + copies
            assert {key: float(each) for key, each in totals.items() if each} == pytest.approx(
                {key: each for key, each in golden[name]["expected"].items() if each}
            )
            seen.add(name)
    assert seen == set(golden)
