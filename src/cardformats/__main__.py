"""The command as a module: ``python -m cardformats``."""

from .cli import main

main()
