"""Patterns in code: what a grammar does not say, and what is listed here by its kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.own_code import SOURCE, nodes_of, tree_of

FORMATS = SOURCE / "formats"
#: The functions of ``re`` that take a pattern.
FUNCTIONS = {
    "compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn",
}  # fmt: skip
MOST = 40

#: The constants and functions with patterns, by file and kind.
BY_KIND = {
    "what puts the rules of grammars together": {
        "grammar.py": ["rule", "tokens"],
        "draftmancer/lines.py": ["_LINES"],
        "draftmancer/section_json.py": ["_STRING_OR_NO_VALUE"],
    },
    "repairs of typos": {
        "draftmancer/lines.py": ["USUAL_NAME"],
        "draftmancer/typos.py": ["_NO_CARDS", "_REPAIRS", "_SUSPECTS"],
        "xml_recovery.py": ["_EMPTY_ELEMENT", "_SIGNS"],
        "wagic/repairs.py": ["_OPENER", "_CHOICE", "braced"],
        "wagic/macros.py": ["_NAME_AND_PARAMETERS"],
    },
    "names of files, folders and codes": {
        "octgn/files.py": ["_OUTSIDE", "_NOT_IN_NAMES"],
        "octgn/making/picture_names.py": ["_ZEROS"],
        "octgn/pictures.py": ["_NOT_IN_FILES"],
        "wagic/from_model.py": ["_NOT_IN_CODES", "_TAKEN_CODES"],
    },
    "names and ids of one set, in a large text": {
        "draftmancer/images.py": ["_PLACEHOLDER"],
        "draftmancer/syntax.py": ["place_of"],
        "octgn/syntax.py": ["place_of"],
        "wagic/macros.py": ["_any_of"],
    },
    "tags of XML, and what it forbids": {
        "octgn/files.py": ["_GAME_ID"],
        "octgn/formatting.py": ["_TAG"],
        "octgn/package.py": ["redescribed"],
        "wagic/format.py": ["_PACK"],
        "xml_recovery.py": ["_NOT_ASCII"],
        "xml_tags.py": ["_markup"],
        "xml_text.py": ["_TAIL"],
    },
}


def patterns_in(path: Path) -> Iterator[str]:
    """Yield the name of the constant or the function of each pattern in a file."""

    def of(node: ast.AST, name: str) -> Iterator[str]:
        match node:
            case ast.FunctionDef(name=own) | ast.ClassDef(name=own):
                name = own
            case ast.Assign(targets=[ast.Name(id=own)]) | ast.AnnAssign(target=ast.Name(id=own)):
                name = name or own
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=function)):
                if function in FUNCTIONS:
                    yield name
        for child in ast.iter_child_nodes(node):
            yield from of(child, name)

    yield from of(tree_of(path), "")


def test_patterns_that_no_grammar_says_are_listed_by_kind():
    found = {
        path.relative_to(FORMATS).as_posix(): own
        for path in sorted(FORMATS.rglob("*.py"))
        if "abilities" not in path.parts and (own := [*patterns_in(path)])
    }
    listed: dict[str, list[str]] = {}
    for files in BY_KIND.values():
        for file, names in files.items():
            listed[file] = [*listed.get(file, []), *names]
    assert {file: sorted(names) for file, names in found.items()} == {
        file: sorted(names) for file, names in listed.items()
    }


def test_few_patterns_are_in_code():
    assert sum(len(names) for files in BY_KIND.values() for names in files.values()) <= MOST


def test_the_module_of_patterns_has_its_own_name():
    for path in FORMATS.rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom):
                assert node.module != "re", path
            elif isinstance(node, ast.Import):
                assert all(each.name != "re" or not each.asname for each in node.names), path
