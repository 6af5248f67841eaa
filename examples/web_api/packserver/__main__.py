"""``python -m packserver``: serves on the port of the variable PORT, or 8000."""

from __future__ import annotations

import os

import uvicorn

from .app import create_app

if __name__ == "__main__":
    uvicorn.run(create_app(), host="127.0.0.1", port=int(os.environ.get("PORT", "8000")))
