"""Routes of lists: they come in; packs, odds, pictures and a page go out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel
from table_service import work

import cardformats as cf

from .problems import FindingOut, Problem, ProblemError
from .service import Service

SVG = "image/svg+xml"
#: What pages and pictures may load: nothing.
ALONE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:"
}


def service_of(request: Request) -> Service:
    """The service that the application was made with."""
    service: Service = request.app.state.service
    return service


ServiceHere = Annotated[Service, Depends(service_of)]
router = APIRouter(prefix="/lists", tags=["lists"], responses={"default": {"model": Problem}})


class ListOut(BaseModel):
    """A list; equal lists have the same id."""

    id: str
    name: str
    cards: int
    sheets: list[str]
    layouts: list[str]
    findings: list[FindingOut]


class CardOut(BaseModel):
    """A card of a pack, and where it came from."""

    name: str
    set: str | None = None
    number: str | None = None
    finish: str | None = None
    slot: str
    sheet: str


class PackOut(BaseModel):
    """A pack; the same list, seed and number give the same pack everywhere."""

    number: int
    booster: str
    layout: str
    cards: list[CardOut]


class OddsOut(BaseModel):
    """How often a pack has a card: copies on average, and at least one; exact as fractions."""

    name: str
    set: str | None = None
    number: str | None = None
    finish: str | None = None
    expected: float
    at_least_one: float
    exact: bool
    expected_fraction: str
    at_least_one_fraction: str


def _findings(info: work.ListInfo) -> list[FindingOut]:
    return [FindingOut(**each.data, excerpt=each.text) for each in info.findings]


async def _list_out(service: Service, id_: str) -> ListOut:
    info = await service.workers.run(work.info, service.list(id_))
    return ListOut(
        id=id_,
        name=info.name,
        cards=info.cards,
        sheets=list(info.sheets),
        layouts=list(info.layouts),
        findings=_findings(info),
    )


_TEXT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string"}, "example": "1 Lantern Eel\n"}},
    }
}


@router.post("", status_code=201, openapi_extra=_TEXT)
async def post_list(request: Request, response: Response, service: ServiceHere) -> ListOut:
    """Send a Draftmancer list, as it is in its file; errors and warnings come with their places."""
    data = await request.body()
    info = await service.workers.run(work.info, data)
    if not info.ok:
        raise ProblemError(422, "the list has errors", findings=_findings(info))
    id_ = service.put_list(data)
    response.headers["Location"] = f"/lists/{id_}"
    return await _list_out(service, id_)


@router.get("/{id}")
async def get_list(id: str, service: ServiceHere) -> ListOut:  # noqa: A002 - the path's word
    """What there is to say of a list."""
    return await _list_out(service, id)


Seed = Annotated[str, Query(min_length=1, max_length=100)]
Number = Annotated[int, Path(ge=0, lt=2**53)]


@router.get("/{id}/packs")
async def get_packs(
    id: str,  # noqa: A002 - the path's word
    service: ServiceHere,
    seed: Seed,
    start: Annotated[int, Query(ge=0, lt=2**53)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 1,
) -> list[PackOut]:
    """Packs of a seed, from number *start* on."""
    packs = await service.workers.run(work.packs, service.list(id), seed, start, count)
    return [
        PackOut(
            number=pack.number,
            booster=pack.booster,
            layout=pack.layout,
            cards=[
                CardOut(**_card(each.card, each.finish), slot=each.slot, sheet=each.sheet)
                for each in pack.cards
            ],
        )
        for pack in packs
    ]


def _card(card: cf.CardRef, finish: str | None) -> dict[str, Any]:
    return {"name": card.name, "set": card.set_code, "number": card.number, "finish": finish}


@router.get(
    "/{id}/packs/{number}.svg",
    response_class=Response,
    responses={200: {"content": {SVG: {}}}},
)
async def get_picture(id: str, number: Number, service: ServiceHere, seed: Seed) -> Response:  # noqa: A002 - the path's word
    """A pack as a picture."""
    data = service.list(id)
    (pack,) = await service.workers.run(work.packs, data, seed, number, 1)
    drawing = await service.workers.run(work.drawing, data, [each.card for each in pack.cards])
    return Response(drawing, media_type=SVG, headers=ALONE)


@router.get("/{id}/odds")
async def get_odds(
    id: str,  # noqa: A002 - the path's word
    service: ServiceHere,
    card: Annotated[str | None, Query(max_length=300)] = None,
) -> list[OddsOut]:
    """How often a pack has which card, or one card: a row for each printing and finish."""
    rows = await service.workers.run(work.odds, service.list(id), card)
    return [
        OddsOut(
            **_card(row.card, row.finish),
            expected=float(row.expected),
            at_least_one=float(row.at_least_one),
            exact=row.exact,
            expected_fraction=str(row.expected),
            at_least_one_fraction=str(row.at_least_one),
        )
        for row in rows
    ]


@router.get(
    "/{id}/report", response_class=Response, responses={200: {"content": {"text/html": {}}}}
)
async def get_report(id: str, service: ServiceHere) -> Response:  # noqa: A002 - the path's word
    """The list as a page: charts, layouts, odds, packs, findings."""
    page = await service.workers.run(work.page, service.list(id))
    return Response(page, media_type="text/html; charset=utf-8", headers=ALONE)
