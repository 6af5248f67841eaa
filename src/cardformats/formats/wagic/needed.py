"""The primitives that sets need in a folder that does not have them: their text as it was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from ...diagnostic_log import DiagnosticLog
from ...source import SourceText
from ..patch import CannotPatchError
from .engine.macros import lower
from .format import PRIMITIVES_FOLDER
from .from_model import TargetFolder
from .macros import MacroTable
from .primitives import Primitive, Primitives
from .reader import scan
from .syntax import CardFile, MacroDefinition, values_of
from .tree import FileTree, code_of, is_of_packs, is_same_file


def needed_primitives(
    tree: FileTree, sources: Mapping[str, SourceText], target: TargetFolder, name: str
) -> Mapping[str, SourceText]:
    """Return the primitives and macros that *sources* need and *target* lacks: one file, or none.

    *sources* are the files of *tree* after some changes. Nothing is needed if the tree was read
    from *target*. If there are several sets, *name* is the name of the file without an extension.

    Raises:
        CannotPatchError: If *target* has other primitives or macros of the same names, if it is the
            folder of a set, or if one encoding cannot hold all texts.
    """
    if not tree.elsewhere or _is_home(tree, target):
        return {}
    files = [
        tree.file(path) if source is tree.sources.get(path) else scan(source, DiagnosticLog(0))
        for path, source in sources.items()
        if not is_of_packs(path) and (path in tree.sources or code_of(path) is not None)
    ]
    there = target.primitives()
    used = dict(_referred(files, tree))
    missing = {name: each for name, each in used.items() if not _is_there(each, tree, there)}
    macros = _macros(files, used.values(), tree.primitives.macros, there.macros)
    if not missing and not macros:
        return {}
    if target.own is not None:
        raise CannotPatchError("the folder lacks primitives of the cards")
    definitions = "".join(f"{macro.span.text}\n" for macro in macros)
    text = definitions + "".join(_block(each) for _, each in sorted(missing.items()))
    # the engine compares names byte by byte
    encoding = "utf-8" if all(map(str.isascii, missing)) else _encoding(files)
    codes = {code for path in sources if (code := code_of(path))}
    taken = {PurePosixPath(path).name for path in sources}
    own = target.free_name(codes.pop() if len(codes) == 1 else name, taken)
    made = SourceText(own, text, encoding)
    if not made.is_decoded_again():
        raise CannotPatchError("characters that the file cannot hold")
    return {f"{PRIMITIVES_FOLDER}/{own}": made}


def _is_home(tree: FileTree, target: TargetFolder) -> bool:
    """Return whether *tree* was read from *target*."""
    places = ((source, target.place(path)) for path, source in tree.sources.items())
    return any(place and is_same_file(Path(source.name), place) for source, place in places)


def _referred(files: Iterable[CardFile], tree: FileTree) -> Iterator[tuple[str, Primitive]]:
    """Yield the primitives that *files* refer to and that *tree* does not have, and their backs."""
    known, own = tree.primitives, {id(tree.file(path)) for path in tree.primitive_paths}
    texts = [text for file in files for text in file.texts]
    names: set[str] = set()
    while texts:
        for name in values_of(texts.pop(), "primitive", "backside"):
            primitive = known.get(name) or known.get_stripped(name.strip())
            if primitive is None or primitive.name in names or id(primitive.file) in own:
                continue
            names.add(primitive.name)
            texts.append(primitive.file.texts[primitive.number])
            yield primitive.name, primitive


def _is_there(primitive: Primitive, tree: FileTree, there: Primitives) -> bool:
    """Return whether the primitives that are *there* have a *primitive* of *tree*.

    Raises:
        CannotPatchError: If they have another one of that name.
    """
    other = there.get(primitive.name)
    if other is None:
        return False
    encodings = {each.file.source.encoding for each in (primitive, other)}
    is_same_name = primitive.name.isascii() or len(encodings) == 1
    if not is_same_name or tree.primitives.body(primitive)[0] != there.body(other)[0]:
        raise CannotPatchError(f"the folder has another primitive {primitive.name!r}")
    return True


def _macros(
    files: Iterable[CardFile], primitives: Iterable[Primitive], known: MacroTable, there: MacroTable
) -> list[MacroDefinition]:
    """Return the macros that texts call and that are not *there*, in the order of definition.

    Raises:
        CannotPatchError: If the calls have another meaning with the macros that are there.
    """
    texts = [text for file in files for text in file.texts]
    texts += (each.file.texts[each.number] for each in primitives)
    called, taken = known.reached(texts), set(map(lower, there.names))
    added = [each for each in known if each.name in called and lower(each.name) not in taken]
    meant = MacroTable((*there, *added), known.options).reached(texts)
    if _bodies(meant.values()) != _bodies(called.values()):
        raise CannotPatchError("the folder has other macros")
    return added


def _bodies(macros: Iterable[MacroDefinition]) -> dict[str, object]:
    """Return the parameters and bodies of *macros* by name."""
    return {lower(each.name): (each.params, each.body) for each in macros}


def _encoding(files: Iterable[CardFile]) -> str:
    """Return the encoding of the *files* that are not ASCII; UTF-8 if they differ."""
    encodings = {file.source.encoding for file in files if not file.source.text.isascii()}
    return encodings.pop() if len(encodings) == 1 else "utf-8"


def _block(primitive: Primitive) -> str:
    """Return the text of the block of *primitive*, with the grade of its file."""
    text, grade = primitive.file.texts[primitive.number], primitive.file.grade_at(primitive.number)
    own = "" if grade is None or any(values_of(text, "grade")) else f"\ngrade={grade}"
    return f"[{text}{own}\n[/card]\n".replace("\r\n", "\n")
