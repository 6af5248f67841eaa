"""Patterns in code: what a grammar does not say, and what is listed here by its kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

FORMATS = ROOT / "src" / "cardformats" / "formats"
#: The functions of ``re`` that take a pattern.
FUNCTIONS = {
    "compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn",
}  # fmt: skip
MOST = 40

#: The constants and functions with patterns, by file and kind.
BY_KIND = {
    "what compiles the rules of grammars": {"grammar.py": ["rule"]},
    "repairs of typos": {"octgn/fixes.py": ["_SIGNS"]},
    "names of files": {
        "octgn/making/picture_names.py": ["_ZEROS"],
        "octgn/pictures.py": ["_NOT_IN_FILES"],
    },
    "ids in large texts": {"mtgjson/beside.py": ["_UUID"], "octgn/syntax.py": ["place_of"]},
    "tags of XML": {
        "decklist/format.py": ["_DEK"],
        "octgn/formatting.py": ["_TAG"],
        "octgn/package.py": ["redescribed"],
    },
}

#: Patterns of packages whose grammars do not read everything yet.
STILL_IN_CODE = {
    "draftmancer/acceptance.py": [
        "accept",
        "accept_packs",
        "_CARD_LINE",
        "_WHOLE_LINE",
        "_HEADER",
        "_OLD_LAYOUT",
        "_OLD_SLOT",
        "_LAST_COMMA",
        "_ARRAY_INDEX",
        "_SCRYFALL_ID",
        "_COST",
    ],
    "draftmancer/card_keys.py": ["SCRYFALL_ID"],
    "draftmancer/fixes.py": ["_ODD", "_SEPARATOR", "_ENDS"],
    "draftmancer/format.py": ["_template", "_SECTION", "_SHEET", "_CARD"],
    "draftmancer/formatting.py": ["_JSON_TOKEN", "_CLOSING"],
    "draftmancer/from_model.py": ["_NOT_IN_NAMES"],
    "draftmancer/headers.py": ["_HEADER", "_COUNTED", "_COUNTED", "_BARE", "_TAIL"],
    "draftmancer/images.py": ["_PLACEHOLDER", "_ZEROS"],
    "draftmancer/line_patch.py": ["_COUNTED", "_COUNT", "_NEEDS_COUNT"],
    "draftmancer/lines.py": ["_LINE", "UNSAFE"],
    "draftmancer/mana.py": ["_BLANKS", "_SYMBOL", "_USUAL", "_parse"],
    "draftmancer/names.py": ["_NUMERIC"],
    "draftmancer/patch.py": ["_OLD_NAME", "_HEADER", "_BLANK_BEFORE_HEADER"],
    "draftmancer/predetermined.py": ["_NO_CARD"],
    "draftmancer/printings.py": ["_SET", "_NUMBER", "_NOT_IN_SETS", "_NOT_IN_NUMBERS"],
    "draftmancer/reader.py": [
        "_OLD_LAYOUT_SLIP",
        "_OLD_SLOT_SLIP",
        "_LIKE_MAYBEBOARD",
        "_LIKE_HEADER",
        "_NEXT_BRACKET",
    ],
    "draftmancer/render.py": ["_JSON_STRING", "_BRACKETS", "_COMMA_BEFORE_CLOSER"],
    "draftmancer/section_json.py": [
        "_NUMBER",
        "_INDEX",
        "_STRING",
        "_COMMENT",
        "_COMMA",
        "_REMOVED_COMMA",
        "_STRING_OR_NO_VALUE",
    ],
    "draftmancer/sheets.py": ["_ODD", "_BREAK", "_DIGITS"],
    "draftmancer/syntax.py": ["OLD_LAYOUT", "OLD_SLOT", "_FOIL_MARK", "place_of"],
    "draftmancer/typos.py": [
        "_NO_CARDS",
        "_COMMENTS",
        "_HEADING",
        "_BOARDS",
        "_REPAIRS",
        "_SUSPECTS",
        "_HYPHEN_IN_SET",
        "_BLANKS",
        "_NAME_AND_COUNT",
        "_NO_LETTERS",
        "_GAP",
        "_TAIL",
    ],
    "json_fix.py": [
        "_QUOTED",
        "_KEY",
        "_WORD",
        "_NUMBER",
        "_AFTER_TEXT",
        "_TEXT",
        "_UNCLOSED",
        "_quotes",
    ],
    "json_patch.py": ["_TOKEN", "_COMMA", "_INDENTATION", "_COLON"],
    "json_text.py": [
        "_STRING_OR_NUMBER",
        "_SURROGATE",
        "_ESCAPES",
        "_COMMENT_LINE",
        "_STRING_OR_LAST_COMMA",
        "_STRING_OR_COMMENT_OR_BRACKET",
    ],
    "octgn/contents.py": ["_PROPERTY", "_ALTERNATE", "_check_values"],
    "octgn/document.py": ["_DECLARED", "_DECLARED_IN_BYTES", "_NOT_ASCII"],
    "octgn/files.py": ["_ROOT", "_OUTSIDE", "_GAME_ID", "_NOT_IN_NAMES", "_DEVICES"],
    "octgn/set_reader.py": ["_DATE", "_USUAL", "_CARD"],
    "wagic/block_lines.py": ["_reworded"],
    "wagic/card_lines.py": ["_SUSPEND", "_UNKNOWN_LINE", "_LINE_ENDS", "_LEADING_NUMBER"],
    "wagic/costs.py": ["_MANA", "_PLAIN_EXTRA", "_CRASH"],
    "wagic/engine/costs.py": ["_SYMBOL", "_DIGITS"],
    "wagic/engine/primitive.py": ["_NUMBER", "_NAMED", "_row"],
    "wagic/fields.py": ["_WORD", "_LOYALTY", "_respelt_key", "MACRO_NAME"],
    "wagic/filters.py": ["_BLANKS", "_SIGN"],
    "wagic/format.py": ["_BLOCK", "_MACRO", "_FIELD", "_PACK"],
    "wagic/formatting.py": ["_BELOW", "_ABOVE"],
    "wagic/from_model.py": [
        "_ID_LINE",
        "REFERENCE",
        "_NOT_IN_CODES",
        "_TAKEN_CODES",
        "_ID",
        "_META_KEY",
    ],
    "wagic/macros.py": ["_NAME_AND_PARAMETERS", "_PARENTHESIS", "__init__", "substituted"],
    "wagic/packs.py": ["_POOL_WORD", "_POOL_WORD_ANYWHERE"],
    "wagic/packs_from_model.py": ["_WORD", "_NO_XML"],
    "wagic/primitives.py": ["_NO_WORD", "_TYPE_LINE", "_LIKE_NAME_LINE"],
    "wagic/repairs.py": [
        "_OPENER",
        "_NO_LETTER",
        "_FIELD",
        "_CONTENT",
        "_NAMED",
        "_CHOICE",
        "braced",
        "braced",
    ],
    "wagic/syntax.py": ["_LINE_ENDS", "_SURROGATE"],
    "wagic/to_model.py": ["_USUAL_ID", "_LEADING_NUMBER"],
    "wagic/tree_index.py": ["_NAMING"],
    "xml_patch.py": ["_BLANKS_BEFORE", "_REST_OF_LINE", "_COMMENT_ABOVE"],
    "xml_tags.py": ["_ATTRIBUTE", "_tags"],
    "xml_text.py": ["MARKUP", "ATTRIBUTE", "_DOCTYPE", "_WRITTEN", "_TAIL", "_FORBIDDEN", "_tags"],
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

    yield from of(ast.parse(path.read_text("utf-8")), "")


def test_patterns_that_no_grammar_says_are_listed_by_kind():
    found = {
        path.relative_to(FORMATS).as_posix(): own
        for path in sorted(FORMATS.rglob("*.py"))
        if "abilities" not in path.parts and (own := [*patterns_in(path)])
    }
    listed = dict(STILL_IN_CODE)
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
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module != "re", path
            elif isinstance(node, ast.Import):
                assert all(each.name != "re" or not each.asname for each in node.names), path
