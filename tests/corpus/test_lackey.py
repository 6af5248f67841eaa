"""The real plugins: every cell, odds counted by hand, edits, decks, other programs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

import attrs
import pytest
from lxml import etree

import cardformats as cf

from .edits import changed_lines, with_face
from .readings import report_of

#: The cards, the packs, and what the files have that their makers did not mean.
PLUGINS = {
    "animo": (421, 0, {}),
    "redemption": (
        5692,
        39,
        {"CF010": 1, "LK002": 2, "LK010": 1, "LK013": 3, "LK016": 1},
    ),
}
#: A pack of which OCTGN has a rule less, and the loss says so: its slots have cards in common.
LOSSY = {"The Early Church"}


@pytest.fixture(scope="module", params=PLUGINS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def folder(corpus, name):
    return corpus / "corpus" / "lackey" / name


@pytest.fixture(scope="module")
def cardset(folder):
    return report_of(folder).value


@pytest.fixture(scope="module")
def redemption(corpus):
    return corpus / "corpus" / "lackey" / "redemption"


@pytest.fixture(scope="module")
def packs(redemption):
    return report_of(redemption).value


def lines_of(folder):
    titles, *lines = (folder / "sets" / "carddata.txt").read_text("utf-8").split("\n")
    return titles.split("\t"), [line.split("\t") for line in lines if line]


def test_only_what_is_known_is_reported(folder, name):
    cards, packs, known = PLUGINS[name]
    report = report_of(folder)
    assert report.counts() == known
    assert (len(report.value.cards), len(report.value.boosters)) == (cards, packs)


def test_every_cell_is_read(folder, cardset):
    titles, lines = lines_of(folder)
    roles = cardset.extras["lackey"]["game"]["roles"]
    assert {"types", "rarity", "number"} & roles.keys()
    for card, cells in zip(cardset.cards, lines, strict=True):
        row = dict(zip(titles, cells, strict=False))
        assert card.name == row.pop("Name")
        assert (card.set_code or "") == row.pop("Set")
        assert card.ids.get("lackey", "") == row.pop("ImageFile")
        assert (card.number or "") == row.get(roles.get("number"), "")
        for title, cell in row.items():
            if title not in roles.values():
                assert card.properties.get(title, "") == cell
        if cell := row.get(roles.get("rarity")):
            # what is spelled otherwise than usual stays a property
            assert card.properties.get("Rarity", (card.rarity or "").title()) == cell


def test_a_plugin_is_written_byte_for_byte(folder, cardset, tmp_path):
    (tmp_path / "same").mkdir()
    cf.write(cardset, tmp_path / "same", "lackey")
    files = [path for path in (tmp_path / "same").rglob("*") if path.is_file()]
    assert len(files) >= 2
    for path in files:
        assert path.read_bytes() == (folder / path.relative_to(tmp_path / "same")).read_bytes()


def test_what_is_written_anew_reads_as_the_same(cardset, tmp_path):
    report = cf.write(cardset, tmp_path / "new", "lackey", canonical=True)
    assert not report.losses
    assert cf.read(tmp_path / "new") == cardset
    titles, lines = lines_of(tmp_path / "new")
    assert all(len(line) == len(titles) for line in lines)


def test_one_text_changes_its_own_line(folder, cardset, tmp_path):
    card = next(each for each in reversed(cardset.cards) if each.text)
    new = with_face(card, text="A new and short text.")
    (tmp_path / "changed").mkdir()
    report = cf.write(cardset.replacing(card, new), tmp_path / "changed", "lackey")
    assert not report.losses
    before, after = (
        (each / "sets" / "carddata.txt").read_text("utf-8").splitlines()
        for each in (folder, tmp_path / "changed")
    )
    (gone,), (new,) = changed_lines(before, after)
    assert new == gone.replace(card.text, "A new and short text.")


# -- odds


def satisfying(rows):
    """What finds the numbers of the *rows* that satisfy a criterion."""

    @cache
    def find(field, test, data):
        return {number for number, row in enumerate(rows) if satisfied(field, test, data, row)}

    return lambda each: find(*(each.findtext(tag) for tag in ("field", "eval", "data")))


def satisfied(field, test, data, row):
    return {
        "IS": row.get(field, "") == data,
        "CONTAINS": data in row.get(field, ""),
        "DOESNTCONTAIN": data not in row.get(field, ""),
    }[test]


def shares(kinds):
    """How many of each number a chance gives, whose *kinds* are quantities and sets of numbers.

    Numbers that are in the same sets are alike, so only how many of them are gone counts.
    """
    alike = Counter()
    members = {}
    for number in set().union(*(own for _, own in kinds)):
        signature = tuple(number in own for _, own in kinds)
        alike[signature] += 1
        members[number] = signature
    signatures = [*alike]
    states = {(0,) * len(signatures): Fraction(1)}
    for place, (quantity, _) in enumerate(kinds):
        for _ in range(quantity):
            new = Counter()
            for gone, chance in states.items():
                left = [(alike[each] - gone[n]) * each[place] for n, each in enumerate(signatures)]
                if not sum(left):
                    new[gone] += chance
                for n, many in enumerate(left):
                    if many:
                        after = (*gone[:n], gone[n] + 1, *gone[n + 1 :])
                        new[after] += chance * Fraction(many, sum(left))
            states = new
    mean = [sum(gone[n] * chance for gone, chance in states.items()) for n in range(len(alike))]
    at = {each: mean[n] / alike[each] for n, each in enumerate(signatures)}
    return {number: at[signature] for number, signature in members.items()}


def counted(folder, step):
    """How many of each name a pack has on average, by the pack's title, counted from the files.

    That is every so many-th pack, and one of Warriors.
    """
    titles, lines = lines_of(folder)
    rows = [dict(zip(titles, cells, strict=False)) for cells in lines]
    find = satisfying(rows)
    text = (folder / "packs" / "packdefinitions.xml").read_text("utf-8")
    text = text.replace("</packdefinitions>", "") + "</packdefinitions>"
    packs = etree.fromstring(text)
    assert len(packs) == 39
    for pack in {*packs[::step], packs.find("pack[packtitle='Warriors']")}:
        common = pack.findall("packcommoncrit")
        chances = pack.findall("chance")
        weights = [Fraction(each.findtext("prob") or 1) for each in chances]
        odds = Counter()
        for chance, weight in zip(chances, weights, strict=True):
            kinds = []
            for kind in chance.findall("kind"):
                criteria = [*common, *kind.findall("crit")]
                own = set.intersection(*map(find, criteria))
                kinds.append((int(kind.findtext("qty")), own))
            for number, share in shares(kinds).items():
                odds[rows[number]["Name"]] += share * weight / sum(weights)
        assert pack.find("packdoubles") is None
        yield pack.findtext("packtitle"), odds


def expected(cardset, booster):
    odds = Counter()
    for row in cf.Generator(cardset, booster=booster, seed=1).odds():
        assert row.exact
        odds[row.card.name] += row.expected
    return odds


def test_odds_are_those_counted_by_hand(redemption, packs, step):
    by_hand = dict(counted(redemption, step))
    for title, odds in by_hand.items():
        assert expected(packs, title) == +odds, title
    # and one that needs no program: four of the 56 uncommon warriors, whatever the chance
    uncommon = [
        card.name
        for card in packs.cards
        if card.properties.get("OfficialSet") == "Warriors" and card.rarity == "uncommon"
    ]
    share = 1 - Fraction(comb(len(uncommon) - 1, 4), comb(len(uncommon), 4))
    assert by_hand["Warriors"][uncommon[0]] == share == Fraction(4, 56)


def part_of(packs, boosters):
    """*packs* with nothing but some boosters, and what is in them."""
    names = {each.sheet for one in boosters for slot, _ in one.walk() for each in slot.sheets}
    sheets = [sheet for name, sheet in packs.sheets.items() if name in names]
    refs = {entry.card.name for sheet in sheets for entry in sheet.entries}
    cards = [card for card in packs.cards if card.name in refs]
    return attrs.evolve(packs, boosters=boosters, sheets=sheets, cards=cards)


def test_odds_are_the_same_as_a_draftmancer_list(packs, step):
    for booster in packs.boosters[::step]:
        own = part_of(packs, [booster])
        report = cf.dumps_report(own, "draftmancer")
        again = cf.loads(report.value, "draftmancer")
        assert expected(again, None) == expected(own, None), booster.name


def test_odds_are_the_same_as_a_game_of_octgn_and_back(packs, tmp_path, step):
    packs = part_of(
        packs,
        [each for n, each in enumerate(packs.boosters) if n % step == 0 or each.name in LOSSY],
    )
    report = cf.write(packs, tmp_path / "game", "octgn", with_definition=True)
    lost = {name for each in report.losses if each.code == "CF232" for name in each.subjects}
    assert lost == LOSSY
    game = cf.read(tmp_path / "game")
    cf.write(game, tmp_path / "back", "lackey")
    back = cf.read(tmp_path / "back")
    assert [each.name for each in back.boosters] == [each.name for each in packs.boosters]
    for booster in packs.boosters:
        if booster.name not in LOSSY:
            own = expected(packs, booster.name)
            assert expected(game, booster.name) == own, booster.name
            assert expected(back, booster.name) == own, booster.name
    properties = {card.ids["lackey"]: card.properties for card in packs.cards}
    same = Counter(frozenset(each.items()) for each in properties.values())
    for card in back.cards:
        own = {key: value for key, value in card.properties.items() if key != "Sheets"}
        assert frozenset(own.items()) in same or card.ids["lackey"]


def test_a_game_of_octgn_becomes_a_plugin_with_the_same_odds(octgn, tmp_path):
    game = cf.read_report(octgn / "mtg").value
    boosters = [each for each in game.boosters if len(each.layouts) == 1][:3]
    own = attrs.evolve(game, boosters=boosters)
    report = cf.write(own, tmp_path / "plugin", "lackey")
    changed = {
        name for each in report.losses if each.concern.value == "odds" for name in each.subjects
    }
    plugin = cf.read(tmp_path / "plugin")
    assert len(plugin.boosters) == len(boosters)
    for booster, again in zip(boosters, plugin.boosters, strict=True):
        sheets = {each.sheet for slot, _ in booster.walk() for each in slot.sheets}
        if booster.name in changed or sheets & changed:
            continue
        before = expected(attrs.evolve(own, boosters=[booster]), None)
        after = expected(attrs.evolve(plugin, boosters=[again]), None)
        assert before == after, booster.name


def test_decks_are_read_and_written(corpus):
    for path in sorted((corpus / "corpus" / "lackey" / "animo" / "decks").iterdir()):
        report = cf.read_report(path)
        assert not report.diagnostics
        deck = report.value
        elements = [*etree.fromstring(path.read_text("utf-8")).iter("card")]
        assert sum(sheet.total for sheet in deck.sheets.values()) == len(elements)
        names = Counter(each.findtext("name") for each in elements)
        read = Counter()
        for sheet in deck.sheets.values():
            for entry in sheet.entries:
                read[entry.card.name] += entry.copies
        assert read == names
        assert cf.dumps(deck, "lackey-deck").encode() == path.read_bytes()
        again = cf.loads(cf.dumps(deck, "lackey-deck", canonical=True), "lackey-deck")
        assert (again.cards, again.sheets, again.meta) == (deck.cards, deck.sheets, deck.meta)
