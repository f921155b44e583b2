"""Missing results in sessions without a movement, inferred from the field, and unrecorded sit-outs that have a score.

A result is missing on boards without a score, of contestants at two tables in one round, and where boards, rounds or
tables have no entry. A contestant that sits out alone has fewer boards than the field, and lacks none. If all
contestants at one table lack the same boards, they could have played them.

Missing sit-outs need a movement: it shows the opponents of a contestant that left or is a phantom, and who meets
nobody. A changed movement no longer names a contestant that left: the last one that does gives its opponents.
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
from ledger.session.places import converts_matches, sits_at_one_table
from ledger.session.settled import (
    counts_for_nothing,
    has_mismatch,
    is_board_cancelled,
    is_meeting_judged,
    matches_without_boards,
)
from ledger.session.state import has_left_after_half
from ledger.subjects.matches.facts import MatchFinding
from ledger.subjects.movement.state import MovementPlan, plan_of, seats
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew, PhantomDeclared, SatOut
from ledger.subjects.participation.state import NOBODY
from ledger.subjects.queue.state import waiting_lines

_FEW = 8  # the most labels named in one text

Uncompared = Literal[
    "both rooms sat the same way round",
    "the two rooms played different versions",
    "the other room has no result",
    "two tables each way are not in",
    "the two teams met at more than two tables",
]


class Meeting(NamedTuple):
    """The contestants who play a set of boards together at a table, and the round (None: not recorded)."""

    everyone: frozenset[str]
    round: int | None


NOBODY_SCORES = "the other room has no result: nobody scores"
"""The text about a room while the result of its counterpart is missing."""


def find_unscored_boards(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about boards without a score, but not about boards that a knockout match leaves unplayed."""
    if scoreboard.teams:
        yield from find_incomparable_rooms(scoreboard)
    else:
        yield from missing_boards(scoreboard.session)
    if not scoreboard.form.one_match:
        for round_, idle in idle_tables(scoreboard):
            yield Concern("no-score", f"in round {round_} nothing is recorded of {join_labels(idle)}")


def find_incomparable_rooms(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about team boards with a result that scores for nobody: no comparison, and no ruling."""
    session = scoreboard.session
    for played in session.table_boards():
        if not played.results or any(map(scoreboard.counts, scoreboard.rooms(played))):
            continue
        if not counts_for_nothing(session, played, scoreboard.meetings.round_of(played)):
            yield concern_about("no-score", played, f"{why_not_compared(scoreboard, played)}: nobody scores")


def why_not_compared(scoreboard: Scoreboard, played: TableBoard) -> Uncompared:
    """Return why the rooms of a team's board are not compared."""
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
    """Yield concerns about boards that a meeting lacks although other meetings play them together with its boards."""
    meetings: dict[Meeting, list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        if not isinstance(played.absent, SatOut):  # who sits out meets nobody
            meetings[Meeting(frozenset(played.seating.everyone), played.round)].append(played)
    sets = Counter(frozenset(played.board for played in lines) for lines in meetings.values())
    for lines in meetings.values():
        scored = frozenset(played.board for played in lines)
        whole = max((each for each in sets if scored < each), key=lambda each: (sets[each], len(each)), default=scored)
        if sets[whole] > sets[scored]:
            one = lines[0]
            theirs = boards_text(sorted(scored))
            match, round_ = one.seating.match, one.round
            for board in sorted(
                each for each in whole - scored if not is_board_cancelled(session, match, round_, each)
            ):
                text = f"all others with {theirs} have board {board} too"
                yield Concern("no-score", text, board, one.seating, one.table)


def idle_tables(scoreboard: Scoreboard) -> Iterator[tuple[int, list[str]]]:
    """Yield each round in which enough contestants for a table lack results, and these; none if a round is unknown."""
    session = scoreboard.session
    rounds: dict[int, set[str]] = defaultdict(set)
    for played in session.table_boards():
        if not isinstance(played.absent, SatOut):
            if (in_round := scoreboard.meetings.round_of(played)) is None:
                return
            rounds[in_round].update(played.seating.everyone)
    absent = {*session.contestants} & _list_not_playing(session, None) if rounds else set[str]()
    everyone = active_contestants(session, absent.union(*rounds.values()))
    for round_, seated in sorted(rounds.items()):
        idle = sorted(everyone - seated - _list_not_playing(session, round_), key=natural)
        if _can_fill_a_table(session, idle):
            yield round_, idle


def _can_fill_a_table(session: Session, labels: Collection[str]) -> bool:
    at_a_table = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
    return len(labels) >= at_a_table and (session.opening.winners == 1 or len({label[-2:] for label in labels}) > 1)


def active_contestants(session: Session, labels: set[str]) -> set[str]:
    """Return the `labels` of contestants who still play: no withdrawal, no disqualification, no phantom."""
    departed = {each.contestant for _, each in session.participation.all(ContestantWithdrew)}
    departed |= {each.contestant for _, each in session.participation.all(ContestantDisqualified)}
    return {each for each in labels - departed - {NOBODY} if not session.participation.is_phantom(each)}


def _list_not_playing(session: Session, round_: int | None) -> set[str]:
    """Return contestants that sit out a round (None: any round), or whose match of the round has no boards."""
    out = (each for _, each in session.participation.all(SatOut))
    sat_out = {each.contestant for each in out if _may_be_same(round_, each.round)}
    return sat_out.union(*(each.teams for each in matches_without_boards(session) if _may_be_same(round_, each.round)))


def _may_be_same(round_: int | None, other: int | None) -> bool:
    return None in (round_, other) or round_ == other


def _list_due(scoreboard: Scoreboard, round_: int | None) -> set[str]:
    session = scoreboard.session
    plays = [each for each in session.table_boards() if not counts_for_nothing(session, each)]
    later = (each for each in plays if (scoreboard.meetings.round_of(each) or 0) >= (round_ or 0))
    participants = active_contestants(session, set(session.contestants)).union(
        *(each.seating.everyone for each in later)
    )
    return participants - {NOBODY} - _list_not_playing(session, round_)


def join_labels(labels: Collection[str]) -> str:
    """Join the first eight labels and count the others: '1, 2, 3, 4, 5, 6, 7, 8 and 4 more'."""
    names = list(labels)
    return ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")


def double_seatings(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about contestants at two tables or against two opponents in one round; none for teams."""
    session = scoreboard.session
    if not sits_at_one_table(session):
        return
    places: dict[tuple[str, int], list[TableBoard]] = defaultdict(list)
    for played in session.table_boards():
        if played.round is not None and not (is_meeting_judged(session, played) or counts_for_nothing(session, played)):
            for contestant in set(played.seating.everyone) - {NOBODY}:
                places[contestant, played.round].append(played)
    for (contestant, round_), lines in sorted(places.items(), key=lambda item: (item[0][1], natural(item[0][0]))):
        at = [_find_place(played) for played in lines]
        times = Counter(at)
        if len(times) > 1:
            odd = lines[at.index(min(times, key=lambda place: (times[place], -at.index(place))))]
            most = next(played for played in lines if _find_place(played) != _find_place(odd))
            text = f"in round {round_} {contestant} is {_seat_text(odd)}, and on board {most.board} {_seat_text(most)}"
            yield concern_about("pair-twice", odd, text)


def _find_place(played: TableBoard) -> tuple[str | None, frozenset[str]]:
    return played.table, frozenset(played.seating.everyone)


def _seat_text(played: TableBoard) -> str:
    return f"at table {played.table} ({played.seating})" if played.table else f"in {played.seating}"


def find_boards_without_entry(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about boards, contestants and rounds without any entry; none in a knockout or before play."""
    session = scoreboard.session
    if scoreboard.form.one_match or not any(session.boards.values()):
        return
    boards = scoreboard.session.boards.items()
    if without := sorted(
        number for number, board in boards if not board and not _is_called_off_for_all(scoreboard, number)
    ):
        alone = without[0] if len(without) == 1 else None
        yield Concern("no-score", f"nobody has a result on {boards_text(without)}", alone)
    # contestants that were entered without a result, if as many as sit at a table
    seated = [played.seating.everyone for played in session.table_boards()]
    entered = active_contestants(session, set(session.contestants)) - _list_not_playing(session, None)
    silent = sorted(entered.difference(*seated), key=natural)
    if len(silent) >= max(map(len, seated), default=0):
        yield Concern("no-score", f"nothing is recorded of {join_labels(silent)}")
    # rounds between the first and the last without an entry, though a table was to play
    begun = {round_ for each in session.table_boards() if (round_ := scoreboard.meetings.round_of(each))}
    settled = {each.round for each in matches_without_boards(session) if each.round}
    known = begun | settled
    for round_ in sorted({*range(min(known, default=1), max(known, default=0) + 1)} - begun):
        if round_ not in settled or _can_fill_a_table(session, _list_due(scoreboard, round_)):
            yield Concern("no-score", f"nothing is recorded of round {round_}")
    if not scoreboard.teams:
        # contestants that lack equal boards, if as many as sit at a table; but for those reported above
        size = max((len(played.seating.everyone) for played in session.table_boards()), default=0)
        reported = {who for _, idle in idle_tables(scoreboard) for who in idle}
        reported |= {who for each in missing_boards(session) if each.seating for who in each.seating.everyone}
        aside = {each.line.board for each in waiting_lines(session)}  # the queue line is its own concern
        for contestants, lacking in _yield_short_of_boards(session, _map_boards(session), size):
            if not reported.issuperset(contestants) and (lacking := lacking - aside):
                boards_lacking = boards_text(sorted(lacking))
                text = f"no result of {join_labels(contestants)} on {boards_lacking}: they have fewer boards than the others"
                yield Concern("no-score", text, min(lacking) if len(lacking) == 1 else None)


def _is_called_off_for_all(scoreboard: Scoreboard, board: int) -> bool:
    session, findings = scoreboard.session, scoreboard.session.findings.facts.values()
    matches = [each for each in findings if isinstance(each, MatchFinding) and board in each.called_off]
    for match in matches:
        called_off = {team for each in matches if _may_be_same(each.round, match.round) for team in each.teams}
        lines = session.table_boards()
        plays = [each for each in lines if _may_be_same(scoreboard.meetings.round_of(each), match.round)]
        on_its_boards = {who for played in plays if played.board in match.boards for who in played.seating.everyone}
        on_others = {who for played in plays for who in played.seating.everyone} - on_its_boards
        if _can_fill_a_table(session, _list_due(scoreboard, match.round) - called_off - on_others):
            return False
    return bool(matches)


def _yield_short_of_boards(
    session: Session, boards_of: Mapping[str, Set[int]], size: int
) -> Iterator[tuple[Sequence[str], frozenset[int]]]:
    all_boards = frozenset(number for number, board in session.boards.items() if board)
    most: dict[str, int] = defaultdict(int)
    for who, boards in boards_of.items():
        most[_direction(session, who)] = max(most[_direction(session, who)], len(boards))
    fields: list[set[str]] = []  # contestants connected by meetings: the sections of a session
    for played in session.table_boards():
        met = {*played.seating.everyone} - {NOBODY}
        same = [field for field in fields if field & met]
        fields = [field for field in fields if not field & met] + [met.union(*same)]
    for field in fields:
        short = [who for who in field & boards_of.keys() if len(boards_of[who]) < most[_direction(session, who)]]
        by_boards: dict[frozenset[int], list[str]] = defaultdict(list)
        for who in sorted(short, key=natural):
            by_boards[all_boards - boards_of[who]].append(who)
        groups = [(each, lacking) for lacking, each in by_boards.items() if len(each) >= size]
        if not groups and len(short) == size:
            groups = [(sorted(short, key=natural), all_boards.difference(*(boards_of[who] for who in short)))]
        for group, lacking in groups:
            if lacking and (session.opening.winners == 1 or len({_direction(session, who) for who in group}) > 1):
                yield group, lacking


def _direction(session: Session, who: str) -> str:
    return who[-2:] if session.opening.winners == 2 else ""


def _map_boards(session: Session) -> dict[str, Set[int]]:
    """Return the boards of each contestant, cancelled ones included; contestants who sat out or left are omitted."""
    boards_by_contestant: dict[str, set[int]] = defaultdict(set)
    for played in session.table_boards():
        for who in played.seating.everyone:
            boards_by_contestant[who].add(played.board)
    for finding in session.findings.facts.values():
        for who in finding.teams if isinstance(finding, MatchFinding) else ():
            boards_by_contestant[who].update(finding.called_off if isinstance(finding, MatchFinding) else ())
    sitting_out = {each.contestant for _, each in session.participation.all(SatOut) if not each.boards}
    present = active_contestants(session, set(boards_by_contestant)) - sitting_out
    return {who: boards for who, boards in boards_by_contestant.items() if who in present}


class MissingSitOut(NamedTuple):
    """An unrecorded sit-out that has a score; `opponent`: the absent one, or None; `boards`: () for a missed match."""

    contestant: str
    round: int
    boards: tuple[int, ...] = ()
    opponent: str | None = None


def missing_sit_outs(session: Session) -> list[MissingSitOut]:
    """Return the sit-outs still to be recorded, by round; [] without a movement."""
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
        for meeting in _sit_outs_against(session, plan, away, opponent):
            due.setdefault((meeting.round, meeting.contestant), meeting)
    return [missing for at in sorted(due) if (missing := missing_sit_out(session, due[at]))]


def last_rounds_of_absent(session: Session) -> dict[str, int]:
    """Return the last round (0 for a phantom) of each absent contestant whose opponents score for sitting out."""
    phantoms = {each.contestant: 0 for _, each in session.participation.all(PhantomDeclared)}
    leaving = last_rounds(session, plan_of(session)) if session.participation.facts else {}
    # opponents of a contestant that left after half get a score, even where scheduled sit-outs have none
    none = session.regulations.participation.sit_out == "none"
    return {
        who: last
        for who, last in (phantoms | leaving).items()
        if not none or (not session.participation.is_phantom(who) and has_left_after_half(session, who))
    }


def _sit_outs_against(
    session: Session, plan: MovementPlan, away: Mapping[str, int], opponent: str
) -> Iterator[MissingSitOut]:
    last_seats: list[PlannedTable] = []
    for movement in reversed(session.movements.facts.values()):
        tables = [each for each in movement.tables if each.round > away[opponent] and opponent in seats(each).everyone]
        if tables:
            last_seats = [each for each in tables if each.played]
            break
    for planned in last_seats:
        opponents = [
            who for who in seats(planned).everyone if who != opponent and away.get(who, planned.round) >= planned.round
        ]
        for contestant in opponents if planned.round in plan.rounds else ():
            current = [each for each in plan.of(contestant) if each.round == planned.round]
            played = (each for each in current if each.played)
            if not any(all(away.get(who, each.round) >= each.round for who in seats(each).everyone) for each in played):
                boards = next((each.boards for each in current if each.boards), planned.boards)
                yield MissingSitOut(contestant, planned.round, () if converts_matches(session) else boards, opponent)


def missing_sit_out(session: Session, missing: MissingSitOut) -> MissingSitOut | None:
    """Return a sit-out with its boards still to be recorded; None if there are none, or a score replaces them."""
    out = [each for _, each in session.participation.all(SatOut, missing.contestant)]
    if any(each.round == missing.round and not each.boards for each in out):
        return None
    if sits_at_one_table(session) and missing.boards:
        scored = {played.board for _, played in session.boards_of(missing.contestant)}
        boards = tuple(each for each in missing.boards if each in session.boards and each not in scored)
        return missing._replace(boards=boards) if boards else None
    sat_out = any(each.round == missing.round or (not each.round and each.opponent == missing.opponent) for each in out)
    pair = {missing.contestant, missing.opponent or ""}
    in_round = (played for _, played in session.boards_of(missing.contestant) if played.round == missing.round)
    settled = (
        sat_out
        or any(played.results for played in in_round)
        or any(each.is_of(pair, missing.round) for each in matches_without_boards(session))
        or has_mismatch(session, [missing.contestant], missing.round)
    )
    return None if settled else missing


def sit_out_text(session: Session, missing: MissingSitOut) -> str:
    """Format the text 'no sit-out of 1EW in round 3, boards 4–6: 3NS, whom it would have met, withdrew'."""
    boards = f", {boards_text(list(missing.boards))}" if missing.boards else ""
    text = f"no sit-out of {missing.contestant} in round {missing.round}{boards}"
    if missing.opponent is None:
        return f"{text}: it meets nobody"
    facts, why = session.participation, "is a phantom"
    if facts.last(ContestantWithdrew, missing.opponent):
        why = "withdrew"
    elif facts.last(ContestantDisqualified, missing.opponent):
        why = "was disqualified"
    return f"{text}: {missing.opponent}, whom it would have met, {why}"


def sit_out_concern(session: Session, missing: MissingSitOut) -> Concern:
    """Return the concern about an unrecorded sit-out."""
    board = missing.boards[0] if len(missing.boards) == 1 else None
    return Concern("no-sit-out", sit_out_text(session, missing), board)


def missing_sit_out_concerns(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about unrecorded sit-outs; none in a knockout, which ends when a side leaves."""
    session = scoreboard.session
    if not scoreboard.form.one_match:
        yield from (sit_out_concern(session, each) for each in missing_sit_outs(session))
