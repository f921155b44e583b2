"""What does not fit the movement: boards without a score that should have one, contestants in two places at once."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from ledger.events.participation import ContestantWithdrew
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.line import natural
from ledger.session import Session, TableBoard
from ledger.session.participation import NOBODY, is_cancelled
from ledger.session.places import boards_text, sits_once

_FEW = 8


class Meeting(NamedTuple):
    """Who met, in which round: they play a set of boards one after the other."""

    everyone: frozenset[str]
    round: int | None


def unscored(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Boards without a score where there should be one."""
    session = scoreboard.session
    if scoreboard.teams:
        yield from _other_rooms(scoreboard)
    else:
        yield from _missing_boards(_meetings(session))
        yield from _idle(session)


def _other_rooms(scoreboard: Scoreboard) -> Iterator[Concern]:
    """A team's board that was played in one room only, or in both the same way round."""
    for played in scoreboard.session.table_boards():
        gone = is_cancelled(played, scoreboard.scoring.cancelled)
        if played.results and not gone and not scoreboard.counts(played):
            same_way = len(scoreboard.rooms(played)) > 1
            says = "both rooms sat the same way round" if same_way else "the other room has no result"
            yield concern_about("no-score", played, f"{says}: nobody scores")


def _meetings(session: Session) -> dict[Meeting, list[TableBoard]]:
    """Every meeting of two sides, with the boards it has a score on."""
    found: dict[Meeting, list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        found[Meeting(frozenset(played.seating.everyone), played.round)].append(played)
    return found


def _missing_boards(meetings: Mapping[Meeting, list[TableBoard]]) -> Iterator[Concern]:
    """Boards that others play together with those a meeting has a score on."""
    sets = Counter(frozenset(played.board for played in lines) for lines in meetings.values())
    for lines in meetings.values():
        own = frozenset(played.board for played in lines)
        whole = max((each for each in sets if own < each), key=lambda each: (sets[each], len(each)), default=own)
        if sets[whole] > sets[own]:
            one = lines[0]
            theirs = boards_text(sorted(own))
            for board in sorted(whole - own):
                text = f"whoever else has {theirs} has board {board} too"
                yield Concern("no-score", text, board, one.seating, one.table)


def _idle(session: Session) -> Iterator[Concern]:
    """A whole table without a score in a round: as many contestants as sit at one. One alone may be sitting out."""
    rounds = _seated_by_round(session)
    everyone = _still_there(session, set().union(*rounds.values()) if rounds else set())
    at_a_table = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
    for round_, seated in sorted(rounds.items()):
        idle = sorted(everyone - seated, key=natural)
        if len(idle) >= at_a_table and (session.opening.winners == 1 or _both_directions(idle)):
            yield Concern("no-score", f"in round {round_} nothing is recorded of {_named(idle)}")


def _still_there(session: Session, labels: set[str]) -> set[str]:
    """Those who take part from first to last: of who withdrew nothing more is recorded."""
    gone = {each.contestant for _, each in session.participation.all(ContestantWithdrew)}
    return {each for each in labels - gone - {NOBODY} if not session.participation.is_phantom(each)}


def _seated_by_round(session: Session) -> dict[int, set[str]]:
    """Who has a score in which round; nothing unless every score says its round."""
    found: dict[int, set[str]] = defaultdict(set)
    for played in session.table_boards():
        if played.round is None:
            return {}
        found[played.round].update(played.seating.everyone)
    return found


def _both_directions(labels: Collection[str]) -> bool:
    return len({label[-2:] for label in labels}) > 1


def _named(labels: Collection[str]) -> str:
    names = list(labels)
    return ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")


def twice_in_a_round(scoreboard: Scoreboard) -> Iterator[Concern]:
    """A contestant who is at two tables in one round, or meets two others: one of the two is somebody else."""
    session = scoreboard.session
    if not sits_once(session):
        return
    places: dict[tuple[str, int], list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        if played.round is not None:
            for contestant in set(played.seating.everyone) - {NOBODY}:
                places[contestant, played.round].append(played)
    for (contestant, round_), lines in sorted(places.items(), key=lambda item: (item[0][1], natural(item[0][0]))):
        if odd := _odd_one(lines):
            most = next(played for played in lines if _place(played) != _place(odd))
            text = f"in round {round_} {contestant} is {_at(odd)}, and on board {most.board} {_at(most)}"
            yield concern_about("pair-twice", odd, text)


def _odd_one(lines: list[TableBoard]) -> TableBoard | None:
    """Of a contestant's boards in a round, the first that was played elsewhere than most; None where all are alike."""
    times = Counter(map(_place, lines))
    if len(times) == 1:
        return None
    rarest = min(times, key=lambda place: (times[place], -[_place(played) for played in lines].index(place)))
    return next(played for played in lines if _place(played) == rarest)


def _place(played: TableBoard) -> tuple[str | None, frozenset[str]]:
    return played.table, frozenset(played.seating.everyone)


def _at(played: TableBoard) -> str:
    return f"at table {played.table} ({played.seating})" if played.table else f"in {played.seating}"
