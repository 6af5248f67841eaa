"""The sessions: ``nox`` runs the ordinary ones, ``nox -s NAME`` a single one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import nox
from packaging.requirements import Requirement

#: The Pythons that the library is tried on; that with "t" has no global lock.
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.14t")
# those of pyenv come last, so that what is chosen is still found first
PYENV = Path("~/.pyenv/versions").expanduser().glob("3.*/bin")
os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *sorted(map(str, PYENV))])

# what one process of a session has compiled, the others need not compile again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

nox.needs_version = ">=2024.10.9"
nox.options.sessions = ["lint", "typing", "docs", "build", "tests"]
nox.options.default_venv_backend = "uv|virtualenv"  # uv installs in a fraction of the time
nox.options.download_python = "never"
# a Python that is not installed is skipped with a message, but fails if it is named
nox.options.error_on_missing_interpreters = any(f"pythons-{each}" in sys.argv for each in PYTHONS)

GROUPS = nox.project.dependency_groups
PROJECT = nox.project.load_toml("pyproject.toml")


#: What the session ``quick`` runs besides ``tests/unit``: structure, codes, short property tests.
QUICK_TESTS = (
    "tests/api/test_structure.py",
    "tests/api/test_vectors.py",
    "tests/test_cases.py",
    "tests/properties/test_roundtrips.py",
    "tests/properties/test_simplify.py",
)
#: What it leaves out: statistics, which need their numbers of packs, what is hostile or large, all
#: words of the ability language one by one, what makes card sets of all kinds, what checks files
#: again and again.
SLOW_UNITS = tuple(
    f"--ignore=tests/unit/test_{name}.py"
    for name in (
        "bags_of_layouts", "balance_rules", "box_odds", "bulk", "card_backs", "changed_lines",
        "check_selection", "class_odds", "cli_commands", "cli_deckbuilder", "cli_draft_kinds",
        "cli_escapes", "cli_hostile", "collators", "compare", "csv", "database",
        "database_files", "deal_odds", "deckbuilder_supply", "differences", "draft_jumpstart",
        "draft_views", "edits", "explain_codes", "fit", "formatting", "hooks", "inference",
        "irregular_files", "likelihood", "model_edits", "more", "mutations", "notebook",
        "octgn_limits", "octgn_losses", "octgn_tables", "outputs", "packs_in_a_row",
        "partial_balance", "peer_rules", "product_odds", "ratings", "report", "requirements",
        "revisions", "rules_odds", "saved_games", "sheet_duplicates", "simulation", "text_diff",
        "wagic_exact", "wagic_filters", "wagic_fixes", "wagic_lexicon", "wagic_lines",
        "wagic_readings", "wagic_table_cache", "wagic_usual_boosters", "words", "written_texts",
    )
)  # fmt: skip


def install(
    session: nox.Session, *groups: str, package: str = ".[cli,report,testing]", once: bool = False
) -> None:
    """Install the package and dependency groups.

    What is imported *once* or only looked at is not compiled beforehand, which takes longer.
    """
    options = ["-q", "--no-compile"] if once else ["-q"]
    session.install(*options, package, *GROUPS(PROJECT, *groups))


def run_quickly(session: nox.Session, *tests: str) -> None:
    """Run tests, with few examples for each property."""
    environment = {"HYPOTHESIS_PROFILE": "quick"}
    session.run("pytest", "-q", "-n", "2", "--dist", "loadfile", *tests, env=environment)


def runs(python: str) -> bool:
    """Return whether a Python is installed: some commands only say that it is not."""
    command = (f"python{python}", "-c", "")
    try:
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - from above
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests but the slow ones, and the benchmarks' code once."""
    install(session, "tests", "bench", "examples")
    # the tests of a file share fixtures, and those of a page share names
    workers = ("-n", "auto", "--dist", "loadfile")
    here = session.posargs or ["tests", "README.md", "docs", "benchmarks"]
    session.run("pytest", *workers, "--benchmark-disable", "--durations=15", *here)
    own = ".".join(map(str, sys.version_info[:2]))
    others = [each for each in PYTHONS if each != own and runs(each)]
    session.log(f"tried on {own}; nox -s pythons tries {', '.join(others) or 'others'} too")


@nox.session(python=PYTHONS)
def pythons(session: nox.Session) -> None:
    """Run the unit tests and short property tests on each Python that is installed."""
    install(session, "tests")
    run_quickly(session, "tests/unit", "tests/lsp", *QUICK_TESTS)


@nox.session(python=PYTHONS[0], venv_backend="uv")
def minimum(session: nox.Session) -> None:
    """Run the unit tests with the lowest versions that the package allows; uv finds them.

    Those for the language server come last, because they need newer ones of others.
    """
    extras = PROJECT["project"]["optional-dependencies"]
    own = {Requirement(each).name for extra in extras.values() for each in extra}
    tools = [each for each in GROUPS(PROJECT, "tests") if Requirement(each).name not in own]
    lowest = ("-q", "--resolution", "lowest-direct")
    session.install(*lowest, f".[{','.join(each for each in extras if each != 'lsp')}]")
    held = Path(session.virtualenv.location, "held.txt")
    frozen = session.run("uv", "pip", "freeze", silent=True, stderr=None)
    held.write_text(str(frozen), "utf-8")
    session.install("-q", *tools, "--constraint", str(held))
    run_quickly(session, "tests/unit", *QUICK_TESTS)
    session.install(*lowest, ".[lsp]")
    run_quickly(session, "tests/lsp")


@nox.session
def coverage(session: nox.Session) -> None:
    """Hold the branch coverage, without the corpus, which not everybody has.

    Measuring doubles the time, so property tests try few examples.
    """
    install(session, "tests")
    environment = {"HYPOTHESIS_PROFILE": "quick"}
    workers = ("-n", "auto", "--dist", "loadfile")
    here = ("tests", "README.md", "docs", "--ignore=tests/corpus")
    session.run("pytest", "-q", *workers, "--cov", *here, env=environment)


@nox.session(reuse_venv=True)
def quick(session: nox.Session) -> None:
    """Lint, types and the tests that matter; ``nox -R -s quick`` installs nothing."""
    # as a link to the sources, which are what is tested when nothing is installed anew
    session.install("-q", "-e", ".[cli,report,testing]", *GROUPS(PROJECT, "lint", "typing"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check", "--diff")
    session.run("mypy")  # its cache is kept between runs
    run_quickly(session, *SLOW_UNITS, *(session.posargs or ["tests/unit", *QUICK_TESTS]))


@nox.session
def corpus(session: nox.Session) -> None:
    """Run everything, the slow tests too, over the corpus that CARDFORMATS_CORPUS names."""
    install(session, "tests")
    environment = {"HYPOTHESIS_PROFILE": "thorough"}
    session.run("pytest", "--slow", *(session.posargs or ["tests"]), env=environment)


@nox.session
def compare(session: nox.Session) -> None:
    """Compare what a REVISION and the working tree make of the same files and texts."""
    install(session, package=".[cli,data,fast,report,testing]")
    session.run("python", "scripts/compare.py", *(session.posargs or ["HEAD"]))


@nox.session
def mutants(session: nox.Session) -> None:
    """Break the package in one position at a time, and look whether a test fails."""
    session.install("-q", "-e", ".[cli,report,testing]", *GROUPS(PROJECT, "tests"))
    session.run("python", "scripts/mutants.py", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.install("-q", *GROUPS(PROJECT, "lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check", "--diff")


@nox.session
def typing(session: nox.Session) -> None:
    """Check types."""
    install(session, "typing", once=True)
    session.run("mypy")
    session.run("mypy", "noxfile.py")
    scripts = [
        f"scripts/{name}.py" for name in ("compare", "float_sums", "fuzz", "mutants", "observe")
    ]
    session.run("mypy", *scripts, env={"MYPYPATH": "scripts"})
    services = [f"examples/{name}" for name in ("table_service", "discord_bot", "web_api")]
    session.run("mypy", *services, env={"MYPYPATH": ":".join(services)})


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning is an error."""
    install(session, "docs", package=".[fast,testing]", once=True)
    session.run("sphinx-build", "-W", "-q", "-j", "auto", "-b", "html", "docs", "docs/_build/html")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure, and write the page of ratios; with arguments of pytest, only measure."""
    install(session, "bench")
    results = Path(session.create_tmp()).resolve() / "benchmarks.json"
    command = ("pytest", "benchmarks", "--benchmark-only")
    if session.posargs:
        session.run(*command, *session.posargs)
        return
    session.run(*command, f"--benchmark-json={results}")
    session.run("python", "benchmarks/page.py", str(results), "docs/reference/benchmarks.md")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Try mutated copies of real texts: ``nox -s fuzz -- SECONDS [--seed N] [--target NAME]``."""
    install(session, "tests", once=True)
    session.run("python", "scripts/fuzz.py", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Build the distributions, and use the wheel as a user would, away from the sources."""
    session.install("-q", *GROUPS(PROJECT, "build"))
    folder = Path(session.create_tmp()).resolve()
    # without the two environments that it would make; installing in other sessions makes them
    session.run("python", "-m", "build", "-q", "--no-isolation", "--outdir", str(folder))
    wheel = max(folder.glob("*.whl"), key=lambda path: path.stat().st_mtime)
    session.install("-q", "--force-reinstall", f"cardformats[cli] @ {wheel.as_uri()}")
    with session.chdir(folder):
        session.run("cardformats", "sample")
        session.run("cardformats", "convert", "examples/wagic/sets/LAN", "-o", "LAN.txt")
        session.run("cardformats", "check", "LAN.txt")
        session.run("cardformats", "open", "LAN.txt", "--seed", "7")
        session.run("cardformats", "explain", "{T}:Damage:1 target(creature)")
        session.run("cardformats", "explain", "DM033")


#: What the core alone does, and what each extra adds, in a fresh environment.
CORE_USE = """
import sys, cardformats as cf
cf.convert(sys.argv[1], "LAN.txt")
print(*(each.card.name for each in cf.Generator(cf.read("LAN.txt"), seed=7).pack(0).cards))
"""


@nox.session
def release(session: nox.Session) -> None:
    """Build a release into ``dist``, check it, and use the wheel with each extra.

    Each extra has an environment of its own. Nothing is uploaded.
    """
    session.install("-q", *GROUPS(PROJECT, "build"), *GROUPS(PROJECT, "release"))
    folder = Path(session.create_tmp()).resolve()
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "build", "-q", "--no-isolation", "--outdir", "dist")
    files = sorted(map(str, Path("dist").resolve().glob("cardformats-*")))
    session.run("twine", "check", "--strict", *files)
    (wheel,) = (each for each in files if each.endswith(".whl"))
    session.log(f"{Path(wheel).name}: {Path(wheel).stat().st_size:,} bytes")
    sample = Path("examples/wagic/sets/LAN").resolve()
    for extra in ["", *PROJECT["project"]["optional-dependencies"]]:
        place = folder / (extra or "core")
        shutil.rmtree(place, ignore_errors=True)
        session.run("python", "-m", "venv", str(place))
        python = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
        requirement = f"cardformats[{extra}] @ {Path(wheel).as_uri()}" if extra else wheel
        run = partial(session.run, external=True)
        run(python, "-m", "pip", "install", "-q", requirement)
        with session.chdir(place):
            run(python, "-c", CORE_USE, str(sample))
    readme = Path("README.md").read_text("utf-8")
    command = re.findall(r"^```sh\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)[0]
    place = folder / "readme"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree("examples/wagic", place / "examples/wagic")
    with session.chdir(place):
        command = command.replace("'.[cli]'", f"'cardformats[cli] @ {Path(wheel).as_uri()}'")
        session.run("bash", "-c", command, external=True)
