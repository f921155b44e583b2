"""What was not entered though the evening looks played: boards, rounds and tables of which nothing is there.

Who sits out alone has fewer boards than the others, and nothing is missing of him, whether or not it was said. That all
who sit at one table lack the same boards is another matter: these they could have played.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from ledger.events.matches import OfMatch
from ledger.events.participation import SatOut
from ledger.labels.order import natural
from ledger.projections.concerns import Concern
from ledger.projections.movement import idle_tables, missing_boards, named, still_there
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.participation import NOBODY
from ledger.session.places import boards_text
from ledger.session.waiting import waiting


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
