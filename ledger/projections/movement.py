"""What does not fit the movement: boards without a score that should have one, contestants in two places at once."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ledger.events.matches import MatchVoided, OfMatch
from ledger.events.participation import ContestantWithdrew, SatOut
from ledger.labels.order import natural
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.participation import NOBODY, is_cancelled
from ledger.session.places import boards_text, sits_once

_FEW = 8


class Meeting(NamedTuple):
    """Who met, in which round: they play a set of boards one after the other."""

    everyone: frozenset[str]
    round: int | None


def unscored(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Boards without a score where there should be one. Who lost a knockout match has nothing more to play."""
    if scoreboard.teams:
        yield from _other_rooms(scoreboard)
    else:
        yield from missing_boards(scoreboard.session)
    if not scoreboard.form.one_match:
        yield from _idle(scoreboard)


def _other_rooms(scoreboard: Scoreboard) -> Iterator[Concern]:
    """A team's board that was played in one room only, or in both the same way round."""
    session = scoreboard.session
    for played in session.table_boards():
        round_ = scoreboard.meetings.round_of(played)
        gone = is_cancelled(played, scoreboard.scoring.cancelled) or _called_off(
            session, played.seating.match, round_, played.board
        )
        if played.results and not gone and not scoreboard.counts(played):
            same_way = len(scoreboard.rooms(played)) > 1
            says = "both rooms sat the same way round" if same_way else "the other room has no result"
            yield concern_about("no-score", played, f"{says}: nobody scores")


def _meetings(session: Session) -> dict[Meeting, list[TableBoard]]:
    """Every meeting of two sides, with the boards it has a score on; who sits out meets nobody."""
    found: dict[Meeting, list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        if not isinstance(played.absent, SatOut):
            found[Meeting(frozenset(played.seating.everyone), played.round)].append(played)
    return found


def _called_off(session: Session, match: frozenset[str], round_: int | None, board: int) -> bool:
    """Whether a board is of a match that was found void, or was removed from one."""
    return any(
        isinstance(finding, OfMatch) and finding.is_of(match, round_) and board in finding.called_off
        for finding in session.findings.facts.values()
    )


def missing_boards(session: Session) -> Iterator[Concern]:
    """Boards that others play together with those a meeting has a score on."""
    meetings = _meetings(session)
    sets = Counter(frozenset(played.board for played in lines) for lines in meetings.values())
    for lines in meetings.values():
        own = frozenset(played.board for played in lines)
        whole = max((each for each in sets if own < each), key=lambda each: (sets[each], len(each)), default=own)
        if sets[whole] > sets[own]:
            one = lines[0]
            theirs = boards_text(sorted(own))
            match, round_ = one.seating.match, one.round
            for board in sorted(each for each in whole - own if not _called_off(session, match, round_, each)):
                text = f"whoever else has {theirs} has board {board} too"
                yield Concern("no-score", text, board, one.seating, one.table)


def _idle(scoreboard: Scoreboard) -> Iterator[Concern]:
    """A whole table without a score in a round."""
    for round_, idle in idle_tables(scoreboard):
        yield Concern("no-score", f"in round {round_} nothing is recorded of {named(idle)}")


def idle_tables(scoreboard: Scoreboard) -> Iterator[tuple[int, list[str]]]:
    """Rounds in which as many contestants have nothing as sit at a table. One alone may be sitting out."""
    session, rounds = scoreboard.session, _seated_by_round(scoreboard)
    everyone = still_there(session, set().union(*rounds.values()) if rounds else set())
    at_a_table = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
    for round_, seated in sorted(rounds.items()):
        idle = sorted(everyone - seated - _without_match(session, round_), key=natural)
        if len(idle) >= at_a_table and (session.opening.winners == 1 or _both_directions(idle)):
            yield round_, idle


def still_there(session: Session, labels: set[str]) -> set[str]:
    """Those who take part from first to last: of who withdrew nothing more is recorded."""
    gone = {each.contestant for _, each in session.participation.all(ContestantWithdrew)}
    return {each for each in labels - gone - {NOBODY} if not session.participation.is_phantom(each)}


def _without_match(session: Session, round_: int) -> set[str]:
    """Who sits out a round, or whose match in it is void; where no round was said, it may be any."""
    sat_out = {each.contestant for _, each in session.participation.all(SatOut) if each.round in (None, round_)}
    void = (each for each in session.findings.facts.values() if isinstance(each, MatchVoided))
    return sat_out.union(*(each.teams for each in void if each.round in (None, round_)))


def _seated_by_round(scoreboard: Scoreboard) -> dict[int, set[str]]:
    """Who has a score in which round; nothing unless every score is known to be of one."""
    found: dict[int, set[str]] = defaultdict(set)
    for played in scoreboard.session.table_boards():
        if isinstance(played.absent, SatOut):
            continue
        if (round_ := scoreboard.meetings.round_of(played)) is None:
            return {}
        found[round_].update(played.seating.everyone)
    return found


def _both_directions(labels: Collection[str]) -> bool:
    return len({label[-2:] for label in labels}) > 1


def named(labels: Collection[str]) -> str:
    """'1, 2, 3': the first of them, and how many more there are."""
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
