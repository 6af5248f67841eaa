"""Puts the page together in a folder: ``python build.py [FOLDER]``; then serve that folder.

Pyodide comes from npm's registry, the wheels from pip's; both as the machine is set up for.
"""

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PAGE = ("index.html", "style.css", "bench.js", "worker.mjs", "bench.py")
PYODIDE = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
#: What runs without a compiler; lxml is left out, and with it the formats that are XML.
NEEDED = ("lark", "attrs", "cattrs", "typing-extensions")


def build(target: Path) -> None:
    """Make the page in *target*, which must not be there."""
    target.mkdir(parents=True)
    for name in PAGE:
        shutil.copy(HERE / name, target / name)
    wheels = target / "wheels"
    pip = [sys.executable, "-m", "pip", "-q"]
    only = ["--only-binary", ":all:"]
    for command in (
        [*pip, "wheel", "--no-deps", "-w", wheels, ROOT],
        [*pip, "download", "--no-deps", *only, "-d", wheels, *NEEDED],
    ):
        subprocess.run(command, check=True)  # noqa: S603 - our own commands
    names = sorted(each.name for each in wheels.iterdir())
    (target / "wheels.json").write_text(json.dumps(names))
    with TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", "pyodide"], cwd=folder, check=True)  # noqa: S607
        (archive,) = Path(folder).glob("pyodide-*.tgz")
        with tarfile.open(archive) as packed:
            (target / "pyodide").mkdir()
            for name in PYODIDE:
                packed.extract(f"package/{name}", folder, filter="data")
                shutil.copy(Path(folder, "package", name), target / "pyodide" / name)


if __name__ == "__main__":
    place = Path(sys.argv[1] if len(sys.argv) > 1 else HERE / "dist")
    build(place)
    print(f"now: python3 -m http.server -d {place} 8000")
