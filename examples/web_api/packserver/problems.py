"""What goes wrong, as problem details (RFC 9457), and the limit of a request's size."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from table_service import BusyError, TooSlowError

import cardformats as cf


class FindingOut(BaseModel):
    """What is wrong or doubtful in a list, and where; lines and columns count from 1."""

    code: str
    severity: str
    message: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    notes: list[str] = []
    excerpt: str = ""


class Problem(BaseModel):
    """Problem details: what went wrong; the findings if it is in a list."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    findings: list[FindingOut] | None = None
    seat: int | None = None
    rule: str | None = None


class ProblemError(Exception):
    """A request that cannot be answered."""

    def __init__(self, status: int, detail: str, **more: Any) -> None:
        """Say which status, why, and which other members of the problem there are."""
        super().__init__(detail)
        self.status = status
        self.more = more


def _response(status: int, detail: str, **more: Any) -> Response:
    problem = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, **more)
    return JSONResponse(
        problem.model_dump(exclude_none=True),
        status,
        {"Retry-After": "5"} if status == HTTPStatus.SERVICE_UNAVAILABLE else None,
        media_type="application/problem+json",
    )


def _problem(_request: Request, error: Exception) -> Response:
    """The response that tells of an error."""
    status, detail, more = 422, str(error), dict[str, Any]()
    match error:
        case ProblemError():
            status, more = error.status, error.more
        case cf.DraftError():
            status, detail, more = 409, error.reason, {"seat": error.seat, "rule": error.rule}
        case cf.CardFormatsError():
            pass
        case BusyError() | TooSlowError():
            status = 503
        case RequestValidationError():
            each = error.errors()[0]
            detail = f"{'.'.join(map(str, each['loc']))}: {each['msg']}"
        case HTTPException():
            status, detail = error.status_code, str(error.detail)
        case _:
            status, detail = 500, "something went wrong, and was written to the log"
    return _response(status, detail, **more)


def handle_problems(app: FastAPI) -> None:
    """Let all errors of *app* be told as problem details."""
    kinds: tuple[type[Exception], ...] = (
        ProblemError, cf.CardFormatsError, BusyError, TooSlowError, RequestValidationError,
        HTTPException, Exception,
    )  # fmt: skip
    handler: Callable[[Request, Exception], Response] = _problem
    for kind in kinds:
        app.add_exception_handler(kind, handler)


class BodyLimit:
    """Refuses a request's body as soon as more of it has come than may."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._limit:
                raise HTTPException(413, f"a request has up to {self._limit} bytes")
            return message

        await self._app(scope, limited if scope["type"] == "http" else receive, send)
