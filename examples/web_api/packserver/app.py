"""The application: routes, limits, and a page of what it can do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from swagger_ui_bundle import swagger_ui_path  # type: ignore[import-untyped]
from table_service import Workers

from . import drafts, lists
from .problems import BodyLimit, handle_problems
from .service import Limits, Service


def create_app(service: Service | None = None) -> FastAPI:
    """The application, with a service of its own if none is given."""
    own = service or Service(Workers(), Limits())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        own.close()
        if service is None:
            own.workers.close()

    app = FastAPI(
        title="Packs and drafts",
        description="Send a Draftmancer list; get packs, odds, pictures and a page; draft it.",
        version="1.0",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.openapi_version = "3.0.3"  # the newest that the page below knows
    app.state.service = own
    app.add_middleware(BodyLimit, limit=own.limits.body)
    handle_problems(app)
    app.include_router(lists.router)
    app.include_router(drafts.router)
    app.mount("/docs/static", StaticFiles(directory=str(swagger_ui_path)))

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        """The page of what the service can do, from its own files alone."""
        return get_swagger_ui_html(
            openapi_url="/openapi.json",
            title="Packs and drafts",
            swagger_js_url="/docs/static/swagger-ui-bundle.js",
            swagger_css_url="/docs/static/swagger-ui.css",
            swagger_favicon_url="/docs/static/favicon-32x32.png",
        )

    return app
