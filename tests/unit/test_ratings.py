"""Ratings that are learned from picks: the true order, and bots that pick as experts do."""

import math
import pickle
import random

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft
from cardformats.cli.app import app
from cardformats.records import DraftRecord, PickRecord, SeatRecord, ratings

CARDS = [cf.CardRef(f"Card {number}") for number in range(60)]


def worths(seed):
    source = random.Random(seed)  # noqa: S311 - no secret
    return {card: math.exp(source.gauss(0, 1)) for card in CARDS}


def picked(worth, count, seed):
    """Picks of one or two cards, each taken with the chance that the model has."""
    source = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(count):
        pack = source.sample(CARDS, source.randint(2, 14))
        places, left = [], list(range(len(pack)))
        for _ in range(source.randint(1, 2)):
            (place,) = source.choices(left, [worth[pack[at]] for at in left])
            places.append(place)
            left.remove(place)
        yield pack, places


def correlation(worth, learned):
    """Spearman's, of the true order and the learned one."""
    rating = learned.by_name
    size = len(CARDS)
    orders = (sorted(CARDS, key=worth.__getitem__), sorted(CARDS, key=lambda c: rating[c.name]))
    true, other = ({card: at for at, card in enumerate(order)} for order in orders)
    total = sum((true[card] - other[card]) ** 2 for card in CARDS)
    return 1 - 6 * total / (size * (size * size - 1))


def learned_from(count, seed, **options):
    return ratings.learn(picked(worths(seed), count, seed), **options)


@pytest.mark.part(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_more_picks_come_nearer_to_the_truth(seed):
    few, some, many = (correlation(worths(seed), learned_from(n, seed)) for n in (60, 400, 2500))
    assert few < some < many
    assert some > 0.75
    assert many > 0.95


def test_two_cards_are_rated_by_the_closed_form():
    # beside the middle: 4 duels each, half won; beside each other: 6 won and 2 lost
    pack = [CARDS[0], CARDS[1]]
    picks = [(pack, [0])] * 6 + [(pack, [1])] * 2
    one, two = ratings.learn(picks, prior=4).cards
    assert (one.seen, one.taken, two.taken) == (8, 6, 2)
    # the equations that the most likely worths fulfil
    w, v = (each.rating / (5 - each.rating) for each in (one, two))
    assert math.isclose((6 + 2) / w, 8 / (w + v) + 4 / (1 + w), rel_tol=1e-3)
    assert math.isclose((2 + 2) / v, 8 / (w + v) + 4 / (1 + v), rel_tol=1e-3)
    assert math.isclose(one.rating + two.rating, 5, abs_tol=1e-3)


def test_a_card_that_was_seen_once_is_near_the_middle():
    learned = ratings.learn([(CARDS[:15], [0])])
    assert learned.cards[0].name == "Card 0"
    assert 2.5 < learned.cards[0].rating < 4
    assert all(2 < each.rating < 2.5 for each in learned.cards[1:])


def test_what_was_no_choice_says_nothing():
    learned = ratings.learn([(CARDS[:1], [0]), (CARDS[:2], [])])
    assert [(each.rating, each.seen) for each in learned.cards] == [(2.5, 0), (2.5, 0)]
    assert ratings.learn([]).cards == ()


def test_the_same_picks_give_the_same_ratings_soon():
    one, two = learned_from(300, 5), learned_from(300, 5)
    assert one == two
    assert one.rounds < 50
    assert math.isclose(sum(one.by_name.values()) / len(one.cards), 2.5, abs_tol=1e-3)


@pytest.mark.parametrize("places", [[0, 0], [2], [-1]])
def test_places_that_are_not_there_are_refused(places):
    with pytest.raises(cf.ModelError, match="places"):
        ratings.learn([(CARDS[:2], places)])


@pytest.mark.parametrize("prior", [0, -1, math.inf, math.nan])
def test_a_prior_is_above_nothing(prior):
    with pytest.raises(cf.ModelError, match="prior"):
        ratings.learn([], prior=prior)


def test_of_records_only_free_choices_of_people_are_taken():
    pack = tuple(CARDS[:3])
    picks = [
        PickRecord(0, 0, pack, (1,)),
        PickRecord(0, 1, pack, (0,), hidden=1),
        PickRecord(0, 2, pack, (0, 1), piles=(2, 1), pile=0),
    ]
    seats = [
        SeatRecord(id=str(is_bot), name="", is_bot=is_bot, picks=picks) for is_bot in (False, True)
    ]
    record = DraftRecord(kind="draft", seats=seats)
    expected = [(pack, [1]), (pack[:2], [0])]
    assert list(ratings.picks_of([record])) == expected
    assert list(ratings.picks_of([record], bots=True)) == expected * 2


def test_they_are_stored_and_loaded(tmp_path):
    learned = learned_from(100, 6)
    text = ratings.dumps(learned)
    assert ratings.loads(text) == learned
    assert len(text.splitlines()) == len(CARDS) + 2  # a card a line
    path = tmp_path / "ratings.json"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert ratings.load(path) == pickle.loads(pickle.dumps(learned))
    assert ratings.loads(ratings.dumps(ratings.Ratings([]))).cards == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 100_000,
        "{}",
        "[]",
        '{"cardformats_ratings": 2, "cards": {}}',
        '{"cardformats_ratings": 1, "cards": []}',
        '{"cardformats_ratings": 1, "cards": {"A": 3}}',
        '{"cardformats_ratings": 1, "cards": {"A": {"rating": 6}}}',
        '{"cardformats_ratings": 1, "cards": {"A": {"rating": NaN}}}',
        '{"cardformats_ratings": 1, "cards": {"A": {"rating": true}}}',
        '{"cardformats_ratings": 1, "cards": {"A": {"rating": 1, "seen": 1, "taken": 2}}}',
        '{"cardformats_ratings": 1, "cards": {"A": {"rating": 1, "name": "B"}}}',
        '{"cardformats_ratings": 1, "cards": {"A": {"rating": 1}, "A": {"rating": 2}}}',
    ],
)
def test_what_is_no_ratings_is_refused(text):
    with pytest.raises(cf.ModelError):
        ratings.loads(text)


def agreement(bot, picks):
    """How often a bot picks what the expert did."""
    same = 0
    for number, (pack, places) in enumerate(picks):
        state = draft.start([[pack, pack]], cf.CardSet(), seed=number)
        (card,) = bot.act(state.view(0)).cards
        same += card == places[0]
    return same / len(picks)


def test_bots_with_learned_ratings_pick_what_experts_pick():
    worth = worths(7)
    learned = learned_from(2000, 7)
    # experts take the best card
    packs = [pack for pack, _ in picked(worth, 150, 8)]
    wanted = [(pack, [max(range(len(pack)), key=lambda at: worth[pack[at]])]) for pack in packs]
    rated = draft.RatedBot(cf.CardSet(), 1, ratings=learned.by_name)
    assert agreement(rated, wanted) > 0.7
    assert agreement(draft.ColorBot(cf.CardSet(), 1, ratings=learned.by_name), wanted) > 0.7
    assert agreement(draft.RandomBot(1), wanted) < 0.35
    assert agreement(draft.RatedBot(cf.CardSet(), 1), wanted) < 0.35


def test_learned_ratings_precede_those_of_cards():
    cards = [cf.Card.of("A", rating=5), cf.Card.of("B", rating=1), cf.Card.of("C", rating=2)]
    bot = draft.RatedBot(cf.CardSet(cards=cards), 1, ratings={"B": 4.5, "A": 0.5})
    (a, b, c) = draft.DraftCards(cf.CardSet(cards=cards)).of([each.ref for each in cards])
    assert [bot.rating(each) for each in (a, b, c)] == [0.5, 4.5, 2]


def test_the_command_drafts_by_ratings(tmp_path):
    cube, learned = tmp_path / "cube.txt", tmp_path / "ratings.json"
    cube.write_text("[Common(3)]\n" + "".join(f"1 {each.name}\n" for each in CARDS))
    rated = [ratings.CardRating(each.name, 5 * at / len(CARDS)) for at, each in enumerate(CARDS)]
    learned.write_text(ratings.dumps(ratings.Ratings(rated)))
    command = ["draft", cube, "--players", 2, "--seed", 1, "--no-catalog", "--bot"]
    command = [str(each) for each in command]
    by_file = ["--ratings", str(learned)]
    plain = CliRunner().invoke(app, [*command, "rated"], catch_exceptions=False)
    other = CliRunner().invoke(app, [*command, "rated", *by_file], catch_exceptions=False)
    assert other.exit_code == plain.exit_code == 0
    assert other.stdout != plain.stdout
    learned.write_text("{}")
    assert CliRunner().invoke(app, [*command, "rated", *by_file]).exit_code != 0
    assert CliRunner().invoke(app, [*command, "random", *by_file]).exit_code == 2
