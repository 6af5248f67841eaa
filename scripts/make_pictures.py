"""Makes the pictures of the documentation from the real thing.

``python scripts/make_pictures.py`` writes the drawings; with ``--page`` also a picture of a page,
which needs Chromium.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import cardformats as cf
from cardformats.render import pack_svg
from cardformats.report import page

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
SET = ROOT / "examples" / "wagic" / "sets" / "LAN"


def pack() -> str:
    """A pack of the sample set."""
    cardset = cf.read(SET)
    return pack_svg(cf.Generator(cardset, seed=7).pack(0), cardset, columns=5) + "\n"


def take(target: Path) -> None:
    """Write a picture of the page of the sample set, as Chromium shows it, to *target*."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is not installed")
    report = cf.read_report(SET)
    with TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(page(report.value, report.diagnostics, seed=7), "utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        size = ["--window-size=1280,1500", f"--user-data-dir={folder}/profile"]
        command = [chromium, *options, *size, f"--screenshot={target}", file.as_uri()]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own command


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / "pack.svg").write_text(pack(), "utf-8")
    if "--page" in sys.argv:
        take(IMAGES / "page.png")
