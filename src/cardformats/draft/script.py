"""Games as scripts: a generator plays one turn, yields what it asks of whom, and gets each action.

A state contains what is asked now, the game before this turn, and the actions of the turn since
then.  The next action runs the script of the turn again, from the beginning of the turn; so a state
is a value, which any number of games can go on from, and a turn with one question repeats nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from attrs import define, field

from ..errors import DraftError
from ..model.frozen import EMPTY, FrozenDict
from .asking import Ask, in_words, seat_of
from .engine import Game, Record, Step, refuse

#: What a seat is asked for; a function returns it where it is dear, and few look at it.
Asks: TypeAlias = Sequence[Ask] | Callable[[], Sequence[Ask]]

#: Plays a turn: yields for each seat that can act what it is asked for, or for None what whoever
#: runs the game is, and gets the first action of any of them.
Script: TypeAlias = Generator[Mapping[Any, Asks], Any, Any]


@define(init=False, eq=False, repr=False)
class ScriptState:
    """The fields of a game that a script plays.

    Attributes:
        questions: for each seat that can act what it is asked for, or a function that returns it;
            for None what whoever runs the game is asked for.
        base: the values of the game's fields before this turn.
        since: the actions of this turn.
    """

    questions: Mapping[int | None, Asks] = field(default=EMPTY, init=False, eq=False)
    base: tuple[Any, ...] = field(default=(), init=False, eq=False)
    since: tuple[Any, ...] = field(default=(), init=False, eq=False)


class ScriptStep(ScriptState, Step):
    """A game that a script is changing."""

    is_over: Any = False

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.questions, self.base, self.since = EMPTY, (), ()

    def play(self, script: Callable[[Any], Script]) -> None:
        """Run the script of a turn with its actions, then of the next turns, up to a question.

        Only what comes of the last action is an outcome.

        Raises:
            DraftError: If a turn asks for nothing although the game is not over.
        """
        while not self.is_over:
            self.base = self.values(self)
            turn = script(self)
            questions = next(turn, None)
            if questions is None and not self.is_over:
                raise DraftError("the script of a turn ends without a question")
            for action in self.since:
                self.outcomes = []
                questions = _sent(turn, action)
            if questions is not None:
                self.questions = FrozenDict(
                    {
                        seat: asks if callable(asks) else tuple(asks)
                        for seat, asks in questions.items()
                    }
                )
                return
            self.since = ()


def _sent(script: Script, action: Any) -> Mapping[Any, Asks] | None:
    """Return what a script asks for after an action; None if the turn is over."""
    try:
        return script.send(action)
    except StopIteration:
        return None


class ScriptedGame(Game):
    """A game whose rules are a script; a subclass has the fields of :class:`ScriptState`.

    What the script asks for is what is allowed.

    Attributes:
        phase: what goes on now, in words, for those who try something else.
    """

    __slots__ = ()

    step: ClassVar[type[ScriptStep]]
    phase: Any = ""
    questions: Mapping[int | None, Asks]
    base: tuple[Any, ...]
    since: tuple[Any, ...]

    @staticmethod
    def take_turn(step: Any) -> Script:
        """Play a turn: change the step, and yield what is asked of whom.

        It is called again when it has returned, unless the game is over.
        """
        raise NotImplementedError

    def asks(self, seat: Any) -> Iterable[Ask]:
        """Return what a seat can do now; what whoever runs the game can do if it is None."""
        asks = self.questions.get(seat, ())
        return asks() if callable(asks) else asks

    def check(self, action: Any) -> None:
        """Refuse an action that is not among those asked for.

        Raises:
            DraftError: If the action is not asked for. The message says whose action it is, which
                rule it breaks, and why.
        """
        asks = [ask for ask in self.asks(seat_of(action)) if ask.action is type(action)]
        if not asks:
            others = dict.fromkeys(in_words(ask.action) for ask in self.asks(seat_of(action)))
            now = f"cannot {in_words(type(action))} now"
            why = [f"{now}, but {' or '.join(others)}" if others else now, self.phase]
            if not self.base:  # what was changed would be lost without a word
                why.append("the state was changed by hand; a log can be played again instead")
            refuse(seat_of(action), "; ".join(filter(None, why)), getattr(action, "rule", None))
        if not any(ask.allows(action) for ask in asks):
            max(asks, key=lambda ask: ask.begins(action)).verify(action)

    def act(self, step: Any, action: Any) -> None:
        """Run the script of the turn again, with this action, up to the next question."""
        step.restore(self.base)
        step.since = (*self.since, action)
        step.play(self.take_turn)

    def played(self, step: ScriptStep, start: Any) -> Self:
        """Return the state at the first question, to which *start* has led."""
        step.play(self.take_turn)
        return self.after(step, Record(start, tuple(step.outcomes)))

    def after(self, step: Any, *records: Record[Any, Any]) -> Self:
        """Return the state at a question; one that is changed by hand has none."""
        after = super().after(step, *records)
        for name in ("questions", "base", "since"):
            object.__setattr__(after, name, getattr(step, name))
        return after

    def __reduce__(self) -> Any:
        """Pickle the log, which the game is played from."""
        return type(self).replay, (self.log,)
