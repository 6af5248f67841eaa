"""What all tests share: options, the corpus, and the Hypothesis profile."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from math import ceil
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).parent.parent

settings.register_profile(
    "default",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=12,  # enough to see that a property holds; whether it always does is for the other
    derandomize=True,  # the same code gets the same answer; chance is for the thorough profile
)
settings.register_profile(
    "thorough", settings.get_profile("default"), max_examples=2000, derandomize=False
)
settings.register_profile(
    "quick",
    settings.get_profile("default"),
    max_examples=10,
    phases=[Phase.explicit, Phase.generate],  # without making a failure small
)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")
settings.load_profile(PROFILE)

#: For slow property tests that have been stable: half of the examples, except in the slow session.
SETTLED = settings(
    max_examples=settings.default.max_examples // (1 if PROFILE == "thorough" else 2)
)

#: The id of a test is shorter than this; of one value of its parameters, it shows this much.
LONGEST_ID = 200
LONGEST_VALUE = 32


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption("--accept", action="store_true", help="write what the cases print as expected")


def pytest_report_header(config):
    if not config.getoption("--slow"):
        return "slow tests are left out, and most cases of tests in parts: --slow runs them"
    return None


def short_id(text, most=100):
    """Return the beginning of a long text, which is enough to know a test by."""
    shown = ascii(text).removeprefix("b")[1:-1]
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def pytest_make_parametrize_id(val):
    """Long texts have short ids; pytest numbers those that begin alike."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_VALUE:
        return short_id(val, LONGEST_VALUE)
    return None


def refuse_long_ids(report):
    """Ids are read on a line, and are names in reports."""
    if long := [each.nodeid for each in report.result if len(each.nodeid) >= LONGEST_ID]:
        shown = "\n".join(f"{len(each)} characters: {each[:LONGEST_ID]}" for each in long)
        report.outcome = "failed"
        report.longrepr = f"ids of tests are shorter than {LONGEST_ID}: give ids\n{shown}"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    report = yield
    refuse_long_ids(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays to the end: it is not looked through for garbage again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config, items):
    """Leave out what only the slow session runs: slow tests, and most cases of tests in parts."""
    if config.getoption("--slow"):
        return
    slow = {item for item in items if "slow" in item.keywords}
    cases = defaultdict(list)
    for item in items:
        if (mark := item.get_closest_marker("part")) and item not in slow:
            cases[item.nodeid.split("[")[0], *mark.args].append(item)
    for (_, number), each in cases.items():
        # in no order that follows that of the parameters
        each.sort(key=lambda item: crc32(item.nodeid.encode()))
        slow.update(each[ceil(len(each) / number) :])
    config.hook.pytest_deselected(items=[item for item in items if item in slow])
    items[:] = [item for item in items if item not in slow]


@pytest.fixture(scope="session")
def step(request):
    """Every so many-th of many real things is looked at: each in the slow session."""
    return 1 if request.config.getoption("--slow") else 8


@pytest.fixture(scope="session", autouse=True)
def _few_simulated(request):
    """Tests of packs compare them with fewer simulated ones, but in the slow session."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.config.getoption("--slow"):
            patch.setattr("cardformats.stats.moments._SIMULATED", 1_000)
            patch.setattr("cardformats.stats.hypothesis._SAMPLES", 100)
        yield


@pytest.fixture(scope="session")
def root():
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def sample(root):
    """The folder of the sample Wagic set that is shipped with the project."""
    return root / "examples" / "wagic" / "sets" / "LAN"


@pytest.fixture(scope="session")
def corpus():
    """The folder of real files, with ``corpus`` and ``golden`` in it; skips if it is absent."""
    folder = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared"))
    if not (folder / "corpus").is_dir():
        pytest.skip(f"no corpus in {folder}; set CARDFORMATS_CORPUS")
    return folder
