"""The page as a browser has it: quiet, accessible, narrow and wide, sorted by keyboard."""

import shutil

import pytest

import cardformats as cf
from cardformats import records
from tests.conftest import ROOT

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
pytest.importorskip("jinja2")

from cardformats.report import page  # noqa: E402 - after the extra is known to be there

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
EXAMPLES = ROOT / "examples"
SOURCES = {
    "wagic": EXAMPLES / "wagic" / "sets" / "LAN",
    "octgn": EXAMPLES / "octgn" / "Marsh" / "Sets" / "Reedlight",
    "mtgjson": EXAMPLES / "mtgjson" / "FEN.json",
    "deck": EXAMPLES / "octgn" / "Decks" / "waders.o8d",
}
LOGS = [ROOT / "tests" / "data" / "draft_logs" / f"{name}.txt" for name in ("draft", "winston")]
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as p:
        opened = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(params=SOURCES)
def shown(request, browser, tmp_path):
    """The page of a sample in a tab, and what went wrong in it."""
    report = cf.read_report(SOURCES[request.param])
    file = tmp_path / "page.html"
    drafts = [records.read_report(log).value for log in LOGS if request.param == "octgn"]
    file.write_text(page(report.value, report.diagnostics, drafts=drafts), "utf-8")
    tab = browser.new_page()
    wrong = []
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("request", lambda each: each.url.startswith("file:") or wrong.append(each.url))
    tab.goto(file.as_uri())
    yield tab, wrong
    tab.close()


def test_nothing_goes_wrong_and_nothing_is_fetched(shown):
    tab, wrong = shown
    assert tab.title()
    assert wrong == []


def test_it_is_accessible_in_light_and_in_dark(shown):
    tab, _ = shown
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        found = axe.Axe().run(tab).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []


@pytest.mark.parametrize("width", [320, 360, 1280, 3840])
def test_it_is_as_wide_as_the_screen(shown, width):
    tab, _ = shown
    tab.set_viewport_size({"width": width, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    cells = tab.evaluate(
        "[...document.querySelectorAll('.odds tbody tr:first-child > *')].map(each =>"
        " each.getBoundingClientRect().height)"
    )
    assert all(height < 120 for height in cells)


def test_a_table_is_sorted_by_keyboard_and_searched(shown):
    tab, _ = shown
    if tab.locator(".odds").count() == 0:
        return
    head = tab.locator(".odds thead th button").first
    head.focus()
    tab.keyboard.press("Enter")
    names = tab.eval_on_selector_all(
        ".odds >> nth=0 >> tbody tr > :first-child", "all => all.map(each => each.textContent)"
    )
    by_language = "all => [...all].sort((one, other) => one.localeCompare(other))"
    assert names == tab.evaluate(by_language, names)
    assert len(names) > 1
    assert tab.locator(".odds thead th").first.get_attribute("aria-sort") == "ascending"
    tab.keyboard.press("Enter")
    assert tab.locator(".odds thead th").first.get_attribute("aria-sort") == "descending"
    search = tab.locator(".search input").first
    search.fill(names[0])
    assert " of " in tab.locator(".search output").first.text_content()


def test_it_is_printed(shown):
    tab, _ = shown
    data = tab.pdf(format="A4")
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") < 40
