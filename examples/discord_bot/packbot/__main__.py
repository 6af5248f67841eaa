"""``python -m packbot``: the token is in the variable DISCORD_TOKEN, the file in PACKBOT_FILE."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from table_service import Workers

from .bot import PackBot
from .store import Store


def main() -> None:
    """Run until it is interrupted."""
    token = os.environ.get("DISCORD_TOKEN")
    if not token:
        sys.exit("set DISCORD_TOKEN to the token of your bot")
    workers = Workers()
    try:
        bot = PackBot(Store(Path(os.environ.get("PACKBOT_FILE", "packbot.sqlite"))), workers)
        bot.run(token)
    finally:
        workers.close()


if __name__ == "__main__":
    main()
