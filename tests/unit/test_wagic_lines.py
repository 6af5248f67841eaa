"""Lines of abilities of all kinds, and all that is known of each of them.

The file `tests/data/wagic_lines.txt` has the lines, each after `> `, and below it what the library
makes of it; `tests/data/wagic_words.txt` has less of a line for each word.  After a change, run
this file with `--accept`, and read the difference.
"""

from __future__ import annotations

import re

import pytest

from cardformats.formats.wagic.abilities import explain, explain_as_engine, normalise, parse
from cardformats.formats.wagic.abilities.engine.outline import outline_of
from cardformats.formats.wagic.abilities.engine.reader import reading
from cardformats.formats.wagic.abilities.linter.candidates import candidates_of
from cardformats.formats.wagic.abilities.linter.lint import check_line
from cardformats.formats.wagic.abilities.linter.word_places import WORDS_OF
from cardformats.formats.wagic.abilities.outline import outline
from cardformats.formats.wagic.lexicon import kinds, words
from tests import wagic_words
from tests.conftest import ROOT

FILE = ROOT / "tests" / "data" / "wagic_lines.txt"
LINES = [line[2:] for line in FILE.read_text("utf-8").splitlines() if line.startswith("> ")]
SIZE = 20

WORDS = FILE.with_name("wagic_words.txt")
#: Classes of words that are all alike to the code.
ALIKE = {"color", "keyword", "kind", "type", "variable", "variable_prefix"}
CLASSES = [kind for kind in kinds() if kind not in ALIKE]


def quoted(line, part):
    """What the part has to do with, in the line."""
    return "" if part.start is None else f" [{line[part.start : part.end]}]"


def tree_of(line, built, indent="    "):
    values = "".join(f" {name}={value!r}" for name, value in built.values.items())
    yield f"{indent}{built.kind}{values}{quoted(line, built)}"
    for inner in built.inner:
        yield from tree_of(line, inner, indent + "  ")


def action(line, each):
    steps = "".join(f"{step.kind} {step.value!r}{quoted(line, step)} > " for step in each.steps)
    return f"{steps}{each.word} {each.amount}{quoted(line, each)}".rstrip()


def known_of(line):
    """Yield what is known of a line."""
    if (normal := normalise(line)) != line:
        yield f"  normal: {normal}"
    english = [explain(line), explain_as_engine(line)]
    yield f"  means: {english[0]}"
    yield from (f"  engine: {text}" for text in english[1:] if text != english[0])
    read = reading(line)
    if read.built is not None:
        yield from tree_of(line, read.built)
    for note in read.notes:
        yield f"  {note.fate} {note.what}{quoted(line, note)}"
    actions = [action(line, each) for each in outline(parse(line))]
    yield from (f"  does: {each}" for each in actions)
    built = [action(line, each) for each in outline_of(read)]
    yield from (f"  built: {each}" for each in built if each not in actions)
    for each in check_line(line):
        source, few = each.span.source, sorted(candidates_of(each).known)[:6]
        fix = "" if each.fix is None else f" -> {each.fix.applied(source)} ({each.fix.is_safe})"
        known = "".join(f", {word}" for word in few) if len(few) < 6 else ""
        data = {key: value for key, value in each.data.items() if isinstance(value, str)}
        yield f"  {each.code.value} {data}{known}{quoted(line, each.span)}{fix}"
        yield from (f"    {note}" for note in each.notes)


def shown(lines):
    return "".join(f"{text}\n" for line in lines for text in (f"> {line}", *known_of(line)))


@pytest.mark.parametrize("start", range(0, len(LINES), SIZE))
def test_what_is_known_of_lines(start, request):
    text = FILE.read_text("utf-8")
    lines = LINES[start : start + SIZE]
    first = text.index(f"> {lines[0]}\n")
    after = text.find("\n> ", text.index(f"> {lines[-1]}\n")) + 1 or len(text)
    if request.config.getoption("--accept"):
        text = f"{text[:first]}{shown(lines)}{text[after:]}"
        FILE.write_text(text, "utf-8")
        return
    assert text[first:after] == shown(lines)


def test_the_first_letter_is_a_capital_and_blanks_are_single():
    for english in re.findall("^  means: (.+)$", FILE.read_text("utf-8"), re.MULTILINE):
        assert english == english[0].upper() + english[1:]
        assert "  " not in english


@pytest.mark.parametrize("rule", ["target", "conditions", "price"])
def test_no_line_is_too_odd_to_be_explained_as_another_part(rule, step):
    for line in LINES[::step]:
        for _, node in parse(line, rule).walk():
            english = explain(node)
            assert "  " not in english, line
            assert english == english.strip(), line


@pytest.mark.parametrize("rule", ["ability", "target", "conditions", "price"])
@pytest.mark.parametrize("first", range(4))
def test_words_are_where_they_are_said_to_be(rule, first, step):
    for line in LINES[first :: 4 * step]:
        for offset, node in parse(line, rule).walk():
            for start, text, _ in WORDS_OF.get(node.__class__, lambda _: ())(node):
                assert line.startswith(text, offset + start), line


#: A place of a line, and words that it can have.
PLACES = """
transforms((Elf,_)): setpower settoughness newability newcolors removealltypes removeallsubtypes
transforms((_)): removecreaturesubtypes removeallcolors removemc removetypes evicttypes chosentype
becomes(Elf,2/2,_): chosencolor
dynamicability<!powerstrike,_,itself!>: source mytgt myself myfoe
dynamicability<!powerstrike,mytgt,_!>: eachother itself targetcontroller targetopponent tosrc
dynamicability<!agedraw,source,_!>: srccontroller srcopponent abilitycontroller
dynamicability<!_draw,mytgt,itself!>: power toughness manacost age charge thatmuch oneonecounters
dynamicability<!power_,mytgt,itself!>: strike draw lifeloss lifegain pumppow pumptough pumpboth
dynamicability<!age_,mytgt,itself!>: deplete countersoneone
phasealter(_,combatphases,controller): add remove
phasealter(add,_,controller): after combatphases combatphaseswithmain combatattackers
phasealter(remove,_,controller): combatblockers combatbegin combatend
{_(creature)}:draw:1: manapool counter
this(_) draw:1: tapped untapped
this(variable{_}<1) draw:1: tapped untapped
moveto(myhand) target(_ creature): other
@movedto(creature[_]):draw:1: from
draw:_:3: upto
produceextra:_: selectmana
{x:_}:draw:1: selectmana
"""


@pytest.mark.parametrize("row", PLACES.strip().splitlines())
def test_a_word_that_lacks_its_last_letter_is_meant(row):
    line, _, known = row.rpartition(": ")
    for word in known.split():
        assert all(each.data.get("word") is None for each in check_line(line.replace("_", word)))
        [each] = check_line(line.replace("_", word[:-1]))
        assert line.replace("_", word[:-1])[each.span.start :].startswith(each.data["word"])
        whole = each.data["word"].replace(word[:-1], word)
        assert whole in candidates_of(each).known


def in_short(line):
    """What a line means, what the engine does if that is something else, and what it builds."""
    english = dict.fromkeys((explain(line), explain_as_engine(line)))
    built = reading(line).built
    tree = "" if built is None else " ".join(each.strip() for each in tree_of(line, built))
    return " | ".join((line, *english, tree))


@pytest.mark.parametrize("kind", CLASSES)
def test_what_each_word_means(kind, request):
    lines = map(wagic_words.line, words(kind).values())
    expected = "".join(f"{kind}: {in_short(line)}\n" for line in lines if line is not None)
    text = WORDS.read_text("utf-8")
    known = "".join(line for line in text.splitlines(keepends=True) if line.startswith(f"{kind}: "))
    if request.config.getoption("--accept"):
        WORDS.write_text(text.replace(known, "") + expected, "utf-8")
        return
    assert known == expected
