"""``cardformats sample``: the files that the README and the tutorial use."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import OptionError
from ..files import replace_files
from .arguments import ANY_PATH
from .output import err

#: The folders of the sample.
_FOLDERS = ("cockatrice", "mtgjson", "octgn", "wagic")


@click.command("sample")
@click.argument("folder", type=ANY_PATH, default="examples")
def write_sample(folder: Path) -> None:
    """Write the sample sets of the tutorial to FOLDER.

    The default is ``examples``. A file that exists with other content is an error.
    """
    source = _source()
    files = {
        folder / path.relative_to(source): path.read_bytes()
        for name in _FOLDERS
        for path in sorted((source / name).rglob("*"))
        if path.is_file()
    }
    for path, data in files.items():
        if path.exists() and (not path.is_file() or path.read_bytes() != data):
            raise OptionError(f"{path} is there already, with other content; choose another folder")
    replace_files(files, make_folders=True)
    err().print(f"wrote {len(files)} files to {folder}")


def _source() -> Path:
    """Return the folder of the sample: of a wheel in the package, of a checkout beside it."""
    package = Path(__file__).parents[1]
    packed = package / "sample"
    return packed if packed.is_dir() else package.parents[1] / "examples"
