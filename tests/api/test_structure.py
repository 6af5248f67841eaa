"""The structure of the project: dependencies of packages, sizes, the files of each format."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from types import SimpleNamespace

import pytest

from tests.conftest import LONGEST_ID, LONGEST_VALUE, ROOT, refuse_long_ids, short_id
from tests.own_code import MODULES, SOURCE, nodes_of, tree_of

DESCRIBING = {"__init__.py", "format.py", "codes.py"}
READING_FILES = {"syntax.py", "reader.py", "to_model.py"}
WRITING_FILES = {"from_model.py", "writer.py"}
FORMATS = [path for path in (SOURCE / "formats").iterdir() if (path / "format.py").exists()]

#: The packages and modules that each may import, besides itself; each format is a package.
DEPENDENCIES = {
    name: {*words.split()}
    for name, words in re.findall(
        r"^(\w+):((?: +\w+)*(?:\n  +[\w ]+)*)",
        """
errors: diagnostics
files:
file_names:
deprecation:
plugins: diagnostics
caching:
source: caching files
budget:
flow:
garbage:
display:
diagnostics: display errors source
diagnostic_log: diagnostics source
diagnostic_lines: diagnostics source
losses: diagnostics
explanations: diagnostics losses plugins formats
model: caching display errors source diagnostics diagnostic_log
catalog: caching model
formats: caching errors source diagnostics diagnostic_log losses budget model catalog plugins
format: caching errors file_names source diagnostics diagnostic_log losses budget model serde
    catalog formats
bits: errors
serde: errors model
collation: caching catalog display errors diagnostics budget bits flow model plugins tabular
class_odds: collation model
stats: errors model collation tabular
tabular:
draft: display errors diagnostics bits flow model plugins serde
records: display errors files source diagnostics diagnostic_log losses budget garbage bits model
    formats format draft io reading
render: errors model formats
report: checking class_odds display draft errors diagnostics model formats collation records
    render
reading: errors files garbage source diagnostics diagnostic_log model catalog formats
io: errors files garbage source diagnostics losses model formats reading
database: catalog diagnostics diagnostic_log errors files garbage io reading model
checking: garbage errors files plugins serde source diagnostics diagnostic_lines model catalog
    formats format io reading database collation explanations
lsp: caching plugins errors files source diagnostics diagnostic_log budget model catalog formats
    format io reading collation render checking
testing: errors source diagnostics losses bits model formats io reading collation draft
__main__: cli
play: collation diagnostics draft errors model serde
cli: errors file_names files source diagnostics diagnostic_lines model serde catalog formats
    format io reading checking class_odds collation database draft lsp play render records
    report explanations
""",
        re.MULTILINE,
    )
}


def package_of(module: str) -> str:
    """Return the package of a module named from the package on, e.g. ``formats.wagic.reader``."""
    parts = module.split(".")
    if parts[0] == "formats" and (SOURCE / "formats" / "/".join(parts[1:2]) / "format.py").exists():
        return f"format {parts[1]}"
    return parts[0]


@cache
def imports(path):
    """The modules of the package that *path* imports, named from the package on."""
    return tuple(_imports(path))


def _imports(path):
    here = list(path.relative_to(SOURCE).with_suffix("").parts)
    package = here[:-1]
    for node in nodes_of(path):
        if not isinstance(node, ast.ImportFrom) or node.level == 0:
            continue
        base = package[: len(package) - (node.level - 1)]
        target = base + (node.module.split(".") if node.module else [])
        if node.module and (SOURCE.joinpath(*target).is_dir() or len(target) > len(base)):
            yield ".".join(target)
        if not node.module or SOURCE.joinpath(*target).is_dir():
            yield from (".".join([*target, alias.name]) for alias in node.names)


def test_packages_import_only_their_dependencies():
    wrong = []
    for path in MODULES:
        here = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        own = package_of(here)
        if here == "__init__":
            continue
        allowed = DEPENDENCIES["format" if own.startswith("format ") else own]
        for target in imports(path):
            there = package_of(target)
            kind = "format" if there.startswith("format ") else there
            names_a_module = SOURCE.joinpath(*target.split(".")).with_suffix(".py").exists()
            if there == own or kind in allowed or not (names_a_module or kind in DEPENDENCIES):
                continue
            wrong.append(f"{here} imports {target}")
    assert not wrong


def modules_imported(path):
    """The modules of the package that *path* imports, as files: also within functions."""
    for target in imports(path):
        for name in (target, target.rpartition(".")[0]):
            place = SOURCE.joinpath(*name.split(".")) if name else SOURCE
            if place.with_suffix(".py").exists():
                yield place.with_suffix(".py")
                break
            if place.is_dir() and name == target:
                yield place / "__init__.py"
                break


ROOT_MODULE = SOURCE / "__init__.py"


def test_no_files_import_each_other_in_a_circle():
    # the package itself hands names out when they are asked for
    graph = {path: {*modules_imported(path)} - {path} for path in MODULES if path != ROOT_MODULE}
    graph[SOURCE / "errors.py"].remove(SOURCE / "diagnostics.py")  # for type checkers only
    while leaves := {path for path, found in graph.items() if not found & graph.keys()}:
        graph = {path: found for path, found in graph.items() if path not in leaves}
    circles = [str(path.relative_to(SOURCE)) for path in graph]
    assert circles == []


def test_collation_does_not_need_statistics():
    wrong = [
        f"{here} imports {target}"
        for path in MODULES
        for here in [".".join(path.relative_to(SOURCE).with_suffix("").parts)]
        for target in imports(path)
        if here.startswith("collation") and target.startswith("stats")
    ]
    assert wrong == []


#: What modules, their types, their grammars and their tables and pages are kept in.
KEPT_IN = frozenset(("css", "html", "js", "json", "lark", "py", "pyi", "toml", "txt", "typed"))


def test_the_package_has_no_files_that_tools_left_in_it():
    files = (path for path in SOURCE.rglob("*") if path.is_file())
    strange = [path for path in files if path.suffix[1:] not in {*KEPT_IN, "pyc"}]
    assert strange == []


def test_the_check_of_dependencies_sees_imports():
    found = {target for path in MODULES for target in imports(path)}
    assert {"model", "diagnostics", "formats.base"} <= found


def _run_imports(path):
    """The modules that importing *path* imports, in order, each after the packages it is in."""
    here = list(path.relative_to(SOURCE).with_suffix("").parts)
    for node in _statements(tree_of(path).body):
        if isinstance(node, ast.ImportFrom) and node.level:
            package = here[: len(here) - node.level]
            target = package + (node.module.split(".") if node.module else [node.names[0].name])
            yield [".".join(target[:end]) for end in range(1, len(target) + 1)]


def _statements(body):
    for node in body:
        if isinstance(node, ast.FunctionDef):
            continue
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            yield node
            yield from _statements(getattr(node, "body", []))


@cache
def package_imports():
    """What each package imports, as :func:`_run_imports` has it."""
    return {
        ".".join(path.parent.relative_to(SOURCE).parts): [*_run_imports(path)]
        for path in MODULES
        if path.name == "__init__.py" and path.parent != SOURCE
    }


def importing_packages():
    """The packages that import modules of their own."""
    return {
        name
        for name, found in package_imports().items()
        if any(targets[-1].startswith(f"{name}.") for targets in found)
    }


@pytest.mark.parametrize("package", ["collation", "formats.wagic.abilities"])
def test_a_module_that_is_imported_by_its_name_is_in_no_package_that_imports_it(package):
    # the package is not imported before it
    homes = {*vars(import_module(f"cardformats.{package}"))["_HOME"].values()}
    assert homes
    places = {home: f"{package}{home}".rpartition(".")[0] for home in homes}
    importing = importing_packages() - {package}
    assert [home for home, place in places.items() if place in importing] == []


def test_a_package_is_imported_before_its_modules():
    # Who imports a module holds it while its package is imported.  If another thread imports the
    # package at that time, which imports the module, each waits for the other, and one fails.
    own, importing = package_imports(), importing_packages()
    assert "model" in importing
    wrong = []
    for path in MODULES:
        here = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        if here.startswith("cli"):
            continue  # a process has one of it
        above = [name for name in own if here.startswith(f"{name}.")]
        known = {target for name in above for targets in own[name] for target in targets}
        for targets in _run_imports(path):
            wrong += [
                f"{here} imports {targets[-1]} before {package}"
                for package in targets[:-1]
                if package in importing - known and not f"{here}.".startswith(f"{package}.")
            ]
            known.update(targets)
    assert wrong == []


def _imports_ahead(path):
    """The modules that importing *path* imports, as files, and those that these import."""
    found, ahead = set(), [path]
    while ahead:
        here = ahead.pop()
        for targets in _run_imports(here):
            place = SOURCE.joinpath(*targets[-1].split("."))
            place = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
            if place.exists() and place not in found:
                found.add(place)
                ahead.append(place)
    return found


def test_what_a_package_imports_does_not_import_the_package():
    # ``from .. import name`` waits for a package that another thread imports, and that waits for
    # the module which says so, if it needs it: both fail.
    wrong = []
    for package in MODULES:
        if package.name != "__init__.py" or package == ROOT_MODULE:
            continue
        for path in _imports_ahead(package):
            wrong += [
                f"{path.relative_to(SOURCE)}, line {node.lineno}"
                for node in _statements(tree_of(path).body)
                if isinstance(node, ast.ImportFrom) and node.level and not node.module
                if path.parents[node.level - 1] == package.parent and path != package
            ]
    assert wrong == []


def test_no_module_is_over_600_lines():
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert [path for path, number in lines.items() if number > 600] == []


def test_no_module_has_a_general_name():
    names = {path.stem for path in MODULES}
    assert not names & {"utils", "util", "common", "helpers", "misc"}


@pytest.mark.parametrize("folder", FORMATS, ids=lambda path: path.name)
def test_every_format_folder_has_the_same_files(folder):
    names = {path.name for path in folder.iterdir()}
    assert names >= DESCRIBING
    # a document of the model itself has no syntax beside the model
    if folder.name == "json":
        assert "document.py" in names
        return
    assert names >= READING_FILES
    is_read_only = "writer=None" in (folder / "format.py").read_text("utf-8")
    assert names & WRITING_FILES == (set() if is_read_only else WRITING_FILES)


def test_every_lint_exception_has_a_reason():
    pattern = re.compile(r"#\s*(?:noqa|type: ignore)(?P<rest>.*)")
    bare = [
        f"{path.relative_to(SOURCE)}: {match[0]}"
        for path in MODULES
        for match in pattern.finditer(path.read_text("utf-8"))
        if not re.search(r" (?:-|#) \S", match["rest"])
    ]
    assert not bare


HEAVY = ("lark", "lxml", "cattrs", "numpy", "scipy", "click", "rich")


STATEMENTS = (
    "import cardformats",
    "cardformats.Card, cardformats.read",
    "cardformats.loads('1 Forest', 'draftmancer')",
    "from cardformats.formats.wagic import abilities; abilities.parse, abilities.explain",
    """cardformats.loads('''[Settings]
{"layouts": {"P": {"weight": 1, "slots": {"A": 1}}}, "predeterminedLayouts": [{"P": 1}]}
[A]
1 Forest''', 'draftmancer')""",
)


def test_nothing_heavy_is_imported_before_it_is_needed():
    look = f"print([name for name in {HEAVY} if name in sys.modules])"
    code = "\n".join(["import sys", *(f"{each}\n{look}" for each in STATEMENTS)])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]"] * len(STATEMENTS)


#: Words that names in the source do not have, since the field and the language have better ones.
NO_NAMES = re.compile(
    r"_?(raise_(?!for_errors)\w+|[Rr]aiser|raising\w*|slips?|mend\w*|deeds?|occasions?|[Tt]old|said|[Aa]sked|given|found)"
    r"|(\w+_)?(?i:mend\w*|muted?|anew|unsaid|said|blanks?|rooms?|vain|laws?|house|gravest)(_\w+)?"
)
#: A line can be blank.
BLANK_LINE = re.compile(r"blank_line", re.IGNORECASE)


#: Words that text does not have, for the same reason.
NO_WORDS = re.compile(
    r"\b(raisers?|raising(?! (?:an?|the) )|slips?|deeds?|occasions?)\b", re.IGNORECASE
)
TEXTS = [
    path
    for folder in (ROOT / "src", ROOT / "docs", ROOT / "tests" / "cases")
    for path in folder.rglob("*")
    if path.suffix in (".py", ".md", ".lark") and path.name != "glossary.md"
]


def test_texts_have_the_words_of_the_field():
    wrong = [
        f"{path.relative_to(ROOT)}: {word[0]}"
        for path in TEXTS
        for word in NO_WORDS.finditer(path.read_text("utf-8"))
    ]
    assert wrong == []


def defined_names(path):
    """The names that a module gives to what it defines, and its own."""
    yield path.stem
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def test_names_are_the_words_of_the_field():
    wrong = {
        f"{path.relative_to(SOURCE)}: {name}"
        for path in MODULES
        for name in defined_names(path)
        if NO_NAMES.fullmatch(BLANK_LINE.sub("line", name))
    }
    assert wrong == set()
    assert NO_NAMES.fullmatch("raise_card")


def test_a_file_with_a_long_id_is_not_collected():
    for length, outcome in ((LONGEST_ID - 1, "passed"), (LONGEST_ID, "failed")):
        report = pytest.CollectReport("f", "passed", None, [SimpleNamespace(nodeid="x" * length)])
        refuse_long_ids(report)
        assert report.outcome == outcome
        assert report.failed == (f"{length} characters: xx" in str(report.longrepr))


@pytest.mark.parametrize(
    "text", ["[" * 9_999, b"{" * 9_999, "\U0001f438" * 50, "Eel\n" * 11 + "Ray"]
)
def test_a_long_value_is_named_by_its_beginning(text, request):
    assert len(request.node.callspec.id) <= LONGEST_VALUE
    assert request.node.callspec.id == short_id(text, LONGEST_VALUE)
    assert request.node.callspec.id.endswith("...")


#: The number of names that classes of several modules have.
MOST_SHARED_NAMES = 20
#: Packages in which a class has a name of its own, that no other module of the library has.
_WITH_OWN_NAMES = {"checking", "cli", "lsp", "play", "render", "report", "testing"}
#: Public names in those packages that other modules have, too.
_PUBLIC = {"Drawing", "Move"}


def test_few_names_are_those_of_classes_in_several_modules():
    modules = {}
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                modules.setdefault(node.name, set()).add(path.relative_to(SOURCE))
    shared = {name: its for name, its in modules.items() if len(its) > 1}
    lines = [f"{name}: {', '.join(sorted(map(str, its)))}" for name, its in sorted(shared.items())]
    assert len(shared) <= MOST_SHARED_NAMES, "\n".join(lines)
    of_outer = {
        name for name, its in shared.items() if {each.parts[0] for each in its} & _WITH_OWN_NAMES
    }
    assert of_outer <= _PUBLIC
