"""Which known word is meant by one that is not known, and whether that is sure."""

from __future__ import annotations

import pytest

from cardformats.formats.near_words import near_word, same_letters
from cardformats.source import SourceText

#: What a log says if there is a word that is near.
NOTES = ("did you mean it?",)


def near(word, *known, notes=NOTES, **options):
    """Return the word that is meant, and whether that is sure; None if there is none."""
    found = near_word(word, known, notes, **options)
    return found and tuple(found)


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        # the letters are the same
        ("MARSH EEL", ["Marsh Eel", "Marsh Elf"], ("Marsh Eel", True)),
        ("Æther-Eel", ["aether eel"], ("aether eel", True)),
        ("eel", ["Eel", "EEL"], None),
        ("", ["Eel"], None),
        ("--", ["++"], None),
        # seven letters of ten are near, and six of nine are not
        ("marshes123", ["marshes456"], ("marshes456", False)),
        ("abcdefghij", ["abcdefgxyz"], ("abcdefgxyz", False)),
        ("abcdefghi", ["abcdefxyz"], None),
        # eight letters of ten are alike
        ("abcdefghij", ["abcdefghxy"], ("abcdefghxy", True)),
        ("abcdefghi", ["abcdefgxy"], ("abcdefgxy", False)),
        # in a word of five letters
        ("heros", ["heron"], ("heron", True)),
        ("herns", ["hern"], ("hern", False)),
        ("hern", ["herns"], ("herns", True)),
        # letters that are exchanged are of one word, however short
        ("fne", ["fen"], None),
        ("fnes", ["fens"], ("fens", True)),
        # words with numbers are different words
        ("slot number 1", ["slot number 2"], ("slot number 2", False)),
        ("slot numbers", ["slot number 2"], ("slot number 2", False)),
        ("slot number 2", ["slot numbers"], ("slot numbers", False)),
        # of two that are as near, none is meant; one is, if the other is less near by a tenth
        ("abcdefghij", ["abcdefghix", "abcdefghiy"], None),
        ("abcdefghij", ["abcdefghix", "abcdefghx"], None),
        ("abcdefghij", ["abcdefghix", "abcdefghxy"], ("abcdefghix", True)),
    ],
)
def test_the_word_that_is_meant(word, known, expected):
    assert near(word, *known) == expected


def test_a_name_of_an_authors_own_is_sure_only_if_its_letters_are_the_same():
    assert near("heros", "heron", of_author=True) == ("heron", False)
    assert near("HERON", "heron", of_author=True) == ("heron", True)


def test_other_letters_are_looked_for_only_if_a_log_says_that_a_word_is_near():
    assert near("heros", "heron", notes=()) is None
    assert near("HERON", "heron", notes=()) == ("heron", True)


@pytest.mark.parametrize("letter", ["x", "-"])  # a letter more, or the same letters
def test_long_words_are_not_compared(letter):
    assert near("n" * 60, "n" * 59 + letter) is not None
    assert near("n" * 61, "n" * 60 + letter) is near("n" * 61, "N" * 61, "n" * 60) is None
    assert near("n" * 58 + letter, "n" * 60) is not None
    assert near("n" * 60, "n" * 60 + "x") is None


@pytest.mark.parametrize("word", ["HERON", "heros"])
def test_many_words_are_not_compared(word):
    others = [f"{number:05}" for number in range(499)]
    assert near(word, "heron", *others) == ("heron", True)
    assert near(word, "heron", *others, "more") is None


def test_the_fix_writes_the_word():
    span = SourceText("list.txt", "1 HERON").span(2, 7)
    (edit,) = same_letters("heron", "HERON").fix(span).edits
    assert (edit.span, edit.new) == (span, "heron")
    assert same_letters("heron", "He-Rón").fix(span).is_safe
    assert not same_letters("heron", "egret").fix(span).is_safe
