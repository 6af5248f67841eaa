"""The English of words in the lexicon: what is missing, and that what is there can be used."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from cardformats.formats.wagic.abilities.english.vocabulary import KEYWORDS, RULES, STANDINGS, VERBS
from cardformats.formats.wagic.abilities.english.wording import negated
from cardformats.formats.wagic.lexicon import words

from .text_tables import rows

#: Words whose English is missing, by class: those that are said by code, since it takes more than
#: a template, and those that nobody has found words for.
MISSING = {
    "effect": """
        backside bloodthirst cantblocktarget cascade castcard charge chosencolor
        completedungeon connect deplete discard draw duplicatecounters
        dynamicability equipment flip hmodifier lifeset meld mill
        nextphasealter nocreatures nospells onlyonecast opponentdamagedbycombat
        produceextra pwrtotatt rampage removeallcounters removesinglecountertype
        resetcost scavenge thatmuchcountersoneone
    """,
    "quantity": """
        altermutationcounter alteryidaro alteryidarocount bstrings flashback
        mutationover mutationunder
    """,
    "call": """
        card castable choosecard conjure copied copy countertrack damage hiddenface
        increasedraw livingweapontoken meldfrom message modbenchant named newhook
        nextphasealter outlast phasealter poolsave remake retarget revealtype
        scryzone shufflelibrary target tutorial
    """,
    "relation": """
        combatspiritlink moverandom source
    """,
    "event": """
        becomesmonarchfoeof combat combatdamaged combatdamagefoeof combatdamageof
        damaged damagefoeof damageof dierolled drawfoeof energizedfoeof
        experiencedfoeof lifefoeof lifelostfoeof movedto noncombatdamaged
        noncombatdamagefoeof noncombatdamageof poisonedfoeof proliferatefoeof
        ringtemptedfoeof shuffledfoeof takeninitiativefoeof targeted
    """,
    "quality": """
        manacost notshare! numofcols ortoken permanent power share! token toughness zpos
    """,
    "kind": """""",
    "option": """
        abilitycontroller age charge colors copied countersoneone deplete draw fade
        itself level lifegain lifeloss manacost myfoe mytgt named normal
        oneonecounters power previous pumpboth pumppow pumptough randomcard
        selectmana source strike thatmuch tnum toughness
    """,
    "measure": """""",
    "modifier": """
        all checkex delayed dontshow forceclean next other single spell turnlimited
        while
    """,
}
#: Classes of which every word has English.
COMPLETE = ("keyword", "variable", "restriction", "cost", "paid_word", "phase",
            "duration", "timing", "zone", "zone_owner", "zone_place", "measure")  # fmt: skip


@pytest.mark.parametrize("kind", MISSING)
def test_words_without_english_are_known(kind):
    assert sorted(text for text, word in words(kind).items() if not word.english) == (
        MISSING[kind].split()
    )


@pytest.mark.parametrize("kind", COMPLETE)
def test_every_word_of_a_class_has_english(kind):
    assert [text for text, word in words(kind).items() if not word.english] == []


def test_a_keyword_is_a_verb_a_rule_or_a_noun():
    for word in words("keyword"):
        assert [word in each for each in (VERBS, RULES, KEYWORDS)].count(True) == 1, word
        assert "`" not in explain(parse(word))


def test_what_is_so_can_be_denied():
    for word in (*words("restriction"), "raid", "tapped", "pmonarch"):
        positive, negative = STANDINGS[word]
        assert positive != negative, word


@pytest.mark.parametrize(
    ("text", "denied"),
    rows("""
        it is your turn           | it isn't your turn
        a creature died this turn | no creature died this turn
        this can untap            | this can't untap
        it is your turn and raid  | it isn't so that it is your turn and raid
        this was not exerted      | it isn't so that this was not exerted
        you control a land        | it isn't so that you control a land
    """),
)
def test_a_sentence_is_denied_by_its_verb_or_as_a_whole(text, denied):
    assert negated(text) == denied


def test_effects_and_quantities_with_english_are_said_in_words():
    numbers = ("1", "-2", "x", "type:elf:mybattlefield")
    quantities = (f"{word}:{number}" for word in words("quantity") for number in numbers)
    for line in (*words("effect"), *quantities):
        english = explain(parse(line))
        assert "{" not in english, line
        assert " | " not in english, line
