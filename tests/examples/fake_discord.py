"""A Discord on this machine: a gateway and the REST calls that a bot makes, for one server."""

from __future__ import annotations

import asyncio
import json
import time
from itertools import count

from aiohttp import WSMsgType, web

APPLICATION, GUILD, CHANNEL = "1", "10", "20"
EPOCH = 1420070400000
BOT = {"id": APPLICATION, "username": "packbot", "discriminator": "0", "avatar": None, "bot": True}


class Answer(dict):
    """A message of the bot, as it is now; ``files`` has the bytes of its attachments by name.

    An answer to an interaction has the token of that, and its number among what was said to it.
    """

    token = ""
    number = 0

    @property
    def menu(self):
        """The values of all options of its menus."""
        return [
            option["value"]
            for row in self["components"]
            for item in row["components"]
            if item["type"] == 3
            for option in item["options"]
        ]


class FakeDiscord:
    """Takes what a bot sends, and sends it what users do."""

    def __init__(self):
        self.commands = []
        self.said = []  # what the bot said to the channel
        self.answers = {}  # by the token of an interaction, what the bot said to its user
        self.uploads = {}
        self._flags = {}
        self._sockets = []
        self._numbers = count(1)
        self.changed = asyncio.Condition()

    async def start(self):
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/{rest:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.address = f"127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self):
        await self._runner.cleanup()

    def snowflake(self):
        return str((int(time.time() * 1000) - EPOCH << 22) + next(self._numbers))

    # the gateway

    async def _gateway(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45000}, "s": None, "t": None})
        async for message in socket:
            if message.type != WSMsgType.TEXT:
                break
            op = message.json()["op"]
            if op == 1:
                await socket.send_json({"op": 11})
            if op == 2:
                ready = {
                    "v": 10, "user": BOT, "guilds": [], "session_id": "s",
                    "resume_gateway_url": f"ws://{self.address}/gateway",
                    "application": {"id": APPLICATION, "flags": 0},
                }  # fmt: skip
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                self._sockets.append(socket)
                await self._tell()
        return socket

    async def _tell(self):
        async with self.changed:
            self.changed.notify_all()

    async def until(self, true, seconds=30):
        """Wait until something is true of what the bot has done."""
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(true)

    async def connected(self, times=1):
        """Wait until a bot is there, for the so-many-th time."""
        await self.until(lambda: len(self._sockets) >= times)

    # what users do

    async def _send(self, user, type_, data, permissions=0, **more):
        token = f"token{next(self._numbers)}"
        payload = {
            "id": self.snowflake(), "application_id": APPLICATION, "type": type_, "token": token,
            "version": 1, "guild_id": GUILD, "channel_id": CHANNEL, "locale": "en-US",
            "channel": {"id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "marsh",
                        "permissions": "0", "position": 0},
            "member": {
                "user": {"id": str(user), "username": f"user{user}", "discriminator": "0",
                         "avatar": None, "global_name": None},
                "roles": [], "permissions": str(permissions), "flags": 0, "deaf": False,
                "mute": False, "joined_at": "2026-01-01T00:00:00+00:00",
            },
            "app_permissions": "0", "entitlements": [], "context": 0,
            "authorizing_integration_owners": {"0": GUILD}, "attachment_size_limit": 10485760,
            "data": data, **more,
        }  # fmt: skip
        event = {"op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": payload}
        await self._sockets[-1].send_json(event)
        return token

    async def answer(self, token, after=-1):
        """What the bot says to an interaction, after the so-many-th time."""
        await self.until(lambda: len(self.answers.get(token, ())) > after + 1)
        return self.answers[token][-1]

    async def next(self, answer):
        """What the bot makes of an answer that it gave."""
        return await self.answer(answer.token, answer.number)

    async def command(self, user, name, /, *, file=None, permissions=0, type_=2, **options):
        """What the bot says to a command, e.g. ``draft start``."""
        group, _, own = name.partition(" ")
        resolved = {}
        kinds = {str: 3, int: 4}
        sent = [{"name": k, "type": kinds[type(v)], "value": v} for k, v in options.items()]
        if type_ == 4:
            sent[-1]["focused"] = True
        if file is not None:
            id_ = self.snowflake()
            self.uploads[id_] = file
            sent.append({"name": "file", "type": 11, "value": id_})
            resolved["attachments"] = {
                id_: {"id": id_, "filename": "list.txt", "size": len(file),
                      "url": f"http://{self.address}/upload/{id_}", "proxy_url": "http://x/y"}
            }  # fmt: skip
        if own:
            sent = [{"name": own, "type": 1, "options": sent}]
        data = {"id": "5", "name": group, "type": 1, "options": sent, "resolved": resolved}
        return await self.answer(await self._send(user, type_, data, permissions))

    async def press(self, user, message, custom_id, values=None):
        """What the bot says when a button or a menu of a message is used."""
        ids = [item["custom_id"] for row in message["components"] for item in row["components"]]
        assert custom_id in ids, message["content"]
        data = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data |= {"component_type": 3, "values": values}
        public = {key: value for key, value in message.items() if key != "files"}
        token = await self._send(user, 3, data, message=public)
        return await self.answer(token)

    # what the bot does

    def _message(self, payload, files, old=None):
        base = old or {
            "id": self.snowflake(), "channel_id": CHANNEL, "author": BOT, "content": "",
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False,
            "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
            "embeds": [], "pinned": False, "type": 0, "components": [], "flags": 0,
        }  # fmt: skip
        payload = {key: value for key, value in payload.items() if key != "attachments"}
        return Answer(base | payload | {"files": files})

    def _keep(self, token, message):
        own = self.answers.setdefault(token, [])
        message.token, message.number = token, len(own)
        own.append(message)

    async def _rest(self, request):
        path = request.path.removeprefix("/api/v10").strip("/").split("/")
        files, payload = {}, {}
        if request.content_type.startswith("multipart/"):
            async for part in await request.multipart():
                if part.name == "payload_json":
                    payload = json.loads(await part.text())
                else:
                    files[part.filename] = bytes(await part.read())
        elif request.can_read_body:
            payload = await request.json()
        result = self._result(request.method, path, payload, files)
        await self._tell()
        if isinstance(result, bytes):
            return web.Response(body=result)
        public = result
        if isinstance(result, Answer):
            public = {key: value for key, value in result.items() if key != "files"}
        # the client compares the whole header
        return web.Response(
            body=json.dumps(public).encode(), headers={"content-type": "application/json"}
        )

    def _result(self, method, path, payload, files):  # noqa: PLR0911 - a case for each request
        match method, path:
            case "GET", ["users", "@me"]:
                return BOT
            case "GET", ["oauth2", "applications", "@me"]:
                own = {"id": APPLICATION, "name": "packbot", "icon": None, "description": ""}
                more = {"bot_public": True, "bot_require_code_grant": False, "verify_key": ""}
                return own | more | {"flags": 0, "owner": BOT, "team": None}
            case "PUT", ["applications", _, "commands"]:
                self.commands = payload
                known = {"application_id": APPLICATION, "version": "1"}
                return [{"id": self.snowflake(), **known, **each} for each in payload]
            case "GET", ["upload", id_]:
                return self.uploads[id_]
            case "POST", ["interactions", id_, token, "callback"]:
                return self._called_back(id_, token, payload, files)
            case ("PATCH", ["webhooks", _, token, "messages", "@original"]) | (
                "POST",
                ["webhooks", _, token],
            ):
                old = self.answers[token][-1] if token in self.answers else None
                own = payload | {"flags": self._flags.get(token, payload.get("flags", 0))}
                self._keep(token, self._message(own, files, old if method == "PATCH" else None))
                return self.answers[token][-1]
            case "POST", ["channels", _, "messages"]:
                self.said.append(self._message(payload, files))
                return self.said[-1]
        raise AssertionError(f"a bot asks for {method} {path}")

    def _called_back(self, id_, token, payload, files):
        data = payload.get("data") or {}
        if payload["type"] in (4, 8):  # a message, names to complete with
            self._keep(token, self._message(data, files))
        elif payload["type"] == 5:  # an answer will come
            self._flags[token] = data.get("flags", 0)
        interaction = {"id": id_, "type": 2, "response_message_id": self.snowflake()}
        return {"interaction": interaction}
