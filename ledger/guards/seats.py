"""Check the seats of a line that is not there yet, or is corrected: who may sit where, against whom, in which round."""

from collections.abc import Container, Mapping
from collections.abc import Set as AbstractSet

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.guards.entering import check_label
from ledger.kernel.at_table import Where
from ledger.labels import natural
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import labelled, require_contestant, rounds_text, sits_once, sits_switched
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.matches.facts import Finding, MismatchFound, OfMatch
from ledger.subjects.movement.state import plan_of, planned_instead, planned_text, seated_by_plan, seats
from ledger.subjects.participation.facts import SatOut
from ledger.subjects.participation.state import NOBODY


def new_seating(session: Session, where: Where) -> Seating:
    """The seats of a line that is not there yet; both contestants must be free, and named where no movement is."""
    where = seated_by_plan(session, where)
    said, where = where, labelled(session, where)
    if not (where.ns and where.ew):
        missing = "--ns" if not where.ns else "--ew"
        hint = f"nothing is recorded there yet, so name both contestants: {missing} is missing"
        raise Refusal("bad-table", f"who sat at {where}?", hint)
    seating = Seating(where.ns, where.ew, where.round or _only_round(session, where.ns, where.ew), where.table)
    try:
        check_said(session, said, seating)
        check_seating(session, seating, either_way=where.switched)
        check_round(session, where.board, seating)
        check_free(session, where.board, seating)
    except Refusal as refusal:
        # A wrong number is a slip far more often than a wrong result elsewhere: say whom the movement has there
        planned = planned_instead(plan_of(session), where.board, seating)
        if planned is None:
            raise refusal from None
        message = f"{refusal.message}; planned: {planned_text(planned)}"
        hint = f"is it {seats(planned)}, as planned? {refusal.hint}"
        raise Refusal(refusal.code, message, hint, refusal.timed, refusal.table) from None
    return seating


def lone_seating(session: Session, where: Where, side: Side) -> Seating:
    """The seat of a contestant that was deprived of a board, with nobody at the other side; teams have none."""
    where = labelled(session, where)
    one, other = (where.ns, where.ew) if side is Side.NS else (where.ew, where.ns)
    if not sits_once(session):
        raise Refusal("wrong-form", "a team plays a board against another team", "each has its award: A+/A-")
    if one is None or other is not None:
        who = f"name the one contestant that has the award, by --{side.value.lower()}"
        raise Refusal("bad-table", f"whose award is it on {where}?", f"{who}; where two sat there: A+/A-")
    seating = Seating(*((one, "") if side is Side.NS else ("", one)), where.round, where.table)
    check_seating(session, seating)
    check_free(session, where.board, seating)
    return seating


def _only_round(session: Session, *teams: str) -> int | None:
    """The round two teams met in, where they met in one only; a pair's seats say enough."""
    if sits_once(session):
        return None
    met = {played.round for played in _of_match(session, frozenset(teams))} - {None}
    return met.pop() if len(met) == 1 else None


def _of_match(session: Session, teams: frozenset[str], without: Container[TableBoard] = ()) -> list[TableBoard]:
    return [each for each in session.table_boards() if each.seating.match == teams and each not in without]


def check_round(session: Session, board: int, seating: Seating, *, without: Container[TableBoard] = ()) -> None:
    """Refuse a team's line that leaves open to which of several meetings a line of the two teams belongs.

    A round nobody said is the only one there is; where there is another, somebody has to say it. In a knockout all that
    the two play is one match, so only where the board itself is played in several. `without` are lines that change
    their seats with it.
    """
    if sits_once(session):
        return
    others = _of_match(session, seating.match, without)
    if FORMS[session.opening.scoring].one_match:
        others = [played for played in others if played.board == board]
    rounds = {played.round for played in others if played.round}
    there = [played for played in others if (played.board, played.seating.ns) == (board, seating.ns)]
    if seating.round is None and (len(rounds) > 1 or any(played.round for played in there)):
        met = " and ".join(sorted(seating.match, key=natural))
        raise Refusal("which-round", f"{met} meet in {rounds_text(rounds)}", "which of them is it? --round N")
    unsaid = [played for played in others if played.round is None]
    again = [played for played in there if played.round is None]
    if seating.round and (again or (unsaid and rounds and seating.round not in rounds)):
        played = (again or unsaid)[0]
        message = f"{played.name}, {played.seating}, has no round, so it may be of round {seating.round} or of another"
        raise Refusal("which-round", message, f"say it first: `result correct {_where(played)} --now-round N`")


def check_said(session: Session, said: Where, seating: Seating) -> None:
    """Refuse --switched where nobody sits the other way round."""
    if said.switched and not sits_switched(session, seating):
        one = session.opening.winners == 1
        why = "contestants have no direction in one field" if one else f"{seating} sit as their fields do"
        raise Refusal("wrong-field", why, "leave --switched out: --ns and --ew say who sat where")


def check_seating(session: Session, seating: Seating, *, either_way: bool = False) -> None:
    """Refuse two contestants who cannot meet: the same one twice, unknown ones, or one in the wrong direction.

    `either_way`: the table is said to have been arrow-switched.
    """
    for side in Side:
        if len(seating.contestants(side)) > (2 if sits_once(session) else 1):
            hint = "two individuals: 3+8" if sits_once(session) else "a team has one name"
            raise Refusal("bad-contestants", f"{seating.contestant(side)!r} cannot sit on one side", hint)
    if len(set(seating.everyone)) < len(seating.everyone):
        message = f"{seating.ns} cannot play against itself"
        raise Refusal("pair-against-itself", message, "--ns and --ew are two contestants")
    for side in Side:
        for contestant in seating.contestants(side):
            check_label(contestant, session.opening)
            if session.opening.winners == 2 and not contestant.endswith(side.value) and not either_way:
                message = f"{contestant} does not sit {side.value} where the directions are ranked apart"
                hint = f"write {contestant[:-2]}{side.value}; where the table was arrow-switched: --switched"
                raise Refusal("wrong-field", message, hint)
            if session.opening.entry == "listed":
                require_contestant(session, contestant)


def unentered(session: Session, seating: Seating) -> list[str]:
    """The contestants an open entry takes in with this line."""
    return [contestant for contestant in seating.everyone if contestant not in session.contestants]


def check_free(session: Session, board: int, seating: Seating, *, without: Container[TableBoard] = ()) -> None:
    """Refuse a line whose table, or one of whose contestants, has another line on the board.

    In another round a table may have the board again, as in a Howell that shares: others sit there then, or the same
    two teams. `without` are lines that change their seats with it.
    """
    for played in session.boards[board].values():
        if played in without:
            continue
        other_round = played.round and seating.round and played.round != seating.round
        taken = not other_round and (sits_once(session) or played.seating.match == seating.match)
        if seating.table and played.table == seating.table and taken:
            correct = "or `result correct` its result; " if played.results else ""
            again = "" if sits_once(session) else "; where they meet again: --round N"
            hint = f"another table; {correct}{_taken_away(played)}, where others sat there{again}"
            message = f"table {seating.table} has board {board} already, {played.seating}"
            raise Refusal("table-twice", message, hint)
        if not sits_once(session):
            # Nobody could say which of the two lines is meant.
            if played.seating.may_be(seating):
                message = f"board {played.board} has {seating} already, and nothing tells the two apart"
                hint = "--table, or --round, of one of them; or `result void` what never was"
                raise Refusal("table-twice", message, hint)
            continue
        if twice := (set(played.seating.everyone) & set(seating.everyone)) - {NOBODY}:
            check_not_sat_out(played)
            first = min(twice, key=natural)
            alone = _alone(board, seating, twice) if played.results else ""
            pair = played.seating.pair
            others = (contestant for contestant in pair if contestant not in seating.pair)
            opponents = next(others, " and ".join(pair)) if all(pair) else "nobody"
            message = f"{first} has a score on board {board} already, against {opponents}"
            hint = f"a contestant plays a board once; {_taken_away(played)}{alone}"
            raise Refusal("played-already", message, hint)


def _taken_away(played: TableBoard) -> str:
    if played.results:
        return f"what never was: `result void {_where(played)}`"
    if played.cases:
        return f"the award is taken back by `undo {played.cases[-1]}`"
    return f"`undo {played.absence.number if played.absence else '@'}`"


def _where(played: TableBoard) -> str:
    ns, ew = played.seating.pair
    return f"{played.board}{f'/{played.table}' if played.table else ''} --ns {ns} --ew {ew}"


def _alone(board: int, seating: Seating, twice: AbstractSet[str]) -> str:
    """How the one who met a contestant that had played the board already, and so was deprived of it, has an award."""
    for side in Side:
        if all(seating.pair) and not twice & {*seating.contestants(side)} and twice <= {*seating.everyone}:
            score = "A+/-" if side is Side.NS else "-/A+"
            typed = f"{board} --{side.value.lower()} {seating.contestant(side)} --artificial {score} --law 15B"
            return f"; {seating.contestant(side)}, deprived of it (Law 15B): `ruling add {typed}`"
    return ""


def check_not_sat_out(played: TableBoard) -> None:
    """Refuse a line that says that a contestant sat out: nobody sat there."""
    if played.absence and isinstance(fact := played.absence.fact, SatOut):
        number = played.absence.number
        message = f"{fact.contestant} sits out board {played.board} (#{number})"
        hint = f"a sit-out is taken back, `undo {number}`, and said anew: `contestant sit-out`"
        raise Refusal("not-played", message, hint)


def check_stays(session: Session, moves: Mapping[TableBoard, Seating]) -> None:
    """Refuse other seats that take a table out of a match of which something was found.

    A finding is the director's, of the match as it was recorded: it is neither carried to another match nor left behind
    with nobody in it. He takes it back first, and finds anew what still holds. A table may come into such a match, as
    if it had been typed right at once; and out of it where its board is none of those the finding is about.
    """
    for number, finding in session.findings.facts.items():
        for played, now in moves.items():
            was = Seating(*played.seating.pair, played.round)
            if _is_of(finding, played.board, was) and not _is_of(finding, played.board, now):
                about = finding_text(finding)
                message = f"something was found of {about} (#{number}), and {played.name} is of that match"
                raise Refusal("has-dependants", message, f"`undo {number}` first, and find anew what still holds")


def finding_text(finding: Finding) -> str:
    """Name what a finding is about: "Oslo v Malta", "7's opponent in round 3"."""
    if isinstance(finding, OfMatch):
        return " v ".join(finding.teams)
    return f"{finding.contestant}'s opponent in round {finding.round}"


def _is_of(finding: Finding, board: int, seating: Seating) -> bool:
    """Whether a finding is about what these two played of a board; a round nobody said may be any."""
    if isinstance(finding, MismatchFound):
        return seating.match == {finding.contestant, finding.met} and seating.round == finding.round
    return finding.is_of(seating.match, seating.round) and board in finding.boards
