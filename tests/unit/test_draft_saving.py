"""Drafts as JSON: what is stored comes back, and nothing else is taken for a draft."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS
from cardformats.draft.saving.converter import TAGGED
from cardformats.draft.saving.document import SavedDraft

MARK = "cardformats_draft"


class Peek(draft.EffectRule):
    """An effect of a third party: a look at the next pack, a question, something that goes on."""

    def drafted(self, turn, held, pick):  # noqa: ARG002 - the rule has no use for the pick
        packs = turn.seats[(held.seat + 1) % len(turn.seats)].packs
        turn.look(held.seat, packs[0].cards if packs else ())
        turn.ask(draft.Question(held.seat, "SavedPeek", held.card, ("left", "right")))
        turn.stand(draft.Standing("SavedPeek", held.seat, held.card, about=0))


draft.register_effect("SavedPeek", Peek())

GIFTS = [cf.CardRef("Small Gift", "FEN", "1"), cf.CardRef("Large Gift")]
EFFECTS = [
    *OFFICIAL_EFFECTS.values(),
    (cf.SimpleEffect.BURN_AFTER_PICKING,),
    (cf.AddCards(GIFTS), cf.SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES),
    (cf.AddCards(GIFTS, 1, distinct=False),),
    (cf.AddBooster([cf.LayoutChoice("Wet", Fraction(7, 8)), cf.LayoutChoice("Dry", 3)]),),
    (cf.OtherEffect("SavedPeek", {"depth": [1.5, None, {"far": True}]}),),
    (),
]


def card_set():
    cards = [
        cf.Card(
            cf.Face(f"Moth {number}", types=["Creature"], subtypes=["Moth", "Bird"]),
            "FEN",
            str(number),
            finish="foil" if number % 5 == 0 else None,
            draft_effects=effects,
        )
        for number, effects in enumerate(EFFECTS)
    ]
    gift = cf.Card(cf.Face("Large Gift"), draft_effects=OFFICIAL_EFFECTS["Cogwork Librarian"])
    return cf.CardSet(cards=[*cards, gift])


@cache
def moments(rules="cr", pace="queue", seats=4):
    """All moments of a draft with every effect, and with an order left open for a while."""
    known = draft.DraftCards(card_set())
    cards = [each.ref for each in card_set().cards[:-1]]
    packs = [
        [
            [cards[(r * 7 + seat * 5 + place * 3) % len(cards)] for place in range(7)]
            for seat in range(seats)
        ]
        for r in range(2)
    ]
    state = draft.start(packs, known, seed="moths", rules=rules, pace=pace)
    states = [state]
    bots = [draft.RandomBot(seed=seat) for seat in range(seats)]
    while not state.is_over:
        waiting = [seat for seat in range(seats) if state.duty(seat) != "wait"]
        if state.orders and (not waiting or len(states) % 3 == 0):
            refs = cards[len(states) % 9 :][:3]
            state = state.add_pack(state.orders[0].seat, known.of(refs))
        elif len(states) % 4 == 0:
            state = state.together([bots[seat].act(state.view(seat)) for seat in waiting])
        else:
            state = state.do(bots[waiting[-1]].act(state.view(waiting[-1])))
        states.append(state)
    return states


EVENTS = [("cr", "queue"), ("draftmancer", "lockstep")]


def dumped(state):
    """A stored state as plain values, to be changed."""
    return json.loads(draft.dumps(state))


def reloaded(data):
    return draft.loads(json.dumps(data))


def refusal(data):
    """Why a text, or what it would say, is refused."""
    text = data if isinstance(data, (str, bytes)) else json.dumps(data)
    with pytest.raises(cf.DraftError) as caught:
        draft.loads(text)
    return caught.value.reason


# round trips


@pytest.mark.parametrize(("rules", "pace"), EVENTS)
def test_every_moment_of_a_draft_comes_back(rules, pace):
    states = moments(rules, pace)
    for state in states:
        text = draft.dumps(state)
        loaded = draft.loads(text)
        assert loaded == state
        assert loaded.log == state.log
        assert draft.dumps(loaded) == text
        assert draft.loads(text.encode()) == state
        assert draft.loads(json.dumps(json.loads(text), indent=1)) == state
    said = " ".join(map(draft.dumps, (states[-1], *(each for each in states if each.orders))))
    for word in ("together", "add_pack", "other_effect", "7/8", "add_cards", "looked", "orders"):
        assert f'"{word}"' in said


@pytest.mark.parametrize(("rules", "pace"), EVENTS)
def test_a_draft_that_was_loaded_goes_on_as_it_would_have(rules, pace):
    states = moments(rules, pace)
    for number in range(0, len(states) - 1, 5):
        state = draft.loads(draft.dumps(states[number]))
        for then in states[number + 1 : number + 4]:
            state = state.do(then.log[-1].action)
            assert state == then
    assert draft.replay(draft.loads(draft.dumps(states[-1])).log) == states[-1]


def test_a_state_is_stored_as_it_is_and_not_played_again():
    data = dumped(moments()[20])
    data["seats"][0]["pool"].reverse()
    data["chances"] += 5
    data["log"] = data["log"][:1]
    state = reloaded(data)
    assert state.seats[0].pool == moments()[20].seats[0].pool[::-1]
    assert len(state.log) == 1
    assert draft.loads(draft.dumps(state)) == state


def test_a_log_may_be_thrown_away():
    state = attrs.evolve(moments()[20], log=())
    assert draft.loads(draft.dumps(state)) == state


def test_equal_cards_are_stored_once():
    state = moments()[-1]
    data = dumped(state)
    assert len(data["kinds"]) == len(set(state.cards))
    assert len(data["cards"]) == len(state.cards) > len(data["kinds"])
    names = [kind["card"]["name"] for kind in data["kinds"]]
    assert [names[place] for place in data["cards"]] == [card.name for card in state.cards]
    assert data["log"][0]["action"] == {"type": "start", "cards": 56}


def test_everything_that_a_draft_has_is_stored():
    names = {field.name for field in attrs.fields(draft.BoosterDraft)}
    assert names | {"kinds"} == {field.name for field in attrs.fields(SavedDraft)}


@pytest.mark.parametrize(
    "name", ["", "Æther – 漢字 🐦", '"\\/\n\x00\u2028', "\ud800", "\udcff\ud800"]
)
def test_a_card_may_have_any_name(name):
    state = draft.start([[[cf.CardRef(name, name)], [cf.CardRef("B")]]], cf.CardSet(), seed=1)
    text = draft.dumps(state)
    assert draft.loads(text.encode()) == state
    assert draft.dumps(draft.loads(text)) == text


def test_a_name_that_no_json_can_hold_is_refused_before_it_is_stored():
    cards = [[[cf.CardRef("\ud800\udc00")], [cf.CardRef("B")]]]
    with pytest.raises(cf.DraftError, match="surrogates"):
        draft.dumps(draft.start(cards, cf.CardSet(), seed=1))


# the form


SMALL = """\
{
"cardformats_draft":1,
"table":{"rounds":[{"packs":[[0,1],[2,3]]}],"seed":"SEED"},
"round":0,
"packs":2,
"chances":0,
"kinds":[
{"card":{"name":"Fen Scribe","set_code":"FEN"},"effects":["Reveal","NoteDraftedCards"],\
"types":["Creature"]},
{"card":{"name":"Lantern Eel"}}
],
"cards":[0,1,1,0],
"seats":[
{"pool":[0],"picks":1,"drafted":1},
{"packs":[{"number":1,"cards":[2,3]},{"number":0,"cards":[1],"passer":0}]}
],
"notes":[{"seat":0,"card":0,"effect":"NoteDraftedCards","value":1}],
"log":[
{"action":{"type":"start","cards":4},"outcomes":[{"type":"round_began","round":0}]},
{"action":{"type":"pick","seat":0,"cards":[0]},"outcomes":[\
{"type":"drafted","seat":0,"cards":[0],"count":1},{"type":"revealed","seat":0,"card":0},\
{"type":"noted","note":{"seat":0,"card":0,"effect":"NoteDraftedCards","value":1}},\
{"type":"passed","pack":0,"seat":0,"to":1,"count":1}]}
]
}
"""


def small(pace="queue"):
    scribe = cf.Card(
        cf.Face("Fen Scribe", types=["Creature"]),
        "FEN",
        draft_effects=[cf.SimpleEffect.REVEAL, cf.SimpleEffect.NOTE_DRAFTED_CARDS],
    )
    a, b = cf.CardRef("Fen Scribe", "FEN"), cf.CardRef("Lantern Eel")
    return draft.start([[[a, b], [b, a]]], cf.CardSet(cards=[scribe]), seed=1, pace=pace)


def test_the_form_of_a_stored_draft_stays_as_it_is():
    state = small().pick(0, 0)
    assert draft.dumps(state) == SMALL.replace("SEED", state.table.seed)


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@pytest.mark.parametrize("union", [draft.Outcome, draft.Action, draft.SeatAction])
def test_types_have_the_names_of_the_classes(union):
    assert TAGGED[union] == {snake(cls.__name__): cls for cls in get_args(union)}


def test_nothing_heavy_is_imported_before_a_draft_is_stored():
    code = """import sys
from cardformats import draft
print([name for name in ("cattrs", "lark", "lxml", "numpy") if name in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# for clients


def test_a_view_is_sent_with_cards_by_number():
    state = small()
    view = draft.as_json(state.view(0))
    assert json.loads(json.dumps(view)) == view
    assert view == {
        "seat": 0,
        "moment": 1,
        "is_over": False,
        "round": 0,
        "picks": 0,
        "duty": "pick",
        "pack": {
            "0": {
                "card": {"name": "Fen Scribe", "set_code": "FEN"},
                "effects": ["Reveal", "NoteDraftedCards"],
                "types": ["Creature"],
            },
            "1": {"card": {"name": "Lantern Eel"}},
        },
        "pack_size": 2,
        "to_pick": 1,
        "to_burn": 0,
        "is_blind": False,
        "usable": [],
        "pool": {},
        "removed": {},
        "question": None,
        "asked_by": None,
        "seats": [{"face_up": {}, "pool_size": 0, "packs": [2], "removed": 0}] * 2,
        "notes": [],
    }


def test_log_entries_and_records_are_sent():
    state = small().pick(0, 0).pick(1, 3)
    entry = draft.as_json(state.log_for(0)[-1])
    assert entry["outcomes"][0] == {
        "type": "drafted", "seat": 1, "cards": [], "count": 1, "pack": 1,
    }  # fmt: skip
    assert list(entry["cards"]) == ["3"]
    start, _, last = map(draft.as_json, state.log)
    assert last["action"] == {"type": "pick", "seat": 1, "cards": [3]}
    assert [card["card"]["name"] for card in start["action"]["cards"]][1] == "Lantern Eel"
    assert start["action"]["table"]["seed"] == state.table.seed


@pytest.mark.parametrize(("rules", "pace"), EVENTS)
def test_all_that_seats_see_of_a_draft_can_be_sent(rules, pace):
    for state in moments(rules, pace)[::3]:
        for seat in range(len(state.seats)):
            for each in (state.view(seat), *state.log_for(seat)[-2:], state.log[-1]):
                sent = draft.as_json(each)
                assert json.loads(json.dumps(sent, allow_nan=False)) == sent


@pytest.mark.parametrize("value", [None, 5, {}, "view", cf.CardRef("A"), draft.Pick(0, 1)])
def test_nothing_else_is_sent(value):
    with pytest.raises(cf.DraftError, match="expected a View, LogEntry or Record"):
        draft.as_json(value)
    with pytest.raises(cf.DraftError, match="expected a View, LogEntry or Record"):
        draft.as_json(small())


# what cannot be stored


@attrs.frozen
class Sung:
    """An outcome that the library does not know."""


@pytest.mark.parametrize(
    "changes",
    [
        {"log": (draft.Record(draft.Pick(0), (Sung(),)),)},
        {"log": (draft.Record(Sung()),)},
        {"cards": ([],)},
        {"burned": (Fraction(1, 2),)},
        {"chances": 10**5000},
        {"packs": float("nan")},
        {"notes": (draft.Note(0, 0, "E", b"x"),)},
        {"notes": (5,)},
        {"seats": None},
    ],
)
def test_what_has_no_json_is_refused(changes):
    with pytest.raises(cf.DraftError):
        draft.dumps(attrs.evolve(small(), **changes))


def test_the_log_of_another_draft_is_refused():
    state = attrs.evolve(small(), log=moments()[3].log)
    with pytest.raises(cf.DraftError, match="another draft"):
        draft.dumps(state)


@pytest.mark.parametrize("depth", [40, 2000])
def test_cards_in_cards_in_cards_are_refused(depth):
    card = draft.DraftCard(cf.CardRef("A"))
    for _ in range(depth):
        card = draft.DraftCard(cf.CardRef("A"), adds=(card,))
    with pytest.raises(cf.DraftError, match=r"deep|recursion"):
        draft.dumps(attrs.evolve(small(), cards=(card,) * 4, log=()))


# what is no draft


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is no JSON: "),
        ("{", "this is no JSON: "),
        (b"\xff", "this is no JSON: "),
        (b"\xef\xbb\xbf{}", "this is no JSON: "),
        ('{"a": NaN}', "this is no JSON: NaN is no number"),
        ('{"a": 1, "a": 2}', "this is no JSON: an object has two members of the same name"),
        ("[" * 100_000, "this is nested more than 64 deep"),
        ('{"a":' * 100_000, "this is nested more than 64 deep"),
        ("[" * 65 + "]" * 65, "this is nested more than 64 deep"),
        ("1" * 5000, "this is no JSON: "),
        ("null", "this is no stored draft"),
        ("[]", "this is no stored draft"),
        ("{}", "this is no stored draft"),
        ('{"cardformats": 1}', "this is no stored draft"),
        (f'{{"{MARK}": "1"}}', "this is no stored draft"),
        (f'{{"{MARK}": true}}', "this is no stored draft"),
        (f'{{"{MARK}": 1.0}}', "this is no stored draft"),
        (f'{{"{MARK}": 0}}', f"{MARK}: this version of cardformats loads"),
        (f'{{"{MARK}": 2}}', f"{MARK}: this version of cardformats loads"),
        (f'{{"{MARK}": 1}}', "the member 'table' is missing"),
    ],
)
def test_a_text_that_is_no_draft_is_refused(text, reason):
    assert refusal(text).startswith(reason)


@pytest.mark.parametrize("value", [None, 5, 10**12, ["{}"], {}])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(cf.DraftError, match="a str or bytes"):
        draft.loads(value)


def at(data, path):
    """The container and the last step of a path such as ``seats[3].pool[2]``."""
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]
    for step in steps[:-1]:
        data = data[step]
    return data, steps[-1]


def changed(path, value):
    """A draft of two seats in which both have drafted, with something changed."""
    data = dumped(PLAYED)
    container, step = at(data, path)
    if value is ...:
        del container[step]
    else:
        container[step] = value
    return data


PLAYED = small().pick(0, 0).pick(1, 3)
ANSWER = {"type": "answer", "seat": 0}
FLY = [{"type": "other_effect", "kind": "Fly"}]
PICK, DRAFTED = "log[1].action", "log[1].outcomes[0]"
#: Changes, where they are found and why they are refused.
IMPOSSIBLE = [
    # of the wrong kind
    ("table", ..., "the member 'table' is missing"),
    ("table.rounds", ..., "table: the member 'rounds' is missing"),
    ("seats", {}, "seats: expected an array"),
    ("seats[1]", [], "seats[1]: expected an object"),
    ("seats[1].pool[0]", "3", "seats[1].pool[0]: expected a whole number"),
    ("seats[1].pool[0]", True, "seats[1].pool[0]: expected a whole number"),
    ("seats[1].pool[0]", 3.0, "seats[1].pool[0]: expected a whole number"),
    ("seats[1].pool[0]", None, "seats[1].pool[0]: expected a whole number"),
    ("seats[1].is_out", 1, "seats[1].is_out: expected true or false"),
    ("seats[1].hand", [], "seats[1]: there is no member 'hand'"),
    ("extra", 1, "there is no member 'extra'"),
    ("table.rules", "house", "table.rules: expected one of cr, draftmancer"),
    ("table.rules", [], "table.rules: expected one of cr, draftmancer"),
    ("table.pace", "slow", "table.pace: expected one of queue, lockstep"),
    ("table.seed", 5, "table.seed: expected a string"),
    ("kinds[0].effects[0]", "Fly", "kinds[0].effects[0]: there is no such draft effect"),
    ("kinds[0].effects[0]", 5, 'kinds[0].effects[0]: expected an object with the member "type"'),
    ("kinds[0].types", "Creature", "kinds[0].types: expected an array"),
    ("kinds[0].card.name", ..., "kinds[0].card: the member 'name' is missing"),
    ("notes[0].value", None, "notes[0].value: expected a string or a whole number"),
    (f"{PICK}.type", "fly", f'{PICK}: expected an object with the member "type", one of start'),
    (f"{PICK}.type", [], f'{PICK}: expected an object with the member "type", one of start'),
    (PICK, {"type": "pass_pack"}, f"{PICK}: the member 'seat' is missing"),
    (f"{DRAFTED}.type", "add_pack", f'{DRAFTED}: expected an object with the member "type", one'),
    # numbers that nothing has
    ("table.discard_at", -1, "table: discard_at is a whole number, 0 or more"),
    ("table.rounds", [], "table: a draft has one round or more"),
    ("table.rounds[0].step", 2, "table.rounds[0]: packs are passed to a neighbour"),
    ("table.rounds[0].picks", [0], "table.rounds[0]: a round whose last number"),
    ("table.rounds[0].picks", [-1], "table.rounds[0]: picks and burns are 0 or more"),
    ("table.rounds[0].packs", [[0, 1, 2, 3]], "table: a draft has from 2 to 16 seats, not 1"),
    ("table.rounds[0].packs[1][0]", 4, "table.rounds[0].packs[1][0]: there is no card 4"),
    ("table.rounds[0].packs[1][0]", 1, "table.rounds[0].packs[1][0]: card 1 is in two places"),
    ("seats[1]", ..., "seats: there are 1; the table has 2"),
    ("round", 2, "round: 2 is not from 0 to 1"),
    ("round", -1, "round: -1 is not from 0 to 1"),
    ("round", 1, "round: the draft is over, and there is something left to do"),
    ("packs", 1, "packs: 1 are too few; 2 were opened"),
    ("chances", -1, "chances: -1 is less than 0"),
    ("cards[0]", 2, "cards[0]: there is no kind 2; there are 2, from 0 on"),
    ("cards[0]", -1, "cards[0]: there is no kind -1"),
    ("seats[1].pool[0]", 4, "seats[1].pool[0]: there is no card 4; there are 4, from 0 on"),
    ("seats[1].pool[0]", -1, "seats[1].pool[0]: there is no card -1"),
    ("seats[1].picks", -1, "seats[1].picks: -1 is less than 0"),
    ("seats[1].skips", -1, "seats[1].skips: -1 is less than 0"),
    ("seats[1].packs[0].passer", 2, "seats[1].packs[0].passer: there is no seat 2"),
    ("seats[1].packs[0].number", 2, "seats[1].packs[0].number: there is no pack 2"),
    ("seats[1].packs[0].number", 1, "seats[1].packs[0].number: 1 is there twice"),
    ("notes[0].seat", 2, "notes[0].seat: there is no seat 2"),
    ("notes[0].card", 4, "notes[0].card: there is no card 4"),
    ("log[0].action.cards", 5, "log[0].action.cards: there is no number of cards 5"),
    (f"{PICK}.seat", 2, f"{PICK}.seat: there is no seat 2"),
    (f"{PICK}.using", [4], f"{PICK}.using[0]: there is no card 4"),
    (PICK, {"type": "add_pack", "seat": 0, "cards": [9]}, f"{PICK}.cards[0]: there is no kind 9"),
    (PICK, {"type": "add_pack", "seat": 9}, f"{PICK}.seat: there is no seat 9"),
    (
        PICK,
        {"type": "together", "actions": [ANSWER, {"type": "answer", "seat": 5}]},
        f"{PICK}.actions[1].seat: there is no seat 5",
    ),
    (PICK, {"type": "start", "cards": 0}, f"{PICK}: a log begins with the start"),
    ("log[0]", ..., "log[0].action: a log begins with the start"),
    (f"{DRAFTED}.pack", 2, f"{DRAFTED}.pack: there is no pack 2"),
    (f"{DRAFTED}.count", -1, f"{DRAFTED}.count: -1 is less than 0"),
    ("log[0].outcomes[0].round", 1, "log[0].outcomes[0].round: there is no round 1"),
    ("log[1].outcomes[2].note.card", 7, "log[1].outcomes[2].note.card: there is no card 7"),
    # cards in two places, or nowhere
    ("seats[1].pool[0]", 0, "seats[1].pool[0]: card 0 is in two places, here and at seats[0].pool"),
    ("burned", [0], "burned[0]: card 0 is in two places, here and at seats[0].pool[0]"),
    ("removals", [{"card": 0, "by": 3, "seat": 1}], "removals[0].card: card 0 is in two places"),
    ("seats[1].pool", ..., "cards[3]: card 3 is nowhere"),
    ("seats[1].face_up", [0], "seats[1].face_up[0]: card 0 is not in the pool of that seat"),
    ("seats[1].face_up", [3, 3], "seats[1].face_up[1]: card 3 is in two places"),
    # what cannot go on
    ("seats[1].has_stepped", True, "seats[1]: nobody waits for others with the pace 'queue'"),
    ("standing", [{"effect": "Fly", "seat": 0, "card": 0}],
     "standing[0].effect: no rule is known for the draft effect 'Fly'"),
    ("kinds[1].effects", FLY,
     "kinds[1].effects[0]: no rule is known for the draft effect 'Fly'"),
    ("kinds[1].adds", [{"card": {"name": "A"}, "effects": FLY}],
     "kinds[1].adds[0].effects[0]: no rule is known"),
    ("kinds[1].effects", [{"type": "other_effect", "kind": "Reveal"}],
     "kinds[1].effects[0]: OtherEffect.kind is not 'Reveal'"),
    ("kinds[1].effects", [{"type": "other_effect", "kind": "SavedPeek", "params": []}],
     "kinds[1].effects[0].params: expected an object"),
    ("kinds[1].effects", [{"type": "add_cards", "cards": []}],
     "kinds[1].effects[0]: AddCards.cards is empty"),
]  # fmt: skip
QUESTIONS = [
    ({"effect": "Fly"}, ".effect: no rule is known"),
    ({"effect": "ChooseColors", "about": 0, "options": []}, ".options: there are none"),
    ({"effect": "ChooseColors", "about": 2}, ".about: there is no seat 2"),
    ({"effect": "ChooseColors"}, ".about: there is no seat -1"),
    ({"effect": "ChooseColors", "about": 0, "options": ["W", "W"]}, ".options: expected colours"),
    ({"effect": "ChooseColors", "about": 0, "options": ["X"]}, ".options: expected colours"),
    ({"effect": "CanalDredger", "options": ["2"]}, ": the last card of a pack"),
    ({"effect": "CanalDredger", "options": ["W"]}, ": the last card of a pack"),
    ({"effect": "AddBooster", "about": 0}, ".about: expected the place of the effect"),
    ({"effect": "AddBooster"}, ".about: expected the place of the effect"),
    ({"effect": "ChooseColors", "about": 0, "seat": 2}, ".seat: there is no seat 2"),
    ({"effect": "ChooseColors", "about": 0, "card": 4}, ".card: there is no card 4"),
]


@pytest.mark.parametrize(("path", "value", "reason"), IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_its_place(path, value, reason):
    assert refusal(changed(path, value)).startswith(reason)


@pytest.mark.parametrize(("question", "reason"), QUESTIONS)
def test_a_question_that_is_not_asked_so_is_refused(question, reason):
    question = {"seat": 0, "card": 0, "options": ["W"], **question}
    assert refusal(changed("questions", [question])).startswith("questions[0]" + reason)


def test_a_seat_is_asked_about_a_last_card_in_front_of_it_only():
    data = dumped(small().pick(0, 0))
    data["questions"] = [{"seat": 0, "effect": "CanalDredger", "card": 0, "options": ["0"]}]
    assert refusal(data).startswith("questions[0]: the last card of a pack")


def test_a_seat_is_asked_about_one_last_card_only():
    data = dumped(PLAYED)
    data["questions"] = [{"seat": 0, "effect": "CanalDredger", "card": 0, "options": ["0"]}] * 2
    assert refusal(data) == "questions: a seat is asked CanalDredger twice"


def test_a_draft_in_which_nobody_can_go_on_is_refused():
    data = dumped(small("lockstep").pick(0, 0))
    data["seats"][1]["has_stepped"] = True
    assert refusal(data) == "round: the draft is not over, and nobody has anything to do"


@pytest.mark.parametrize(
    "weight", ["1/0", "7/-8", "-7/8", "1e999999999", "0x1/2", "7", 0.5, -1, None]
)
def test_a_weight_is_a_whole_number_or_a_fraction(weight):
    data = dumped(small())
    data["kinds"][1]["effects"] = [
        {"type": "add_booster", "layouts": [{"layout": "Wet", "weight": weight}]}
    ]
    assert refusal(data).startswith("kinds[1].effects[0].layouts[0]")


def test_much_of_anything_is_refused_in_linear_time():
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    many = 50_000
    for path in (
        "seats[1].pool",
        "seats[1].face_up",
        "burned",
        "cards",
        "table.rounds[0].packs[0]",
    ):
        refusal(changed(path, [0] * many))
        refusal(changed(path, list(range(many))))
    members = ",".join(f'"k{number}":0' for number in range(many))
    refusal(f'{{"{MARK}": 1, {members}, "k0": 0}}')
    data = dumped(PLAYED)
    data["cards"] += [0] * 9_996
    data["seats"][1]["pool"] = data["seats"][1]["face_up"] = [3, *range(4, 10_000)]
    assert len(reloaded(data).cards) == 10_000


# hostile texts

JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 60), st.floats(), st.text(max_size=4),
        st.sampled_from([10**400, -(10**30), "7/8", "pick", "AddBooster", "W"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["type", "seat", "cards", "table"]), inner, max_size=3),
    ),
    max_leaves=8,
)  # fmt: skip


def is_refused(text):
    """Whether a text is refused; a draft that it is has to be one that can be gone on with."""
    try:
        state = draft.loads(text)
    except cf.DraftError:
        return True
    assert draft.loads(draft.dumps(state)) == state
    go_on(state)
    return False


def go_on(state):
    """Play for a while; whatever is not allowed is refused, and nothing else is raised."""
    seats = range(len(state.seats))
    for _ in range(8):
        for seat in seats:
            draft.as_json(state.view(seat))
            assert len(state.log_for(seat)) == len(state.log)
        orders = {each.seat for each in state.orders}
        for seat in seats:
            duty = state.duty(seat)
            if seat in orders and duty == "wait":
                action = draft.AddPack(seat, state.cards[:3])
            elif duty == "pick":
                action = draft.RandomBot(seed=1).act(state.view(seat))
            else:
                action = draft.PassPack(seat) if duty == "pass" else draft.Answer(seat)
            if state.can(action):
                state = state.do(action)


@given(st.text())
def test_any_text_is_refused(text):
    assert is_refused(text)
    assert is_refused(f'{{"{MARK}": 1, {text}')


@given(st.binary())
def test_any_bytes_are_refused(data):
    assert is_refused(data)


@given(JSON, st.dictionaries(st.sampled_from([f.name for f in attrs.fields(SavedDraft)]), JSON))
def test_any_json_is_refused(value, members):
    assert is_refused(json.dumps(value))
    assert is_refused(json.dumps({MARK: 1, **members}))


def containers(data):
    """All arrays and objects in a value."""
    found = [data]
    for each in found:
        items = each.values() if isinstance(each, dict) else each
        found += [item for item in items if isinstance(item, (dict, list))]
    return [each for each in found if each]


@pytest.mark.parametrize(("rules", "pace"), EVENTS)
@given(data=st.data())
def test_a_draft_that_was_tampered_with_is_refused_or_goes_on(rules, pace, data):
    states = moments(rules, pace)
    document = deepcopy(dumped(data.draw(st.sampled_from(states))))
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(document)))
        places = containers({name: document[name]})
        container = places[data.draw(st.integers(0, len(places) - 1))]
        container = document if container == {name: document[name]} else container
        steps = sorted(container) if isinstance(container, dict) else range(len(container))
        step = data.draw(st.sampled_from(steps))
        how = data.draw(st.sampled_from(["value", "near", "other", "none", "twice"]))
        if how == "value":
            container[step] = data.draw(JSON)
        elif how == "near" and type(container[step]) is int:
            container[step] += data.draw(st.sampled_from([-1, 1]))
        elif how == "other":
            container[step] = deepcopy(container[data.draw(st.sampled_from(steps))])
        elif how == "none" and container is not document:
            del container[step]
        elif isinstance(container, list):
            container.append(deepcopy(container[step]))
        if not container and container is document:
            break
    is_refused(json.dumps(document))


@pytest.mark.parametrize("cut", range(0, 100, 7))
def test_a_draft_that_was_cut_off_is_refused(cut):
    text = draft.dumps(moments()[-1])
    assert is_refused(text[: len(text) * cut // 100])
