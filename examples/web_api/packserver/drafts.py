"""Routes of drafts: players join with the tokens of their seats, see their views, and act."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Body, Depends, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

from cardformats import draft

from .lists import ServiceHere
from .problems import Problem, ProblemError
from .service import Draft

router = APIRouter(prefix="/drafts", tags=["drafts"], responses={"default": {"model": Problem}})
Token = Annotated[
    HTTPAuthorizationCredentials,
    Depends(HTTPBearer(description="the token of a seat")),
]
Numbers = Annotated[list[int], Field(max_length=100)]


class DraftIn(BaseModel):
    """A draft to be: of which list, for how many people and bots, with how much time for a pick."""

    list: str
    people: Annotated[int, Field(ge=1, le=12)] = 1
    bots: Annotated[int, Field(ge=0, le=11)] = 7
    seconds: Annotated[float, Field(ge=5, le=86_400)] = 90


class SeatToken(BaseModel):
    """A token to give to the player of a seat."""

    seat: int
    token: str


class DraftMade(BaseModel):
    """A draft that waits for its players; the first token can also begin and end it."""

    id: str
    tokens: list[SeatToken]


Kind: TypeAlias = Literal["free", "person", "bot"]


class SeatOut(BaseModel):
    """What all may know of a seat."""

    seat: int
    kind: Kind
    cards: int = 0
    seconds_left: float | None = None


class DraftOut(BaseModel):
    """What all may know of a draft; the seed is there when it is over."""

    begun: bool
    over: bool
    round: int | None = None
    seats: list[SeatOut]
    seed: str | None = None


class ViewOut(BaseModel):
    """What the player of a seat may know; ``view`` is as the library's ``draft.View``.

    ``turn`` counts the actions of the seat: an action that names another turn is refused.
    """

    seat: int
    turn: int
    seconds_left: float | None = None
    view: dict[str, Any]


class Pick(BaseModel):
    """Draft cards of the pack, by number; none if it has to be at random."""

    type: Literal["pick"]
    cards: Numbers = []
    burns: Numbers = []
    using: Numbers = []
    removing: Numbers = []
    turn: int | None = None


class Pass(BaseModel):
    """Pass the pack on."""

    type: Literal["pass"]
    turn: int | None = None


class Answer(BaseModel):
    """Answer what is asked; null leaves it to chance."""

    type: Literal["answer"]
    answer: Annotated[str, Field(max_length=200)] | None = None
    turn: int | None = None


Action = Annotated[Pick | Pass | Answer, Body(discriminator="type")]


def _seat(own: Draft, token: HTTPAuthorizationCredentials) -> int:
    if token.credentials not in own.tokens:
        raise ProblemError(403, "this is no token of this draft")
    return own.tokens.index(token.credentials)


def _player(own: Draft, token: HTTPAuthorizationCredentials) -> int:
    """The seat of somebody who has joined."""
    _seat(own, token)
    return own.table.seat(token.credentials)


def _host(own: Draft, token: HTTPAuthorizationCredentials) -> None:
    if _seat(own, token) != 0:
        raise ProblemError(403, "the player of the first seat can do this")


def _draft_out(own: Draft) -> DraftOut:
    table, state = own.table, own.table.state
    seats = []
    for seat, player in enumerate(table.players):
        is_free = state is None and seat < len(own.tokens)
        kind: Kind = "person" if player is not None else "free" if is_free else "bot"
        cards = 0 if state is None else len(state.pool(seat))
        left = table.seconds_left(seat)
        seats.append(SeatOut(seat=seat, kind=kind, cards=cards, seconds_left=left))
    return DraftOut(
        begun=state is not None,
        over=table.is_over,
        round=None if state is None else state.round,
        seats=seats,
        seed=table.stored.seed if table.is_over else None,
    )


def _view_out(own: Draft, seat: int) -> ViewOut:
    return ViewOut(
        seat=seat,
        turn=own.table.turn(seat),
        seconds_left=own.table.seconds_left(seat),
        view=draft.as_json(own.table.view(seat)),
    )


@router.post("", status_code=201)
async def post_draft(wanted: DraftIn, response: Response, service: ServiceHere) -> DraftMade:
    """Make a draft of a list; it begins when all people have joined, or some minutes later."""
    data = service.list(wanted.list)
    id_, own = await service.start(data, wanted.people, wanted.bots, wanted.seconds)
    response.headers["Location"] = f"/drafts/{id_}"
    tokens = [SeatToken(seat=seat, token=token) for seat, token in enumerate(own.tokens)]
    return DraftMade(id=id_, tokens=tokens)


@router.get("/{id}")
async def get_draft(id: str, service: ServiceHere) -> DraftOut:  # noqa: A002 - the path's word
    """What all may know of a draft."""
    return _draft_out(service.draft(id))


@router.post("/{id}/join")
async def join(id: str, token: Token, service: ServiceHere) -> DraftOut:  # noqa: A002 - the path's word
    """Sit down at the seat of a token."""
    own = service.draft(id)
    await own.table.join(token.credentials, _seat(own, token))
    if all(own.table.players[: len(own.tokens)]):
        await own.table.begin()
    return _draft_out(own)


@router.post("/{id}/begin")
async def begin(id: str, token: Token, service: ServiceHere) -> DraftOut:  # noqa: A002 - the path's word
    """Begin, with bots where nobody has sat down."""
    own = service.draft(id)
    _host(own, token)
    await own.table.begin()
    return _draft_out(own)


@router.get("/{id}/view")
async def get_view(id: str, token: Token, service: ServiceHere) -> ViewOut:  # noqa: A002 - the path's word
    """What the player of a seat may see now."""
    own = service.draft(id)
    return _view_out(own, _player(own, token))


@router.post("/{id}/actions")
async def act(id: str, action: Action, token: Token, service: ServiceHere) -> ViewOut:  # noqa: A002 - the path's word
    """Pick, pass or answer; what the player sees after it."""
    own = service.draft(id)
    seat = (
        own.table.seat(token.credentials) if token.credentials in own.tokens else _seat(own, token)
    )
    done: draft.actions.SeatAction
    match action:
        case Pick():
            done = draft.actions.Pick(
                seat, action.cards, action.burns, action.using, action.removing
            )
        case Pass():
            done = draft.actions.PassPack(seat)
        case Answer():
            done = draft.actions.Answer(seat, action.answer)
    await own.table.act(done, action.turn)
    return _view_out(own, seat)


@router.delete("/{id}", status_code=204)
async def end(id: str, token: Token, service: ServiceHere) -> None:  # noqa: A002 - the path's word
    """End a draft, and forget it."""
    _host(service.draft(id), token)
    service.end(id)
