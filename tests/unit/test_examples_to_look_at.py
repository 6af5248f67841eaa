"""The notebook, and the bench that runs in a browser."""

import ast
import importlib.util
import json
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from lxml import etree

import cardformats as cf
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
LIST = "[CustomCards]\n[{}]\n[Common(2)]\n3 Eel <b>\n2 Heron\n".replace(
    "{}",
    '{"name": "Eel <b>", "mana_cost": "{U}", "type": "Creature"},'
    '{"name": "Heron", "mana_cost": "{W}", "type": "Creature"}',
)


def shown(value) -> str:
    """What a notebook shows of a value."""
    for name in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, name):
            text = getattr(value, name)()
            etree.fromstring(f"<div>{text}</div>")
            return text
    return repr(value)


@pytest.mark.parametrize("folder", [ROOT, EXAMPLES / "notebook"])
def test_the_notebook_runs(monkeypatch, folder):
    monkeypatch.chdir(folder)
    path = EXAMPLES / "notebook" / "look-at-a-set.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"]
    names, outputs = {}, []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(path), "exec"), names)  # noqa: S102 - our own example
        if last is not None:
            expression = compile(ast.Expression(last.value), str(path), "eval")
            outputs.append(shown(eval(expression, names)))  # noqa: S307 - the same
    assert len(outputs) == 8
    assert all(len(each) < 100_000 for each in outputs)
    assert outputs[1].startswith("<svg")
    assert "Lantern" in outputs[5]


@pytest.fixture
def bench():
    """The functions of the page that run in Python."""
    path = EXAMPLES / "playground" / "bench.py"
    spec = importlib.util.spec_from_file_location("playground_bench", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def ask(action, text=LIST, name="list.txt", format_id="", target="json", seed="7"):
        request = {"action": action, "text": text, "name": name, "seed": seed}
        asked = json.dumps({**request, "format": format_id, "target": target})
        return json.loads(module.bench(asked))

    ask.about = lambda: json.loads(module.about())
    return ask


def test_the_bench_answers(bench):
    assert bench("check")["summary"] == "2 cards; nothing to report"
    pack = cf.Generator(cf.loads(LIST, "draftmancer"), seed="7").pack(0)
    drawn = bench("open")["html"]
    assert all(each.card.name.replace("<b>", "&lt;b&gt;") in drawn for each in pack.cards)
    assert "Heron" in bench("odds")["html"]
    written = bench("convert")
    assert cf.loads(written["file"], "json").cards == cf.loads(LIST, "draftmancer").cards
    assert written["name"] == "list.json"
    assert ["draftmancer", "Draftmancer custom card list", True] in bench.about()["formats"]


def test_the_bench_says_what_is_wrong(bench):
    assert "error" in bench("check", "[Common(2)]\n1 Eel\n[\n")["html"]
    assert "<b>" not in bench("check", '[CustomCards]\n[{"name": "<b>", "colors": 3}]\n')["html"]
    assert bench("open", "[Settings]\n{}\n")["summary"]
    for text in ("", "\0", "{" * 10_000, "<" * 10_000):
        for action in ("check", "open", "odds", "convert"):
            assert isinstance(bench(action, text)["summary"], str)


@pytest.mark.slow
def test_the_bench_runs_in_a_browser(tmp_path):
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium")
    if chromium is None or shutil.which("npm") is None:
        pytest.skip("needs chromium and npm")
    script = EXAMPLES / "playground" / "build.py"
    target = tmp_path / "dist"
    built = subprocess.run(
        [sys.executable, script, target], capture_output=True, text=True, check=False
    )
    if built.returncode:
        pytest.skip(f"Pyodide or a wheel cannot be had: {built.stderr[-300:]}")
    handler = partial(SimpleHTTPRequestHandler, directory=target)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_function("/^Ready/.test(document.getElementById('state').textContent)")
        page.fill("#source", LIST)
        for action, word in (("check", ""), ("open", "<svg"), ("odds", "Heron"), ("convert", "")):
            page.click(f"button[name={action}]")
            page.wait_for_function("document.getElementById('state').textContent != 'Working …'")
            assert word in page.inner_html("#result")
            assert "nothing to report" in page.text_content("#state")
        assert page.get_attribute("#download", "download") == "list.txt"
        browser.close()
    server.shutdown()
    server.server_close()
