"""Packs by the rules of Draftmancer, against what its own code was seen to make.

Each experiment is rebuilt as a list and opened.  Frequencies agree within five standard deviations
of the two samples; what always held there always holds here.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import chain, pairwise

import attrs
import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.rules.program import rules_for
from cardformats.errors import CollationError, EmptySheetError, ReadError

#: What is not rebuilt, and why.
LEFT_OUT = {
    "layouts_weight_neg": "a list with a negative weight is refused",
    "printRun_10_count3_g1.5": "a list with a broken size of groups is refused",
    "printRun_negative_group": "a list with a negative size of groups is refused",
}
#: By the name of an experiment, what checks what was recorded.
EXPERIMENTS = {}
#: How many sessions an experiment has had so far: the seed of the next.
SESSIONS = [0]
COLORS = "WUBRG"


def experiment(name, *arguments, **named):
    """The decorated check is called with what was recorded, and the other arguments."""

    def register(check):
        EXPERIMENTS[name] = partial(check, *arguments, **named)
        return check

    return register


# -- lists and their packs


def listing(*sheets, cards=(), **settings):
    """The text of a list; *sheets* are pairs of a header and lines."""
    parts = ["[Settings]", json.dumps(settings)] if settings else []
    parts += ["[CustomCards]", json.dumps(cards)] if cards else []
    for header, lines in sheets:
        parts += [f"[{header}]", *lines]
    return "\n".join(parts)


def rules(text, size=15):
    """The rules of a list; *size* is that of packs without layouts."""
    cardset = cf.loads(text, "draftmancer", cards_per_booster=size)
    return rules_for("draftmancer")(cardset, cardset.boosters[0])


def session(peer, packs=1, **options):
    """The packs of a session: each the name of its layout, and its cards."""
    SESSIONS[0] += 1
    return list(peer.session(Bits(Source("semantics"), SESSIONS[0]), packs, **options))


def opened(peer, packs=1, sessions=1, **options):
    """The names of the cards of the packs of some sessions."""
    made = chain.from_iterable(session(peer, packs, **options) for _ in range(sessions))
    return [[each.card.name for each in cards] for _, cards in made]


# -- comparisons


def assert_share(ours, our_number, theirs, their_number):
    """Two shares, each of so many."""
    share = (ours * our_number + theirs * their_number) / (our_number + their_number)
    variance = share * (1 - share) * (1 / our_number + 1 / their_number)
    assert abs(ours - theirs) <= 5 * variance**0.5 + 1e-4  # recorded to four places


def assert_same(ours, theirs):
    """Two counts of the same things."""
    assert set(ours) == set(theirs)
    our_total, their_total = sum(ours.values()), sum(theirs.values())
    for key, number in theirs.items():
        assert_share(ours[key] / our_total, our_total, number / their_total, their_total)


WEIGHED = ["10 Aa1", "5 Bb1", "1 Cc1"]
SINGLES = ["Aa1", "Bb1", "Cc1"]


# -- copies, replacement and protection


def counted(text, number, key=">".join, *, recorded):
    """The packs of a session, by what is said of them, come as often as was recorded."""
    assert_same(Counter(map(key, opened(rules(text), number))), recorded)


experiment(
    "weights_withReplacement_10_5_1_of_64000",
    listing(("A(1)", WEIGHED), withReplacement=True),
    20_000,
)(counted)
experiment(
    "dupProtection_3of3_withReplacement",
    listing(("A(3)", WEIGHED), withReplacement=True),
    2000,
    lambda pack: ",".join(sorted(pack)),
)(counted)
experiment(
    "dupProtection_pair_order_200000", listing(("A(2)", WEIGHED), withReplacement=True), 20_000
)(counted)
experiment(
    "noDupProtection_distinct_count",
    listing(("A(3)", WEIGHED), withReplacement=True, duplicateProtection=False),
    20_000,
    lambda pack: str(len(set(pack))),
)(counted)
experiment(
    "dupProtection_impossible_5of3",
    listing(("A(5)", WEIGHED), withReplacement=True),
    1000,
    lambda pack: f"{len(set(pack))}distinct of {len(pack)}",
)(counted)
experiment(
    "dupProtection_across_slots",
    listing(("A(1)", ["Aa1"]), ("B(1)", ["Aa1", "Bb1"]), withReplacement=True),
    1000,
)(counted)


@experiment("without_replacement_16_packs_exhaust_exactly")
def exhausted(recorded):
    peer = rules(listing(("A(1)", WEIGHED)))
    made = Counter(chain(*opened(peer, 16, sessions=50)))
    assert {name: 40 * number for name, number in made.items()} == recorded


# -- running out


@experiment("exhausted_layout_error")
@experiment("exhausted_plain_error")
def fails(recorded):
    sheet = [("A(1)", SINGLES[:2])] if "while" in recorded[1] else [("default", SINGLES[:2])]
    with pytest.raises(EmptySheetError) as caught:
        session(rules(listing(*sheet), 1), 3)
    if "2/3" in recorded[1]:
        assert str(caught.value) == "3 packs need 3 cards; the list has 2"


@experiment("plain_printRun_error")
def plain_print_run(recorded):
    assert recorded[1].startswith("Only the default collation")
    with pytest.raises(CollationError, match="collation PrintRun in a list without layouts"):
        rules(listing(('default {"collation": "printRun"}', SINGLES)))


@experiment("refill_6packs_of2_from3_counts")
@experiment("refill_duplicates_inside_pack_by_index")
def refilled(recorded):
    peer = rules(listing(("A(2)", SINGLES), refillWhenEmpty=True, colorBalance=False))
    sessions = [opened(peer, 6) for _ in range(500)]
    if recorded:
        counts = Counter(str(list(Counter(chain(*made)).values())) for made in sessions)
        assert_same({key.replace(" ", ""): number for key, number in counts.items()}, recorded)
    else:
        assert all(len(set(pack)) == 2 for made in sessions for pack in made)


@experiment("removeFromCardPool one copy from every sheet")
def removed_from_every_sheet(recorded):
    text = listing(("A(1)", ["Za1", "Zb1", "Zc1"]), ("B(1)", ["2 Zc1"]), duplicateProtection=False)
    made = cf.Generator(cf.loads(text, "draftmancer"), seed="semantics", rules="draftmancer")
    gone = cf.Pack(0, "", "", (cf.PackCard(cf.CardRef("Zc1"), "B", "B"),))
    packs = (made.more([gone], number=number).cards for number in range(1_000))
    assert_same(Counter(" ".join(each.card.name for each in pack) for pack in packs), recorded)


# -- layouts


def with_layouts(weights, **settings):
    layouts = {
        name: {"weight": weight, "slots": {"A": 1}}
        for name, weight in zip("ABC", weights, strict=True)
    }
    return listing(("A", SINGLES), layouts=layouts, withReplacement=True, **settings)


def chosen(text, *arguments, **options):
    return [name for name, _ in session(rules(text), *arguments, **options)]


@experiment("layouts_weights_1_2_5", [1, 2, 5])
@experiment("layouts_weight_0_0_0", [0, 0, 0])
@experiment("layouts_weight_0_1_0", [0, 1, 0])
def layouts_by_weight(weights, *, recorded):
    assert_same(Counter(chosen(with_layouts(weights), 20_000)), recorded)


@experiment("layouts_noReplacement_8")
def layouts_from_a_bag(recorded):
    text = with_layouts([1, 2, 5], layoutWithReplacement=False)
    made = Counter(chain(*(chosen(text, 8) for _ in range(50))))
    assert {name: 10 * number for name, number in made.items()} == recorded


@experiment("layouts_noReplacement_all_zero")
def layouts_from_an_empty_bag(recorded):
    """A reader gives the first layout a weight; it is taken away again."""
    assert recorded
    read = cf.loads(with_layouts([0, 0, 0], layoutWithReplacement=False), "draftmancer")
    layouts = [attrs.evolve(each, weight=0) for each in read.boosters[0].layouts]
    booster = attrs.evolve(read.boosters[0], layouts=layouts)
    with pytest.raises(CollationError, match="the bag of layouts is empty"):
        rules_for("draftmancer")(attrs.evolve(read, boosters=[booster]), booster)


@experiment("predetermined_strings_q9_players3", ["A", "B", "C"], 3)
@experiment("predetermined_strings_q9_noplayers", ["A", "B", "C"], 1)
@experiment("predetermined_shorter_wraps", ["A", "B"], 3)
def layouts_of_rounds(rounds, players, *, recorded):
    text = with_layouts([1, 2, 5], predeterminedLayouts=rounds)
    made = [chosen(text, 9, players=players) for _ in range(10)]
    assert list(map(Counter, zip(*made, strict=True))) == recorded


@experiment("predetermined_arrays_inherit_weights", [["A", "C"]])
@experiment("predetermined_records_override", [{"A": 3, "C": 1}])
def weighed_layouts_of_rounds(rounds, *, recorded):
    text = with_layouts([1, 2, 5], predeterminedLayouts=rounds)
    assert_same(Counter(chosen(text, 20_000)), recorded)


@experiment("predetermined_noReplacement_bag")
def layouts_of_a_round_from_a_bag(recorded):
    rounds = [{"A": 3, "C": 1}]
    text = with_layouts([1, 2, 5], predeterminedLayouts=rounds, layoutWithReplacement=False)
    made = Counter(chain(*(chosen(text, 8, players=8) for _ in range(50))))
    assert {name: 10 * number for name, number in made.items()} == recorded


@experiment("predetermined_empty", {"predeterminedLayouts": []})
@experiment("predetermined_zero_weight_pair", {"predeterminedLayouts": [{"A": 0, "B": 0}]})
def refused(settings, *, recorded):
    """What Draftmancer takes and then crashes on is refused when it is read."""
    assert recorded.startswith("TypeError")
    with pytest.raises(ReadError):
        rules(with_layouts([1, 2, 5], **settings))


def with_slots(sheets, *slots, **settings):
    """A list whose only layout has these slots."""
    return listing(*sheets, layouts={"L": {"weight": 1, "slots": list(slots)}}, **settings)


@experiment("slot_without_sheets")
def slot_without_sheets(recorded):
    assert recorded.startswith("TypeError")
    with pytest.raises(ReadError):
        rules(with_slots([("A", SINGLES)], {"name": "X", "count": 1, "sheets": []}))


@experiment("multi_sheet_slot_count3_weights3_1")
@experiment("multi_sheet_labels")
def sheets_of_a_slot(recorded):
    choices = [{"name": "A", "weight": 3}, {"name": "B", "weight": 1}]
    slot = {"name": "X", "count": 3, "sheets": choices}
    sheets = [("A", ["Aa1"]), ("B", ["Bb1"])]
    peer = rules(with_slots(sheets, slot, withReplacement=True))
    if isinstance(recorded, dict):
        made = Counter("".join(name[0] for name in pack) for pack in opened(peer, 4000))
        assert_same(made, recorded)
        return
    labels = [
        [[each.card.name, each.slot, each.sheet] for each in cards] for _, cards in session(peer, 9)
    ]
    assert recorded in labels


# -- colour balance


def colored(*counts):
    """Custom cards: so many without a colour, then of each colour."""
    names = [
        f"{c}{n}x" for c, number in zip("N" + COLORS, counts, strict=True) for n in range(number)
    ]
    return [
        {"name": name, "mana_cost": "{1}", "type": "Creature", "colors": [*name[0].strip("N")]}
        for name in names
    ]


HUNDRED = colored(25, *[15] * 5)
FOUR_HUNDRED = colored(100, *[60] * 5)


def names(cards):
    return [card["name"] for card in cards]


def of_colors(cards, header, size=15, **settings):
    """The rules of a list whose only sheet has these cards; without a header it has no layouts."""
    return rules(listing((header or "default", names(cards)), cards=cards, **settings), size)


def has_all(pack):
    return {name[0] for name in pack} >= set(COLORS)


def share_of_others(packs):
    drawn = [name[0] == "N" for pack in packs for name in pack]
    return sum(drawn) / len(drawn)


def sizes(check):
    """The experiments with a list without layouts, and those with a slot of so many cards."""
    for size in (4, 5, 6, 7, 8, 10, 15):
        for balance in (True, False):
            experiment(f"cb_plain_cpb{size}_{str(balance).lower()}", size, None, balance=balance)(
                check
            )
    for size in (3, 4):
        experiment(f"cb_layout_slot_size{size}_balanced?", size, f"A({size})", balance=True)(check)
    for size in (6, 7, 10):
        experiment(f"cb_layout_slot_size{size}", size, f"A({size})", balance=True)(check)
    return check


@sizes
def balanced(size, header, *, balance, recorded):
    peer = of_colors(HUNDRED, header, size, withReplacement=True, colorBalance=balance)
    packs, theirs = opened(peer, 2500), recorded["packs"]
    share = sum(map(has_all, packs)) / len(packs)
    assert_share(share, len(packs), recorded["all5"], theirs)
    assert_share(share_of_others(packs), 2500 * size, recorded["otherShare"], theirs * size)


@experiment("cb_slot4_distinct_mono_colours")
def colors_in_four(recorded):
    for balance in (True, False):
        peer = of_colors(HUNDRED, "A(4)", withReplacement=True, colorBalance=balance)
        made = Counter(str(len({n[0] for n in pack} - {"N"})) for pack in opened(peer, 8_000))
        assert_same(made, recorded[str(balance).lower()])


@experiment("cb_exhaust_100_cards_ok_of_200")
def balanced_to_the_end(recorded):
    peer = of_colors(HUNDRED, "A(10)")
    sessions = [opened(peer, 10) for _ in range(recorded // 5)]
    assert all(sorted(chain(*made)) == sorted(names(HUNDRED)) for made in sessions)


@experiment("cb_shuffled_first5_mono_of_12000")
def balanced_in_random_order(recorded):
    packs = opened(of_colors(HUNDRED, "A(15)", withReplacement=True), 6000)
    ours = sum(all(name[0] != "N" for name in pack[:5]) for pack in packs)
    assert_share(ours / 6000, 6000, recorded["first5mono"] / 12_000, 12_000)


def biases(check):
    for kind, header in (("layout", "A(15)"), ("plain", None)):
        for replacement in (True, False):
            name = f"cb bias {kind} withReplacement={str(replacement).lower()}"
            asked = ": share of non-mono (expected .25), all five"
            experiment(name + asked, header, replacement=replacement)(check)
    return check


@biases
def bias(header, *, replacement, recorded):
    """How many packs there were is not recorded; as many as in the other experiments, say.

    Nor is how many a session had: not so many, say, that a colour can run out.
    """
    peer = of_colors(FOUR_HUNDRED, header, withReplacement=replacement)
    packs = opened(peer, 10, sessions=100)
    assert_share(share_of_others(packs), 15 * len(packs), recorded[0], 15 * 12_000)
    assert all(map(has_all, packs)) == (recorded[1] == 1)


@experiment("tie largest slot: share balanced first/second")
def tie(recorded):
    sheets = [(name, names(FOUR_HUNDRED)) for name in ("A(7)", "B(7)")]
    packs = opened(rules(listing(*sheets, cards=FOUR_HUNDRED, withReplacement=True)), 3000)
    first, second = ([has_all(pack[at : at + 7]) for pack in packs] for at in (0, 7))
    assert all(first) == (recorded[0] == 1)
    assert_share(sum(second) / 3000, 3000, recorded[1], 3000)


@experiment("largest slot printRun: second slot balanced share")
def print_run_is_largest(recorded):
    headers = ('A(8) {"collation": "printRun"}', "B(7)")
    lines = [[f"Run{number}" for number in range(10)], names(FOUR_HUNDRED)]
    text = listing(*zip(headers, lines, strict=True), cards=FOUR_HUNDRED, withReplacement=True)
    packs = opened(rules(text), 3000)
    assert_share(sum(has_all(pack[8:]) for pack in packs) / 3000, 3000, recorded, 3000)


# -- balance and refill


def refilling(color, header, **settings):
    """A list of three cards, whose supply refills."""
    cards = [
        {"name": name, "mana_cost": "{1}", "type": "Creature", "colors": [*color]}
        for name in ("Za1", "Zb1", "Zc1")
    ]
    return rules(listing((header, names(cards)), cards=cards, **settings), 6)


@experiment("refill+cb colourless only", "", balance=True)
@experiment("refill+cb mono only", "W", balance=True)
@experiment("refill no cb colourless", "", balance=False)
def balanced_and_refilled(color, *, balance, recorded):
    """A session of three packs: five times all cards, one time after the other unless shuffled."""
    peer = refilling(color, "A(5)", refillWhenEmpty=True, colorBalance=balance)
    sessions = [opened(peer, 3) for _ in range(500)]
    theirs = [pack.split() for pack in recorded]
    for made in (*sessions, theirs):
        drawn = list(chain(*made))
        assert Counter(drawn) == {"Za1": 5, "Zb1": 5, "Zc1": 5}
        if not color:
            assert all(len(set(drawn[at : at + 3])) == 3 for at in range(0, 15, 3))
    assert list(map(sorted, theirs)) in [list(map(sorted, made)) for made in sessions]


@experiment("cb colourless no refill")
def balanced_without_colors(recorded):
    made = chain(*opened(refilling("", "A(1)"), 3))
    assert sorted(made) == sorted(recorded)


@experiment("plain cb colourless refill cpb6")
def defect(recorded):
    """The first pack takes all cards twice; where the second begins, the sheet is empty."""
    assert recorded.startswith("THROWN")
    peer = refilling("", "default", refillWhenEmpty=True)
    assert len(session(peer)) == 1
    with pytest.raises(EmptySheetError):
        session(peer, 2)


# -- print runs


def runs(check):
    for size in (1, 2, 3, 4):
        experiment(f"printRun_10_count3_g{size}", "ABCDEFGHIJ", 3, size)(check)
    experiment("printRun_10_count12_wraps_and_repeats", "ABCDEFGHIJ", 12, 10)(check)
    experiment("printRun_g_bigger_than_run", "ABC", 2, 5)(check)
    return check


@runs
def print_run(cards, size, group, *, recorded):
    header = f'R({size}) {{"collation": "printRun", "groupSize": {group}}}'
    packs = ["".join(pack) for pack in opened(rules(listing((header, cards))), 8_000)]
    assert_same(Counter(packs), recorded["packs"])
    going_on = [
        cards[(cards.index(one[-1]) + 1) % len(cards)] == other[0] for one, other in pairwise(packs)
    ]
    share, theirs = sum(going_on) / len(going_on), sum(recorded["packs"].values())
    assert_share(share, len(going_on), recorded["continuationRate"], theirs)


@experiment("printRun_10_count3_g0")
def print_run_without_groups(recorded):
    assert all(key.startswith("An error") for key in recorded["packs"])
    text = listing(('R(3) {"collation": "printRun", "groupSize": 0}', SINGLES))
    (found,) = cf.loads_report(text, "draftmancer").diagnostics
    assert found.code == "DM074"  # it takes the list, and fails when it makes packs


ONE_AND_TWO = ["MW0x", "MW1x"]


_RUN = 'A(1) {"collation": "printRun"}', ONE_AND_TWO[:1]
_RANDOM = "B(1)", ONE_AND_TWO
experiment(
    "random slot after printRun avoids its card", listing(_RUN, _RANDOM, withReplacement=True), 500
)(counted)
experiment(
    "printRun slot after random does not avoid", listing(_RANDOM, _RUN, withReplacement=True), 500
)(counted)


# -- stripes

CELLS = [f"r{row}c{column}" for row in range(4) for column in range(6)]


def striped(weights, packs):
    header = f'S(8) {{"collation": "striped", "length": 6, "weights": {weights}}}'
    return opened(rules(listing((header, CELLS))), packs)


def step(one, other):
    return f"dr{int(other[1]) - int(one[1])},dc{int(other[3]) - int(one[3])}"


@experiment("striped_len6_w[1]", [1])
@experiment("striped_len6_w[0,1]", [0, 1])
@experiment("striped_len6_w[0,0,1]", [0, 0, 1])
@experiment("striped_len6_w[0,1,1]", [0, 1, 1])
def stripes(weights, *, recorded):
    packs = striped(weights, 12_000)
    steps = Counter(step(one, other) for pack in packs for one, other in pairwise(pack))
    assert_same(steps, recorded["transitions"])
    assert {*recorded["examples"]} <= {" ".join(pack) for pack in packs}


@experiment("striped_first_index_uniform_min_max")
def stripes_start_anywhere(recorded):
    starts = Counter(pack[0] for pack in striped([1], 24_000))
    cells, least, most = recorded
    assert len(starts) == cells
    for lowest, highest in ((min(starts.values()), max(starts.values())), (least, most)):
        assert 1000 - 5 * 31 <= lowest <= highest <= 1000 + 5 * 31


# -- foil


@experiment("foil flags")
def foil(recorded):
    card = {"name": "Fo1", "mana_cost": "", "type": "Land", "foil": True}
    slots = {"name": "N", "count": 1, "foil": True}, {"name": "F", "count": 1}
    text = with_slots([("N", ["Nf1"]), ("F", ["Fo1"])], *slots, cards=[card])
    cardset = cf.loads(text, "draftmancer")
    ((_, cards),) = session(rules(text))
    own = [(cardset.card(each.card), each) for each in cards]
    flags = [
        [each.card.name, (each.finish or (found and found.finish)) == "foil"] for found, each in own
    ]
    assert flags == recorded


@pytest.fixture(scope="module")
def semantics(corpus):
    """What was recorded, by experiment."""
    folder = corpus / "golden" / "draftmancer"
    return {
        name: recorded
        for path in sorted(folder.glob("semantics*.json"))
        for name, recorded in json.loads(path.read_text("utf-8")).items()
    }


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_packs_are_those_of_the_original(semantics, name):
    SESSIONS[0] = 0
    EXPERIMENTS[name](recorded=semantics[name])


def test_every_experiment_is_rebuilt_or_left_out_for_a_reason(semantics):
    assert not EXPERIMENTS.keys() & LEFT_OUT.keys()
    assert semantics.keys() == EXPERIMENTS.keys() | LEFT_OUT.keys()
