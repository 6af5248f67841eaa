"""What the engine does in place of what a line seems to say: findings, outlines and English."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain_as_engine, lint, normalise, parse
from cardformats.formats.wagic.abilities.linter.codes import AbilityCode
from cardformats.formats.wagic.abilities.linter.leaks import kept_texts
from cardformats.formats.wagic.abilities.linter.places import overlap
from cardformats.formats.wagic.abilities.outline import outline
from cardformats.source import SourceText

from .text_tables import rows


def test_text_that_is_kept_for_a_later_line_is_reported():
    lines = [
        "@combatdamagefoeof(player) from(this):pay({2}) all(*|opponenthand) reject",
        "@combatdamageof(player) from(this):pay({2}) all(*|myhand) reject",
    ]
    [(number, finding)] = kept_texts(lines)
    assert (number, str(finding.code)) == (1, "WG126")
    assert "opponenthand" in finding.message
    assert list(kept_texts(lines[:1])) == []
    assert list(kept_texts(["draw:1", "life:2"])) == []


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    rows("""
        draw:1 pay({1}) life:1 | pay({2}) draw:2 | life:1
        draw:1 pay[[{1}]] life:1 | pay[[{2}]] draw:2 | life:1
        draw:1 chooseaname life:1 chooseend | chooseaname draw:2 chooseend | life:1
        draw:1 grant life:1 grantend | grant flying grantend | life:1
        draw:1 reveal:1 optionone life:1 optiononeend revealend | reveal:1 optionone draw:2
            optiononeend revealend | 1 optionone life:1 optiononeend
        draw:1 scry:1 scrycore life:1 scrycoreend scryend | scry:1 scrycore draw:2 scrycoreend
            scryend | 1 scrycore life:1 scrycoreend
        draw:1 transforms((elf)) ueot | transforms((kor)) ueot | elf
        draw:1 grant life:1 grantend | ability$!draw:2!$ | life:1
        counter(1/1) and!( life:1 )! | all(this) moveto(myhand) and!( draw:2 )! | life:1
    """),
)  # fmt: skip
def test_each_store_keeps_its_text_for_the_next_line_that_asks_for_it(first, second, kept):
    [(number, finding)] = kept_texts([first, second])
    assert (number, finding.data["text"]) == (1, kept)
    assert finding.notes == (f"it is left by the line {first!r}",)
    assert finding.span.text == second
    assert list(kept_texts([second])) == []


@pytest.mark.parametrize(
    ("other", "overlaps"), [((0, 3), False), ((0, 4), True), ((5, 6), False), ((4, 6), True)]
)
def test_findings_overlap_if_they_have_a_character_in_common(other, overlaps):
    source = SourceText("", "abcdefgh")
    finding, known = (
        AbilityCode.PROSE.at(source.span(*place), text="") for place in ((3, 5), other)
    )
    assert overlap(finding, [known]) is overlaps


@pytest.mark.parametrize(
    ("text", "rule"), [("{T}{C(0/n\x85)}:Add{W", "ability"), ("artifact[-creature]\x1f", "target")]
)
def test_only_blanks_and_tabs_are_blanks(text, rule):
    assert parse(normalise(text, rule), rule) == parse(text, rule)


def test_a_space_that_tells_a_cost_from_a_symbol_stays():
    assert normalise("{2}{p( U)", "price") == "{2}{p( U)"
    assert normalise("{2} {p(U)}", "price") == "{2}{p(U)}"


def test_conditions_are_of_small_letters():
    (finding,) = lint("type(creature|myBattlefield)~morethan~0", "conditions")
    assert finding.message == (
        "unknown zone 'myBattlefield'; the engine searches on both battlefields"
    )
    assert finding.fix is not None
    assert finding.fix.applied(finding.span.source) == "type(creature|mybattlefield)~morethan~0"


def test_long_lines_are_not_tried():
    line = "draw:3 traget(player) && " * 60
    assert not any(each.fix for each in lint(line))


def test_an_empty_line_says_and_does_nothing():
    assert explain_as_engine("  ") == ""
    assert outline(parse("  ")) == ()
