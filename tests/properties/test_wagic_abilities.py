"""Properties of the ability language: nothing is lost, trees read back, Lark agrees."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from lark import UnexpectedInput

import cardformats as cf
from cardformats.formats.wagic.abilities import (
    Unknown,
    fault,
    lint,
    normalise,
    parse,
    reading,
    transform,
)
from cardformats.formats.wagic.abilities.conditions import (
    Condition,
    Conditions,
    Cost,
    Event,
    ExtraCost,
    ManaSymbol,
    Measured,
    PhaseEvent,
    Placed,
    Relative,
    Scope,
    TargetedCost,
    Trigger,
    When,
)
from cardformats.formats.wagic.abilities.effects import (
    Counters,
    Duration,
    Effect,
    Keyword,
    Modification,
    Move,
    Player,
    Quantity,
    Targeting,
)
from cardformats.formats.wagic.abilities.lines import (
    Activated,
    Afterwards,
    Alternatives,
    Block,
    Change,
    Clause,
    Conditional,
    Gained,
    Line,
    May,
    Name,
    Named,
    Sequence,
    Transformation,
    Triggered,
    Types,
)
from cardformats.formats.wagic.abilities.nodes import (
    Amount,
    Comparison,
    Counter,
    HowMany,
    Integer,
    Kind,
    Kinds,
    Label,
    Measure,
    Qualities,
    Quality,
    Shape,
    Target,
    Variable,
    Zone,
    Zones,
)

from ..lark_trees import assert_same, lark

PIECES = [
    "(", ")", "[", "]", "{", "}", "@", ":", "&&", "&", "_", " ", "\t", ",", ".", "^", "|", "<", ">",
    "=", "~", "$", "!", "!$", ")!", "))", "/", "*", "-", "+", "?", ";", "'", "target(", "all(",
    "this(", "restriction{", "if ", " then ", " else ", "may ", "choice ", "name(", "pay(", "pay[[",
    "transforms((", "newability[", "ability$!", "and!(", "reveal:2 ", "optionone ", "optiononeend ",
    "revealend", "scry:1 ", "rolld6 ", "rolld6end", "flipacoin ", "flipend", "chooseacolor ",
    "chooseend", "type:", "creature", "mybattlefield", "counter(", "counter{", "0/0", "1/1", ",1",
    ".Charge", "{T}", "{C(0/0,-1,Loyalty)}", "{S(", "@each my upkeep:", "draw:1", "damage:x",
    "flying", "First Strike", "ueot", "controller", "token(", "becomes(", "upcost[", "İ", "ſ", "\n",
    "limit:1", ">4", "castcard(", "dynamicability<!", "!>", "~morethan~", "compare(", "thatmuch",
]  # fmt: skip
AWKWARD = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(st.one_of(AWKWARD, st.text(max_size=60)), st.sampled_from(reading.RULES))
def test_no_text_is_lost_and_no_offset_is_wrong(text, rule):
    line = parse(text, rule)
    assert str(line) == text
    for offset, node in line.walk():
        said = str(node)
        assert text[offset : offset + len(said)] == said


@given(st.one_of(AWKWARD, st.text(max_size=60)), st.sampled_from(reading.RULES))
def test_what_is_best_written_says_the_same(text, rule):
    written = normalise(text, rule)
    assert parse(written, rule) == parse(text, rule)
    assert normalise(written, rule) == written


@given(AWKWARD)
def test_a_tree_that_nothing_changes_is_the_same_tree(text):
    line = parse(text)
    assert transform(line, lambda node: node) is line


@given(AWKWARD)
def test_findings_are_in_the_text_and_in_order(text):
    found = lint(text)
    starts = [each.span.start for each in found]
    assert starts == sorted(starts)
    for each in found:
        assert 0 <= each.span.start <= each.span.end <= len(text)
        each.code.template.format_map(each.data)


@given(AWKWARD)
def test_what_cannot_be_read_has_a_finding(text):
    line = parse(text)
    unknown = any(isinstance(node, Unknown) for _, node in line.walk())
    assert not unknown or lint(text)


@given(st.lists(st.tuples(st.sampled_from(["auto", "target", "kicker"]), AWKWARD), max_size=5))
def test_cards_are_checked_whatever_stands_in_them(lines):
    said = "".join(f"{key}={text}\n" for key, text in lines)
    macro = "#AUTO_DEFINE _A_($x) {T}:drwa:$x target(\n"
    text = f"{macro}[card]\nname=A\nauto=_A_(2)\n{said}type=Creature\n[/card]\n"
    report = cf.loads_report(text, "wagic", thorough=True)
    assert report.counts()["WG083"] >= 1
    for found in report.diagnostics:
        assert found.span is None or 0 <= found.span.start <= found.span.end <= len(text)
        assert found.render()


#: What is repeated to lines as long as may be, and how they end.
REPEATED = [*PIECES, "{t}:", "@a(", "a:", "a:b:", "if a ", "limit^"]
ENDS = ("", ")", "x")


@pytest.mark.part(5)
@pytest.mark.parametrize("piece", REPEATED)
def test_no_line_takes_longer_than_it_is_long(piece, step):
    """A quadratic step would take minutes, so that no clock is needed to see it.

    A piece has each of the ends in the slow session, by default one of them.
    """
    for end in ENDS if step == 1 else [ENDS[REPEATED.index(piece) % 3]]:
        text = (piece * reading.LONGEST)[: reading.LONGEST - 1] + end
        assert str(parse(text)) == text
        assert all(each.span.end <= len(text) for each in lint(text))


# ------------------------------------------------------------------------- Trees that come back


integers = st.integers(-20, 20).map(lambda number: Integer(str(number)))
zones = st.sampled_from(["mybattlefield", "graveyard", "opponenthand", "myexile"])
measures = st.builds(
    lambda what, zone: Measure(("type", ":", what, ":", zone)),
    st.sampled_from(["creature", "*[red;blue]", "other goblin"]), zones,
)  # fmt: skip
variables = st.sampled_from(["x", "thatmuch", "storedpower"]).map(Variable)
numbers = st.one_of(integers, variables, measures)
qualities = st.lists(
    st.one_of(
        st.builds(
            Quality, st.sampled_from([None, "-"]), st.sampled_from(["black", "tapped", "elf"]),
            st.none(),
        ),
        st.builds(
            Quality, st.none(), st.sampled_from(["power", "manacost"]),
            st.builds(
                Comparison, st.sampled_from([">=", "<=", "="]), st.one_of(integers, variables)
            ),
        ),
    ),
    min_size=1, max_size=3,
).map(lambda each: Qualities(("[", *joined(each, ";"), "]")))  # fmt: skip
kinds = st.lists(
    st.builds(
        Kind, st.sampled_from([None, "other "]), st.sampled_from(["creature", "land", "*"]),
        st.one_of(st.none(), qualities), st.none(),
    ),
    min_size=1, max_size=3,
).map(lambda each: Kinds(tuple(joined(each, ","))))  # fmt: skip
how_many = st.builds(HowMany, st.just("<"), st.sampled_from([None, "upto:"]), integers)
#: Without a colon, at which a trigger would end.
plain_targets = st.builds(
    Target,
    st.none(),
    kinds,
    st.one_of(
        st.none(),
        st.lists(zones.map(Zone), min_size=1, max_size=2).map(
            lambda each: Zones(("|", *joined(each, ",")))
        ),
    ),
)
targets = st.builds(
    lambda target, number: evolve(target, how_many=number),
    plain_targets,
    st.one_of(st.none(), how_many),
)
counters = st.one_of(
    st.builds(Counter, st.just(Shape("1/1")), st.none(), st.none(), st.none()),
    st.builds(
        Counter, st.just(Shape("0/0")), st.builds(Amount, st.just(","), integers),
        st.sampled_from([None, Label(",Divine Oil")]), st.none(),
    ),
)  # fmt: skip
items = st.one_of(
    st.sampled_from(["flying", "first strike", "-haste"]).map(lambda word: Keyword(f"{word} ")),
    st.sampled_from(["destroy", "untap", "reject"]).map(lambda word: Effect(f"{word} ")),
    st.sampled_from(["controller", "opponent"]).map(lambda word: Player(f"{word} ")),
    st.sampled_from(["ueot", "forever"]).map(lambda word: Duration(f"{word} ")),
    st.builds(Quantity, st.sampled_from(["damage:", "draw:", "life:"]), numbers),
    st.builds(Modification, integers, st.just("/"), integers),
    st.builds(Targeting, st.sampled_from(["target(", "notatarget("]), targets),
    st.builds(Scope, st.sampled_from(["all(", "lord(", "foreach("]), targets),
    st.builds(Counters, st.just("counter("), counters),
    st.builds(Move, st.just("moveto("), zones.map(Zone)),
)


def joined(parts, sign):
    return [each for part in parts for each in (sign, part)][1:]


def spaced(parts):
    """*parts*, each with a space behind it: the last piece of text in it gets one."""
    return [with_blank(each) for each in parts]


def with_blank(part):
    if isinstance(part, str):
        return part if part.endswith(" ") else f"{part} "
    *_, last = (name for name in _fields(part) if getattr(part, name) is not None)
    value = getattr(part, last)
    value = (*value[:-1], with_blank(value[-1])) if isinstance(value, tuple) else with_blank(value)
    return type(part)(**{name: getattr(part, name) for name in _fields(part)} | {last: value})


def _fields(node):
    return [field.name for field in node.__attrs_attrs__ if field.name != "rule"]


costs = st.lists(
    st.one_of(
        st.sampled_from(["{2}", "{G}", "{WU}"]).map(ManaSymbol),
        st.sampled_from(["{T}", "{cycle}"]).map(ExtraCost),
        st.builds(TargetedCost, st.sampled_from(["{S(", "{discard("]), targets),
    ),
    min_size=1, max_size=3,
).map(lambda each: Cost((*each, ":")))  # fmt: skip
triggers = st.builds(
    Trigger, st.just("@"),
    st.one_of(
        st.builds(Event, st.sampled_from(["movedto(", "damaged("]), plain_targets),
        st.builds(PhaseEvent, st.just("each "), st.sampled_from([None, "my "]), st.just("upkeep")),
    ),
    st.none(), st.just(":"),
)  # fmt: skip
conditions = st.lists(
    st.builds(
        Condition, st.none(),
        st.one_of(
            st.builds(Placed, st.just("type("), targets),
            st.builds(Measured, st.just("compare("), numbers, st.just(")")),
        ),
        st.builds(Relative, st.sampled_from(["~morethan~", "~equalto~"]), integers),
    ),
    min_size=1, max_size=2,
).map(lambda each: Conditions(tuple(joined(each, ","))))  # fmt: skip
whens = st.builds(
    When, st.sampled_from(["if ", "ifnot "]), conditions.map(with_blank), st.just("then ")
)
clauses = st.lists(items, min_size=1, max_size=3).map(lambda each: Clause(tuple(spaced(each))))


def holding(inner):
    """Clauses that hold the abilities *inner*."""
    held = st.one_of(
        st.builds(Block, st.just("ability$!"), inner, st.just("!$ ")),
        st.builds(Afterwards, st.just("and!("), inner, st.just(")! ")),
        st.builds(
            lambda ability: Transformation(
                (
                    "transforms((", Change((Types(("Creature ", "Elf")),)), ",",
                    Change((Gained("newability[", ability, "]"),)), ")) ",
                )
            ),
            inner,
        ),
    )  # fmt: skip
    return held.map(lambda each: Clause((each,)))


def prefixed(inner):
    """What governs the abilities *inner*."""
    return st.one_of(
        st.builds(Triggered, triggers, inner),
        st.builds(Activated, costs, inner),
        st.builds(May, st.just("may "), inner),
        st.builds(Named, st.just(Name("name(Do it) ")), inner),
        st.builds(Conditional, whens, inner),
    )


def sequences(inner):
    return st.lists(inner, min_size=2, max_size=3).map(
        lambda each: Sequence(tuple(joined(each, "&& ")))
    )


simple = st.one_of(clauses, st.deferred(lambda: holding(abilities)))
abilities = st.recursive(
    st.one_of(simple, sequences(simple)),
    lambda inner: st.one_of(
        prefixed(inner),
        sequences(st.one_of(simple, prefixed(simple))).filter(
            lambda each: isinstance(each.items[0], Clause)
        ),
        st.builds(Alternatives, whens, simple, st.just("else "), inner),
    ),
    max_leaves=6,
)


@given(abilities)
def test_a_tree_comes_back_from_its_text(ability):
    assert parse(str(ability)) == Line("", ability), str(ability)


# ------------------------------------------------------------------------------ The same as Lark


@given(st.one_of(AWKWARD, abilities.map(str)))
def test_lark_reads_the_same_lines_to_the_same_trees(text):
    text = text.lower().strip(" \t")
    assume(text.isascii())
    try:
        tree = lark().parse(text)
    except UnexpectedInput:
        assert fault(text) is not None or not text
    else:
        assert_same(tree, reading.read("ability", text))


@given(st.lists(st.one_of(AWKWARD, abilities.map(str)), min_size=2, max_size=6))
def test_a_line_is_read_the_same_after_other_lines(texts):
    first = [fresh().read("ability", text) for text in texts if readable(text)]
    language = fresh()
    assert [language.read("ability", text) for text in reversed(texts) if readable(text)] == [
        *reversed(first)
    ]


def fresh():
    """The language with nothing remembered."""
    language = reading._language()  # noqa: SLF001
    for reader in language.readers.values():
        reader.clear()
    return language


def readable(text):
    return text[:1] not in ("", " ", "\t") and fault(text) is None
