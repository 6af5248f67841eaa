"""The small changes of Python source code with which ``mutants.py`` tries the tests.

A mutation replaces a few bytes of a file; formatting and comments stay as they are.
Never mutated are annotations and aliases of types, docstrings, ``__all__``, the texts of
diagnostics and exceptions, sentences (strings of three words or more), and f-strings' texts.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import evolve, field, frozen

_OPERATORS: Final = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "in": ("not in",),
    "not in": ("in",),
    "is": ("is not",),
    "is not": ("is",),
    "and": ("or",),
    "or": ("and",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "//": ("*",),
    "%": ("*",),
    "**": ("*",),
    "|": ("&",),
    "&": ("|",),
    "^": ("|",),
    "<<": (">>",),
    ">>": ("<<",),
}
_SIGN: Final = re.compile(rb"not\s+in\b|is\s+not\b|\w+|[^\w\s()\\#]+")
_QUOTE: Final = re.compile(rb"""[bB]?[rR]?[bB]?("|')""")
_COMMENT: Final = re.compile(rb"#[^\n]*")
_SENTENCE: Final = re.compile(r"\w+[,;:]? \w+[,;:]? \w+")
#: Files whose strings are the texts of diagnostics.
_TEXTS: Final = ("codes.py", "losses.py")
#: Keyword arguments whose strings are for people.
_HELP: Final = {"doc", "epilog", "help", "metavar", "prog_name", "short_help"}
#: Fields of nodes that are only for type checkers.
_HINTS: Final = {"annotation", "returns", "type_params"}


@frozen
class Mutation:
    """A change of one file.

    Attributes:
        path: The file, relative to the package's folder.
        line: The line in which the change begins.
        operator: What kind of change it is.
        start, end: The bytes that are replaced.
        text: What replaces them.
        lines: The first and last line of the expression or statement.
        around: The first and last line of the statement, without its body.
        in_function: False if the code is executed when the module is imported.
        cached: Whether it is in a function that is executed only once per process.
    """

    path: str
    line: int
    operator: str
    start: int
    end: int
    text: str
    lines: tuple[int, int] = field(repr=False)
    around: tuple[int, int] = field(repr=False)
    in_function: bool = field(repr=False)
    cached: bool = field(repr=False)

    @property
    def name(self) -> str:
        """The name of the mutation, which holds for as long as the file is the same."""
        return f"{self.path}:{self.line}:{self.start}:{self.operator}"

    def apply(self, source: bytes) -> bytes:
        """Return the *source* with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


@frozen
class _Place:
    """Where a node is."""

    around: tuple[int, int] = (1, 1)
    in_function: bool = False
    cached: bool = False
    in_text: bool = False

    def within(self, node: ast.AST, name: str) -> _Place:
        """Return the place of what is in a field of the node."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() if name == "body":
                decorators = map(ast.unparse, getattr(node, "decorator_list", ()))
                cached = self.cached or any("cache" in each for each in decorators)
                return evolve(self, in_function=True, cached=cached)
            case ast.Raise() | ast.JoinedStr():
                return evolve(self, in_text=True)
            case ast.keyword() if node.arg in _HELP:
                return evolve(self, in_text=True)
            case ast.FormattedValue() if name == "value":
                return evolve(self, in_text=False)
        return self


class _Finder:
    """Finds the mutations of a file, by syntax node."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.nodes: list[list[Mutation]] = []

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return where the node's text begins and ends."""
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    def visit(self, node: ast.AST, place: _Place) -> None:
        """Note the mutations of the node and of all nodes in it."""
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            end = node.end_lineno or node.lineno
            if isinstance(body, list):
                end = max(node.lineno, getattr(body[0], "lineno", node.lineno + 1) - 1)
            place = evolve(place, around=(node.lineno, end))
        if _is_fixed(node):
            return
        lines = place.around
        if isinstance(node, ast.expr):
            lines = (node.lineno, node.end_lineno or node.lineno)
        changes = [
            Mutation(
                path=self.path,
                line=bisect_right(self.starts, start),
                operator=operator,
                start=start,
                end=end,
                text=text,
                lines=lines,
                around=place.around,
                in_function=place.in_function,
                cached=place.cached,
            )
            for start, end, text, operator in self.changes(node, place)
        ]
        if changes:
            self.nodes.append(changes)
        for name, value in ast.iter_fields(node):
            inside = place.within(node, name)
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST) and name not in _HINTS:
                    self.visit(each, inside)

    def changes(self, node: ast.AST, place: _Place) -> Iterator[tuple[int, int, str, str]]:
        """Yield what can be done to the node itself: start, end, new text, kind."""
        match node:
            case ast.Compare():
                yield from self.operators([node.left, *node.comparators], "compare")
            case ast.BoolOp():
                yield from self.operators(node.values, "boolean")
            case ast.BinOp():
                yield from self.operators([node.left, node.right], "arithmetic")
            case ast.UnaryOp(op=ast.Not()):
                start, _ = self.span(node)
                yield start, start + len(b"not"), "", "not"
            case ast.If() | ast.IfExp() | ast.While():
                if not isinstance(node, ast.While):
                    yield from self.whole(node.test, "True", "condition-true")
                yield from self.whole(node.test, "False", "condition-false")
            case ast.Constant():
                yield from self.constant(node, place)
            case ast.Slice():
                yield from self.bounds(node)
        if isinstance(node, ast.stmt) and place.in_function:
            yield from self.statement(node)

    def statement(self, node: ast.stmt) -> Iterator[tuple[int, int, str, str]]:
        """Yield the changes of a simple statement."""
        match node:
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                yield from self.whole(value, "None", "return-none")
            case ast.Expr(value=ast.Call()):
                yield from self.whole(node, "pass", "remove")
            case ast.AugAssign():
                yield from self.operators([node.target, node.value], "arithmetic")
                yield from self.whole(node, "pass", "remove")
            case ast.Assign() if not any(isinstance(each, ast.Name) for each in node.targets):
                yield from self.whole(node, "pass", "remove")  # without a name, all would be killed
            case ast.Continue():
                yield from self.whole(node, "break", "jump-break")
            case ast.Break():
                yield from self.whole(node, "continue", "jump-continue")

    def bounds(self, node: ast.Slice) -> Iterator[tuple[int, int, str, str]]:
        """Yield the changes of a slice; numbers change as constants."""
        for bound in (node.lower, node.upper):
            if bound is not None and not isinstance(bound, ast.Constant):
                start, end = self.span(bound)
                yield start, end, f"({self.source[start:end].decode()}) + 1", "slice"

    def whole(
        self, node: ast.expr | ast.stmt, text: str, kind: str
    ) -> Iterator[tuple[int, int, str, str]]:
        start, end = self.span(node)
        if self.source[start:end] != text.encode():
            yield start, end, text, kind

    def constant(self, node: ast.Constant, place: _Place) -> Iterator[tuple[int, int, str, str]]:
        value = node.value
        if isinstance(value, bool):
            yield from self.whole(node, str(not value), "constant-not")
        elif isinstance(value, (int, float)):
            yield from self.whole(node, repr(value + 1), "constant-more")
            if isinstance(value, int) and value:
                yield from self.whole(node, repr(value - 1), "constant-less")
        elif isinstance(value, (str, bytes)) and not self.is_text(value, place):
            start, _ = self.span(node)  # with its own quotes, since it may be in an f-string
            if quote := _QUOTE.match(self.source, start):
                yield from self.whole(
                    node, quote[0].decode() + "mutant" + quote[1].decode(), "constant-other"
                )

    def is_text(self, value: str | bytes, place: _Place) -> bool:
        """Return whether the string is for people."""
        if isinstance(value, bytes):
            return False
        return place.in_text or self.path.endswith(_TEXTS) or bool(_SENTENCE.search(value))

    def operators(self, operands: list[ast.expr], kind: str) -> Iterator[tuple[int, int, str, str]]:
        """Yield the changes of the operators between the operands."""
        for left, right in pairwise(operands):
            start = self.span(left)[1]
            between = self.source[start : self.span(right)[0]]
            between = _COMMENT.sub(lambda found: b" " * len(found[0]), between)
            if sign := _SIGN.search(between):
                written = b" ".join(sign[0].split()).decode()
                assigned = "=" if written not in _OPERATORS and written.endswith("=") else ""
                for other in _OPERATORS.get(written.removesuffix(assigned), ()):
                    name = f"{kind}-{other.replace(' ', '-')}"
                    yield start + sign.start(), start + sign.end(), other + assigned, name


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_fixed(node: ast.AST) -> bool:
    """Return whether nothing in the node is mutated."""
    match node:
        case (
            ast.Import()
            | ast.ImportFrom()
            | ast.Assert()
            | ast.Expr(value=ast.Constant())
            | ast.If(test=ast.Name(id="TYPE_CHECKING"))
            | ast.Assign(targets=[ast.Name(id="__all__")])
            | ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
            | ast.Subscript(value=ast.Name(id="Literal"))
            | ast.Call(func=ast.Name(id="assert_never" | "cast" | "TypeVar" | "NewType"))
        ):
            return True
    return False


def mutations(path: str, source: bytes) -> list[list[Mutation]]:
    """Return the mutations of a file for each syntax node that has any, in the order of the nodes.

    Args:
        path: The file, relative to the package's folder.
        source: Its contents.
    """
    finder = _Finder(path, source)
    finder.visit(ast.parse(source), _Place())
    return finder.nodes
