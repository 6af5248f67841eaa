"""Names of pictures of OCTGN's cards, and packs of them."""

from __future__ import annotations

import pytest

from cardformats.formats.octgn.pictures import Picture, picture

CARD = "4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (f"{CARD}.png", Picture(CARD)),
        (f"{CARD.upper()}.JPG", Picture(CARD, "", "jpg")),
        (f"{CARD}.Mane Character Boosted.png", Picture(CARD, "Mane Character Boosted")),
        (f"{CARD}.a.b.gif", Picture(CARD, "a.b", "gif")),
        (f"{CARD}", None),
        (f"{CARD}.txt", None),
        ("Grey Heron.png", None),
        (".png", None),
    ],
)
def test_a_name_of_a_file_says_of_what_it_is_a_picture(name, read):
    assert picture(name) == read


def test_names_and_places_are_those_that_are_read_again():
    own = Picture(CARD, "awakened", "jpg")
    assert picture(own.name) == own
    assert own.in_pack("g", "s") == f"g/Sets/s/Cards/{CARD}.awakened.jpg"
    assert own.key == Picture(CARD, "AWAKENED", "png").key


@pytest.mark.parametrize("of_type", ["../../x", "a/b", "a\\b", "a:b", "a.", "\n", "\ud800"])
def test_types_that_no_file_can_be_called_by_are_told(of_type):
    assert not Picture(CARD, of_type).is_possible
