"""The public surface: complete, lazy, typed, picklable."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from scripts import make_stub

import cardformats as cf
from cardformats.diagnostics import Code, SharedCode
from cardformats.errors import CardFormatsError
from cardformats.losses import Loss


def test_every_public_name_is_there():
    assert [name for name in cf.__all__ if getattr(cf, name) is None] == []


def test_the_stub_has_the_public_names():
    assert make_stub.FILE.is_fresh(), "run scripts/make_stub.py"


def test_the_public_names_are_few():
    assert len(cf.__all__) <= 45


def test_dir_shows_the_public_names():
    assert dir(cf) == sorted(cf.__all__)


#: What a plain installation lacks.
EXTRAS = ["numpy", "scipy", "click", "rich", "jinja2", "hypothesis", "pygls"]


@pytest.mark.parametrize(
    "code",
    [
        "from cardformats import *",
        "import inspect, cardformats as cf; assert len(inspect.getmembers(cf)) >= len(cf.__all__)",
        "import pydoc, cardformats as cf; assert 'CardRef' in pydoc.render_doc(cf)",
        "import rlcompleter, cardformats as cf\n"
        "assert 'cf.SheetChoice(' in [rlcompleter.Completer({'cf': cf}).complete('cf.SheetC', 0)]",
        "from unittest.mock import create_autospec; import cardformats as cf; create_autospec(cf)",
        "import inspect; from cardformats import draft; inspect.getmembers(draft)",
    ],
    ids=["star", "members", "help", "completion", "mock", "draft"],
)
def test_names_are_there_without_the_extras(code):
    blocked = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\n"
    command = [sys.executable, "-c", blocked + code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_packs_in_bulk_without_numpy_say_what_to_install(monkeypatch):
    gen = cf.Generator(cf.loads("1 Eel\n", "draftmancer"), seed=1)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "cardformats.collation.arrays", raising=False)
    with pytest.raises(cf.CollationError) as caught:
        gen.bulk(2)
    assert str(caught.value) == "packs in bulk need numpy: install cardformats[fast]"
    monkeypatch.setitem(sys.modules, "cardformats.collation.arrays", None)
    with pytest.raises(ImportError, match="arrays"):
        gen.bulk(2)


def test_other_kinds_of_draft_are_imported_when_they_are_asked_for():
    code = (
        "import sys; from cardformats import draft; assert 'begin' in dir(draft)\n"
        "assert not [name for name in sys.modules if '.zones' in name]\n"
        "assert draft.begin and draft.settings.number\n"
        "assert 'cardformats.draft.zones.winston' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing"):
        _ = cf.nothing


@pytest.mark.parametrize("name", [name for name in cf.__all__ if name.endswith("Error")])
def test_every_exception_has_the_base_and_a_builtin_beside_it(name):
    exception = getattr(cf, name)
    assert issubclass(exception, CardFormatsError)
    assert name == "CardFormatsError" or len(exception.__mro__) > 4


def test_codes_are_unique_across_formats():
    seen: dict[str, Code] = {}
    groups = [SharedCode, Loss, *(known.load("codes") for known in cf.formats())]
    for code in (each for group in groups if group for each in group):
        assert seen.setdefault(str(code), code) is code


def test_a_report_and_its_error_survive_pickling():
    report = cf.loads_report("[A\n1 Forest", "draftmancer")
    again = pickle.loads(pickle.dumps(report))
    assert [str(each) for each in again.diagnostics] == [str(each) for each in report.diagnostics]
    assert [each.render() for each in again.diagnostics] == [
        each.render() for each in report.diagnostics
    ]
    with pytest.raises(cf.ReadError) as caught:
        report.raise_for_errors()
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
