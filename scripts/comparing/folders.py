"""Sets and games in folders: read by checks, changed by fixes, and written back after edits."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
from click.testing import CliRunner
from varied_texts import MUTATIONS, files_in, pages_in

import cardformats as cf
from cardformats.cli.app import app
from cardformats.io import check_report

from .edits import edited
from .readings import diagnostics, model
from .records import Observations

#: The names of the files that make a folder a set, or a game.
_OF_SETS: Final = {"_cards.dat", "set.xml"}
_OF_GAMES: Final = {"definition.xml"}
#: How many mutated copies of folders are observed.
_COPIES: Final = 120
#: Maximum number of bytes of the files of a folder that is copied.
_LARGE: Final = 300_000
#: How many edits are written back into a copy of a folder, each into its own.
_EDITS: Final = 2
_STRAY: Final = ("notes.txt", "Cards/x.png", "old/set.xml", "Markers/a/b.png", "Thumbs.db")


def observe_folders(observed: Observations, folders: Sequence[Path]) -> Iterator[Any]:
    """Observe sets as commands read and check them: with primitives, games and what is beside."""
    sets = [
        (name, path.parent if path.name == "_cards.dat" else path)
        for name, path in files_in(folders)
        if path.name in {"_cards.dat", "set.xml"} or path.suffix == ".o8d"
    ]
    for name, path in sets:
        for cardset in _checked(observed, name, path):
            for target in ("draftmancer", "wagic", "octgn"):
                kind = f"write a folder as {target}"
                observed.add(kind, name, _new_folder, cardset, target)
            yield name, cardset


def observe_kept(observed: Observations, folders: Sequence[Path]) -> None:
    """Observe what is written over copies of sets and games, of edits and of another set."""
    for name, path in _places(folders):
        if sum(each.stat().st_size for each in _files_in(path)) <= _LARGE:
            _observe_kept(observed, name, path, copied(path))


def observe_pages(observed: Observations, cases: Path) -> None:
    """Observe the files of each page of cases in a folder: read, fixed and written back."""
    for page, files in pages_in(cases):
        with TemporaryDirectory() as place:
            folder = Path(place) / "page"
            for name, data in files:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(data)
            for words in ("fix", "fix --unsafe"):
                observed.add(f"page: {words}", page, _commanded, folder, words.split())
            for name, path in _inputs(folder):
                key = f"{page}: {name}"
                for _ in _checked(observed, key, path):
                    pass
                _observe_kept(observed, key, path, copied(folder, name))


def observe_mutated(observed: Observations, folders: Sequence[Path], seed: int) -> None:
    """Observe copies of small folders with changed, lost, moved and stray files."""
    small = [each for each in folders if sum(file.stat().st_size for file in _files_in(each))
             <= _LARGE]  # fmt: skip
    for number in range(_COPIES if small else 0):
        chance = random.Random(f"{seed}/{number}/folder")  # noqa: S311 - of tests
        original = chance.choice(small)
        with TemporaryDirectory() as place:
            folder = Path(place) / original.name
            shutil.copytree(original, folder)
            for _ in range(chance.choice((1, 1, 2, 3))):
                _mutate(folder, chance)
            for name, path in _inputs(folder):
                key = f"folder {number}: {name}"
                for _ in _checked(observed, key, path):
                    pass
                _observe_kept(observed, key, path, copied(folder, name), 1)


def _mutate(folder: Path, chance: random.Random) -> None:
    """Change a file, or which files there are."""
    files = _files_in(folder)
    path = chance.choice(files)
    what = chance.choice(("text", "text", "text", "text", "remove", "stray", "copy", "rename"))
    if what == "text":
        text = chance.choice(MUTATIONS)(path.read_bytes().decode("utf-8", "replace"), chance)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    elif what == "remove" and len(files) > 1:
        path.unlink()
    elif what == "stray":
        new = path.parent / chance.choice(_STRAY)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(path.read_bytes())
    elif what == "copy" and path.parent != folder and path.parent.name != "Copy":
        shutil.copytree(path.parent, path.parent.with_name("Copy"), dirs_exist_ok=True)
    elif path.parent != folder:
        name = chance.choice((path.parent.name.upper(), path.parent.name + " 2", "XLN"))
        path.parent.rename(path.parent.with_name(name))


def copied(folder: Path, name: str = ".") -> Callable[[Path], Path]:
    """Return what copies a folder into another, and returns the path *name* in the copy."""

    def copy(target: Path) -> Path:
        source = folder if folder.is_dir() else folder.parent
        place = target / source.name
        shutil.copytree(source, place)
        return place / (name if folder.is_dir() else folder.name)

    return copy


def _files_in(folder: Path) -> list[Path]:
    place = folder if folder.is_dir() else folder.parent
    return sorted(path for path in place.rglob("*") if path.is_file())


def _inputs(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield what may be read in a folder: itself, its games and sets, and files beside them."""
    places: dict[Path, None] = {}
    for path in _files_in(folder):
        if path.name in _OF_GAMES | {"_cards.dat"}:
            places[path.parent] = None
        elif path.name == "set.xml":
            places |= {path: None, path.parent: None, path.parent.parent: None}
        elif path.suffix in {".txt", ".json", ".csv", ".o8d", ".dek"}:
            places[path] = None
    for place in places:
        yield place.relative_to(folder).as_posix(), place


def _places(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the sets and games in folders."""
    for name, path in files_in(folders):
        if path.name in _OF_GAMES | {"_cards.dat"}:
            yield name, path.parent
        elif path.name == "set.xml":
            yield name, path


def _checked(observed: Observations, name: str, path: Path) -> Iterator[Any]:
    """Observe a check; yield the card set."""
    reports: list[Any] = []
    observed.add("check: diagnostics", name, _check, path, reports)
    for report in reports:
        observed.add("check: value", name, model, report.value)
        yield report.value


def _check(path: Path, reports: list[Any]) -> Any:
    reports.append(check_report(path))
    return diagnostics(reports[0].diagnostics)


def _observe_kept(
    observed: Observations, key: str, path: Path, copy: Callable[[Path], Path], edits: int = _EDITS
) -> None:
    for number in range(edits):
        observed.add("write back an edit", f"{key} / {number}", _written_back, copy, key, number)
    if path.is_dir() or path.name == "set.xml":
        observed.add("write another set over", key, _written_over, copy, key)
    if path.name == "set.xml":
        observed.add("write with the ids of a set", key, _with_ids, copy, key)


def _written_back(copy: Callable[[Path], Path], key: str, number: int) -> Any:
    """Return what an edit of a copy changes in its files, and the losses."""
    chance = random.Random(f"{key} / {number}")  # noqa: S311 - of tests
    with TemporaryDirectory() as folder:
        place = copy(Path(folder))
        report = cf.read_report(place)
        before = _texts(Path(folder))
        target = _target(place) if number % 2 else place
        written = cf.write(edited(report.value, chance), target, _format_of(place))
        return _changes(before, Path(folder), written)


def _written_over(copy: Callable[[Path], Path], key: str) -> Any:
    """Return what a set without ids and syntax changes in the files of a copy."""
    chance = random.Random(key)  # noqa: S311 - of tests
    with TemporaryDirectory() as folder:
        place = copy(Path(folder))
        value = cf.read_report(place).value
        # the same cards as another format has them, some changed
        other = cf.loads_report(cf.dumps(value, "draftmancer"), "draftmancer").value
        other = attrs.evolve(other, name=value.name, code=value.code)
        for _ in range(chance.randrange(3)):
            other = edited(other, chance)
        before = _texts(Path(folder))
        written = cf.write(other, _target(place), _format_of(place))
        return _changes(before, Path(folder), written)


def _with_ids(copy: Callable[[Path], Path], key: str) -> Any:
    """Return the text of a changed set of OCTGN without ids that gets those of a set."""
    chance = random.Random(key)  # noqa: S311 - of tests
    with TemporaryDirectory() as folder:
        value = cf.read_report(copy(Path(folder))).value
        cards = [attrs.evolve(card, ids={}, extras={}) for card in value.cards]
        other = cf.CardSet(name=value.name, code=value.code, cards=cards)
        report = cf.dumps_report(edited(other, chance), "octgn", ids_from=value)
        return {"text": report.value, "losses": diagnostics(report.diagnostics)}


def _target(place: Path) -> Path:
    """Return the folder of the game that a set is in; otherwise its own file or folder."""
    folders = place.parents if place.name == "set.xml" else ()
    return next((each for each in folders if (each / "definition.xml").is_file()), place)


def _format_of(place: Path) -> str:
    return cf.detect(place)[0].format.id


def _texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in _files_in(folder)
    }


def _changes(before: dict[str, str], folder: Path, report: Any = None) -> Any:
    after = _texts(folder)
    return {
        "files": {name: text for name, text in after.items() if before.get(name) != text},
        "gone": sorted(before.keys() - after.keys()),
        "losses": diagnostics(report.diagnostics) if report else [],
    }


def _commanded(original: Path, words: Sequence[str]) -> Any:
    """Return the status of a command for a copy of a folder, and what it changes in the files."""
    with TemporaryDirectory() as folder:
        place = copied(original)(Path(folder))
        before = _texts(place)
        with chdir(place):
            result = CliRunner(env={"COLUMNS": "100"}).invoke(app, [*words, "."])
        error = type(result.exception).__name__ if result.exception else None
        return {"status": result.exit_code, "error": error, **_changes(before, place)}


def _new_folder(cardset: Any, format_id: str) -> Any:
    """Return the files that a card set is written to in a new folder, and the losses."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / ("set.txt" if format_id == "draftmancer" else "set")
        report = cf.write(cardset, target, format_id)
        return {"files": _texts(Path(folder)), "losses": diagnostics(report.diagnostics)}
