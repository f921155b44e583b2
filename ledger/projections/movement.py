"""What is missing where no movement was laid down, found by what others played: boards without a score that should have
one, contestants in two places at once, and what was not entered though the evening looks played: boards, rounds and
tables of which nothing is there.

Who sits out alone has fewer boards than the others, and nothing is missing of him, whether or not it was said. That all
who sit at one table lack the same boards is another matter: these they could have played.

A sit-out that has a score and is not recorded is missing too: a movement knows who would have met somebody who left, or
is nobody, and who meets nobody. A movement that was changed does not name who left any more: the last one that does
says whom he would have met.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Literal, NamedTuple

from ledger.labels import boards_text, natural
from ledger.movements.plan import PlannedTable
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.planned import last_rounds
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.forms import FORMS
from ledger.session import Session, TableBoard
from ledger.session.places import converted, sits_once
from ledger.session.settled import counts_for_nothing, is_called_off, is_meeting_judged, met_others, without_boards
from ledger.session.state import left_after_half
from ledger.subjects.matches.facts import OfMatch
from ledger.subjects.movement.state import MovementPlan, plan_of, seats
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew, PhantomDeclared, SatOut
from ledger.subjects.participation.state import NOBODY
from ledger.subjects.queue.state import waiting

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
        # Whole tables without a score in a round
        for round_, idle in idle_tables(scoreboard):
            yield Concern("no-score", f"in round {round_} nothing is recorded of {named(idle)}")


def other_rooms(scoreboard: Scoreboard) -> Iterator[Concern]:
    """A team's board whose rooms cannot be compared, and that no ruling on either says the worth of."""
    session = scoreboard.session
    for played in session.table_boards():
        if not played.results or any(map(scoreboard.counts, scoreboard.rooms(played))):
            continue
        if not counts_for_nothing(session, played, scoreboard.meetings.round_of(played)):
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


def missing_boards(session: Session) -> Iterator[Concern]:
    """Boards that others play together with those a meeting has a score on."""
    meetings: dict[Meeting, list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        if not isinstance(played.absent, SatOut):  # who sits out meets nobody
            meetings[Meeting(frozenset(played.seating.everyone), played.round)].append(played)
    sets = Counter(frozenset(played.board for played in lines) for lines in meetings.values())
    for lines in meetings.values():
        own = frozenset(played.board for played in lines)
        whole = max((each for each in sets if own < each), key=lambda each: (sets[each], len(each)), default=own)
        if sets[whole] > sets[own]:
            one = lines[0]
            theirs = boards_text(sorted(own))
            match, round_ = one.seating.match, one.round
            for board in sorted(each for each in whole - own if not is_called_off(session, match, round_, each)):
                text = f"whoever else has {theirs} has board {board} too"
                yield Concern("no-score", text, board, one.seating, one.table)


def idle_tables(scoreboard: Scoreboard) -> Iterator[tuple[int, list[str]]]:
    """Rounds in which as many contestants have nothing as sit at a table. One alone may be sitting out."""
    session = scoreboard.session
    rounds: dict[int, set[str]] = defaultdict(set)
    for played in session.table_boards():
        if not isinstance(played.absent, SatOut):
            if (in_round := scoreboard.meetings.round_of(played)) is None:
                return
            rounds[in_round].update(played.seating.everyone)
    absent = {*session.contestants} & _without_match(session, None) if rounds else set[str]()
    everyone = still_there(session, absent.union(*rounds.values()))
    for round_, seated in sorted(rounds.items()):
        idle = sorted(everyone - seated - _without_match(session, round_), key=natural)
        if _fill_a_table(session, idle):
            yield round_, idle


def _fill_a_table(session: Session, labels: Collection[str]) -> bool:
    at_a_table = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
    return len(labels) >= at_a_table and (session.opening.winners == 1 or len({label[-2:] for label in labels}) > 1)


def still_there(session: Session, labels: set[str]) -> set[str]:
    """Those who take part from first to last: of who withdrew or was disqualified nothing more is recorded."""
    gone = {each.contestant for _, each in session.participation.all(ContestantWithdrew)}
    gone |= {each.contestant for _, each in session.participation.all(ContestantDisqualified)}
    return {each for each in labels - gone - {NOBODY} if not session.participation.is_phantom(each)}


def _without_match(session: Session, round_: int | None) -> set[str]:
    """Return who sits out a round, or whose match in it is void or told by its result; a round nobody said is any."""
    out = (each for _, each in session.participation.all(SatOut))
    sat_out = {each.contestant for each in out if _may_be_same(round_, each.round)}
    return sat_out.union(*(each.teams for each in without_boards(session) if _may_be_same(round_, each.round)))


def _may_be_same(round_: int | None, other: int | None) -> bool:
    return None in (round_, other) or round_ == other


def _due(scoreboard: Scoreboard, round_: int | None) -> set[str]:
    session = scoreboard.session
    plays = [each for each in session.table_boards() if not counts_for_nothing(session, each)]
    later = (each for each in plays if (scoreboard.meetings.round_of(each) or 0) >= (round_ or 0))
    there = still_there(session, set(session.contestants)).union(*(each.seating.everyone for each in later))
    return there - {NOBODY} - _without_match(session, round_)


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
        if played.round is not None and not (is_meeting_judged(session, played) or counts_for_nothing(session, played)):
            for contestant in set(played.seating.everyone) - {NOBODY}:
                places[contestant, played.round].append(played)
    for (contestant, round_), lines in sorted(places.items(), key=lambda item: (item[0][1], natural(item[0][0]))):
        at = [_place(played) for played in lines]
        times = Counter(at)
        if len(times) > 1:
            odd = lines[at.index(min(times, key=lambda place: (times[place], -at.index(place))))]
            most = next(played for played in lines if _place(played) != _place(odd))
            text = f"in round {round_} {contestant} is {_at(odd)}, and on board {most.board} {_at(most)}"
            yield concern_about("pair-twice", odd, text)


def _place(played: TableBoard) -> tuple[str | None, frozenset[str]]:
    return played.table, frozenset(played.seating.everyone)


def _at(played: TableBoard) -> str:
    return f"at table {played.table} ({played.seating})" if played.table else f"in {played.seating}"


def not_entered(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Everything of which nothing is there; a knockout match is over when it is, and before the first slip all is."""
    session = scoreboard.session
    if scoreboard.form.one_match or not any(session.boards.values()):
        return
    boards = scoreboard.session.boards.items()
    if without := sorted(
        number for number, board in boards if not board and not _is_called_off_for_all(scoreboard, number)
    ):
        alone = without[0] if len(without) == 1 else None
        yield Concern("no-score", f"nobody has a result on {boards_text(without)}", alone)
    # As many as sit at a table, or in a match, who were entered and of whom nothing is recorded
    there = [played.seating.everyone for played in session.table_boards()]
    entered = still_there(session, set(session.contestants)) - _without_match(session, None)
    silent = sorted(entered.difference(*there), key=natural)
    if len(silent) >= max(map(len, there), default=0):
        yield Concern("no-score", f"nothing is recorded of {named(silent)}")
    # Rounds between the first and the last of which nothing is there, though somebody was to play
    begun = {round_ for each in session.table_boards() if (round_ := scoreboard.meetings.round_of(each))}
    settled = {each.round for each in without_boards(session) if each.round}
    known = begun | settled
    for round_ in sorted({*range(min(known, default=1), max(known, default=0) + 1)} - begun):
        if round_ not in settled or _fill_a_table(session, _due(scoreboard, round_)):
            yield Concern("no-score", f"nothing is recorded of round {round_}")
    if not scoreboard.teams:
        # As many as sit at a table, who are short of boards and lack the same; but for those found by rounds and sets
        size = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
        told = {who for _, idle in idle_tables(scoreboard) for who in idle}
        told |= {who for each in missing_boards(session) if each.seating for who in each.seating.everyone}
        aside = {each.line.board for each in waiting(session)}  # a line of a file tells of these
        for whose, lacking in _groups(session, _boards_of(session), size):
            if not told.issuperset(whose) and (lacking := lacking - aside):
                of = boards_text(sorted(lacking))
                text = f"nothing of {named(whose)} on {of}: they have fewer boards than the others"
                yield Concern("no-score", text, min(lacking) if len(lacking) == 1 else None)


def _is_called_off_for_all(scoreboard: Scoreboard, board: int) -> bool:
    session, findings = scoreboard.session, scoreboard.session.findings.facts.values()
    matches = [each for each in findings if isinstance(each, OfMatch) and board in each.called_off]
    for match in matches:
        off = {team for each in matches if _may_be_same(each.round, match.round) for team in each.teams}
        lines = session.table_boards()
        plays = [each for each in lines if _may_be_same(scoreboard.meetings.round_of(each), match.round)]
        on_its_boards = {who for played in plays if played.board in match.boards for who in played.seating.everyone}
        on_others = {who for played in plays for who in played.seating.everyone} - on_its_boards
        if _fill_a_table(session, _due(scoreboard, match.round) - off - on_others):
            return False
    return bool(matches)


def _groups(session: Session, own: Mapping[str, Set[int]], size: int) -> Iterator[tuple[Sequence[str], frozenset[int]]]:
    everything = frozenset(number for number, board in session.boards.items() if board)
    most: dict[str, int] = defaultdict(int)
    for who, boards in own.items():
        most[_direction(session, who)] = max(most[_direction(session, who)], len(boards))
    fields: list[set[str]] = []  # who met, and who met those: sections of a session are apart
    for played in session.table_boards():
        met = {*played.seating.everyone} - {NOBODY}
        same = [field for field in fields if field & met]
        fields = [field for field in fields if not field & met] + [met.union(*same)]
    for field in fields:
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


class MissingSitOut(NamedTuple):
    """A scored sit-out nobody recorded; the `opponent`, if one was scheduled; no `boards` where a match is missed."""

    contestant: str
    round: int
    boards: tuple[int, ...] = ()
    opponent: str | None = None


def missing_sit_outs(session: Session) -> list[MissingSitOut]:
    """Return the sit-outs to be recorded, by round; none without a movement."""
    if not session.movements.facts:
        return []
    plan, away = plan_of(session), last_rounds_of_absent(session)
    due: dict[tuple[int, str], MissingSitOut] = {}
    in_matches = FORMS[session.opening.scoring].in_matches(session.regulations)
    if session.regulations.participation.sit_out != "none" and not in_matches:
        for planned in plan.tables:
            for who in () if planned.played else seats(planned).everyone:
                due[planned.round, who] = MissingSitOut(who, planned.round, planned.boards)
    for opponent in away:
        for meeting in _against(session, plan, away, opponent):
            due.setdefault((meeting.round, meeting.contestant), meeting)
    return [missing for at in sorted(due) if (missing := unrecorded(session, due[at]))]


def last_rounds_of_absent(session: Session) -> dict[str, int]:
    """Return the last round of everybody who left, 0 of who is nobody, where sit-outs against them have a score."""
    nobody = {each.contestant: 0 for _, each in session.participation.all(PhantomDeclared)}
    left = last_rounds(session, plan_of(session)) if session.participation.facts else {}
    # Who left after half has a score to be met with, whatever a scheduled sit-out is worth
    none = session.regulations.participation.sit_out == "none"
    return {
        who: last
        for who, last in (nobody | left).items()
        if not none or (not session.participation.is_phantom(who) and left_after_half(session, who))
    }


def _against(session: Session, plan: MovementPlan, away: Mapping[str, int], opponent: str) -> Iterator[MissingSitOut]:
    last_seats: list[PlannedTable] = []
    for movement in reversed(session.movements.facts.values()):
        tables = [each for each in movement.tables if each.round > away[opponent] and opponent in seats(each).everyone]
        if tables:
            last_seats = [each for each in tables if each.played]
            break
    for planned in last_seats:
        others = [
            who for who in seats(planned).everyone if who != opponent and away.get(who, planned.round) >= planned.round
        ]
        for contestant in others if planned.round in plan.rounds else ():
            current = [each for each in plan.of(contestant) if each.round == planned.round]
            played = (each for each in current if each.played)
            if not any(all(away.get(who, each.round) >= each.round for who in seats(each).everyone) for each in played):
                boards = next((each.boards for each in current if each.boards), planned.boards)
                yield MissingSitOut(contestant, planned.round, () if converted(session) else boards, opponent)


def unrecorded(session: Session, missing: MissingSitOut) -> MissingSitOut | None:
    """Return what of a sit-out is not recorded; None where nothing is, or the boards or the match have a score."""
    out = [each for _, each in session.participation.all(SatOut, missing.contestant)]
    if any(each.round == missing.round and not each.boards for each in out):
        return None
    if sits_once(session) and missing.boards:
        has = {played.board for _, played in session.boards_of(missing.contestant)}
        boards = tuple(each for each in missing.boards if each in session.boards and each not in has)
        return missing._replace(boards=boards) if boards else None
    sat_out = any(each.round == missing.round or (not each.round and each.opponent == missing.opponent) for each in out)
    pair = {missing.contestant, missing.opponent or ""}
    in_round = (played for _, played in session.boards_of(missing.contestant) if played.round == missing.round)
    settled = (
        sat_out
        or any(played.results for played in in_round)
        or any(each.is_of(pair, missing.round) for each in without_boards(session))
        or met_others(session, [missing.contestant], missing.round)
    )
    return None if settled else missing


def sit_out_text(session: Session, missing: MissingSitOut) -> str:
    """Format what is missing: 'no sit-out of 1EW in round 3, boards 4–6: 3NS, whom it would have met, withdrew'."""
    boards = f", {boards_text(list(missing.boards))}" if missing.boards else ""
    text = f"no sit-out of {missing.contestant} in round {missing.round}{boards}"
    if missing.opponent is None:
        return f"{text}: it meets nobody"
    facts, why = session.participation, "is nobody"
    if facts.last(ContestantWithdrew, missing.opponent):
        why = "withdrew"
    elif facts.last(ContestantDisqualified, missing.opponent):
        why = "was disqualified"
    return f"{text}: {missing.opponent}, whom it would have met, {why}"


def sit_out_concern(session: Session, missing: MissingSitOut) -> Concern:
    """Return a sit-out that is not recorded as something to look at."""
    board = missing.boards[0] if len(missing.boards) == 1 else None
    return Concern("no-sit-out", sit_out_text(session, missing), board)


def missing_sit_out_concerns(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield the sit-outs that are not recorded, for `check`; a knockout match is over where somebody leaves it."""
    session = scoreboard.session
    if not scoreboard.form.one_match:
        yield from (sit_out_concern(session, each) for each in missing_sit_outs(session))
