"""The one place that escapes what commands print."""

from __future__ import annotations

import json
import re
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from cardformats.cli.output import out
from cardformats.cli.terminal import SafeStream, safe_streams
from cardformats.source import as_line, escaped
from tests.conftest import ROOT

from .hostile_files import COMMAND, EVIL, LINES, UNSAFE, is_safe


def test_a_console_escapes_whatever_it_shows(capsys):
    table = Table(title=EVIL)
    table.add_row(Text(EVIL))
    for each in (EVIL, Text(EVIL, "bold"), table, Text.assemble((EVIL, "red"), LINES)):
        with safe_streams():
            out().print(each)
        shown = capsys.readouterr().out
        assert r"\u001b]0;T" in shown
        assert is_safe(shown)


@given(st.lists(st.sampled_from(["::", "##[", "##vso[", "a", " ", "\n", "", "]"])))
def test_no_line_that_is_written_in_parts_is_a_command(parts):
    bare = StringIO()
    stream = SafeStream(bare)
    for part in parts:
        stream.write(part)
    assert not COMMAND.search(bare.getvalue())
    assert bare.getvalue().replace(r"\u003a", ":").replace(r"\u0023", "#") == "".join(parts)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escapes_are_for_what_disturbs_a_terminal_alone(text):
    shown = escaped(text)
    assert not UNSAFE.search(shown)
    assert escaped(shown) == shown
    if not UNSAFE.search(text.replace("\u206a", "")):
        assert shown == text or re.search("[\u206a-\u206f]", text)
    assert "\n" not in as_line(text)
    assert as_line(shown) == as_line(text)


@given(st.recursive(st.text(), lambda each: st.lists(each) | st.dictionaries(st.text(), each)))
def test_escapes_in_json_mean_the_same(value):
    for indent in (None, 2):
        text = escaped(json.dumps(value, ensure_ascii=False, indent=indent))
        assert not UNSAFE.search(text)
        assert json.loads(text) == value


#: Who escapes, and why: all that is printed; values that people print themselves; lines of names.
ESCAPES = {
    "cli/draft.py": {"as_line"},
    "cli/output.py": {"escaped", "as_line"},
    "cli/terminal.py": {"escaped"},
    "checking/outputs/junit.py": {"as_line"},
    "diagnostic_lines.py": {"as_line"},
    "diagnostics.py": {"as_line"},
    "model/boosters.py": {"as_line"},
    "model/cards.py": {"as_line"},
    "model/cardset.py": {"as_line"},
    "model/packs.py": {"as_line"},
    "model/refs.py": {"as_line"},
    "model/sheets.py": {"as_line"},
}


def test_nothing_else_escapes():
    found, package = {}, ROOT / "src" / "cardformats"
    for path in package.rglob("*.py"):
        imports = re.findall(
            r"^from \.*source import (\([^)]+\)|.+)", path.read_text(), re.MULTILINE
        )
        names = {*re.findall(r"\w+", " ".join(imports))} & {"escaped", "as_line"}
        if names:
            found[path.relative_to(package).as_posix()] = names
    assert found == ESCAPES


def test_nothing_is_printed_past_the_streams():
    """No other module makes a console of its own, or writes to the streams."""
    past = re.compile(r"(?<!_)Console\(|std(out|err)\.(buffer|write)|\bprint\(")
    sources = sorted((ROOT / "src" / "cardformats" / "cli").glob("*.py"))
    found = {
        path.name for path in sources if past.search(re.sub(r"\.print\(", "", path.read_text()))
    }
    assert found == {"output.py"}  # has the console


@given(st.lists(st.sampled_from(["::error::x", "::", "\n", " ", "\x1b[1m", "\x1b[0m", "a"])))
def test_no_line_begins_as_a_command_however_it_is_written(pieces):
    bare = StringIO()
    stream = SafeStream(bare)
    for piece in pieces:
        stream.styled.write(piece)
    shown = re.sub(r"\x1b\[[\d;]*m", "", bare.getvalue())
    assert not re.search(r"^[^\S\n]*::", shown, re.MULTILINE)
    assert shown.replace(r"\u003a", ":") == re.sub(r"\x1b\[[\d;]*m", "", "".join(pieces))
