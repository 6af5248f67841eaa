"""Kinds of draft of third parties: registered, published, checked by property tests."""

from __future__ import annotations

import re
import sys

import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft
from cardformats.cli.app import app
from cardformats.draft.zones import kinds
from cardformats.testing import assert_draft_kind
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "how-to" / "write-a-kind-of-draft.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
#: The kinds of draft on the page: one with a table, and one in which packs are passed.
MODULE = BLOCKS[0]
(TWOS,) = (each.partition("draft.register")[0] for each in BLOCKS if "class TwosDraft" in each)
CUBE = cf.CardSet.of(
    [cf.Card.of(f"Card {at:03}", mana_cost="{W}", rarity="common") for at in range(200)],
    pack={"common": 15},
)


@pytest.fixture(autouse=True)
def _registry(monkeypatch):
    """What a test registers, or discovers, is forgotten after it."""
    registry = vars(kinds)["_KINDS"]
    monkeypatch.setattr(registry, "_known", dict(registry.known()))
    monkeypatch.setattr(registry, "_providers", dict(vars(registry)["_providers"]))
    monkeypatch.setattr(registry, "_is_discovered", False)


ENTRY_POINTS = """\
[cardformats.drafts]
pairs = reedpairs:KIND
nothing = reedpairs:TABLE
absent = reedpairs:absent
winston = reedpairs:KIND
"""


@pytest.fixture
def pairs(tmp_path, monkeypatch):
    """A distribution that publishes the kind of the page, on the path; its module."""
    (tmp_path / "reedpairs.py").write_text(MODULE, "utf-8")
    info = tmp_path / "reedpairs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: reedpairs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    import reedpairs  # noqa: PLC0415 - it is there now

    yield reedpairs
    sys.modules.pop("reedpairs", None)


def begun(kind="pairs", players=2, **settings):
    packs = draft.packs_for(kind, cf.Generator(CUBE, seed=1), CUBE, players=players, **settings)
    return draft.begin(kind, packs, CUBE, players=players, seed=1, **settings)


def test_the_kind_of_the_page_keeps_the_properties(pairs):
    assert_draft_kind(pairs.KIND, CUBE, seeds=range(2), cards=6)
    for kind in (MODULE, TWOS):
        lines = [line for line in kind.splitlines() if line]
        assert len([line for line in lines if not line.startswith(("from ", "import "))]) <= 40


def test_the_kind_that_passes_packs_keeps_the_laws(tmp_path, monkeypatch):
    (tmp_path / "reedtwos.py").write_text(MODULE.partition("TABLE")[0] + TWOS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import reedtwos  # noqa: PLC0415 - it is there now

    draft.register_draft_kind(reedtwos.TWOS)
    assert_draft_kind("twos", CUBE, seeds=[1], packs=1)
    state = begun("twos", players=3, packs=1)
    held = [{card.name for card in state.cards[at * 15 : at * 15 + 15]} for at in range(3)]
    first = state.view(0).options[0]
    assert first.cards == (0, 1)
    assert first.text == f"take {state.cards[0].name}, {state.cards[1].name}"
    assert not state.view(1).zone("pack", 0).cards  # it sees its own pack
    seen = []
    while not state.is_over:
        assert state.actors == tuple(range(len(seen) % 3, 3))  # all take cards at the same time
        seat = state.actors[0]
        view = state.view(seat)
        names = {view.cards[card].name for card in view.options[0].cards}
        seen.append((seat, next(at for at, pack in enumerate(held) if names <= pack)))
        state = state.do(view.options[0].action)
    assert seen[:6] == [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)]
    assert [len(state.pool(seat)) for seat in range(3)] == [15, 15, 15]


@pytest.mark.usefixtures("pairs")
def test_a_kind_is_found_among_the_entry_points():
    assert "pairs" in draft.draft_kinds()
    state = draft.play(begun(), [draft.RandomBot(1)] * 2)
    assert draft.loads(draft.dumps(state)) == state


@pytest.mark.usefixtures("pairs")
def test_the_command_holds_a_published_kind(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text("[Pack(15)]\n" + "".join(f"1 Card {at}\n" for at in range(200)))
    words = ["draft", str(path), "--format", "pairs", "--setting", "cards=4", "--seed", "1"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert [line for line in result.stdout.splitlines() if line[0] != " "] == [
        "seat 0, 4 cards",
        "seat 1, 4 cards",
    ]
    assert "cards=20" in CliRunner().invoke(app, ["draft", "--help"]).stdout


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "the kind of draft 'nothing' is not a DraftKind: ('table', 0)"),
        ("absent", "the kind of draft 'absent' cannot be loaded: AttributeError("),
        ("unheard", "there is no kind of draft 'unheard'; there are absent, glimpse, "),
    ],
)
def test_an_entry_point_that_gives_no_kind_is_refused(name, message):
    with pytest.raises(cf.DraftError) as caught:
        draft.draft_kind(name)
    assert str(caught.value).startswith(message)


def test_the_librarys_own_kinds_keep_their_names(pairs):
    assert draft.draft_kind("winston").game is not pairs.PairsDraft
    with pytest.raises(cf.DraftError, match="there is a kind of draft 'winston' already"):
        draft.register_draft_kind(evolve(pairs.KIND, name="winston"))
    for name in ("booster", "deckbuilder", "conspiracy", "team_sealed", "", None, 3):
        with pytest.raises(cf.DraftError, match="no kind of draft of a third party has the name"):
            draft.register_draft_kind(evolve(pairs.KIND, name=name))


def test_a_kind_can_be_registered_anew(pairs):
    draft.register_draft_kind(evolve(pairs.KIND, text="first"))
    draft.register_draft_kind(evolve(pairs.KIND, text="second"))
    assert draft.draft_kind("pairs").text == "second"


@frozen
class Taken:
    """Settings with a name that all drafts have."""

    seed: int = 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (None, "the kind of draft '?' is not a DraftKind: None"),
        ({"settings": int}, "the kind of draft 'pairs' needs a Game, and an attrs class of"),
        ({"game": int}, "the kind of draft 'pairs' needs a Game, and an attrs class of"),
        ({"settings": Taken}, "no setting of a draft has the name 'seed', which all drafts have"),
    ],
)
def test_what_is_no_kind_is_not_registered(pairs, change, message):
    with pytest.raises(cf.DraftError) as caught:
        draft.register_draft_kind(change and evolve(pairs.KIND, **change))
    assert str(caught.value).startswith(message)


# what is wrong with a kind is found


def faulty(pairs, **changes):
    """The kind with another class of drafts, which is wrong in something."""
    wrong = frozen(type("Wrong", (pairs.PairsDraft,), {"__module__": "reedpairs", **changes}))
    pairs.Wrong = wrong
    return evolve(pairs.KIND, game=wrong)


def playing(pairs, turn):
    return faulty(pairs, take_turn=staticmethod(turn))


def test_a_lost_card_is_found(pairs):
    def take_turn(step):
        yield from pairs.PairsDraft.take_turn(step)
        step.zones = {**step.zones, ("pool", 0): draft.Zone("pool", 0, (), (0,))}

    with pytest.raises(AssertionError, match="a card is in no zone, or in two"):
        assert_draft_kind(playing(pairs, take_turn), CUBE, cards=6)


@pytest.mark.parametrize("cards", [(), (0,), (0, 0)])
def test_a_zone_is_not_put_with_other_cards_than_lie_there(pairs, cards):
    def take_turn(step):
        step.move(step.top(2), draft.STACK, pairs.TABLE)
        step.put(draft.Zone("table", 0, cards))
        yield {}

    with pytest.raises(cf.DraftError, match="cannot be put with other cards than lie there"):
        assert_draft_kind(playing(pairs, take_turn), CUBE, cards=6)


def test_cards_are_shuffled_into_a_stack_that_has_some(pairs):
    def set_up(step):
        step.merge("pack")
        before = step.zone(*draft.STACK).numbers
        step.put(draft.Zone("pile", 0, (), ()))
        step.move(step.top(5), draft.STACK, ("pile", 0))
        step.merge("pile")
        after = step.zone(*draft.STACK).numbers
        assert sorted(after) == sorted(before)
        assert not step.several("pile")

    assert_draft_kind(faulty(pairs, set_up=staticmethod(set_up)), CUBE, cards=6)


def test_a_draft_without_end_is_found(pairs):
    def take_turn(step):
        yield {0: [draft.Ask(pairs.Keep, [[0]])]}
        step.next_turn()

    with pytest.raises(AssertionError, match="does not end"):
        assert_draft_kind(playing(pairs, take_turn), CUBE, cards=2, seeds=[1])


def test_a_turn_without_a_question_is_found(pairs):
    def take_turn(step):
        step.next_turn()
        yield from ()

    with pytest.raises(cf.DraftError, match="the script of a turn ends without a question"):
        assert_draft_kind(playing(pairs, take_turn), CUBE, cards=2, seeds=[1])


def test_a_choice_that_cannot_be_made_is_found(pairs):
    def take_turn(step):
        action = yield {0: [draft.Ask(pairs.Keep, [step.zone(*draft.STACK).numbers])]}
        step.take(0, [action.card], pairs.TABLE)

    with pytest.raises((AssertionError, cf.DraftError)):
        assert_draft_kind(playing(pairs, take_turn), CUBE, cards=6)


@frozen
class Leaky(draft.ZoneView):
    """A view that shows the name of a hidden card."""

    top: str


def test_a_view_that_tells_of_hidden_cards_is_found(pairs):
    def more_to_see(self, _seat):
        stack = self.zone(*draft.STACK).numbers
        return {"top": self.cards[stack[0]].name if stack else ""}

    leaky = faulty(pairs, view_class=Leaky, more_to_see=more_to_see)
    with pytest.raises(AssertionError, match="sees what is of a card that has not lain"):
        assert_draft_kind(leaky, CUBE, seeds=range(9), cards=6)


@pytest.mark.parametrize(
    ("method", "message"),
    [("view", "sees a card that has not"), ("log_for", "learns of a card that")],
)
def test_a_view_or_log_that_shows_hidden_cards_is_found(pairs, method, message):
    def of_all(self, seat):
        shown, other = (getattr(draft.ZoneDraft, method)(self, each) for each in (seat, 0))
        return evolve(shown, cards={**shown.cards, **other.cards}) if method == "view" else other

    with pytest.raises(AssertionError, match=message):
        assert_draft_kind(faulty(pairs, **{method: of_all}), CUBE, seeds=range(9), cards=6)


def test_rules_that_break_are_found(pairs):
    def take_turn(step):
        yield {0: [draft.Ask(pairs.Keep, [[step.zone(*pairs.TABLE).numbers[5]]])]}

    with pytest.raises(IndexError):
        assert_draft_kind(playing(pairs, take_turn), CUBE, cards=6)


def test_chance_of_another_source_is_found(pairs):
    calls = iter(range(10**6))

    def set_up(step):
        step.merge("pack")
        stack = step.zone(*draft.STACK)
        at = next(calls) % len(stack.cards)
        step.put(evolve(stack, cards=stack.cards[at:] + stack.cards[:at]))

    with pytest.raises((AssertionError, cf.DraftError)):
        assert_draft_kind(faulty(pairs, set_up=staticmethod(set_up)), CUBE, cards=6)
