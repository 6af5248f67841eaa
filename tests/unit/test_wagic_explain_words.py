"""The English of words in the lexicon: what is missing, and that what is there can be used."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from cardformats.formats.wagic.abilities.english.vocabulary import KEYWORDS, RULES, STANDINGS, VERBS
from cardformats.formats.wagic.abilities.english.wording import negated
from cardformats.formats.wagic.lexicon import words

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


@pytest.mark.parametrize("word", words("keyword"))
def test_a_keyword_is_a_verb_a_rule_or_a_noun(word):
    assert [word in each for each in (VERBS, RULES, KEYWORDS)].count(True) == 1
    assert "`" not in explain(parse(word))


@pytest.mark.parametrize("word", [*words("restriction"), "raid", "tapped", "pmonarch"])
def test_what_is_so_can_be_denied(word):
    positive, negative = STANDINGS[word]
    assert positive != negative


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("it is your turn", "it isn't your turn"),
        ("a creature died this turn", "no creature died this turn"),
        ("this can untap", "this can't untap"),
        ("it is your turn and raid", "it isn't so that it is your turn and raid"),
        ("this was not exerted", "it isn't so that this was not exerted"),
        ("you control a land", "it isn't so that you control a land"),
    ],
)
def test_a_sentence_is_denied_by_its_verb_or_as_a_whole(text, denied):
    assert negated(text) == denied


@pytest.mark.parametrize("word", sorted(words("effect")))
def test_an_effect_with_english_is_said_in_words(word):
    english = explain(parse(word))
    assert "{" not in english
    assert " | " not in english


@pytest.mark.parametrize("word", sorted(words("quantity")))
@pytest.mark.parametrize("number", ["1", "-2", "x", "type:elf:mybattlefield"])
def test_a_quantity_with_english_is_said_in_words(word, number):
    english = explain(parse(f"{word}:{number}"))
    assert "{" not in english
    assert " | " not in english
