"""OCTGN's real sets, read with mappings that say more than the names of properties do."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.octgn.mapping_starter import game_values, starter

from .edits import with_face
from .readings import report_of

IMAGES = {
    "front": "https://cards.example/{game}/{set_id}/{id}.png",
    "back": "https://cards.example/{set_name}/{number:unpadded}/{name}.{type}.png",
}
MAPPINGS = {
    "mtg": {
        "values": {
            "colors": {
                "White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "",
            },
            "rarity": {"Mythic Rare": "mythic", "Basic Land": "land", "Uncommon": "rare"},
        },
        "templates": {
            "text": "{Cost} · {Type} — {Subtype}\n{Rules}\n{Power}/{Toughness}, {Loyalty}\n{Rarity}"
        },
        "faces": {"adventure": "text", "splitA": "text", "splitB": "text", "transform": "back"},
        "images": IMAGES,
    },
    "vtes": {
        "fields": {"mana_cost": "Capacity", "subtypes": "Clan", "rarity": None},
        "values": {"types": {"Vampire": "Creature"}, "subtypes": {"Gangrel": "Beast"}},
        "templates": {
            "text": "{Type} ({Requires}) · Group {Group}\n{Discipline}\n{Text}\n-- {Artist}",
        },
        "images": IMAGES,
    },
    "battletech": {
        "fields": {"types": "", "power": "Attack"},
        "templates": {"types": "{Type} {Subtype}", "text": "{Mass}, {Speed}\n{Text}\n{Flavor}"},
        "images": IMAGES,
    },
}  # fmt: skip


def sets_of(octgn):
    for game, mapping in MAPPINGS.items():
        for path in sorted((octgn / game).rglob("set.xml")):
            yield path, mapping


def test_sets_are_written_as_they_were_with_any_mapping(octgn, step):
    for path, mapping in [*sets_of(octgn)][::step]:
        for own in (mapping, "names"):
            cardset = cf.read_report(path, mapping=own).value
            assert cf.dumps(cardset, "octgn").encode() == path.read_bytes(), path
            text = cf.dumps(cardset, "octgn", canonical=True)
            game = path.parents[2]
            again = cf.loads_report(text, "octgn", mapping=own, game=game, definition=game).value
            assert by_id(again) == by_id(cardset), path


def by_id(cardset):
    """The cards in an order that is the same however packs include them."""
    return sorted(cardset.cards, key=lambda card: card.ids["octgn"])


def test_changed_texts_are_read_back_or_reported(octgn, tmp_path, step):
    for path, mapping in [*sets_of(octgn)][1::step]:
        cardset = cf.read_report(path, mapping=mapping).value
        old = next(iter(cardset.cards), None)
        if old is None:
            continue
        text = old.text.replace("a", "e").replace(".", "!")
        changed = cardset.replacing(old, with_face(old, text=text))
        target = tmp_path / "set.xml"
        report = cf.write(changed, target, "octgn", canonical=True)
        again = cf.read_report(target, mapping=mapping).value.cards[0]
        assert again.text == text or any("text" in each.kind for each in report.losses), path


def test_templates_and_images_say_what_is_there(octgn):
    for game, mapping in MAPPINGS.items():
        path = max((octgn / game).rglob("set.xml"), key=lambda path: path.stat().st_size)
        cards = cf.read_report(path, mapping=mapping).value.cards
        assert all(card.images for card in cards), game
        assert any("\n" in card.text for card in cards), game


@pytest.fixture(scope="module")
def values(octgn):
    """The values that each game has, by its folder."""
    games = {path.parents[2] for game in MAPPINGS for path in (octgn / game).rglob("set.xml")}
    return {path: game_values(path).value for path in sorted(games)}


def test_the_values_of_games_are_counted(values):
    for game, its in values.items():
        texts = [path.read_text("utf-8-sig") for path in game.rglob("set.xml")]
        assert its.cards == sum(text.count("<card ") for text in texts)


def test_the_mapping_to_begin_with_changes_nothing(values, tmp_path, step):
    target = tmp_path / "mapping.toml"
    for game, its in values.items():
        target.write_text(starter(its), "utf-8")
        for path in sorted(game.rglob("set.xml"))[::step]:
            before = report_of(path)
            after = cf.read_report(path, mapping=target)
            assert (after.value, after.counts()) == (before.value, before.counts()), path
