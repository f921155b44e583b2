"""`verify`: named checks over the whole log of a session. Pure over what is handed in; each finds or is silent.

The chain itself is checked by the store as it reads; these are the checks of what the log says.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Side
from ledger.derivation import Derivation, Rule, follow
from ledger.events import Judgement, Recorded, SessionOpened
from ledger.laws.adjustment import stated_weightings
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.session import Session


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and at which event (None: not at one)."""

    number: int | None
    text: str


Check = Callable[[Session, Sequence[Recorded]], Iterable[Problem]]


def opened_once(_: Session, log: Sequence[Recorded]) -> Iterator[Problem]:
    """The log begins with the opening of its session, and has no other."""
    for recorded in log:
        if isinstance(recorded.event, SessionOpened) != (recorded.number == 1):
            yield Problem(recorded.number, "a session is opened once, by its first event")


def answers_backwards(_: Session, log: Sequence[Recorded]) -> Iterator[Problem]:
    """An event answers only events before it."""
    for recorded in log:
        if any(not 0 < number < recorded.number for number in recorded.because):
            yield Problem(recorded.number, f"#{recorded.number} answers {recorded.because}, which are not before it")


def weights_sum(_: Session, log: Sequence[Recorded]) -> Iterator[Problem]:
    """Every weighting sums to one exactly (Law 12C1(c))."""
    for recorded in log:
        if isinstance(recorded.event, Judgement):
            for what, weighting in stated_weightings(recorded.event.adjustment).items():
                total = sum((part.weight for part in weighting), Fraction(0))
                if total != 1:
                    yield Problem(recorded.number, f"the weights for {what} sum to {total}")


def scores_add_up(session: Session, _: Sequence[Recorded]) -> Iterator[Problem]:
    """On every board nobody ruled on, the two sides' scores balance: they share the top, or sum to no IMPs."""
    scoreboard = Scoreboard(session)
    balance = scoreboard.top or Fraction(0)
    for played in session.table_boards():
        if any(other.case for other in session.boards[played.board].values()):
            continue
        total = sum((scoreboard.score(played, side).value for side in Side), Fraction(0))
        if not scoreboard.score(played, Side.NS).counts or session.opening.scoring == "butler":
            continue
        if scoreboard.rounding.unit == "exact" and total != balance:
            told = f"{played.name}: the two sides have {total} {scoreboard.unit} instead of {balance}"
            yield Problem(played.results[-1].number, told)


def matches_agree(session: Session, _: Sequence[Recorded]) -> Iterator[Problem]:
    """Both rooms give a team one score for a board, and the ranked totals are what their derivations add up to."""
    scoreboard = Scoreboard(session)
    for played in session.table_boards():
        for room in scoreboard.rooms(played)[1:]:
            for side in Side:
                if scoreboard.score(played, side).value != scoreboard.score(room, side.other).value:
                    yield Problem(played.events[-1], f"{played.name}: the two rooms disagree")
    for field in standings(scoreboard):
        for row in field.rows:
            if not holds(total_derivation(scoreboard, row.contestant)):
                yield Problem(None, f"the total of {row.contestant} does not add up")


def derivations_hold(session: Session, _: Sequence[Recorded]) -> Iterator[Problem]:
    """On every board with a ruling, each score's derivation gives that score, node by node."""
    scoreboard = Scoreboard(session)
    boards = {ruling.board for ruling in session.rulings.values() if not (ruling.withdrawn or ruling.superseded_by)}
    for played in session.table_boards():
        for side in Side if played.board in boards else ():
            score = scoreboard.score(played, side)
            told = score.explain()
            if told.value != score.value or not holds(told):
                yield Problem(
                    played.events[-1],
                    f"{played.name}, {side.value}: the derivation does not give {score.value}",
                )


def holds(node: Derivation) -> bool:
    """Whether every node's value follows from its parts."""
    follows = (
        node.rule in (Rule.GIVEN, Rule.ROUNDED, Rule.VP_TABLE)
        or follow(node.rule, [part.value for part in node.parts]) == node.value
    )
    return follows and all(map(holds, node.parts))


BASIC: dict[str, Check] = {"opening": opened_once, "answers": answers_backwards, "weights": weights_sum}
STRICT: dict[str, Check] = {"sums": scores_add_up, "derivations": derivations_hold, "totals": matches_agree}
