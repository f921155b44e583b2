"""What is missing where no movement was laid down, found by what others played: boards without a score that should have
one, contestants in two places at once, and what was not entered though the evening looks played: boards, rounds and
tables of which nothing is there.

Who sits out alone has fewer boards than the others, and nothing is missing of him, whether or not it was said. That all
who sit at one table lack the same boards is another matter: these they could have played.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Literal, NamedTuple

from ledger.facts.matches import MatchVoided, OfMatch
from ledger.facts.participation import ContestantWithdrew, SatOut
from ledger.labels import boards_text, natural
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.participation import NOBODY
from ledger.session.places import sits_once
from ledger.session.queue import waiting
from ledger.session.state import is_cancelled

_FEW = 8

Uncompared = Literal[
    "both rooms sat the same way round",
    "the two rooms played different versions",
    "the other room has no result",
    "two tables each way are not in",
    "the two teams met at more than two tables",
]


class Meeting(NamedTuple):
    """Who met, in which round: they play a set of boards one after the other."""

    everyone: frozenset[str]
    round: int | None


NOBODY_SCORES = "the other room has no result: nobody scores"
"""What is said of a room where the other is still to come in."""


def unscored(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Boards without a score where there should be one. Who lost a knockout match has nothing more to play."""
    if scoreboard.teams:
        yield from other_rooms(scoreboard)
    else:
        yield from missing_boards(scoreboard.session)
    if not scoreboard.form.one_match:
        yield from _idle(scoreboard)


def other_rooms(scoreboard: Scoreboard) -> Iterator[Concern]:
    """A team's board whose rooms cannot be compared, and that no ruling on either says the worth of."""
    session = scoreboard.session
    for played in session.table_boards():
        round_ = scoreboard.meetings.round_of(played)
        gone = is_cancelled(played, scoreboard.scoring.cancelled) or called_off(
            session, played.seating.match, round_, played.board
        )
        rooms = scoreboard.rooms(played)
        if played.results and not gone and not any(map(scoreboard.counts, rooms)):
            yield concern_about("no-score", played, f"{uncompared(scoreboard, played)}: nobody scores")


def uncompared(scoreboard: Scoreboard, played: TableBoard) -> Uncompared:
    """Why the rooms of a team's board are not compared."""
    rooms, met = scoreboard.rooms(played), (played.seating.match, played.round)
    if scoreboard.form.rooms > 2:
        return "two tables each way are not in"
    board = scoreboard.session.boards[played.board].values()
    if sum(1 for each in board if (each.seating.match, each.round) == met) > 2:
        return "the two teams met at more than two tables"
    if len(rooms) > 1 and rooms[0].seating.ns == rooms[1].seating.ns:
        return "both rooms sat the same way round"
    if all(room.result for room in rooms) and len({room.version for room in rooms}) > 1:
        return "the two rooms played different versions"
    return "the other room has no result"


def _meetings(session: Session) -> dict[Meeting, list[TableBoard]]:
    """Every meeting of two sides, with the boards it has a score on; who sits out meets nobody."""
    found: dict[Meeting, list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        if not isinstance(played.absent, SatOut):
            found[Meeting(frozenset(played.seating.everyone), played.round)].append(played)
    return found


def called_off(session: Session, match: frozenset[str], round_: int | None, board: int) -> bool:
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
            for board in sorted(each for each in whole - own if not called_off(session, match, round_, each)):
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


def not_entered(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Everything of which nothing is there; a knockout match is over when it is, and before the first slip all is."""
    session = scoreboard.session
    if scoreboard.form.one_match or not any(session.boards.values()):
        return
    yield from _boards(session)
    yield from _contestants(session)
    yield from _rounds(scoreboard)
    if not scoreboard.teams:
        yield from _tables(scoreboard)


def _boards(session: Session) -> Iterator[Concern]:
    """Boards of the session that nobody has: taken out of play, or a round of slips that was mislaid."""
    if without := sorted(number for number, board in session.boards.items() if not board):
        alone = without[0] if len(without) == 1 else None
        yield Concern("no-score", f"nobody has a result on {boards_text(without)}", alone)


def _contestants(session: Session) -> Iterator[Concern]:
    """As many as sit at a table, or in a match, who were entered and of whom there is nothing on any board."""
    there = [played.seating.everyone for played in session.table_boards()]
    said = {each.contestant for _, each in session.participation.all(SatOut)}
    entered = still_there(session, set(session.contestants)) - said
    silent = sorted(entered.difference(*there), key=natural)
    if len(silent) >= max(map(len, there), default=0):
        yield Concern("no-score", f"nothing is recorded of {named(silent)}")


def _rounds(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Rounds between the first and the last of which nothing is there."""
    rounds = {scoreboard.meetings.round_of(played) for played in scoreboard.session.table_boards()}
    known = {each for each in rounds if each is not None}
    for round_ in sorted({*range(min(known, default=0), max(known, default=0))} - known):
        yield Concern("no-score", f"nothing is recorded of round {round_}")


def _tables(scoreboard: Scoreboard) -> Iterator[Concern]:
    """As many as sit at a table, who are short of boards and lack the same; but for those found by rounds and sets."""
    session, own = scoreboard.session, _boards_of(scoreboard.session)
    size = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
    told = {who for _, idle in idle_tables(scoreboard) for who in idle}
    told |= {who for each in missing_boards(session) if each.seating for who in each.seating.everyone}
    aside = {each.line.board for each in waiting(session)}  # a line of a file tells of these
    for who, lacking in _groups(session, own, size):
        if not told.issuperset(who) and (lacking := lacking - aside):
            text = f"nothing of {named(who)} on {boards_text(sorted(lacking))}: they have fewer boards than the others"
            yield Concern("no-score", text, min(lacking) if len(lacking) == 1 else None)


def _groups(session: Session, own: Mapping[str, Set[int]], size: int) -> Iterator[tuple[Sequence[str], frozenset[int]]]:
    """Who of one field could have sat together on boards that all of them lack."""
    everything = frozenset(number for number, board in session.boards.items() if board)
    most: dict[str, int] = defaultdict(int)
    for who, boards in own.items():
        most[_direction(session, who)] = max(most[_direction(session, who)], len(boards))
    for field in _fields(session):
        short = [who for who in field & own.keys() if len(own[who]) < most[_direction(session, who)]]
        by_boards: dict[frozenset[int], list[str]] = defaultdict(list)
        for who in sorted(short, key=natural):
            by_boards[everything - own[who]].append(who)
        found = [(each, lacking) for lacking, each in by_boards.items() if len(each) >= size]
        if not found and len(short) == size:
            found = [(sorted(short, key=natural), everything.difference(*(own[who] for who in short)))]
        for each, lacking in found:
            if lacking and (session.opening.winners == 1 or len({_direction(session, who) for who in each}) > 1):
                yield each, lacking


def _direction(session: Session, who: str) -> str:
    return who[-2:] if session.opening.winners == 2 else ""


def _boards_of(session: Session) -> dict[str, Set[int]]:
    """The boards of everybody who is there from first to last and of whom nothing was said; called-off ones too."""
    found: dict[str, set[int]] = defaultdict(set)
    for played in session.table_boards():
        for who in played.seating.everyone:
            found[who].add(played.board)
    for finding in session.findings.facts.values():
        for who in finding.teams if isinstance(finding, OfMatch) else ():
            found[who].update(finding.called_off if isinstance(finding, OfMatch) else ())
    said = {each.contestant for _, each in session.participation.all(SatOut) if not each.boards}
    there = still_there(session, set(found)) - said
    return {who: boards for who, boards in found.items() if who in there}


def _fields(session: Session) -> list[set[str]]:
    """Those who met, and who met those: sections of a session are apart."""
    fields: list[set[str]] = []
    for played in session.table_boards():
        met = {*played.seating.everyone} - {NOBODY}
        same = [field for field in fields if field & met]
        fields = [field for field in fields if not field & met] + [met.union(*same)]
    return fields
