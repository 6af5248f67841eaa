"""The start of a Conspiracy game: who puts which conspiracies where, and who sees what."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf
from cardformats import draft

OPEN = cf.Card(cf.Face("Open Pact", types="Conspiracy", text="Ferries have haste."))
HIDDEN = cf.Card(
    cf.Face("Hidden Pact", types="Conspiracy", text="Hidden agenda (Choose.)\nThey have haste.")
)
DOUBLE = cf.Card(
    cf.Face("Double Pact", types="Conspiracy", text="Double agenda (Choose two.)\nSwap them.")
)
SMALL = cf.Card(
    cf.Face("Small Pact", types="Conspiracy", text="Your minimum deck size is reduced by two.")
)
EEL = cf.Card(cf.Face("Lantern Eel", types="Creature"))
DECK = ["Forest"] * 4
SIDE = [OPEN, HIDDEN, DOUBLE, SMALL, EEL]
#: The numbers of the first and the second player's cards; a deck has four.
FOREST, OPEN_1, HIDDEN_1, DOUBLE_1, SMALL_1, EEL_1 = 0, 4, 5, 6, 7, 8
OPEN_2, HIDDEN_2 = 13, 14


def game(players=3, deck=DECK, side=SIDE, minimum=4, **options):
    return draft.start_conspiracy_game([(deck, side)] * players, minimum=minimum, **options)


def refusal(call, *args):
    """The error that an action gives."""
    with pytest.raises(cf.DraftError) as caught:
        call(*args)
    return caught.value


# CR 905.3


def test_905_3_a_game_is_free_for_all_with_attacks_on_multiple_players_and_unlimited_range():
    setup = game().begin(0).setup
    assert (setup.variant, setup.attacks) == ("free-for-all", "multiple")
    assert setup.limited_range_of_influence is False


def test_905_3_a_game_has_several_players():
    with pytest.raises(cf.DraftError) as caught:
        game(players=1)
    assert caught.value.rule == "CR 905.3"
    assert len(game(players=2).seats) == 2


# CR 905.4


def test_905_4_any_number_of_conspiracies_goes_from_the_sideboard_to_the_command_zone():
    state = game().place(0, {OPEN_1: (), HIDDEN_1: "Lantern Eel"}).place(1).place(2, OPEN_2 + 9)
    assert [(each.owner, state.cards[each.card].name) for each in state.command] == [
        (0, "Open Pact"),
        (0, "Hidden Pact"),
        (2, "Open Pact"),
    ]
    assert state.seats[0].sideboard == (DOUBLE_1, SMALL_1, EEL_1)
    assert state.seats[0].deck == (0, 1, 2, 3)
    assert all(seat.has_placed for seat in state.seats)


def test_905_4_only_conspiracies_of_the_own_sideboard_go_there():
    state = game()
    assert refusal(state.place, 0, EEL_1).reason == "'Lantern Eel' is not a conspiracy"
    assert refusal(state.place, 0, FOREST).reason == "card 0 is not in its sideboard"
    assert refusal(state.place, 0, OPEN_2).reason == "card 13 is not in its sideboard"
    assert refusal(state.place, 0, 99).rule == "CR 905.4"
    assert refusal(state.place, 0, [OPEN_1, OPEN_1]).reason == "the same card is named twice"


def test_905_4_each_player_does_so_once_before_decks_are_shuffled():
    state = game().place(0, OPEN_1)
    assert "cannot place conspiracies now" in refusal(state.place, 0, ()).reason
    assert state.can(draft.conspiracy.PlaceConspiracies(1, OPEN_2))
    begun = state.begin(0)
    assert "shuffled" in refusal(begun.place, 1, OPEN_2).reason


def test_905_4_no_conspiracy_is_in_a_deck():
    with pytest.raises(cf.DraftError) as caught:
        game(deck=[*DECK, "Backup Plan"])
    assert (caught.value.seat, caught.value.rule) == (0, "CR 905.4")


def test_a_deck_may_be_smaller_with_conspiracies_that_say_so():
    state = game(deck=["Forest"] * 2)
    assert refusal(state.begin, 0).rule == "CR 100.2b"
    error = refusal(state.place, 1, OPEN_2 - 2 * 2)
    assert str(error) == "seat 1: the deck needs 4 cards or more, and has 2 (CR 100.2b)"
    small = 2 + SIDE.index(SMALL)
    for seat in range(3):
        assert not state.can(draft.conspiracy.BeginGame(0))
        state = state.place(seat, small + 7 * seat)
    assert state.can(draft.conspiracy.BeginGame(0))


# CR 905.4a


def test_905_4a_conspiracies_with_hidden_agenda_go_there_face_down_with_secret_names():
    state = game().place(0, {OPEN_1: (), HIDDEN_1: "Lantern Eel", DOUBLE_1: ["Ferry", "Eel"]})
    assert [(each.is_face_up, each.names) for each in state.command] == [
        (True, ()),
        (False, ("Lantern Eel",)),
        (False, ("Ferry", "Eel")),
    ]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (HIDDEN_1, "for 'Hidden Pact' the number of chosen names is 1, not 0"),
        ({HIDDEN_1: ["Eel", "Ferry"]}, "for 'Hidden Pact' the number of chosen names is 1, not 2"),
        ({OPEN_1: "Eel"}, "for 'Open Pact' the number of chosen names is 0, not 1"),
        ({DOUBLE_1: "Eel"}, "for 'Double Pact' the number of chosen names is 2, not 1"),
        ({DOUBLE_1: ["Eel", "eel "]}, "for 'Double Pact' two different names are chosen"),
        ({HIDDEN_1: " "}, "a card name is a text, and not empty; not ' '"),
        ({HIDDEN_1: 3}, "a card name is a text, and not empty; not 3"),
        ({HIDDEN_1: [["Eel"]]}, "a card name is a text, and not empty; not ['Eel']"),
    ],
)
def test_905_4a_so_many_names_are_chosen_as_the_card_asks_for(cards, reason):
    error = refusal(game().place, 0, cards)
    assert (error.reason, error.rule) == (reason, "CR 905.4a")


def test_905_4a_a_player_turns_a_face_down_conspiracy_up():
    state = game().place(0, {HIDDEN_1: "Lantern Eel", OPEN_1: ()}).place(1, {HIDDEN_2: "Ferry"})
    assert "priority" in refusal(state.turn_up, 0, HIDDEN_1).reason
    state = state.begin(2)
    reason = "card 4 is not a face-down conspiracy that it controls"
    assert refusal(state.turn_up, 0, OPEN_1).reason == reason
    assert "that it controls" in refusal(state.turn_up, 0, HIDDEN_2).reason
    assert "that it controls" in refusal(state.turn_up, 1, HIDDEN_1).reason
    after = state.turn_up(0, HIDDEN_1)
    assert [each.is_face_up for each in after.command] == [True, True, False]
    assert after.command[0].names == ("Lantern Eel",)
    assert not after.can(draft.conspiracy.TurnUpConspiracy(0, HIDDEN_1))


def test_905_4a_nobody_else_sees_a_face_down_conspiracy_nor_its_names():
    state = game().place(0, {OPEN_1: (), DOUBLE_1: ["Ferry", "Eel"]}).begin(0)
    _, mine = state.view(0).command
    assert (mine.number, mine.card.name, mine.names) == (DOUBLE_1, "Double Pact", ("Ferry", "Eel"))
    opened, hidden = state.view(1).command
    assert (opened.number, opened.card.name, opened.is_face_up) == (OPEN_1, "Open Pact", True)
    assert hidden == draft.conspiracy.SeenConspiracy(owner=0, is_face_up=False)
    _, turned = state.turn_up(0, DOUBLE_1).view(1).command
    assert (turned.card.name, turned.names) == ("Double Pact", ("Ferry", "Eel"))


def test_702_106e_all_conspiracies_of_a_player_are_revealed_at_the_end():
    state = game().place(0, {HIDDEN_1: "Eel", DOUBLE_1: ["A", "B"]}).place(1, {HIDDEN_2: "C"})
    assert refusal(state.reveal, 0).rule == "CR 702.106e"
    state = state.begin(1).reveal(0)
    assert [each.is_face_up for each in state.command] == [True, True, False]
    assert all(each.is_face_up for each in state.reveal(1).command)


# CR 905.5


def test_905_5_the_owner_put_it_there_and_is_its_controller():
    state = game().place(1, OPEN_2).place(0, OPEN_1)
    assert [(each.card, each.owner, each.controller) for each in state.command] == [
        (OPEN_2, 1, 1),
        (OPEN_1, 0, 0),
    ]
    assert [each.card for each in state.conspiracies(0)] == [OPEN_1]
    assert state.conspiracies(2) == ()


# CR 905.6


def test_905_6_each_player_has_twenty_life_and_draws_seven_once_the_starting_player_is_known():
    state = game()
    assert state.setup is None
    setup = state.begin(1).setup
    assert (setup.life, setup.hand) == (20, 7)
    assert setup.turn_order == (1, 2, 0)


def test_905_6_the_turn_order_is_that_of_the_seats_before_the_starting_player_is_known():
    state = game()
    assert state.turn_order == (0, 1, 2)
    assert [state.begin(seat).turn_order for seat in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_905_6_a_game_begins_once():
    state = game().begin(1)
    assert refusal(state.begin, 2).rule == "CR 905.6"
    assert state.starting == 1


# what cards say


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", draft.conspiracy.Conspiracy()),
        ("Hidden agenda", draft.conspiracy.Conspiracy(1)),
        ("Hidden agenda (Reminder.)\nNothing.", draft.conspiracy.Conspiracy(1)),
        ("Nothing.\nDouble agenda (Reminder.)", draft.conspiracy.Conspiracy(2)),
        ("Turn a conspiracy with hidden agenda face up.", draft.conspiracy.Conspiracy()),
        ("Your minimum deck size is reduced by 12.", draft.conspiracy.Conspiracy(smaller_deck=12)),
        (
            "Hidden agenda\nYour minimum deck size is reduced by one.",
            draft.conspiracy.Conspiracy(1, smaller_deck=1),
        ),
        ("Your minimum deck size is reduced by plenty.", draft.conspiracy.Conspiracy()),
    ],
)
def test_the_text_of_a_conspiracy_says_what_it_does(text, said):
    card = cf.Card(cf.Face("Some Pact", types="Conspiracy", text=text))
    assert draft.conspiracy.conspiracy_of(card) == said
    assert draft.conspiracy.conspiracy_of("Some Pact", cf.CardSet(cards=[card])) == said


def test_of_several_cards_of_a_name_the_printing_says_what_it_does():
    first = cf.Card(cf.Face("Pact", types="Conspiracy", text="Nothing."), "LAN", "1")
    second = cf.Card(cf.Face("Pact", types="Conspiracy", text="Hidden agenda"), "LAN", "2")
    cards = cf.CardSet(cards=[first, second])
    assert draft.conspiracy.conspiracy_of(second.ref, cards) == draft.conspiracy.Conspiracy(1)
    assert (
        draft.conspiracy.conspiracy_of(cf.CardRef("Pact", "OLD"), cards)
        == draft.conspiracy.Conspiracy()
    )


def test_a_card_of_another_type_is_no_conspiracy_whatever_its_name():
    card = cf.Card(cf.Face("Double Stroke", types="Instant", text="Hidden agenda"))
    assert draft.conspiracy.conspiracy_of(card) is None
    assert draft.conspiracy.conspiracy_of("Double Stroke", cf.CardSet(cards=[card])) is None
    assert draft.conspiracy.conspiracy_of(draft.DraftCard(card.ref, types=("Instant",))) is None
    assert draft.conspiracy.conspiracy_of("Lantern Eel") is None


def test_a_card_of_the_type_without_a_text_is_as_the_official_one_or_face_up():
    types = ("Conspiracy",)
    known = draft.DraftCard(cf.CardRef("Double Stroke"), types=types)
    other = draft.DraftCard(cf.CardRef("Some Pact"), types=types)
    assert draft.conspiracy.conspiracy_of(known) == draft.conspiracy.Conspiracy(1)
    assert draft.conspiracy.conspiracy_of(other) == draft.conspiracy.Conspiracy()


def test_the_caller_has_the_last_word():
    known = {
        "Double Stroke": draft.conspiracy.Conspiracy(2),
        "Lantern Eel": draft.conspiracy.Conspiracy(),
    }
    state = game(side=["Double Stroke", EEL], known=known)
    assert state.place(0, {4: ["A", "B"], 5: ()}).command[1].is_face_up
    assert draft.conspiracy.conspiracy_of("Double Stroke") == draft.conspiracy.Conspiracy(1)


def test_official_conspiracies_are_twenty_five_of_which_fifteen_are_hidden():
    names = [each.names for each in draft.conspiracy.OFFICIAL_CONSPIRACIES.values()]
    assert [names.count(count) for count in range(3)] == [10, 14, 1]
    assert draft.conspiracy.OFFICIAL_CONSPIRACIES["Summoner's Bond"].names == 2
    smaller = {
        name: each.smaller_deck for name, each in draft.conspiracy.OFFICIAL_CONSPIRACIES.items()
    }
    assert {name for name in smaller if smaller[name]} == {"Advantageous Proclamation"}


@pytest.mark.parametrize("numbers", [(3, 0), (-1, 0), (0, -1)])
def test_no_conspiracy_has_other_numbers(numbers):
    with pytest.raises(cf.DraftError):
        draft.conspiracy.Conspiracy(*numbers)


# the machine


@pytest.mark.parametrize("card", [True, "4", 4.0, None])
def test_what_is_no_number_of_a_card_is_refused(card):
    assert "by its number" in refusal(game().place, 0, card).reason
    state = game().place(0, {HIDDEN_1: "Eel"}).begin(0)
    assert "by its number" in refusal(state.turn_up, 0, card).reason


def start_with(state, **changes):
    """The record of a start that differs from that of *state*."""
    return draft.Record(attrs.evolve(state.log[0].action, **changes))


@pytest.mark.parametrize(
    "log",
    [
        [*game().log, draft.Record(draft.conspiracy.TurnUpConspiracy(0, HIDDEN_1))],
        [start_with(game(), seats=game().seats[:2])],
        [start_with(game(), minimum=None)],
        [start_with(game(), seats=game().place(0).seats)],
        [
            start_with(
                game(),
                seats=[draft.conspiracy.GameSeat(["0"]), draft.conspiracy.GameSeat([])],
            )
        ],
    ],
)
def test_a_log_that_cannot_be_is_refused(log):
    with pytest.raises(cf.DraftError):
        draft.ConspiracyGame.replay(log)


def test_a_player_sees_the_own_deck_and_sideboard_only():
    view = game().place(0, OPEN_1).view(1)
    assert [card.name for card in view.deck.values()] == DECK
    assert [card.name for card in view.sideboard.values()] == [card.name for card in SIDE]
    assert [(each.deck_size, each.has_placed) for each in view.seats] == [
        (4, True),
        (4, False),
        (4, False),
    ]
