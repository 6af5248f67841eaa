"""The example that fixes a word in all primitives of a folder."""

from __future__ import annotations

import subprocess
import sys

from tests.conftest import ROOT

SCRIPT = ROOT / "examples" / "typo" / "fix_typo.py"

HERON = "[card]\r\n# says what it does\r\nname=Grey Heron\r\nText =It is untaped.\r\n[/card]\r\n"
NEWT = "[card]\nname=\u2014 Newt\ntext=Untaped untaped -- untaped.\nauto=_X_(untaped)\n[/card]\n"


def test_a_word_is_fixed_and_all_else_stays(tmp_path):
    (tmp_path / "a.txt").write_bytes(f"# a list, untaped\r\n\r\n{HERON}".encode())
    (tmp_path / "b.txt").write_bytes(f"#AUTO_DEFINE _X_($a) untap\n{NEWT}".encode("cp1252"))
    before = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    command = [sys.executable, str(SCRIPT), str(tmp_path), "untaped", "untapped"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout.splitlines() == [
        "--- a.txt", "+++ a.txt", "@@ -6 +6 @@",
        "-Text =It is untaped.", "+Text =It is untapped.",
        "--- b.txt", "+++ b.txt", "@@ -4 +4 @@",
        "-text=Untaped untaped -- untaped.", "+text=Untaped untapped -- untapped.",
    ]  # fmt: skip
    after = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    assert after[0] == before[0].replace(b"is untaped", b"is untapped")
    assert after[1] == before[1].replace(
        b"Untaped untaped -- untaped", b"Untaped untapped -- untapped"
    )


def test_without_the_word_nothing_is_written(tmp_path):
    (tmp_path / "a.txt").write_bytes(HERON.encode())
    stamp = (tmp_path / "a.txt").stat().st_mtime_ns
    command = [sys.executable, str(SCRIPT), str(tmp_path), "flies", "flys"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout == ""
    assert (tmp_path / "a.txt").stat().st_mtime_ns == stamp
