"""A web service that opens packs and runs drafts."""

from .app import create_app
from .service import Limits

__all__ = ["Limits", "create_app"]
