"""What a definition needs besides its properties: files, groups of sections, the proxies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from posixpath import basename, dirname
from typing import Any, Final

from ...guids import is_guid
from ...near_words import near_word
from ..definition import named_files, normal_path
from ..document import Reporter, read_xml
from ..files import is_outside
from ..format import VERSION
from ..identity import VALUES
from .codes import GameCode
from .folder import GameFolder, few


def check_definition(report: Reporter, folder: GameFolder, limit: int) -> None:
    """Report what a definition lacks; the template of proxies has a *limit* in bytes."""
    root = report.document.root
    for problem, attribute in _problems(root):
        report(GameCode.DEFINITION, root, attribute, problem=problem)
    _check_elements(root, report)
    _check_sections(root, report)
    if all(normal_path(path).lower() not in folder.files for _, _, path in named_files(root)):
        paths = dict.fromkeys(path for _, _, path in named_files(root))
        if paths:
            report(GameCode.NO_FILES, root, names=few(list(paths)))
    else:
        _report_missing(root, folder, report)
        _check_proxies(root, folder, limit, report)


def _problems(root: Any) -> Iterator[tuple[str, str]]:
    """Yield the problems of attributes of the definition."""
    for name in ("name", "id", "version", "scriptVersion"):
        if not root.get(name):
            yield f"the definition has no {name}", name
    if root.get("id") and not is_guid(root.get("id")):
        yield f"{root.get('id')!r} is not a GUID", "id"
    if root.get("version") and not VERSION.fullmatch(root.get("version")):
        yield f"the version {root.get('version')!r} is not four numbers, as 1.0.0.0", "version"


#: What the values of attributes may be.
_TEXT, _NUMBER, _BOOLEAN = "text", "a whole number", "True or False"
_SIZE: Final = dict.fromkeys(
    ("width", "height", "cornerRadius", "backWidth", "backHeight", "backCornerRadius"), _NUMBER
) | dict.fromkeys(("name", "front", "back"), _TEXT)
#: The elements that sets depend on: their attributes, and those that they must have.
_ELEMENTS: Final[Mapping[str, tuple[Mapping[str, str], tuple[str, ...]]]] = {
    "card": (_SIZE, ()),
    "card/size": (_SIZE, ("name",)),
    "card/property": (
        dict.fromkeys(("name", "type", "textKind", "delimiter"), _TEXT)
        | dict.fromkeys(("hidden", "ignoreText"), _BOOLEAN),
        ("name", "type"),
    ),
    "symbols/symbol": (dict.fromkeys(("id", "name", "src"), _TEXT), ("id", "name", "src")),
    "markers/marker": (
        dict.fromkeys(("id", "name", "src"), _TEXT)
        | dict.fromkeys(("canDrag", "showCount"), _BOOLEAN),
        ("id", "name", "src"),
    ),
}
_ALLOWED: Final[Mapping[str, Callable[[str], object]]] = {
    _TEXT: lambda _: True,
    _NUMBER: VALUES.rule("INTEGER").fullmatch,
    _BOOLEAN: {"True", "False"}.__contains__,
}


def _check_elements(root: Any, report: Reporter) -> None:
    """Report attributes of cards, symbols and markers that are missing, unknown, or misspelt."""
    for path, (attributes, needed) in _ELEMENTS.items():
        for element in root.iterfind(path):
            for name in needed:
                # that of a property is missed where it is read
                if name not in element.attrib and (path, name) != ("card/property", "name"):
                    problem = f"<{element.tag}> has no {name}"
                    report(GameCode.DEFINITION, element, problem=problem)
            for name in element.attrib:
                kind = attributes.get(name)
                if kind is None and not name.startswith("{"):
                    notes = report.log.did_you_mean(name, attributes)
                    problem = f"<{element.tag}> has no attribute {name!r}"
                    report(GameCode.DEFINITION, element, name, notes=notes, problem=problem)
                elif kind is not None and not _ALLOWED[kind](value := element.get(name)):
                    problem = f"{name} is {kind}, not {value!r}"
                    report(GameCode.DEFINITION, element, name, problem=problem)


def _check_sections(root: Any, report: Reporter) -> None:
    for sections, owner in (("deck", "player"), ("sharedDeck", "shared")):
        groups = {
            each.get("name", "")
            for tag in ("group", "hand")
            for each in root.iterfind(f"{owner}/{tag}")
        }
        for section in root.iterfind(f"{sections}/section"):
            group = section.get("group", "")
            if group not in groups:
                name = section.get("name", "")
                notes = report.log.did_you_mean(group, groups)
                new = near_word(group, groups, notes)
                data = {"notes": notes, "new": new, "name": name, "group": group}
                report(GameCode.SECTION_GROUP, section, "group", **data)


def _report_missing(root: Any, folder: GameFolder, report: Reporter) -> None:
    """Report the files that elements in *root* name and that are not there."""
    by_name: dict[str, str] = {}
    by_folder: dict[str, list[str]] = {}
    for lower, each in folder.files.items():
        by_name.setdefault(basename(lower), each)
        by_folder.setdefault(dirname(lower), []).append(each)
    for element, attribute, path in named_files(root):
        normal = normal_path(path)
        if normal.lower() in folder.files:
            continue
        if is_outside(normal):
            report(GameCode.BAD_PATH, element, attribute, path=path)
            continue
        elsewhere = by_name.get(basename(normal).lower())
        beside = by_folder.get(dirname(normal).lower(), [])
        near = (f"there is {elsewhere!r}",) if elsewhere else ()
        notes = near or report.log.did_you_mean(normal, beside)
        report(GameCode.NO_FILE, element, attribute, notes=notes, path=path)


def _check_proxies(root: Any, folder: GameFolder, limit: int, report: Reporter) -> None:
    """Check the template of cards without pictures; that its file is there is checked already."""
    proxies = root.find("proxygen")
    if proxies is None or not proxies.get("definitionsrc"):
        place = root if proxies is None else proxies
        problem = "the definition names no template of cards without pictures, in <proxygen>"
        report(GameCode.PROXIES, place, problem=problem)
        return
    name = folder.files.get(normal_path(proxies.get("definitionsrc")).lower())
    source = folder.source(name, limit, report.log) if name else None
    xml = read_xml(source, "templates", report.log) if source else None
    if xml is None:
        return
    inner, templates = xml[0], xml[0].document.root
    _report_missing(templates, folder, inner)
    blocks = {each.get("id") for each in templates.iterfind("blocks/block")}
    for link in templates.iter("link"):
        if (block := link.get("block")) not in blocks:
            inner(GameCode.PROXIES, link, "block", problem=f"there is no block {block!r}")
    if templates.find("template") is None:
        inner(GameCode.PROXIES, templates, problem="there is no <template>")
