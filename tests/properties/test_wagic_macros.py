"""Properties of macros, and of the trees of files that contain them."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings, target
from hypothesis import strategies as st

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic.format import WagicOptions
from cardformats.formats.wagic.macros import MacroTable, definitions
from cardformats.source import SourceText
from tests.unit.wagic_files import card, printing, write

#: Names of which one is a part of another or overlaps with it, to make trouble.
NAMES = ("_A_", "_B_", "_A_B_", "B_A", "_AB", "x")
#: Pieces of lines and bodies, well-formed or not.
PIECES = st.sampled_from(
    [*NAMES, "_P_(", "_Q_(", "_P_(1)", "_Q_(1,2)", "_a_", "(", ")", ",", "$x", "$xy", "_", " ", "z",
     "\\n", "\u0130"]
)  # fmt: skip
LINES = st.lists(PIECES, max_size=12).map("".join)
HEADS = ("_P_($x)", "_Q_($x,$xy)", *NAMES)


@st.composite
def macro_lines(draw, heads=HEADS, bodies=LINES):
    """Definitions of different names, without ``#AUTO_DEFINE``."""
    chosen = draw(st.lists(st.sampled_from(heads), unique=True, min_size=1))
    return [f"{head} {draw(bodies)}." for head in chosen]


def table_of(lines, **options):
    text = "".join(f"#AUTO_DEFINE {line}\n" for line in lines)
    macros = definitions(SourceText("m.txt", text), DiagnosticLog(1000))
    return MacroTable(macros, WagicOptions(**options))


def findings(diagnostics):
    """What was found; where a macro is defined depends on the order."""
    return [(str(each.code), each.message) for each in diagnostics]


#: With blanks between all pieces no call comes together from what stands beside it.
WORDS = st.sampled_from(
    ["_A_", "_B_", "_C_", "_P_(1)", "_P_(_A_)", "_Q_(1,_P_(2))", "_q_(_b_,)", "z", "(z)",
     "_P_(1,2)"]
)  # fmt: skip
PARAMETERS = st.sampled_from(["$x", "_P_($x)", "($x, _A_)"])


def apart(words):
    return st.lists(words, max_size=6).map(" ".join)


@st.composite
def separate_macro_lines(draw):
    lines = draw(macro_lines(("_A_", "_B_", "_C_"), apart(WORDS)))
    return lines + [
        f"{head} {draw(apart(WORDS | PARAMETERS))}."
        for head in draw(st.sets(st.sampled_from(["_P_($x)", "_Q_($x,$y)"])))
    ]


@given(lines=separate_macro_lines(), text=apart(WORDS))
def test_what_was_expanded_without_a_finding_calls_no_macro(lines, text):
    table = table_of(lines)
    expansion = table.expand(text)
    assume(not expansion.diagnostics)
    assert not list(table.calls(expansion.text))
    assert table.expand(expansion.text).text == expansion.text


@given(lines=macro_lines(), text=LINES, data=st.data())
def test_the_order_of_definitions_makes_no_difference(lines, text, data):
    again = data.draw(st.permutations(lines))
    expected, found = (table_of(each).expand(text) for each in (lines, again))
    assert found.text == expected.text
    assert findings(found.diagnostics) == findings(expected.diagnostics)


@given(lines=macro_lines(), text=LINES, data=st.data())
def test_it_makes_no_difference_which_files_macros_stand_in(lines, text, data):
    """Macros are global: in any file of primitives, before or after the cards that call them.

    Only for the engine their order counts, so that what it expands otherwise (WG036) may differ.
    """
    readings = []
    for each in (lines, data.draw(st.permutations(lines))):
        parts = data.draw(st.lists(st.sampled_from("abc"), min_size=len(each), max_size=len(each)))
        files = {f"sets/primitives/{part}.txt": "" for part in "abc"}
        for part, line in zip(parts, each, strict=True):
            files[f"sets/primitives/{part}.txt"] += f"#AUTO_DEFINE {line}\n"
        files["sets/primitives/b.txt"] += card("name=Reedfrog", f"auto={text}")
        files["sets/AAA/_cards.dat"] = printing("Reedfrog")
        with TemporaryDirectory() as folder:
            report = cf.read_report(write(Path(folder), files) / "sets")
        sane = [each for each in report.diagnostics if each.code != "WG036"]
        readings.append((report.value.cards, findings(sane)))
    assert readings[0] == readings[1]


LIMITS = st.fixed_dictionaries(
    {
        "max_macros": st.integers(0, 5),
        "max_expansions": st.integers(0, 20),
        "max_expansion_size": st.integers(1, 60),
        "max_nesting": st.integers(0, 100),
    }
)


@given(
    lines=st.lists(LINES | st.builds("{} {}".format, st.sampled_from(HEADS), LINES)),
    text=LINES,
    limits=LIMITS,
)
def test_an_expansion_ends_within_its_limits_or_leaves_the_line(lines, text, limits):
    table = table_of(lines, **limits)
    assert len(table) <= limits["max_macros"]
    expansion = table.expand(text)
    is_exceeded = "WG035" in {str(found.code) for found in expansion.diagnostics}
    if is_exceeded or not list(table.calls(text)):
        assert expansion.text == text
    else:
        assert len(expansion.text) <= limits["max_expansion_size"]


@pytest.mark.parametrize("width", [2, 10])
@pytest.mark.parametrize("depth", [5, 40, 99])
@pytest.mark.parametrize("limits", [{}, {"max_nesting": 100, "max_expansions": 10_000}])
def test_macros_that_multiply_end_within_the_limits(width, depth, limits):
    """Without the limits the line would have *width* to the power of *depth* calls."""
    lines = [f"_D{n}_ " + f"_D{n + 1}_" * width for n in range(depth)]
    expansion = table_of([*lines, f"_D{depth}_ z"], **limits).expand("_D0_")
    assert len(expansion.text) <= WagicOptions().max_expansion_size
    assert set(expansion.text) == {"z"} or expansion.text == "_D0_"


def test_macros_that_multiply_into_nothing_end_by_the_number_of_calls():
    """Neither the line nor what is made on the way ever grows."""
    lines = [f"_D{n}_ " + f"_D{n + 1}_" * 2 for n in range(30)]
    expansion = table_of([*lines, "_D30_ _NONE_()", "_NONE_($x) $x"]).expand("_D0_")
    assert expansion.text == "_D0_"
    (found,) = expansion.diagnostics
    assert (found.code, found.data["option"]) == ("WG035", "max_expansions")


#: Lines of files, whole and broken.
RECORDS = st.sampled_from(
    [b"[card]\n", b"[/card]\n", b"[card", b"[meta]\r\n", b"[/", b"name=A\n", b"name=",
     b"name=\xc6\n", b"primitive=A\n", b"primitive=\xc6\n", "primitive=Æ\n".encode(), b"id=1\n",
     b"id=0x\n", b"id=-\xb2\n", b"rarity=\n", b"rarity=r \n", b"mana={w}{pw}{\n",
     b"auto=_A_(_A_()\n",
     b"#AUTO_DEFINE _A_($x) $x _A_($x)\n", b"#AUTO_DEFINE _A_ _A_\n", b"#AUTO_DEFINE  \n",
     b"grade=", b"grade=crappy\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\r", b"\n", b"=", b"#",
     b"suspend("]
)  # fmt: skip
CONTENTS = st.one_of(st.binary(), st.lists(RECORDS).map(b"".join))
MARKED_AS_UTF_16 = st.text().map(lambda text: text.encode("utf-16", "surrogatepass"))


@pytest.mark.parametrize("engine", ["sane", "exact"])
@given(
    cards=st.lists(CONTENTS | MARKED_AS_UTF_16, min_size=1, max_size=2),
    primitives=st.lists(CONTENTS | MARKED_AS_UTF_16, max_size=2),
    booster=st.none() | CONTENTS,
)
def test_a_tree_of_any_bytes_gives_a_report(engine, cards, primitives, booster):
    files = {f"sets/A{number}/_cards.dat": data for number, data in enumerate(cards)}
    files |= {f"sets/primitives/{number}.txt": data for number, data in enumerate(primitives)}
    if booster is not None:
        files["sets/A0/booster.txt"] = booster
    with TemporaryDirectory() as folder:
        sets = write(Path(folder), files) / "sets"
        places = [sets, sets / "A0", sets / "A0" / "_cards.dat"]
        reports = [cf.read_report(place, "wagic", engine=engine) for place in places]
        if primitives:
            reports.append(cf.read_report(sets / "primitives", "wagic", engine=engine))
    for report in reports:
        assert isinstance(report.value, cf.CardSet)
        for found in report.diagnostics:
            assert found.render()
            if found.span is not None:
                size = len(found.span.source.text)
                assert 0 <= found.span.start <= found.span.end <= max(size, 1)


#: Pieces of a file that multiplies: definitions that call others, lines that call them, and slips.
MULTIPLIERS = st.sampled_from(
    ["_A_", "_B_", "_P_(", "_P_(_A_)", "_P_(1)", "_P_(_P_(z))", "_Q_(_A_,_B_)", "_Q_(1,2)", "$x",
     "$x$x", "$y", "\\n", "(", ")", ",", "draw:1 ", "((((", "x" * 50]
)  # fmt: skip


@st.composite
def files_that_multiply(draw):
    """Files of cards and macros, in which pieces are repeated up to some hundred times."""

    def line():
        pieces = draw(st.lists(MULTIPLIERS, max_size=6))
        return "".join(pieces) * draw(st.sampled_from([1, 2, 10]))

    heads = ["_A_", "_B_", draw(st.sampled_from(["_P_($x)", "_P_ ($x)"])), "_Q_($x,$y)"]
    defined = [f"#AUTO_DEFINE {head} {line()}.\n" for head in draw(st.permutations(heads))]
    chain = draw(st.integers(0, 30))
    defined += [f"#AUTO_DEFINE _C{n}_ _C{n + 1}__C{n + 1}_\n" for n in range(chain)]
    calls = [line() for _ in range(draw(st.integers(1, 4)))] + ["_C0_" * bool(chain)]
    keys = st.sampled_from(["auto", "autohand"])
    lines = [f"{draw(keys)}={call}{{}}\n" for call in calls]
    count = draw(st.sampled_from([1, 5, 60]))
    scripts = "".join(each.replace("{}", str(n)) for n in range(count) for each in lines)
    return "".join(defined) + "[card]\nname=Reedfrog\nid=1\n" + scripts + "[/card]\n"


def steps_of_reading(text, **options):
    """How many functions are called while *text* is read: work that no clock disturbs."""
    steps = 0

    def count(_frame, _event, _argument):
        nonlocal steps
        steps += 1

    cf.loads_report("[card]\nname=Heron\nauto=draw:1\n[/card]\n", "wagic", **options)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        report = cf.loads_report(text, "wagic", **options)
    finally:
        sys.setprofile(before)
    assert isinstance(report.value, cf.CardSet)
    return steps


@pytest.mark.parametrize("options", [{}, {"thorough": True}, {"engine": "exact"}])
@settings(deadline=None, max_examples=10)
@given(text=files_that_multiply(), work=st.sampled_from([0, 1_000, 30_000]))
def test_the_work_of_reading_grows_with_the_file_and_the_budget_alone(options, text, work):
    """What macros multiply is paid from the budget, and the rest is linear in the text."""
    # abilities that are checked take some hundred functions a character
    each = 400 if options.get("thorough") else 30
    steps = steps_of_reading(text, max_work=work, **options)
    target(steps / (each * len(text) + work))
    assert steps <= each * len(text) + 2 * work + 50_000


@given(lines=separate_macro_lines(), texts=st.lists(apart(WORDS), min_size=1, max_size=3))
def test_what_is_written_anew_keeps_its_calls_and_says_the_same(lines, texts):
    text = "".join(f"#AUTO_DEFINE {line}\n" for line in lines)
    scripts = [f"auto={each}" for each in texts]
    files = {
        "old/primitives/a.txt": text + card("name=Reedfrog", *scripts),
        "old/FEN/_cards.dat": printing("Reedfrog"),
    }
    with TemporaryDirectory() as folder:
        first = cf.read_report(write(Path(folder), files) / "old" / "FEN").value
        cf.write(first, Path(folder) / "new", "wagic", canonical=True)
        again = cf.read_report(Path(folder) / "new" / "FEN").value
        written = (Path(folder) / "new" / "primitives" / "FEN.txt").read_text("utf-8")
    assert again.cards == first.cards
    assert again.extras == first.extras
    assert [line for line in written.splitlines() if line.startswith("auto=")] == scripts
