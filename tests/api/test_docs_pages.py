"""The documentation keeps up with the code."""

from __future__ import annotations

import importlib
import inspect
import re
import shutil

import attrs
import pytest
from scripts import (
    make_ability_language_page,
    make_diagnostics_page,
    make_draft_kinds_page,
    make_formats_page,
    make_pictures,
)

import cardformats as cf
from cardformats import draft, records, render, report
from cardformats.draft import deckbuilder
from tests.conftest import ROOT
from tests.test_cases import run

DOCS = ROOT / "docs"
_DIRECTIVE = re.compile(r"^\.\. (?:auto(?!module)\w+|function):: ([\w.]+)", re.MULTILINE)
_BLOCK = re.compile(r"^```(text|console) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)
PAGES = sorted(
    page
    for page in DOCS.rglob("*.md")
    if page != make_diagnostics_page.PAGE
    and "_build" not in page.parts
    and "```console\n" in page.read_text("utf-8")
)


def test_every_public_name_is_documented_once():
    documented = _DIRECTIVE.findall((DOCS / "reference" / "api.md").read_text("utf-8"))
    elsewhere = [name for name in documented if "." in name]
    others = {"__version__", "draft", "model", "stats"}
    assert sorted(documented) == sorted({*elsewhere, *cf.__all__} - others)
    for name in elsewhere:
        module, _, own = name.rpartition(".")
        assert hasattr(importlib.import_module(module), own)


def test_all_and_the_pages_of_the_api_name_the_same():
    """What the pages name is public; `__all__` of a module that they name has nothing else."""
    documented = {}
    for page in sorted((DOCS / "reference").glob("api*.md")):
        for module, name in documented_in(page.name):
            full = name if "." in name else f"{module or 'cardformats'}.{name}"
            documented.setdefault(full.rpartition(".")[0], set()).add(full.rpartition(".")[2])
    values = {
        id(getattr(importlib.import_module(module), name))
        for module, names in documented.items()
        for name in names
    }
    wrong = {}
    for module in map(importlib.import_module, sorted(documented)):
        every = set(getattr(module, "__all__", documented[module.__name__]))
        hidden = {
            name
            for name in every - documented[module.__name__] - {"__version__"}
            if id(value := getattr(module, name)) not in values and not inspect.ismodule(value)
        }
        if found := hidden | (documented[module.__name__] - every):
            wrong[module.__name__] = found
    assert wrong == {}


def documented_in(page):
    """The modules and names that a page of the API documents, in order."""
    module = ""
    for line in (DOCS / "reference" / page).read_text("utf-8").splitlines():
        if found := re.match(r"\.\. (?:current|auto)?module:: (\S+)", line):
            module = found[1]
        elif found := _DIRECTIVE.match(line):
            yield module, found[1]


def test_every_name_of_drafts_is_documented_once():
    documented = list(documented_in("api-draft.md"))
    names = [name for _, name in documented]
    assert len(set(names)) == len(names)
    for module, name in documented:
        assert hasattr(importlib.import_module(module), name)
    submodules = {"actions", "outcomes", "settings"}
    assert set(draft.__all__) - submodules <= set(names)
    for module in (draft.actions, draft.outcomes):
        here = {name for name in vars(module) if getattr(module, name).__class__ is type}
        own = {name for name in here if getattr(module, name).__module__ == module.__name__}
        assert own <= set(names)


def test_every_name_of_deckbuilder_drafts_is_documented_once():
    text = (DOCS / "reference" / "api-deckbuilder.md").read_text("utf-8")
    assert sorted(_DIRECTIVE.findall(text)) == sorted(deckbuilder.__all__)


def test_every_name_of_draft_records_is_documented_once():
    text = (DOCS / "reference" / "api-records.md").read_text("utf-8")
    assert sorted(_DIRECTIVE.findall(text)) == sorted(records.__all__)


def test_every_name_of_drawings_is_documented_once():
    documented = sorted(name for _, name in documented_in("api-look.md"))
    errors = ["MissingExtraError", "RenderError"]
    assert documented == sorted([*render.__all__, *report.__all__, *errors])


def test_the_page_of_diagnostics_is_fresh():
    assert make_diagnostics_page.FILE.is_fresh(), "run scripts/make_diagnostics_page.py"


def test_the_example_of_a_format_has_so_many_lines():
    text = (DOCS / "how-to" / "add-a-format.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+\.py)` \| (\d+) \|", text, re.MULTILINE))
    folder = ROOT / "src" / "cardformats" / "formats" / "cockatrice"
    files = {path.name: path.read_text("utf-8").count("\n") for path in folder.glob("*.py")}
    del files["__init__.py"]
    assert {name: int(lines) for name, lines in rows.items()} == files
    modules = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", " ".join(modules)):
        assert (folder.parent / f"{name}.py").exists()


def test_the_page_of_formats_is_fresh():
    assert make_formats_page.FILE.is_fresh(), "run scripts/make_formats_page.py"


def test_the_page_of_kinds_of_draft_is_fresh_and_has_them_all():
    assert make_draft_kinds_page.FILE.is_fresh(), "run scripts/make_draft_kinds_page.py"
    marked = make_draft_kinds_page.MARKED.findall(make_draft_kinds_page.PAGE.read_text("utf-8"))
    assert sorted(marked) == sorted(draft.draft_kinds())


def test_the_page_of_the_ability_language_is_fresh():
    assert make_ability_language_page.FILE.is_fresh(), "run scripts/make_ability_language_page.py"


def test_the_drawing_of_a_pack_is_fresh():
    drawn = (make_pictures.IMAGES / "pack.svg").read_text("utf-8")
    assert drawn == make_pictures.pack(), "run scripts/make_pictures.py"


@pytest.mark.parametrize("known", cf.formats(), ids=lambda known: known.id)
def test_every_option_is_on_the_page_of_its_format(known):
    text = (DOCS / "formats" / f"{known.id}.md").read_text("utf-8")
    missing = [field.name for field in attrs.fields(known.options) if f"`{field.name}`" not in text]
    assert not missing


def test_every_style_is_on_the_page_about_order():
    text = (DOCS / "how-to" / "keep-files-in-order.md").read_text("utf-8")
    for known in cf.formats():
        section = text.partition(f"`[format.{known.id}]`")[2].partition("\n##")[0]
        names = [field.name for field in attrs.fields(known.style)] if known.style else []
        assert [name for name in names if f"\n`{name.replace('_', '-')}`\n" not in section] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_says(page, tmp_path, monkeypatch, request):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8")
    printed = text
    for kind, info, body in _BLOCK.findall(text):
        if kind == "text" and info:
            path = tmp_path / info
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, "utf-8")
        elif kind == "console":
            commands = [command for command, _ in _COMMAND.findall(body)]
            output = "".join(f"$ {command}\n{run(command)}" for command in commands)
            printed = printed.replace(body, output)
    if request.config.getoption("--accept"):
        page.write_text(printed, "utf-8")
        text = printed
    assert printed == text
