"""Small simulators of kinds of draft on zones, written from their published rules.

A simulator is begun with the cards as they were laid out.  From then on it says by itself what may
be done, by whom, where cards go, and who has seen which of them; only what chance lays out later
it takes from the draft.
"""

from __future__ import annotations

from cardformats.draft.zones.face_up import TakeCard
from cardformats.draft.zones.grid import TakeColumn, TakeRow
from cardformats.draft.zones.housman import Exchange, KeepHand
from cardformats.draft.zones.solomon import ChoosePile, DivideCards
from cardformats.draft.zones.winchester import TakeOpenPile
from cardformats.draft.zones.winston import SkipPile, TakePile


def snake(turn, seats):
    """How far the seat of a turn is from the first one, and back in every second lap."""
    lap, place = divmod(turn, seats)
    return seats - 1 - place if lap % 2 else place


class Simulator:
    """A draft of some kind; ``zones`` are lists of cards by name and number."""

    pools_are_public = True

    def __init__(self, game, **settings):
        self.seats = len(game.seats)
        self.settings = settings
        self.zones = {key: list(zone.cards) for key, zone in game.zones.items()}
        self.turn, self.is_over, self.actors = 0, False, ()
        self.begin()
        self.seen = [self.sees(seat) for seat in range(self.seats)]

    def move(self, cards, source, target):
        for card in list(cards):
            self.zones[source].remove(card)
            self.zones[target].append(card)

    def take(self, seat, cards, source):
        self.move(cards, source, ("pool", seat))

    def deal(self, count, target):
        """Move the next cards of the stack."""
        self.move(self.zones["stack", 0][:count], ("stack", 0), target)

    def end(self, *leftovers):
        self.is_over, self.actors = True, ()
        for key in leftovers:
            self.move([card for card in self.zones[key] if card is not None], key, ("discard", 0))

    def sees(self, seat):
        own = {*self.zones["pool", seat]}
        if self.pools_are_public:
            own.update(*(self.zones["pool", each] for each in range(self.seats)))
        return own | {*self.looks_at(seat)} - {None}

    def play(self, action, game):
        """What the action leads to; *game* is the draft after it, for what chance brought."""
        self.do(action, game)
        self.look()

    def look(self):
        """Let every seat know what it sees now."""
        for seat, seen in enumerate(self.seen):
            seen.update(self.sees(seat))

    def wrong(self, _chance):
        """Actions that nobody may do now."""
        return ()


class Winston(Simulator):
    pools_are_public = False

    def begin(self):
        self.piles = [self.zones["pile", at] for at in range(self.settings.get("piles", 3))]
        assert [len(pile) for pile in self.piles] == [1] * len(self.piles)
        self.next_turn(0)

    def next_turn(self, turn):
        self.turn = turn
        self.actors = (turn % self.seats,)
        if any(self.piles):
            self.pile = next(at for at, pile in enumerate(self.piles) if pile)
        else:
            self.end()

    def looks_at(self, seat):
        return self.piles[self.pile] if (seat,) == self.actors else ()

    def legal(self):
        (seat,) = self.actors
        yield TakePile(seat)
        if self.zones["stack", 0] or any(self.piles[self.pile + 1 :]):
            yield SkipPile(seat)

    def wrong(self, _chance):
        (seat,) = self.actors
        return {TakePile(seat), SkipPile(seat), TakePile(1 - seat), SkipPile(seat + 1)}

    def do(self, action, _game):
        key = ("pile", self.pile)
        if isinstance(action, TakePile):
            self.take(action.seat, self.zones[key], key)
            self.deal(1, key)
            return self.next_turn(self.turn + 1)
        is_last = self.pile == len(self.piles) - 1
        if len(self.zones["stack", 0]) > is_last:
            self.deal(1, key)
        if is_last:
            self.deal(1, ("pool", action.seat))
            return self.next_turn(self.turn + 1)
        self.pile = next(at for at in range(self.pile + 1, len(self.piles)) if self.piles[at])
        return None


class Winchester(Simulator):
    def begin(self):
        self.piles = [("pile", at) for at in range(self.settings.get("piles", 4))]
        self.actors = (0,)

    def looks_at(self, _seat):
        return [card for key in self.piles for card in self.zones[key]]

    def legal(self):
        return [TakeOpenPile(*self.actors, pile=key[1]) for key in self.piles if self.zones[key]]

    def wrong(self, _chance):
        return [TakeOpenPile(seat, pile) for seat in range(self.seats) for pile in (*range(9), -1)]

    def do(self, action, _game):
        self.take(action.seat, self.zones["pile", action.pile], ("pile", action.pile))
        for key in self.piles:
            self.deal(1, key)
        self.turn += 1
        self.actors = (self.turn % self.seats,)
        if not self.looks_at(0):
            self.end()


#: By the number of players, who takes of one grid after the other.
GRIDS = {
    2: "01 10",
    3: "012 120 201 021 210 102",
    4: "0123 1230 2301 3012 0321 3210 2103 1032",
}


class Grid(Simulator):
    def begin(self):
        self.grid, self.pick = 0, 0
        self.order = GRIDS[self.seats].split()
        if self.settings.get("two_picks"):
            self.order = ["0101", "1010"]
        self.is_large = len(self.order[0]) > 2
        self.next_seat()

    def next_seat(self):
        self.actors = (int(self.order[self.grid % len(self.order)][self.pick]),)

    def looks_at(self, _seat):
        return self.zones["grid", 0]

    def places(self, action):
        if isinstance(action, TakeRow):
            return range(action.row * 3, action.row * 3 + 3) if 0 <= action.row < 3 else ()
        return range(action.column, 9, 3) if 0 <= action.column < 3 else ()

    def wrong(self, _chance):
        at = range(-1, 4)
        seats = range(self.seats)
        return [
            line(seat, place) for line in (TakeRow, TakeColumn) for seat in seats for place in at
        ]

    def legal(self):
        for action in self.wrong(None):
            cards = [self.zones["grid", 0][place] for place in self.places(action)]
            if (action.seat,) == self.actors and any(card is not None for card in cards):
                yield action

    def do(self, action, game):
        cells, reserve = self.zones["grid", 0], self.zones["reserve", 0]
        for place in self.places(action):
            if cells[place] is not None:
                self.zones["pool", action.seat].append(cells[place])
                cells[place] = reserve.pop() if self.pick == 0 and self.is_large else None
        self.pick += 1
        if self.pick == len(self.order[0]):
            self.zones["discard", 0] += [card for card in cells if card is not None]
            self.grid, self.pick = self.grid + 1, 0
            if self.grid == self.settings["grids"]:
                cells[:] = [None] * 9
                return self.end()
            self.adopt(game)
        self.next_seat()
        return None

    def adopt(self, game):
        """Take over the next grid, whose cards come from where they have to."""
        before = {*self.zones["stack", 0]}
        for name in ("grid", "reserve", "stack"):
            self.zones[name, 0] = list(game.zone(name).cards)
        after = [card for name in ("grid", "reserve", "stack") for card in self.zones[name, 0]]
        assert sorted(after) == sorted(before)
        assert len(self.zones["grid", 0]) == 9
        assert len(self.zones["reserve", 0]) == 3 * self.is_large


class OneCard(Simulator):
    """A seat takes one of the cards that all see."""

    def wrong(self, chance):
        cards = [card for zone in self.zones.values() for card in zone if card is not None]
        cards = [*chance.sample(cards, min(6, len(cards))), -1, 10_000]
        return [TakeCard(seat, card) for seat in range(self.seats) for card in cards]

    def legal(self):
        return [TakeCard(*self.actors, card=card) for card in {*self.looks_at(0)} - {None}]


class Rochester(OneCard):
    def begin(self):
        self.pack = self.pick = 0
        self.next_seat()

    def looks_at(self, _seat):
        return () if self.is_over else self.zones["pack", self.pack]

    def next_seat(self):
        n, order = self.seats, self.settings.get("order", "draftmancer")
        group, place = divmod(self.pack, n)
        offset = snake(self.pick, n)
        opener = n - 1 - place if order == "mtr" and group % 2 else place
        way = {"draftmancer": (-1, 1), "mtr": (1, -1), "lucky-paper": (1, 1)}[order][group % 2]
        self.actors = ((opener + way * offset) % n,)

    def do(self, action, _game):
        self.take(action.seat, [action.card], ("pack", self.pack))
        self.pick += 1
        if not self.zones["pack", self.pack]:
            self.pack, self.pick = self.pack + 1, 0
            if ("pack", self.pack) not in self.zones:
                return self.end()
        self.next_seat()
        return None


class Rotisserie(OneCard):
    def begin(self):
        self.keys = [key for key in self.zones if key[0] == "pack"]
        self.count = len(self.looks_at(0))
        if self.settings.get("cards_from") != "packs":
            self.count = min(self.count, self.seats * self.settings["cards"])
        self.actors = (0,)

    def looks_at(self, _seat):
        return [card for key in self.keys for card in self.zones[key]]

    def do(self, action, _game):
        self.take(
            action.seat, [action.card], next(k for k in self.keys if action.card in self.zones[k])
        )
        self.turn += 1
        self.actors = (snake(self.turn, self.seats),)
        if self.turn == self.count:
            self.end(*self.keys)


class Minesweeper(OneCard):
    def begin(self):
        self.width, self.height = self.settings["width"], self.settings["height"]
        self.grid, self.pick = 0, 0
        self.lay()

    def lay(self):
        w, h, s = self.width, self.height, self.settings
        up = set()
        rows = [h // 2] if h % 2 else [h // 2 - 1, h // 2]
        columns = [w // 2] if w % 2 else [w // 2 - 1, w // 2]
        center = {(row, column) for row in rows for column in columns}
        if w % 2 and h % 2:
            center |= self.beside(h // 2, w // 2)
        corners = {(row, column) for row in (0, h - 1) for column in (0, w - 1)}
        edge = {(y, x) for y in range(h) for x in range(w) if y in (0, h - 1) or x in (0, w - 1)}
        up |= center if s.get("center", True) else set()
        up |= corners if s.get("corners", True) else set()
        up |= edge - corners if s.get("borders", False) else set()
        grid, hidden = self.zones["grid", 0], self.zones["hidden", 0]
        assert len(grid) == len(hidden) == w * h
        assert {(at // w, at % w) for at, card in enumerate(grid) if card is not None} == up
        assert all(
            (one is None) != (other is None) for one, other in zip(grid, hidden, strict=True)
        )
        self.next_seat()

    def beside(self, row, column):
        near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        return {(y, x) for y, x in near if 0 <= y < self.height and 0 <= x < self.width}

    def looks_at(self, _seat):
        return self.zones["grid", 0]

    def next_seat(self):
        n = self.seats
        way = -1 if self.grid // n % 2 else 1
        self.actors = ((self.grid % n + way * snake(self.pick, n)) % n,)

    def do(self, action, game):
        grid, hidden = self.zones["grid", 0], self.zones["hidden", 0]
        at = grid.index(action.card)
        grid[at] = None
        self.zones["pool", action.seat].append(action.card)
        for row, column in self.beside(*divmod(at, self.width)):
            place = row * self.width + column
            if hidden[place] is not None:
                grid[place], hidden[place] = hidden[place], None
        self.look()
        self.pick += 1
        if self.pick < self.settings["picks"] * self.seats:
            return self.next_seat()
        for zone in (grid, hidden):
            self.zones["discard", 0] += [card for card in zone if card is not None]
            zone[:] = [None] * len(zone)
        self.grid, self.pick = self.grid + 1, 0
        if self.grid == self.settings["grids"]:
            return self.end()
        size = self.width * self.height
        laid, self.zones["pack", 0] = self.zones["pack", 0][:size], self.zones["pack", 0][size:]
        for name in ("grid", "hidden"):
            self.zones[name, 0] = list(game.zone(name).cards)
        both = [card for name in ("grid", "hidden") for card in self.zones[name, 0]]
        assert sorted(card for card in both if card is not None) == sorted(laid)
        self.lay()
        return None


class Housman(Simulator):
    pools_are_public = False

    def begin(self):
        self.round = self.exchange = self.count = 0
        self.next_seat()

    def looks_at(self, seat):
        return [*self.zones["hand", seat], *self.zones["face up", 0]]

    def next_seat(self):
        seat = (self.round + self.exchange) % self.seats
        if self.settings.get("order") == "snake":
            cycle, place = divmod(self.count, self.seats)
            seat = (cycle + (-place if cycle % 2 else place)) % self.seats
        self.actors = (seat,)

    def legal(self):
        (seat,) = self.actors
        for gives in self.zones["hand", seat]:
            for takes in self.zones["face up", 0]:
                yield Exchange(seat, gives, takes)
        if self.settings.get("may_keep"):
            yield KeepHand(seat)

    def wrong(self, chance):
        cards = [card for zone in self.zones.values() for card in zone]
        for seat in range(self.seats):
            yield KeepHand(seat)
            yield Exchange(seat, *chance.choices(cards, k=2))
            for other in range(self.seats):
                gives, takes = self.zones["hand", other][0], self.zones["face up", 0][-1]
                yield Exchange(seat, gives, takes)
                yield Exchange(seat, takes, gives)
                yield Exchange(seat, gives, gives)

    def do(self, action, _game):
        if isinstance(action, Exchange):
            hand, table = self.zones["hand", action.seat], self.zones["face up", 0]
            mine, other = hand.index(action.gives), table.index(action.takes)
            hand[mine], table[other] = table[other], hand[mine]
        self.look()
        self.exchange, self.count = self.exchange + 1, self.count + 1
        if self.exchange == self.settings["exchanges"] * self.seats:
            for seat in range(self.seats):
                self.take(seat, self.zones["hand", seat], ("hand", seat))
            self.move(self.zones["face up", 0], ("face up", 0), ("discard", 0))
            self.round, self.exchange = self.round + 1, 0
            if self.round == self.settings["rounds"]:
                return self.end()
            for seat in range(self.seats):
                self.deal(self.settings["hand"], ("hand", seat))
            self.deal(self.settings["revealed"], ("face up", 0))
        self.next_seat()
        return None


class Solomon(Simulator):
    def begin(self):
        self.round, self.actors = 0, (0,)
        self.pools_are_public = not self.settings.get("hidden")

    def looks_at(self, _seat):
        return [c for key in (("batch", 0), ("pile", 0), ("pile", 1)) for c in self.zones[key]]

    def legal(self):
        (seat,) = self.actors
        if not self.zones["batch", 0]:
            return [ChoosePile(seat, 0), ChoosePile(seat, 1)]
        batch = list(self.zones["batch", 0])
        return [DivideCards(seat, batch[:at]) for at in range(len(batch) + 1)]

    def wrong(self, chance):
        batch = self.zones["batch", 0]
        if batch:
            part = chance.sample(batch, chance.randrange(len(batch)))
            (seat,) = self.actors
            yield DivideCards(1 - seat, part)
            yield DivideCards(seat, [*part, *part, batch[0], batch[0]])
            yield from (DivideCards(seat, [*part, card]) for card in self.zones["stack", 0][:1])
            yield DivideCards(seat, [10_000])
            yield ChoosePile(seat, 0)
        else:
            (seat,) = self.actors
            yield ChoosePile(1 - seat, 0)
            yield ChoosePile(seat, 2)
            yield ChoosePile(seat, -1)
            yield DivideCards(seat, ())

    def do(self, action, _game):
        divider = self.round % 2
        if isinstance(action, DivideCards):
            first = [card for card in self.zones["batch", 0] if card in action.first]
            self.move(first, ("batch", 0), ("pile", 0))
            self.move(self.zones["batch", 0], ("batch", 0), ("pile", 1))
            self.actors = (1 - divider,)
            return None
        for seat, pile in ((1 - divider, action.pile), (divider, 1 - action.pile)):
            self.take(seat, self.zones["pile", pile], ("pile", pile))
            self.take(seat, self.zones["hidden", pile], ("hidden", pile))
        self.round += 1
        rounds, last = self.settings["rounds"], self.settings.get("last")
        if self.round == rounds:
            return self.end()
        hidden = self.settings.get("hidden", 0)
        count = last if last and self.round == rounds - 1 else self.settings["cards"]
        for pile in (0, 1):
            self.deal(hidden, ("hidden", pile))
        self.deal(count - 2 * hidden, ("batch", 0))
        self.actors = (self.round % 2,)
        return None
