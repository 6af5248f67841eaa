"""The documentation keeps up with the code, and what it shows runs."""

from __future__ import annotations

import ast
import importlib
import json
import re
import shlex
import shutil
import tomllib

import attrs
import pytest
import yaml
from docs.conf import NAMES
from scripts import (
    make_ability_language_page,
    make_diagnostics_page,
    make_page_tables,
    make_pictures,
)

import cardformats as cf
from cardformats import draft, records, render, report
from cardformats.draft import deckbuilder
from cardformats.explanations import GROUPS
from tests.conftest import ROOT
from tests.own_code import MODULES, nodes_of
from tests.test_cases import run

DOCS = ROOT / "docs"
#: The generated appendix of the words of Wagic's language.
APPENDIX = make_ability_language_page.FILE.path
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
#: What people read: all pages, and those at the root of the project.
PROSE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]
_BLOCK = re.compile(r"^ *```([\w{}-]*) ?([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)


# every name


def documented_in(page):
    """The modules and names that a page of the API documents, in order."""
    for module, _, body in NAMES.findall((DOCS / "reference" / page).read_text("utf-8")):
        for line in body.splitlines():
            for each in line.partition(" = ")[0].strip(", ").split(", "):
                name = re.match(r"[\w.]+", each)[0]
                owner, _, own = name.rpartition(".")
                yield owner or module, own


API = [*documented_in("api.md"), *documented_in("api-draft.md")]


def names_of(*modules):
    return sorted(name for module, name in API if module in modules)


def test_every_documented_name_exists_and_is_documented_once():
    for module, name in API:
        assert hasattr(importlib.import_module(module), name)
    assert len(set(API)) == len(API)


def test_every_public_name_is_documented():
    modules = {"__version__", "collation", "diagnostics", "draft", "model", "stats"}
    names = {name for module, name in API if not module.startswith("cardformats.draft")}
    assert {*cf.__all__} - modules - names == {"formats"}  # has a signature of its own
    assert ".. function:: formats()" in (DOCS / "reference" / "api.md").read_text("utf-8")


def test_every_name_of_drafts_is_documented():
    submodules = {"actions", "outcomes", "settings"}
    names = {name for module, name in API if module.startswith("cardformats.draft")}
    assert set(draft.__all__) - submodules <= names
    for module in (draft.actions, draft.outcomes):
        here = {name for name in vars(module) if getattr(module, name).__class__ is type}
        own = {name for name in here if getattr(module, name).__module__ == module.__name__}
        assert own <= set(names_of(module.__name__))


@pytest.mark.parametrize("module", [deckbuilder, records, render, report])
def test_a_module_is_documented_as_it_is(module):
    assert names_of(module.__name__) == sorted(module.__all__)


# tables


def test_the_page_of_diagnostics_is_fresh_and_has_an_anchor_for_each_code():
    assert make_diagnostics_page.FILE.is_fresh(), "run scripts/make_diagnostics_page.py"
    text = make_diagnostics_page.PAGE.read_text("utf-8")
    anchors = re.findall(r"^\| \[\w+\]\{#(\w+)\} \|", text, re.MULTILINE)
    assert anchors == [code.lower() for group in GROUPS for code in group.codes()]


@pytest.mark.parametrize("file", make_page_tables.FILES, ids=lambda file: file.path.stem)
def test_the_tables_of_a_page_are_fresh(file):
    assert file.is_fresh(), "run scripts/make_page_tables.py"


def test_every_kind_format_and_command_has_its_tables():
    marked = [
        mark
        for file in make_page_tables.FILES
        for mark, _ in make_page_tables.MARKED.findall(file.path.read_text("utf-8"))
    ]
    assert len(set(marked)) == len(marked)
    assert {f"kind {name}" for name in draft.draft_kinds()} <= set(marked)
    commands = {f"command {' '.join(words)}" for words in make_page_tables.leaves()}
    assert commands == {mark for mark in marked if mark.startswith("command ")}
    every = {field.name for field in attrs.fields(cf.formats()[0].options.__base__.__base__)}
    for known in cf.formats():
        own = {field.name for field in attrs.fields(known.options)} - every
        assert f"options {known.id}" in marked or not own


def test_the_files_of_the_example_of_a_format_exist():
    text = (DOCS / "how-to" / "add-a-format.md").read_text("utf-8")
    files = set(re.findall(r"^\| `(\w+\.py)` \|", text, re.MULTILINE))
    folder = ROOT / "src" / "cardformats" / "formats" / "cockatrice"
    assert files == {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    modules = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", " ".join(modules)):
        assert (folder.parent / f"{name}.py").exists()


def test_the_page_of_the_ability_language_is_fresh():
    assert make_ability_language_page.FILE.is_fresh(), "run scripts/make_ability_language_page.py"


def test_the_drawing_of_a_pack_is_fresh():
    drawn = (make_pictures.IMAGES / "pack.svg").read_text("utf-8")
    assert drawn == make_pictures.pack(), "run scripts/make_pictures.py"


def test_every_style_is_on_the_page_about_order():
    text = (DOCS / "how-to" / "keep-files-in-order.md").read_text("utf-8")
    for known in cf.formats():
        section = text.partition(f"`[format.{known.id}]`")[2].partition("\n##")[0]
        names = [field.name for field in attrs.fields(known.style)] if known.style else []
        assert [name for name in names if f"\n`{name.replace('_', '-')}`\n" not in section] == []


# blocks


def run_line(line, folder):
    """Run a line of shell: the command itself, or look whether others name what exists."""
    for part in re.split(r" && ", line.partition("#")[0].strip()):
        words = shlex.split(part)
        program = words[0].rpartition("/")[2] if words else ""
        if program == "cardformats":
            command, _, target = part.partition(" > ")
            output = run(command.removeprefix(".venv/bin/"))
            assert "exit status" not in output, output
            if target:
                (folder / target).write_text(output, "utf-8")
        elif program == "nox":
            sessions = re.findall(r"-s (\w+)", part)
            known = re.findall(r"def (\w+)", (ROOT / "noxfile.py").read_text("utf-8"))
            assert set(sessions) <= set(known)
        elif program == "pip":
            for extra in re.findall(r"\.\[([\w,]+)\]", part):
                project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
                assert set(extra.split(",")) <= project["optional-dependencies"].keys()
        else:
            assert program in ("", ".", "python", "python3", "pytest") or "DISCORD_TOKEN=" in part


def run_lines(body, folder):
    for line in body.replace("\\\n", " ").splitlines():
        run_line(line, folder)


def make_file(folder, name, body):
    """Make the file that a block names; a text without a name shows no command."""
    assert name or not re.search(r"^(\$ )?cardformats ", body, re.MULTILINE)
    if name:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, "utf-8")


def elsewhere(_body, _folder):
    """Leave Python to ``conftest.py``, Neovim to ``tests/lsp``, and directives to Sphinx."""


DIRECTIVES = ("{toctree}", "{include}", "{literalinclude}", "{glossary}", "{names}", "{eval-rst}")
#: What reads a block of each kind; there are no others.
READ = {
    "sh": run_lines,
    "toml": lambda body, _folder: tomllib.loads(body),
    "yaml": lambda body, _folder: yaml.safe_load(body),
    "json": lambda body, _folder: json.loads(body),
    **dict.fromkeys(("python", "lua", *DIRECTIVES), elsewhere),
}


@pytest.mark.parametrize("page", PROSE, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_runs(page, tmp_path, monkeypatch, request):
    """Files are made, commands print what the page says, settings can be read."""
    text = page.read_text("utf-8")
    blocks = _BLOCK.findall(text)
    if any(kind in ("console", "sh") for kind, _, _ in blocks):
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
        monkeypatch.chdir(tmp_path)
    printed = text
    for kind, info, body in blocks:
        if kind == "console":
            commands = [command for command, _ in _COMMAND.findall(body)]
            output = "".join(f"$ {command}\n{run(command)}" for command in commands)
            printed = printed.replace(body, output)
        elif kind == "text":
            make_file(tmp_path, info, body)
        else:
            READ[kind](body, tmp_path)
    if request.config.getoption("--accept"):
        page.write_text(printed, "utf-8")
        text = printed
    assert printed == text


# size and words


def test_the_documentation_is_small():
    pages = [page for page in PAGES if page != APPENDIX]
    assert len(pages) <= 45
    assert sum(page.read_text("utf-8").count("\n") for page in pages) <= 11_000
    assert (ROOT / "README.md").read_text("utf-8").count("\n") <= 60


#: Words of our own, for which the language or the field has better ones.
PRIVATE = re.compile(
    r"\b(mend\w*|mut(e|es|ed|ing)|anew|in vain|(is|are|be) said|unless it is said|laws?|drawers?"
    r"|gravest|least grave|how grave|graver|rooms?|house|corridors?|slips?|but for"
    r"|blanks|(?<!is )(?<!not )(?<!neither )blank(?! (lines?|rows?|cells?)\b)"
    r"|half of a character|what comes to|by half|taken for|else it|says? no|(is|are) told|of no use"
    r"|so (many|much|often)(?! (\w+ )?that))\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"^ *```.*?^ *```$|``.*?``|`[^`]*`|\]\([^)]*\)|<!--.*?-->", re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("page", PROSE, ids=lambda page: str(page.relative_to(ROOT)))
def test_prose_has_no_private_words(page):
    if page == APPENDIX:
        pytest.skip("made of the texts of the ability language")
    prose = _CODE.sub("", page.read_text("utf-8"))
    assert [found[0] for found in PRIVATE.finditer(prose)] == []


def prose_of(path):
    """Yield the lines and texts of the docstrings, comments and messages of a module."""
    for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if "#" in text:  # in a text, too, which is looked at anyway
            yield line, text.partition("#")[2]
    for node in nodes_of(path):
        # a single word is a name, not prose
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, " ".join(_CODE.sub("", node.value).split())


def test_source_has_no_private_words():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]}"
        for path in MODULES
        for line, text in prose_of(path)
        for match in PRIVATE.finditer(text)
    ]
    assert found == []


#: Words that a docstring of a function does not begin with, since it begins with a verb.
NOT_VERBS = re.compile(
    r"A|After|All|Also|An|And|Any|Are|As|At|Because|Before|Both|But|By|Cards|Each|Either"
    r"|Every|Everything|Few|For|From|Has|Here|How|However|If|In|Is|It|Its|Left|Like|Lines"
    r"|Many|More|Most|Names|Neither|No|None|Nor|Not|Nothing|Now|Numbers|Of|On|One|Only|Or"
    r"|Other|Others|Places|Same|Several|Since|So|Some|Such|Text|Texts|That|The|Their|There"
    r"|These|They|Things|This|Those|To|Two|Until|Up|Values|What|When|Where|Whether|Which|Who"
    r"|Whose|Why|With|Without|Words"
)


def functions_of(path):
    """Yield the functions of a module that are not properties."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not any(
            ast.unparse(each).endswith(("property", ".setter")) for each in node.decorator_list
        ):
            yield node


def test_docstrings_of_functions_begin_with_a_verb():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {text.splitlines()[0]}"
        for path in MODULES
        for node in functions_of(path)
        if (text := ast.get_docstring(node))
        and (
            not re.match(r"[A-Z][a-z]+\b(?!')", text)
            or NOT_VERBS.fullmatch(text.split()[0].strip(".,:;"))
        )
    ]
    assert wrong == []


def test_docstrings_say_when_an_error_is_raised():
    section = re.compile(r"^( *)Raises:\n((?:\1 +\S.*\n)+)", re.MULTILINE)
    found = [
        (path.relative_to(ROOT), each[0].strip())
        for path in MODULES
        for match in section.finditer(path.read_text("utf-8"))
        for each in re.finditer(rf"^{match[1]}    (?! ).*", match[2], re.MULTILINE)
    ]
    assert len(found) > 500
    assert [each for each in found if not re.match(r"[\w, .]+: (If|As|Always)\b", each[1])] == []
