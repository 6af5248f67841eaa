"""Effects of third parties: registered, published as entry points, and what they can do."""

from __future__ import annotations

import sys

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.booster import effects
from tests.draft_tables import (
    BOTH,
    card,
    front,
    learned,
    names,
    notes,
    outcomes,
    pick,
    picks,
    play_out,
    pool,
    table,
)

_S = cf.model.SimpleEffect


@pytest.fixture(autouse=True)
def _registry(monkeypatch):
    """What a test registers is forgotten after it."""
    rules = vars(effects)["_RULES"]
    monkeypatch.setattr(rules, "_known", dict(rules.known()))


class Spy(draft.EffectRule):
    """Its drafter may look at the next card drafted from the pack, as with a Cogwork Spy."""

    def drafted(self, step, held, pick):
        step.reveal(held.seat, held.card)
        step.stand(draft.Standing("Spy", held.seat, held.card, about=pick.pack))

    def watched(self, step, standing, pick):
        if pick.pack == standing.about and pick.cards:
            step.look(standing.seat, pick.cards[:1])
            step.end(standing)


def spying(**options):
    """Seat 0 has drafted the Spy, and the pack a b goes around."""
    draft.register_effect("Spy", Spy())
    does = {"Spy": [cf.model.OtherEffect("Spy")]}
    return picks(table(["Spy a b", "c d e", "f g h"], does=does, **options), "Spy", "c", "f")


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@BOTH
def test_a_spy_looks_at_the_next_card_drafted_from_the_pack(rules, pace):
    state = spying(rules=rules, pace=pace)
    state = pick(state, 2, "d")
    assert outcomes(state, draft.outcomes.Looked) == []
    state = pick(state, 1, "b")
    assert learned(state, 0) == "b"
    assert learned(state, 1) == "b"
    assert learned(state, 2) == ""
    assert state.standing == ()
    state = play_out(state)
    looks = [each for r in state.log for each in r.outcomes if type(each) is draft.outcomes.Looked]
    assert looks == [draft.outcomes.Looked(0, (2,), 1)]


@BOTH
def test_others_see_that_a_spy_looked_and_not_at_what(rules):
    state = pick(spying(rules=rules), 1, "b")
    (entry,) = [e for e in state.log_for(2)[-1].outcomes if type(e) is draft.outcomes.Looked]
    assert entry == draft.outcomes.Looked(0, (), 1)
    assert state.log_for(2)[-1].cards == {}


def test_a_spy_that_is_drafted_with_another_card_of_its_pack_sees_that_by_the_rules():
    draft.register_effect("Spy", Spy())
    for rules, expected in (("cr", 1), ("draftmancer", 0)):
        does = {"Spy": [cf.model.OtherEffect("Spy")]}
        state = table(["Spy a b", "c d e"], does=does, rules=rules, picks=[2])
        state = pick(state, 0, "Spy a")
        assert len(outcomes(state, draft.outcomes.Looked)) == expected


@pytest.mark.parametrize("seat_and_effect", [(2, "Spy"), (-1, "Spy"), ("0", "Spy"), (0, "Spies")])
@pytest.mark.parametrize("does", ["ask", "stand"])
def test_a_rule_that_names_a_seat_or_an_effect_that_there_is_not_is_refused(does, seat_and_effect):
    seat, effect = seat_and_effect

    class Confused(Spy):
        def drafted(self, step, held, _):
            if does == "ask":
                step.ask(draft.Question(seat, effect, held.card, ("yes",)))
            else:
                step.stand(draft.Standing(effect, seat, held.card))

    draft.register_effect("Spy", Confused())
    state = table(["Spy a", "c d"], does={"Spy": [cf.model.OtherEffect("Spy")]})
    with pytest.raises(cf.DraftError, match=r"no such seat|named by its number|no rule is known"):
        pick(state, 0, "Spy")


# rules of all sorts


class Greed(draft.EffectRule):
    """Two cards more, but only with a name that begins with its letter."""

    is_usable = True
    extra_cards = 2

    def refusal(self, step, held, cards):
        letter = held.effect.params["letter"]
        wrong = [c for c in cards if not step.cards[c].name.startswith(letter)]
        return f"all names begin with {letter}" if wrong else None

    def used(self, step, held, _):
        step.turn_down(held.seat, held.card)


@BOTH
def test_a_rule_reads_its_effects_parameters(rules):
    draft.register_effect("Greed", Greed())
    does = {"Ring": [_S.FACE_UP, cf.model.OtherEffect("Greed", {"letter": "R"})]}
    state = table(["Ring a b", "c Rat Rose Rune Sun"], does=does, rules=rules)
    state = picks(state, "Ring", "c")
    (use,) = state.view(0).usable
    assert (use.extra_cards, names(state, use.first)) == (2, "Rat Rose Rune")
    with pytest.raises(cf.DraftError) as caught:
        pick(state, 0, "Rat Rose Sun", using="Ring")
    assert str(caught.value) == "seat 0: all names begin with R (CR 905.2)"
    state = pick(state, 0, "Rune Rat Rose", using="Ring")
    assert pool(state, 0) == "Ring Rune Rat Rose"


class Chest(draft.EffectRule):
    """A pack with the cards that its parameters name is added as it is drafted."""

    def drafted(self, step, held, _):
        cards = [draft.DraftCard(cf.CardRef(name)) for name in held.effect.params["cards"]]
        step.add_pack(held.seat, cards)


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@BOTH
def test_a_pack_that_is_added_during_a_pick_comes_after_the_one_in_hand(rules, pace):
    draft.register_effect("Chest", Chest())
    does = {
        "Chest": [cf.model.OtherEffect("Chest", {"cards": ["x", "y"]})],
        "Librarian": [_S.FACE_UP, _S.COGWORK_LIBRARIAN],
    }
    state = table(["Librarian a b", "c Chest d e"], does=does, rules=rules, pace=pace)
    state = picks(state, "Librarian", "c")
    state = pick(state, 0, "Chest d", using="Librarian")
    state = pick(state, 1, "a")
    assert front(state, 0) == "x y"
    assert front(state, 1) == "e Librarian"
    state = play_out(state)
    everything = sorted((pool(state, 0) + " " + pool(state, 1)).split())
    assert everything == sorted(["Librarian", "a", "b", "c", "Chest", "d", "e", "x", "y"])


def test_a_pack_that_is_added_during_a_pick_comes_before_those_that_wait():
    draft.register_effect("Chest", Chest())
    does = {"Chest": [cf.model.OtherEffect("Chest", {"cards": ["x", "y"]})]}
    state = table(["Chest a b", "c d e", "f g h"], does=does)
    state = pick(pick(pick(state, 2, "f"), 1, "c"), 2, "d")
    assert [names(state, each.cards) for each in state.seats[0].packs] == ["Chest a b", "g h", "e"]
    state = pick(state, 0, "Chest")
    assert [names(state, each.cards) for each in state.seats[0].packs] == ["x y", "g h", "e"]


class Guess(draft.EffectRule):
    """Its drafter guesses the next card drafted from the pack, as with a Spire Phantasm."""

    def drafted(self, step, held, pick):
        step.ask(draft.Question(held.seat, "Guess", held.card, (), pick.pack))

    def accepts(self, _, answer, __):
        return bool(answer.strip())

    def answered(self, step, question, answer):
        step.note(question.seat, question.card, "Guess", answer)
        step.stand(draft.Standing("Guess", question.seat, question.card, about=question.about))

    def watched(self, step, standing, pick):
        if pick.pack == standing.about:
            step.reveal(pick.seat, pick.cards[0])
            right = step.noted(standing.card, "Guess") == (step.cards[pick.cards[0]].name,)
            step.note(standing.seat, standing.card, "Right", int(right))
            step.end(standing)


@pytest.mark.parametrize(("guess", "right"), [("b", 1), ("Lantern Eel", 0)])
@BOTH
def test_a_question_may_be_answered_with_any_text_that_its_rule_accepts(rules, guess, right):
    draft.register_effect("Guess", Guess())
    does = {"Ghost": [cf.model.OtherEffect("Guess")]}
    state = pick(table(["Ghost a b", "c d e"], does=does, rules=rules), 0, "Ghost")
    for refused in (" ", 5, ["b"]):
        assert not state.can(draft.actions.Answer(0, refused))
    with pytest.raises(cf.DraftError) as caught:
        state.answer(0)
    assert str(caught.value) == ("seat 0: the answer to Guess cannot be None (CR 905.2)")
    state = pick(pick(state.answer(0, guess), 1, "c"), 1, "b")
    assert notes(state, "Right") == [(0, "Ghost", right)]


class Thief(draft.EffectRule):
    """Everybody drafts at random until its seat says otherwise; it gets last cards, too."""

    is_blind = True
    takes_last = True

    def drafted(self, step, held, _):
        for seat in range(len(step.seats)):
            step.stand(draft.Standing("Thief", seat, held.card))


def test_a_rule_of_a_third_party_may_blind_seats_and_take_last_cards():
    draft.register_effect("Thief", Thief())
    state = table(["Thief a", "b c d"], does={"Thief": [cf.model.OtherEffect("Thief")]})
    state = pick(state, 0, "Thief")
    assert [state.view(seat).is_blind for seat in range(2)] == [True, True]
    (question,) = state.questions
    assert (question.seat, question.options) == (0, ("0", "1"))
    assert state.answer(0, "0").seats[0].packs[0].number == 0


def test_a_rule_that_does_nothing_is_a_rule():
    draft.register_effect("Idle", draft.EffectRule())
    state = play_out(table(["Idle a", "b c"], does={"Idle": [cf.model.OtherEffect("Idle")]}))
    assert pool(state, 0) == "Idle c"
    assert draft.replay(state.log) == state


# registering


def test_the_library_s_own_effects_keep_their_rules():
    own = [each.value for each in cf.model.SimpleEffect] + ["AddCards", "AddBooster"]
    for kind in own:
        with pytest.raises(cf.DraftError) as caught:
            draft.register_effect(kind, Spy())
        assert str(caught.value) == f"the effect {kind!r} has its rule already"


@pytest.mark.parametrize("rule", [None, Spy, "Spy", object()])
def test_what_is_no_rule_is_not_registered(rule):
    with pytest.raises(cf.DraftError, match="the rule of the effect 'Spy' is not an EffectRule: "):
        draft.register_effect("Spy", rule)
    with pytest.raises(cf.DraftError, match="no rule is known for the draft effect 'Spy'"):
        table(["Spy", "a"], does={"Spy": [cf.model.OtherEffect("Spy")]})


def test_a_rule_can_be_registered_anew():
    draft.register_effect("Spy", draft.EffectRule())
    state = pick(spying(), 1, "b")
    assert learned(state, 0) == "b"


# entry points

MODULE = """
from cardformats import draft

class Spy(draft.EffectRule):
    def drafted(self, step, held, pick):
        step.note(held.seat, held.card, "Spy", "published")

spy = Spy()
nothing = 5

def broken():
    raise AssertionError

class Broken(draft.EffectRule):
    def __init__(self):
        raise KeyError("out of order")
"""

ENTRY_POINTS = """\
[cardformats.effects]
Class = reedspy:Spy
Value = reedspy:spy
Nothing = reedspy:nothing
Absent = reedspy:absent
Missing = reedspy_missing:Spy
Broken = reedspy:Broken
FaceUp = reedspy:Spy
"""


@pytest.fixture
def _published(tmp_path, monkeypatch):
    """A distribution that publishes rules, on the path."""
    (tmp_path / "reedspy.py").write_text(MODULE)
    info = tmp_path / "reedspy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: reedspy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("reedspy", None)


def published(kind):
    return table(["Spy a", "b c"], does={"Spy": [cf.model.OtherEffect(kind)]})


@pytest.mark.usefixtures("_published")
@pytest.mark.parametrize("kind", ["Class", "Value"])
def test_a_rule_is_found_among_the_entry_points(kind):
    state = pick(published(kind), 0, "Spy")
    assert notes(state, "Spy") == [(0, "Spy", "published")]


@pytest.mark.usefixtures("_published")
def test_a_registered_rule_goes_before_an_entry_point():
    draft.register_effect("Class", draft.EffectRule())
    assert pick(published("Class"), 0, "Spy").notes == ()


@pytest.mark.usefixtures("_published")
def test_an_entry_point_does_not_replace_a_rule_of_the_library():
    state = pick(table(["Spy a", "b c"], does={"Spy": [_S.FACE_UP]}), 0, "Spy")
    assert state.seats[0].face_up == (0,)
    assert state.notes == ()


@pytest.mark.usefixtures("_published")
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("Nothing", "the rule of the effect 'Nothing' is not an EffectRule: 5"),
        ("Absent", "the rule of the effect 'Absent' cannot be loaded: AttributeError("),
        ("Missing", "the rule of the effect 'Missing' cannot be loaded: ModuleNotFoundError("),
        ("Broken", "the rule of the effect 'Broken' cannot be loaded: KeyError('out of order')"),
        ("Unheard", "no rule is known for the draft effect 'Unheard'"),
    ],
)
def test_an_entry_point_that_gives_no_rule_is_refused(kind, message):
    with pytest.raises(cf.DraftError) as caught:
        published(kind)
    assert str(caught.value).startswith(message)


def test_without_the_distribution_the_rule_is_not_known():
    with pytest.raises(cf.DraftError, match="no rule is known for the draft effect 'Class'"):
        published("Class")


def test_an_effect_of_a_card_that_is_added_needs_its_rule_too():
    cards = [
        card("Hawk", [cf.model.AddCards([cf.CardRef("Owl")])]),
        card("Owl", [cf.model.OtherEffect("Unheard")]),
    ]
    with pytest.raises(cf.DraftError, match="no rule is known for the draft effect 'Unheard'"):
        draft.start([[[cf.CardRef("Hawk")], []]], cf.CardSet(cards=cards), seed=1)
