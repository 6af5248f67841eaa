"""How long the language server takes from a keystroke to the findings, in a large file.

    python benchmarks/lsp.py [FILE] [--megabytes 5] [--keystrokes 20]

FILE is a file of Wagic primitives; by default that of 2016 of the corpus is taken.  It is made as
large as is said, by its own cards under other names, in a folder that goes afterwards.  A server is
started as editors do; what is typed is a letter in the middle, again and again, each when the
findings of the one before are there.

Times are processor time of the server from ``didChange`` to ``publishDiagnostics``, the mean; and,
in a process of its own, the parts of that.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from lsprotocol import types
from lsprotocol.converters import get_converter

from cardformats.lsp.languages import Languages
from cardformats.lsp.protocol import published
from cardformats.lsp.workspace import Workspace

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared")) / "corpus" / "wagic"
_USUAL = CORPUS / "2016" / "sets" / "primitives" / "mtg.txt"
_SERVE = "from cardformats.cli import main; main()"


def enlarged(text: str, size: int) -> str:
    """*text* with its own cards under other names behind it, until it has *size* characters."""
    cards = re.sub(r"(?m)^#AUTO_DEFINE.*\n", "", text)
    turn = 0
    while len(text) < size:
        turn += 1
        more = re.sub(r"(?m)^name=", f"name=Another {turn} ", cards)
        text += more[: size - len(text)].rpartition("[/card]")[0] + "[/card]\n"
    return text


class Client:
    """An editor that waits for what it gets."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self.received: SimpleQueue[dict[str, Any]] = SimpleQueue()
        Thread(target=self.receive, daemon=True).start()
        self.send("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
        while self.received.get().get("id") != 1:
            pass
        self.send("initialized", {})

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        """Send a notification, or a request of that *number*."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        data = json.dumps(message if number is None else message | {"id": number}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def receive(self) -> None:
        """Take what the server sends, so that it never waits."""
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self.received.put(json.loads(stream.read(size)))

    def findings(self, version: int) -> int:
        """Wait for the findings of a version; how many there are."""
        while True:
            params = self.received.get().get("params") or {}
            if params.get("version") == version and "diagnostics" in params:
                return len(params["diagnostics"])

    def seconds(self) -> float:
        """The processor time that the server has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rest(self) -> None:
        """Wait until the server does nothing."""
        before = -1.0
        while before != (before := self.seconds()):
            time.sleep(1)


def served(path: Path, text: str, keystrokes: int) -> None:
    """Type into a server."""
    client, uri = Client(), path.as_uri()
    item = {"uri": uri, "languageId": "wagic", "version": 0, "text": text}
    start = client.seconds()
    client.send("textDocument/didOpen", {"textDocument": item})
    count = client.findings(0)
    line, column = middle(text)
    client.rest()
    print(f"opening: {client.seconds() - start:.1f} s, {count} findings at first")
    start, wall = client.seconds(), time.perf_counter()
    for version in range(1, keystrokes + 1):
        place = {"line": line, "character": column + version - 1}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        document = {"uri": uri, "version": version}
        params = {"textDocument": document, "contentChanges": [change]}
        client.send("textDocument/didChange", params)
        count = client.findings(version)
    spent, waited = client.seconds() - start, time.perf_counter() - wall
    print(f"a keystroke: {1000 * spent / keystrokes:.0f} ms of processor time,", end=" ")
    print(f"{1000 * waited / keystrokes:.0f} ms until {count} findings are there")
    client.process.kill()
    client.process.wait()


def middle(text: str) -> tuple[int, int]:
    """The line and the column of a key in the middle."""
    place = text.index("\npower=", len(text) // 2) + 1
    return text.count("\n", 0, place), 0


def parts(path: Path, text: str, keystrokes: int) -> None:
    """Where the time goes."""
    workspace, uri = Workspace(), path.as_uri()
    languages = Languages(workspace)
    workspace.open(uri, path, 0, text, "wagic")
    document = workspace.document(uri)
    language = languages.of(document) if document else None
    assert document is not None
    assert language is not None
    for _ in language.check(document):
        pass
    gc.collect()
    gc.freeze()
    place = types.Position(*middle(text))
    change = types.TextDocumentContentChangePartial(types.Range(place, place), "x")
    converter = get_converter()
    times = {"text": 0.0, "check": 0.0, "diagnostics": 0.0, "JSON": 0.0}
    for version in range(1, keystrokes + 1):
        marks = [time.process_time()]
        workspace.texts[uri].apply_change(change)
        workspace.changed(uri, version)
        marks.append(time.process_time())
        document = workspace.document(uri)
        assert document is not None
        *_, findings = language.check(document)
        marks.append(time.process_time())
        assert findings is not None
        items = published(document, findings, "utf-16", with_related=True)
        marks.append(time.process_time())
        json.dumps(converter.unstructure(items))
        marks.append(time.process_time())
        for name, start, end in zip(times, marks, marks[1:], strict=False):
            times[name] += end - start
    for name, spent in times.items():
        print(f"  {name}: {1000 * spent / keystrokes:.1f} ms")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", default=_USUAL)
    parser.add_argument("--megabytes", type=float, default=5)
    parser.add_argument("--keystrokes", type=int, default=20)
    arguments = parser.parse_args()
    text = arguments.file.read_bytes().decode("utf-8", "replace")
    text = enlarged(text, int(arguments.megabytes * 1_000_000))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "primitives"
        folder.mkdir()
        for each in arguments.file.parent.iterdir():
            if each != arguments.file and each.is_file():
                shutil.copyfile(each, folder / each.name)
        path = folder / arguments.file.name
        path.write_text(text, "utf-8")
        print(f"{len(text) / 1_000_000:.1f} million characters")
        served(path, text, arguments.keystrokes)
        parts(path, text, arguments.keystrokes)


if __name__ == "__main__":
    main()
