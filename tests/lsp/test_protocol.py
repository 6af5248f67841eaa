"""Diagnostics as the protocol has them, and answers that do not wait."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from pathlib import Path
from threading import Event
from time import process_time, sleep
from types import SimpleNamespace

import pytest
from lsprotocol import types
from pygls.protocol import LanguageServerProtocol

from cardformats.diagnostics import Fix, SharedCode
from cardformats.explanations import GROUPS
from cardformats.lsp import cards_shown, protocol
from cardformats.lsp import language as language_module
from cardformats.lsp import server as server_module
from cardformats.lsp.answers import LEGEND, ColoredToken, TextAnswers
from cardformats.lsp.documents import CheckedDocument
from cardformats.lsp.fixes import fixing_actions
from cardformats.lsp.languages import Languages
from cardformats.lsp.server import Server
from cardformats.lsp.workspace import Workspace
from cardformats.source import TextEdit, read_bytes
from tests.growth import LINEAR, TIMES

LIST = "[Common(2)]\n4 Lantern Eel\n2 Moss Warden\n"


@pytest.fixture
def opened(tmp_path):
    """Opens a list, and gives the workspace, the document and its language."""

    def open_(text):
        path = tmp_path / "list.txt"
        workspace = Workspace(pytest.fail)
        workspace.open(path.as_uri(), path, 1, text, "draftmancer")
        document = workspace.document(path.as_uri())
        return workspace, document, Languages(workspace).of(document)

    return open_


def test_notes_are_related_positions_if_an_editor_shows_these(opened):
    _, document, _ = opened(LIST)
    span, notes = document.source.span(12, 16), ("a note", "another one")
    diagnostic = SharedCode.UNUSED_IGNORE.at(span, notes=notes, what="DM025", where="line 1")
    checked = CheckedDocument.of(document, [diagnostic])
    (apart,) = protocol.published(document, checked, "utf-16", with_related=True)
    assert apart.message == diagnostic.message
    place = types.Location(document.uri, apart.range)
    assert [(each.message, each.location) for each in apart.related_information] == [
        (note, place) for note in notes
    ]
    (together,) = protocol.published(document, checked, "utf-16", with_related=False)
    assert together.message.split("\n") == [diagnostic.message, *notes]
    assert together.related_information is None


@pytest.mark.parametrize(
    ("addresses", "href"),
    [
        ([], None),
        (["Source, https://example.org/code"], None),
        (
            ["Documentation, https://example.org/docs/", "Source, more, and more"],
            "https://example.org/docs/reference/diagnostics.html#cf001",
        ),
    ],
)
def test_a_code_leads_to_its_page_if_the_distribution_has_one(addresses, href, monkeypatch):
    about = Message()
    for each in addresses:
        about["Project-URL"] = each
    monkeypatch.setattr(protocol, "metadata", lambda _name: about)
    described = protocol.description_of.__wrapped__(SharedCode("CF001"))
    assert (described and described.href) == href


def test_an_answer_does_not_wait_for_odds(opened, monkeypatch):
    go_on = Event()
    odds_of = cards_shown.odds_of

    def slow(*arguments):
        go_on.wait(20)
        return odds_of(*arguments)

    monkeypatch.setattr(cards_shown, "odds_of", slow)
    workspace, document, language = opened(LIST)
    offset = LIST.index("Eel")
    try:
        before = language.hover(document, offset)
        assert before is None or "A pack has" not in before.contents.value
    finally:
        go_on.set()
    known = [*workspace.odds.of(document, language.report(document), [None])]
    assert known != [None]
    assert "A pack has" in language.hover(document, offset).contents.value
    workspace.odds.shutdown()


def test_a_question_that_is_given_up_is_not_asked(opened):
    workspace, document, language = opened(LIST)
    server = Server()
    server.documents = workspace
    server.languages.of = lambda _document: language
    asked, go_on = [], Event()

    def ask(_document, _language, params):
        asked.append(params.position.line)
        go_on.wait(20)

    async def run():
        answer = server._answering(ask)  # noqa: SLF001 - what pygls calls
        item = types.TextDocumentIdentifier(document.uri)
        tasks = [
            asyncio.ensure_future(answer(types.HoverParams(item, types.Position(line, 0))))
            for line in range(50)
        ]
        await asyncio.sleep(0.05)
        for each in tasks[1:]:
            each.cancel()  # as pygls does for $/cancelRequest
        await asyncio.sleep(0.05)
        go_on.set()
        await asyncio.wait(tasks)

    asyncio.run(run())
    server.shutdown()
    assert asked == [0]


def test_the_server_uses_what_pygls_publishes():
    server = Server()
    assert type(server.protocol) is LanguageServerProtocol
    server.shutdown()


def test_two_threads_read_a_document_once(opened, monkeypatch):
    calls, check_report = [], language_module.check_report

    def slow(*arguments, **options):
        calls.append(arguments)
        sleep(0.1)
        return check_report(*arguments, **options)

    monkeypatch.setattr(language_module, "check_report", slow)
    _, document, language = opened(LIST)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(language.report, [document, document])
    assert one is other
    assert len(calls) == 1


def test_many_fixes_take_linear_time(opened):
    def act(size):
        lines = "".join(f"2x Card {number}\n" for number in range(size))
        workspace, document, language = opened(f"[Common(1)]\n{lines}")
        *_, checked = language.check(document)
        start = process_time()
        (action,) = fixing_actions(document, checked, 0, 0, (), workspace)
        seconds = process_time() - start
        ((uri, edits),) = action.edit.changes.items()
        assert (uri, len(edits)) == (document.uri, size)
        return seconds

    small = min(act(200) for _ in range(3))
    assert any(act(200 * TIMES) < LINEAR * small for _ in range(3))


def test_fixes_that_overlap_are_applied_one_at_a_time(opened):
    workspace, document, _ = opened(LIST)
    span = document.source.span(12, 16)
    fixes = [
        Fix("a", (TextEdit(span, "x"),)),
        Fix("b", (TextEdit(document.source.span(14, 18), "y"),)),
        Fix("c", (TextEdit(span, "x"), TextEdit(document.source.span(20, 22), "z"))),
    ]
    diagnostics = [
        SharedCode.UNUSED_IGNORE.at(span, each, what="DM025", where="line 1") for each in fixes
    ]
    checked = CheckedDocument.of(document, diagnostics)
    *_, action = fixing_actions(document, checked, 0, 0, ("source.fixAll",), workspace)
    assert [each.new_text for each in action.edit.changes[document.uri]] == ["x", "z"]


ONE, TWO, ALL = "Take one", "Take two", "Apply all safe fixes (cardformats)"


@pytest.mark.parametrize(
    ("start", "end", "wanted", "titles"),
    [
        (11, 11, "", [ALL]),
        (11, 12, "", [ONE, ALL]),
        (16, 16, "", [ONE, ALL]),
        (17, 19, "", [ALL]),
        (22, 99, "", [TWO, ALL]),
        (16, 20, "quickfix refactor", [ONE, TWO]),
        (16, 20, "source", [ALL]),
        (16, 20, "source.fixAll", [ALL]),
        (16, 20, "source.fixAll.more quick", []),
    ],
)
def test_fixes_are_offered_where_and_as_they_are_wanted(opened, start, end, wanted, titles):
    workspace, document, _ = opened(LIST)
    places = {"take one": (12, 16), "take two": (20, 22), "nothing": (12, 16)}
    diagnostics = []
    for title, place in places.items():
        span = document.source.span(*place)
        edits = () if title == "nothing" else (TextEdit(span, title),)
        fix = Fix(title, edits, is_safe=title == "take one")
        diagnostics.append(SharedCode.UNUSED_IGNORE.at(span, fix, what="DM025", where="line 1"))
    checked = CheckedDocument.of(document, diagnostics)
    actions = fixing_actions(document, checked, start, end, wanted.split(), workspace)
    assert [each.title for each in actions] == titles
    for each in actions:
        title = "take one" if each.title == ALL else each.title.lower()
        edit = types.TextEdit(document.answers.range(*places[title]), title)
        assert each.edit.changes == {document.uri: [edit]}
        assert each.kind.value == ("source.fixAll" if each.title == ALL else "quickfix")
        assert each.is_preferred is (True if each.title == ONE else None)


OFFERED = {
    "card": "Class", "set": "Module", "sheet": "Struct", "slot": "Field", "key": "Property",
    "value": "EnumMember", "keyword": "Keyword", "word": "Function", "macro": "Constant",
    "snippet": "Snippet",
}  # fmt: skip
OUTLINED = {
    "card": "Class", "set": "Module", "sheet": "Struct", "layout": "Object",
    "setting": "Property", "macro": "Constant", "pack": "Package",
}  # fmt: skip
COLORED = {
    "card": "class", "set": "namespace", "sheet": "struct", "slot": "parameter", "key": "property",
    "value": "enumMember", "keyword": "keyword", "word": "function", "macro": "macro",
    "number": "number", "string": "string", "comment": "comment", "operator": "operator",
}  # fmt: skip
ANSWERS = TextAnswers.of("one\ntwo 𝒳 x\nthree\n")


@pytest.mark.parametrize(("kind", "name"), OFFERED.items())
def test_each_kind_of_offer_has_one_of_the_protocol(kind, name):
    offer = ANSWERS.offer("two", kind, 4, 7, "new", "a detail", "**help**", is_snippet=True)
    assert offer.kind is types.CompletionItemKind[name]
    assert (offer.label, offer.detail, offer.documentation.value) == ("two", "a detail", "**help**")
    assert offer.documentation.kind is types.MarkupKind.Markdown
    assert offer.insert_text_format is types.InsertTextFormat.Snippet
    place = types.Range(types.Position(1, 0), types.Position(1, 3))
    assert offer.text_edit == types.TextEdit(place, "new")
    plain = ANSWERS.offer("two", kind, 4, 7)
    assert (plain.detail, plain.documentation, plain.insert_text_format) == (None, None, None)
    assert plain.text_edit.new_text == "two"
    assert ANSWERS.offer("two", kind, 4, 7, "").text_edit.new_text == ""


@pytest.mark.parametrize(("kind", "name"), OUTLINED.items())
def test_each_kind_of_symbol_has_one_of_the_protocol(kind, name):
    inner = ANSWERS.symbol("", kind, (4, 7), (4, 5))
    symbol = ANSWERS.symbol("one", kind, (0, 8), (0, 3), "a detail", [inner])
    assert (symbol.name, symbol.kind, symbol.detail) == ("one", types.SymbolKind[name], "a detail")
    assert symbol.range == types.Range(types.Position(0, 0), types.Position(1, 4))
    assert symbol.selection_range == types.Range(types.Position(0, 0), types.Position(0, 3))
    assert symbol.children == [inner]
    assert (inner.name, inner.detail, inner.children) == ("?", None, [])


@pytest.mark.parametrize(("kind", "name"), COLORED.items())
def test_each_kind_of_colored_text_has_one_of_the_protocol(kind, name):
    (_, _, size, number, modifiers) = ANSWERS.tokens([ColoredToken(0, 3, kind)]).data
    assert (size, LEGEND.token_types[number], modifiers) == (3, name, 0)
    assert len(LEGEND.token_types) == len(COLORED)


def test_colored_texts_have_distances_in_the_units_of_the_editor():
    tokens = [(0, 3, "card"), (4, 7, "set"), (8, 9, "key"), (10, 11, "key"), (12, 12, "key")]
    tokens.append((13, 17, "card"))
    data = ANSWERS.tokens(ColoredToken(*each) for each in tokens).data
    assert [tuple(data[at : at + 3]) for at in range(0, len(data), 5)] == [
        (0, 0, 3), (1, 0, 3), (0, 4, 2), (0, 3, 1), (1, 1, 4),
    ]  # fmt: skip


def test_folds_have_several_lines():
    folds = [*ANSWERS.folds([(0, 3), (0, 4), (4, 14)], [(4, 5), (0, 14)])]
    comment = types.FoldingRangeKind.Comment
    assert folds == [
        types.FoldingRange(0, 1),
        types.FoldingRange(1, 2),
        types.FoldingRange(0, 2, kind=comment),
    ]


@pytest.mark.parametrize(
    ("new", "place", "written"),
    [
        ("a\nb\nc\n", None, None),
        ("a\nB\nc\n", (1, 0, 1, 1), "B"),
        ("a\nb\nc", (2, 0, 3, 0), "c"),
        ("a\nb\nc\nd\n", (3, 0, 3, 0), "d\n"),
        ("x\na\nb\nc\n", (0, 0, 0, 0), "x\n"),
        ("a\nc\n", (1, 0, 2, 0), ""),
        ("a\nbb\nc\n", (1, 0, 1, 0), "b"),
        ("", (0, 0, 3, 0), ""),
    ],
)
def test_a_new_text_is_written_from_the_first_line_that_is_different(opened, new, place, written):
    _, document, _ = opened("a\nb\nc\n")
    edits = protocol.whole_edit(document, new)
    if place is None:
        assert edits == []
        return
    first, column, last, end = place
    where = types.Range(types.Position(first, column), types.Position(last, end))
    assert edits == [types.TextEdit(where, written)]


@pytest.mark.parametrize(
    ("there", "text", "data"),
    [
        (None, "é", b"\xc3\xa9"),
        (b"x", "é", b"\xc3\xa9"),
        (b"\xe9", "ÿ", b"\xff"),
        (b"\xe9", "ﬀ", b"\xef\xac\x80"),
        (b"\xff\xfea\0", "\ufeffb", b"\xff\xfeb\0"),
        (b"\xff\xfea\0", "b", b"b"),
        (b"\xfe\xff\0a", "\u00e9", b"\xc3\xa9"),
        (b"\xe9", "\u00c3\u00a9", "\u00c3\u00a9".encode()),
    ],
)
def test_an_open_text_is_read_in_the_encoding_of_its_file(tmp_path, there, text, data):
    workspace, path, other = Workspace(pytest.fail), tmp_path / "a.txt", tmp_path / "b.txt"
    other.write_bytes(b"b")
    if there is not None:
        path.write_bytes(there)
    for number, (each, its) in enumerate(((path, text), (other, "B")), 1):
        workspace.open(each.as_uri(), each, 1, its, "lackey")
        assert (workspace.revision, workspace.at(each).text) == (number, its)
    document = workspace.document(other.as_uri())
    with workspace.overlay(besides=document):
        assert (read_bytes(path, 9), read_bytes(other, 9)) == (data, b"b")
    workspace.close(other.as_uri())
    assert (workspace.revision, workspace.at(other)) == (3, None)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_whose_byte_order_mark_the_editor_removes_is_fixed_in_the_right_place(
    tmp_path, encoding
):
    path, text = tmp_path / "list.txt", "[Common(1)]\n2x Café\n"
    mark = "\ufeff" if encoding in {"utf-16-le", "utf-16-be"} else ""
    path.write_bytes((mark + text).encode(encoding))
    workspace = Workspace(pytest.fail)
    workspace.open(path.as_uri(), path, 1, text)
    document = workspace.document(path.as_uri())
    *_, checked = Languages(workspace).of(document).check(document)
    (found,) = checked.diagnostics(document)
    assert found.span.text == text[found.span.start : found.span.end]
    (action,) = fixing_actions(document, checked, 0, len(text), ["source.fixAll"], workspace)
    ((edit,),) = action.edit.changes.values()
    start, end = (document.answers.offset(each) for each in (edit.range.start, edit.range.end))
    assert text[:start] + edit.new_text + text[end:] == "[Common(1)]\n2 Café\n"


@pytest.mark.parametrize("new", [None, LIST, f"{LIST}1 Eel\n"])
def test_questions_are_asked_of_the_language(opened, new):
    workspace, document, _ = opened(LIST)
    language = SimpleNamespace(
        workspace=workspace,
        hover=lambda *its: its,
        definitions=lambda its, offset: [its.source.span(offset, 16)],
        symbols=lambda its: iter((its, "a")),
        folds=lambda its: iter((its, "b")),
        formatted=lambda _: new,
    )
    params = SimpleNamespace(position=types.Position(1, 2))
    place = types.Range(types.Position(1, 2), types.Position(1, 4))
    for kind, answer in {
        "HOVER": (document, 14),
        "DEFINITION": [types.Location(document.uri, place)],
        "DOCUMENT_SYMBOL": [document, "a"],
        "FOLDING_RANGE": [document, "b"],
        "FORMATTING": protocol.whole_edit(document, new or LIST),
    }.items():
        ask = server_module._ASKED[getattr(types, f"TEXT_DOCUMENT_{kind}")]  # noqa: SLF001
        assert ask(document, language, params) == answer


def test_paths_and_uris():
    assert protocol.path_of("file:///fen/a%20b.txt") == Path("/fen/a b.txt")
    assert protocol.path_of("untitled:new/1") == Path("<unsaved>/untitled:new_1")
    assert protocol.uri_of("/fen/a b.txt") == "file:///fen/a%20b.txt"


@pytest.mark.parametrize(
    ("severity", "shown"),
    [("error", "Error"), ("warning", "Warning"), ("note", "Information")],
)
def test_each_severity_has_one_of_the_protocol(opened, severity, shown):
    _, document, _ = opened(LIST)
    code = next(
        each for group in GROUPS for each in group.codes() if each.severity.value == severity
    )
    diagnostic = code.at(None, **dict.fromkeys(re.findall(r"\{(\w+)", code.template), 1))
    checked = CheckedDocument.of(document, [diagnostic])
    (published,) = protocol.published(document, checked, "utf-16", with_related=True)
    assert published.severity is types.DiagnosticSeverity[shown]
    assert (published.source, published.code) == ("cardformats", str(code))
    assert published.range == types.Range(types.Position(0, 0), types.Position(0, 0))


def test_other_documents_are_checked_a_second_later(opened, monkeypatch):
    workspace, document, _ = opened(LIST)
    path = document.path.with_name("other.txt")
    workspace.open(path.as_uri(), path, 1, LIST, "draftmancer")
    server = Server()
    server.documents = workspace
    checked = []
    monkeypatch.setattr(server, "_check", lambda *arguments: checked.append(arguments))
    server._check_others(document.uri)  # noqa: SLF001 - what follows a change
    assert checked == [(path.as_uri(), 1.0)]
    server._saved(None)  # noqa: SLF001 - a file has changed
    assert checked[1:] == [(document.uri, 1.0), (path.as_uri(), 1.0)]


@pytest.mark.parametrize(("count", "is_incomplete"), [(1000, False), (1001, True)])
def test_an_answer_has_a_thousand_offers(opened, count, is_incomplete, monkeypatch):
    _, document, language = opened(LIST)
    monkeypatch.setattr(language, "completions", lambda *_: iter(range(count)))
    item = types.TextDocumentIdentifier(document.uri)
    answer = server_module._complete(  # noqa: SLF001 - what the server asks
        document, language, types.CompletionParams(item, types.Position(0, 0))
    )
    assert (answer.items, answer.is_incomplete) == ([*range(1000)], is_incomplete)


@pytest.mark.parametrize(("size", "has_tokens"), [(500_000, True), (500_001, False)])
def test_a_large_document_has_its_colors_where_it_is_looked_at(opened, size, has_tokens):
    text = "[Common(2)]\n" + "4 Eel\n" * 83331
    _, document, language = opened(text + "\n" * (size - len(text)))
    language.tokens = lambda _document, start, _end: [ColoredToken(start, start + 1, "card")]
    assert bool(server_module._color(document, language, None).data) == has_tokens  # noqa: SLF001
    place = types.Range(types.Position(1, 0), types.Position(2, 0))
    item = types.TextDocumentIdentifier(document.uri)
    params = types.SemanticTokensRangeParams(item, place)
    assert server_module._color_range(document, language, params).data[:3] == [1, 0, 1]  # noqa: SLF001


@pytest.mark.parametrize(
    ("with_declaration", "found", "answered"),
    [
        (False, [(12, 15)], [(12, 15)]),
        (False, [(2, 5), (12, 15)], [(12, 15)]),
        (True, [(12, 15)], [(2, 6), (12, 15)]),
        (True, [(2, 5), (12, 15)], [(2, 5), (12, 15)]),
        (True, [(1, 5), (3, 7)], [(2, 6), (1, 5), (3, 7)]),
    ],
)
def test_references_are_with_the_declaration_if_that_is_wanted(
    opened, with_declaration, found, answered, monkeypatch
):
    _, document, language = opened("one\ntwo\nthree\nfour\n")
    source = document.source
    monkeypatch.setattr(language, "references", lambda *_: (source.span(*each) for each in found))
    monkeypatch.setattr(language, "definitions", lambda *_: [source.span(2, 6)])
    item = types.TextDocumentIdentifier(document.uri)
    context = types.ReferenceContext(include_declaration=with_declaration)
    params = types.ReferenceParams(context, item, types.Position(0, 0))
    locations = server_module._refer(document, language, params)  # noqa: SLF001
    assert [each.range for each in locations] == [
        document.answers.range(*each) for each in answered
    ]
    assert {each.uri for each in locations} == {document.uri}
