"""The example of a web API, over ASGI: lists in, packs and drafts out, limits for strangers."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager
from itertools import count

import pytest

import cardformats as cf
from tests.conftest import ROOT
from tests.examples.conftest import MARSH

pytest.importorskip("fastapi", reason="the group examples is not installed")
pytest.importorskip("httpx", reason="the group examples is not installed")
pytest.importorskip("jinja2", reason="the group examples is not installed")
pytest.importorskip("swagger_ui_bundle", reason="the group examples is not installed")

import httpx
from packserver import Limits, create_app
from packserver.service import Service
from table_service import Workers, work

SMALL = Limits(body=5000, lists=2, drafts=2, draft_seconds=100)


@pytest.fixture
def serve(workers):
    """Runs what clients do with a service; its secrets are numbers, and its clock stands still."""

    def run(play, limits=SMALL, own=workers):
        numbers = count(1)
        times = [0.0]
        service = Service(own, limits, new_secret=lambda: f"s{next(numbers)}", now=lambda: times[0])

        async def all_of_it():
            async with client_of(create_app(service)) as client:
                client.times = times
                client.service = service
                await play(client)

        asyncio.run(asyncio.wait_for(all_of_it(), 120))

    return run


@asynccontextmanager
async def client_of(app):
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://here") as client,
    ):
        yield client


async def send(client, text=MARSH):
    answer = await client.post("/lists", content=text)
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/lists/{answer.json()['id']}"
    return answer.json()


def problem(answer, status):
    """The detail of a problem, which has that status."""
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    return answer.json()["detail"]


def test_a_list_gets_an_id_by_its_content(serve):
    async def play(client):
        first = await send(client)
        assert first["name"] == "Marsh Cube"
        assert (first["cards"], first["sheets"]) == (7, ["Common", "Rare"])
        assert first["findings"] == []
        assert await send(client) == first
        assert (await client.get(f"/lists/{first['id']}")).json() == first
        assert (await send(client, "1 Eel\n" * 20))["id"] != first["id"]

    serve(play)


def test_findings_have_lines_and_columns(serve):
    async def play(client):
        (finding,) = (await send(client, "[Common(2)]\n4 Eel\n0 Heron\n"))["findings"]
        place = {key: finding[key] for key in ("code", "severity", "line", "column", "end_column")}
        assert place == {
            "code": "DM021", "severity": "warning", "line": 3, "column": 1, "end_column": 2,
        }  # fmt: skip
        assert "0 Heron" in finding["excerpt"]
        answer = await client.post("/lists", content="[Common(2\n4 Eel\n")
        assert problem(answer, 422) == "the list has errors"
        finding = answer.json()["findings"][0]
        assert (finding["severity"], finding["line"]) == ("error", 1)
        short = await client.post("/lists", content="[Common(3)]\n1 Eel\n")
        assert "needs 3 cards, but only 1 can be drawn" in short.json()["findings"][0]["message"]

    serve(play)


def test_packs_are_those_of_the_library(serve):
    async def play(client):
        id_ = (await send(client))["id"]
        packs = (await client.get(f"/lists/{id_}/packs?seed=tea&start=4&count=3")).json()
        own = cf.Generator(cf.loads(MARSH, "draftmancer"), seed="tea").packs(3, 4)
        assert [[card["name"] for card in pack["cards"]] for pack in packs] == [
            [each.card.name for each in pack.cards] for pack in own
        ]
        assert [pack["number"] for pack in packs] == [4, 5, 6]
        assert packs[0]["cards"][-1]["slot"] == "Rare"
        picture = await client.get(f"/lists/{id_}/packs/4.svg?seed=tea")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "default-src 'none'" in picture.headers["content-security-policy"]
        assert all(card["name"] in picture.text for card in packs[0]["cards"])

    serve(play)


def test_odds_are_fractions(serve):
    async def play(client):
        id_ = (await send(client))["id"]
        (row,) = (
            await client.get(f"/lists/{id_}/odds", params={"card": "Keeper of Tapers"})
        ).json()
        assert (row["at_least_one_fraction"], row["at_least_one"], row["exact"]) == (
            "1/2", 0.5, True,
        )  # fmt: skip
        assert len((await client.get(f"/lists/{id_}/odds")).json()) == 7
        page = await client.get(f"/lists/{id_}/report")
        assert page.headers["content-type"].startswith("text/html")
        assert "Marsh Cube" in page.text

    serve(play)


def test_strangers_have_limits(serve):
    async def play(client):
        answer = await client.post("/lists", content="1 Eel\n" * 1000)
        assert problem(answer, 413) == "a request has up to 5000 bytes"

        async def trickle():
            for _ in range(600):
                yield b"1 Lantern Eel\n"

        assert problem(await client.post("/lists", content=trickle()), 413)
        large = await client.post("/lists", content="[Common(5000)]\n1 Eel\n")
        assert problem(large, 422) == "the list has errors"
        id_ = (await send(client))["id"]
        for query in ("", "seed=a&count=101", "seed=a&start=-1", f"seed={'a' * 101}"):
            answer = await client.get(f"/lists/{id_}/packs?{query}")
            assert problem(answer, 422).startswith("query.")
        for number in range(2):
            await send(client, f"20 Eel {number}\n")
        answer = await client.get(f"/lists/{id_}")
        assert problem(answer, 404) == "there is no list of this id (any more); send it again"
        assert problem(await client.get("/nowhere"), 404) == "Not Found"
        assert problem(await client.put("/lists"), 405)

    serve(play)


def test_half_a_character_is_refused(serve):
    async def play(client):
        card = '[CustomCards]\n[{"name":"Eel \\ud800","type":"Creature","mana_cost":""}]\n'
        answer = await client.post("/lists", content=f"{card}[Common(1)]\n1 Eel\n")
        assert problem(answer, 422) == "the list has errors"
        assert "CF006" in {each["code"] for each in answer.json()["findings"]}

    serve(play)


def test_what_takes_too_long_is_a_problem(serve):
    async def play(client):
        answer = await client.post("/lists", content=MARSH)
        assert problem(answer, 503) == "this takes longer than 1e-06 seconds"
        assert answer.headers["retry-after"]

    hasty = Workers(1, seconds=1e-6)
    serve(play, own=hasty)
    hasty.close()


def test_no_more_waits_than_may(serve):
    async def play(client):
        answers = await asyncio.gather(
            *(client.post("/lists", content=MARSH) for _ in range(4)), return_exceptions=True
        )
        assert sorted(answer.status_code for answer in answers) == [201, 503, 503, 503]

    few = Workers(1, waiting=1)
    serve(play, own=few)
    few.close()


# drafts


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


async def make(client, **wanted):
    id_ = (await send(client))["id"]
    answer = await client.post("/drafts", json={"list": id_} | wanted)
    assert answer.status_code == 201
    made = answer.json()
    return f"/drafts/{made['id']}", [bearer(each["token"]) for each in made["tokens"]]


def test_people_and_bots_draft(serve):
    async def play(client):
        draft, (alice, bob) = await make(client, people=2, bots=1)
        kinds = [each["kind"] for each in (await client.get(draft)).json()["seats"]]
        assert kinds == ["free", "free", "bot"]
        await client.post(f"{draft}/join", headers=alice)
        answer = await client.get(f"{draft}/view", headers=alice)
        assert problem(answer, 409) == "the draft has not begun"
        answer = await client.get(f"{draft}/view", headers=bob)
        assert problem(answer, 409) == "you have no seat in this draft"
        assert (await client.post(f"{draft}/join", headers=bob)).json()["begun"]
        picked = {0: [], 1: []}
        while not (status := (await client.get(draft)).json())["over"]:
            assert status["seed"] is None
            for headers in (alice, bob):
                seen = (await client.get(f"{draft}/view", headers=headers)).json()
                view = seen["view"]
                if view.get("duty") == "pick":
                    number, card = next(iter(view["pack"].items()))
                    picked[seen["seat"]].append(card["card"]["name"])
                    body = {"type": "pick", "cards": [int(number)], "turn": seen["turn"]}
                    after = await client.post(f"{draft}/actions", json=body, headers=headers)
                    assert after.json()["turn"] == seen["turn"] + 1
                    late = await client.post(f"{draft}/actions", json=body, headers=headers)
                    assert problem(late, 409) == "that was for an earlier turn"
        for seat, headers in enumerate((alice, bob)):
            pool = (await client.get(f"{draft}/view", headers=headers)).json()["view"]["pool"]
            assert [card["card"]["name"] for card in pool.values()] == picked[seat]
        state, _ = work.deal(MARSH.encode(), status["seed"], 3, ())
        assert state.cards == client.service.draft(draft.rpartition("/")[2]).table.state.cards

    serve(play)


def test_a_seat_sees_its_own_pack_alone(serve):
    async def play(client):
        draft, tokens = await make(client, people=2, bots=0)
        for token in tokens:
            await client.post(f"{draft}/join", headers=token)
        answers = [await client.get(f"{draft}/view", headers=token) for token in tokens]
        packs = [{*answer.json()["view"]["pack"]} for answer in answers]
        assert packs == [{"0", "1", "2", "3", "4"}, {"5", "6", "7", "8", "9"}]
        mine, theirs = 0, 5
        for body, why in (
            ({"type": "pick", "cards": [theirs]}, "409"),
            ({"type": "pick", "cards": [mine, mine]}, "409"),
            ({"type": "pass"}, "409"),
            ({"type": "answer", "answer": "no"}, "409"),
            ({"type": "steal"}, "422"),
            ({"type": "pick", "cards": ["x"]}, "422"),
            ({"type": "pick", "cards": [0] * 101}, "422"),
        ):
            answer = await client.post(f"{draft}/actions", json=body, headers=tokens[0])
            assert problem(answer, int(why))
        no = await client.post(f"{draft}/actions", json={"type": "pass"}, headers=bearer("s0"))
        assert problem(no, 403) == "this is no token of this draft"
        assert (await client.get(f"{draft}/view")).status_code in (401, 403)

    serve(play)


def test_the_same_pick_many_times_at_once_is_one_pick(serve):
    async def play(client):
        draft, (alice,) = await make(client, people=1, bots=2)
        await client.post(f"{draft}/join", headers=alice)
        body = {"type": "pick", "cards": [0], "turn": 0}
        url = f"{draft}/actions"
        tries = (client.post(url, json=body, headers=alice) for _ in range(5))
        answers = await asyncio.gather(*tries)
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]

    serve(play)


def test_drafts_are_few_and_are_forgotten(serve):
    async def play(client):
        draft, (alice, bob) = await make(client, people=2, bots=0)
        other, _ = await make(client, people=1, bots=1)
        id_ = (await send(client))["id"]
        answer = await client.post("/drafts", json={"list": id_, "people": 2, "bots": 0})
        assert problem(answer, 503) == "2 drafts are going on"
        client.times[0] = 99
        assert (await client.get(draft)).status_code == 200
        client.times[0] = 100
        assert problem(await client.get(other), 404) == "there is no draft of this id (any more)"
        assert problem(await client.delete(draft, headers=bob), 403)
        assert (await client.post(f"{draft}/begin", headers=alice)).json()["begun"]
        assert (await client.delete(draft, headers=alice)).status_code == 204
        assert (await client.get(draft)).status_code == 404
        answer = await client.post("/drafts", json={"list": id_, "people": 0})
        assert problem(answer, 422).startswith("body.people")
        answer = await client.post("/drafts", json={"list": id_, "people": 12})
        assert "too small for all packs" in problem(answer, 422)

    serve(play)


def test_the_page_of_routes_asks_nobody_else(serve):
    async def play(client):
        routes = (await client.get("/openapi.json")).json()
        assert "/lists/{id}/packs/{number}.svg" in routes["paths"]
        assert {"Pick", "Pass", "Answer", "Problem"} <= {*routes["components"]["schemas"]}
        page = (await client.get("/docs")).text
        assert "//" not in re.sub(r"http://here|<!--.*?-->", "", page, flags=re.DOTALL)
        links = re.findall(r'(?:src|href)="([^"]+)"', page)
        assert len(links) == 3
        for link in links:
            assert (await client.get(link)).status_code == 200

    serve(play)


def test_it_is_started_by_one_command():
    folders = ("table_service", "web_api")
    places = os.pathsep.join(str(ROOT / "examples" / name) for name in folders)
    here = os.pathsep.join(filter(None, [places, os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, "-m", "packserver"],
        env=os.environ | {"PORT": "0", "PYTHONPATH": here},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        line = next(line for line in process.stderr if "running on" in line)
        address = re.search(r"http://[0-9.:]+", line)[0]
        answer = httpx.post(f"{address}/lists", content=MARSH, timeout=60)
        assert answer.status_code == 201
        process.terminate()
        process.stderr.read()
        assert process.wait(30) in (0, -15)
