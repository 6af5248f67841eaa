"""What the page asks of the library; runs in the browser, and can be tried without one."""

import json
from html import escape
from importlib.util import find_spec
from pathlib import Path

import cardformats as cf
from cardformats.render import pack_svg

#: A page should not hang: so much work is enough for any list that a person pastes.
LIMITS = cf.Limits(max_size=2**24, max_diagnostics=200, max_cards=1000)


def about() -> str:
    """The formats that can be had here, and which libraries are not there."""
    without = [] if find_spec("lxml") else ["lxml (so no formats that are XML)"]
    formats = [
        (each.id, each.title, each.writer is not None)
        for each in cf.formats()
        if not (without and each.id.startswith(("octgn", "dek", "wagic-pack")))
    ]
    return json.dumps({"version": cf.__version__, "formats": formats, "without": without})


def bench(request: str) -> str:
    """The answer to a request of the page, both as JSON."""
    asked = json.loads(request)
    answer = {"html": "", "summary": "", "file": None, "name": ""}
    try:
        report = _read(asked)
        answer["summary"] = _summary(report)
        answer["html"] = _findings(report)
        if asked["action"] == "open":
            pack = cf.Generator(report.value, seed=asked["seed"]).pack(0)
            answer["html"] = f'<div class="pack">{pack_svg(pack, report.value)}</div>'
        elif asked["action"] == "odds":
            odds = cf.Generator(report.value, seed=asked["seed"]).odds()
            answer["html"] = odds._repr_html_()
        elif asked["action"] == "convert":
            written = cf.dumps_report(report.value, asked["target"])
            known = next(each for each in cf.formats() if each.id == asked["target"])
            answer["file"] = written.value
            answer["name"] = f"{Path(asked['name']).stem or 'list'}{known.extensions[0]}"
            both = (*report.diagnostics, *written.diagnostics)
            answer["summary"] = _summary(cf.Report(report.value, both))
            answer["html"] += "".join(f"<p>{escape(str(each))}</p>" for each in written.losses)
            answer["html"] += f"<pre>{escape(written.value[:20_000])}</pre>"
    except ImportError as error:
        answer["summary"] = f"This format needs what is not here: {error}"
    except cf.CardFormatsError as error:
        answer["summary"] = str(error)
    return json.dumps(answer)


def _read(asked: dict[str, str]) -> cf.Report[cf.CardSet]:
    """Read what was pasted; if no format is chosen, it is detected."""
    return cf.loads_report(asked["text"], asked["format"] or None, limits=LIMITS)


def _summary(report: cf.Report[object]) -> str:
    counts = ", ".join(f"{count} {code}" for code, count in report.counts().items())
    value = report.value
    cards = ""
    if isinstance(value, cf.CardSet):
        named = {entry.card for sheet in value.sheets.values() for entry in sheet.entries}
        count = max(len(value.cards), len(named))
        cards = f"{count} card{'s' * (count != 1)}; "
    return f"{cards}{counts or 'nothing to report'}"


def _findings(report: cf.Report[object]) -> str:
    return "".join(f"<pre>{escape(each.render())}</pre>" for each in report.diagnostics)
