"""Checks of the seats of a new or corrected line: who may sit where, against whom, in which round."""

from collections.abc import Container, Mapping
from collections.abc import Set as AbstractSet

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.guards.entering import check_label
from ledger.kernel.at_table import Where
from ledger.labels import natural, tables_text
from ledger.laws.edition import Edition
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import label_address, require_contestant, rounds_text, sits_at_one_table, sits_switched
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.matches.facts import Finding, MatchFinding, MismatchFound
from ledger.subjects.movement.state import complete_by_movement, plan_of, planned_table_instead, planned_text, seats
from ledger.subjects.participation.facts import SatOut
from ledger.subjects.participation.state import NOBODY


def typed_seats(where: Where) -> Seating:
    """Return a line's seats as they were typed, with '' for a side that was left out."""
    return Seating(where.ns or "", where.ew or "", where.round, where.table)


def new_seating(session: Session, where: Where) -> Seating:
    """Return the seats of a new line: as typed, else by the movement. Refusal: a contestant is missing or not free."""
    where = complete_by_movement(session, where)
    stated, where = where, label_address(session, where)
    if not (where.ns and where.ew):
        raise _unknown_seats(session, where)
    round_ = where.round
    if not round_ and not sits_at_one_table(session):  # the only round in which two teams met
        met = {played.round for played in _lines_of_match(session, frozenset((where.ns, where.ew)))} - {None}
        round_ = met.pop() if len(met) == 1 else None
    seating = Seating(where.ns, where.ew, round_ or None, where.table)
    try:
        check_switched(session, stated, seating)
        check_seating(session, seating, either_way=where.switched)
        check_round(session, where.board, seating)
        check_free(session, where.board, seating)
    except Refusal as refusal:
        # A wrong number is a slip far more often than a wrong result elsewhere: say whom the movement has there
        planned = planned_table_instead(plan_of(session), where.board, seating)
        if planned is None:
            raise refusal from None
        message = f"{refusal.message}; planned: {planned_text(planned)}"
        hint = f"is it {seats(planned)}, as planned? {refusal.hint}"
        raise Refusal(refusal.code, message, hint, refusal.timed, refusal.table) from None
    return seating


def _unknown_seats(session: Session, where: Where) -> Refusal:
    hint = f"add --ns {where.ns or 'CONTESTANT'} --ew {where.ew or 'CONTESTANT'}"
    if not (where.table and session.movements.facts):
        return Refusal("bad-table", f"nothing is recorded for {where} yet: who sat there?", hint)
    tables = plan_of(session).playing(where.board)
    if any(each.table.casefold() == where.table.casefold() for each in tables):
        planned = "; ".join(planned_text(each) for each in tables if each.table.casefold() == where.table.casefold())
        return Refusal("bad-table", f"who sat at {where}? planned: {planned}", f"add --round N, or {hint}")
    planned = "the round is still to be drawn (`tournament draw`) or set (`movement set`)"
    if tables:
        rounds = rounds_text({each.round for each in tables})
        planned = f"board {where.board} is played at {tables_text({each.table for each in tables})}, {rounds}"
    return Refusal("bad-table", f"no drawn or planned round has {where}", f"{planned}; if it was played there: {hint}")


def seating_without_opponents(session: Session, where: Where, side: Side) -> Seating:
    """Return the seats of a pair that could not play a board. Refusal: teams, two pairs or none, or a pair not free."""
    where = label_address(session, where)
    one, opponent = (where.ns, where.ew) if side is Side.NS else (where.ew, where.ns)
    if not sits_at_one_table(session):
        raise Refusal("wrong-form", "a team plays a board against another team", "each has its award: A+/A-")
    if one is None or opponent is not None:
        who = f"name the one contestant that has the award, by --{side.value.lower()}"
        raise Refusal("bad-table", f"whose award is it on {where}?", f"{who}; where two sat there: A+/A-")
    seating = Seating(*((one, "") if side is Side.NS else ("", one)), where.round, where.table)
    check_seating(session, seating)
    check_free(session, where.board, seating)
    return seating


def _lines_of_match(session: Session, teams: frozenset[str], without: Container[TableBoard] = ()) -> list[TableBoard]:
    return [each for each in session.table_boards() if each.seating.match == teams and each not in without]


def check_round(session: Session, board: int, seating: Seating, *, without: Container[TableBoard] = ()) -> None:
    """Refuse a team's line if the two teams meet more than once and nothing shows which meeting it is.

    A missing round is the only one the two meet in; if they meet in several, the round must be stated. A knockout match
    is one meeting, so only a board played in several rounds is unclear. `without` are lines whose seats change together
    with this one.
    """
    if sits_at_one_table(session):
        return
    meetings = _lines_of_match(session, seating.match, without)
    if FORMS[session.opening.scoring].one_match:
        meetings = [played for played in meetings if played.board == board]
    rounds = {played.round for played in meetings if played.round}
    on_board = [played for played in meetings if (played.board, played.seating.ns) == (board, seating.ns)]
    if seating.round is None and (len(rounds) > 1 or any(played.round for played in on_board)):
        met = " and ".join(sorted(seating.match, key=natural))
        raise Refusal("which-round", f"{met} meet in {rounds_text(rounds)}", "which of them is it? --round N")
    without_round = [played for played in meetings if played.round is None]
    same_without_round = [played for played in on_board if played.round is None]
    if seating.round and (same_without_round or (without_round and rounds and seating.round not in rounds)):
        played = (same_without_round or without_round)[0]
        message = f"{played.name}, {played.seating}, has no round, so it may be of round {seating.round} or of another"
        raise Refusal("which-round", message, f"say it first: `result correct {_typed_place(played)} --now-round N`")


def check_switched(session: Session, stated: Where, seating: Seating) -> None:
    """Refuse --switched for contestants who sit in their own directions, or have none because all are one field."""
    if stated.switched and not sits_switched(session, seating):
        one = session.opening.winners == 1
        why = "contestants have no direction in one field" if one else f"{seating} sit as their fields do"
        raise Refusal("wrong-field", why, "leave --switched out: --ns and --ew say who sat where")


def check_seating(session: Session, seating: Seating, *, either_way: bool = False) -> None:
    """Refuse contestants who cannot meet: one named twice, too many on a side, unknown, or in the wrong direction.

    `either_way`: the table is stated to have been arrow-switched.
    """
    for side in Side:
        if len(seating.contestants(side)) > (2 if sits_at_one_table(session) else 1):
            hint = "two individuals: 3+8" if sits_at_one_table(session) else "a team has one name"
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


def check_free(session: Session, board: int, seating: Seating, *, without: Container[TableBoard] = ()) -> None:
    """Refuse a line if its table, or one of its contestants, already has a line on the board.

    In another round a table may have the board again, as in a Howell with shared boards: other contestants sit there,
    or the same two teams. A team may have several lines on a board, as far as seats, round or table differ. `without`
    are lines whose seats change together with this one.
    """
    for played in session.boards[board].values():
        if played in without:
            continue
        other_round = played.round and seating.round and played.round != seating.round
        taken = not other_round and (sits_at_one_table(session) or played.seating.match == seating.match)
        if seating.table and played.table == seating.table and taken:
            correct = "or `result correct` its result; " if played.results else ""
            meeting_again = "" if sits_at_one_table(session) else "; where they meet again: --round N"
            hint = f"another table; {correct}{_removal_hint(played)}{meeting_again}"
            message = f"table {seating.table} has board {board} already, {played.seating}"
            raise Refusal("table-twice", message, hint)
        if not sits_at_one_table(session):
            # Nobody could say which of the two lines is meant.
            if played.seating.may_be(seating):
                message = f"board {played.board} has {seating} already, and nothing tells the two apart"
                hint = "--table or --round of one of them; or `result void`, if it was never played"
                raise Refusal("table-twice", message, hint)
            continue
        if twice := (set(played.seating.everyone) & set(seating.everyone)) - {NOBODY}:
            check_is_no_sit_out(played)
            first = min(twice, key=natural)
            deprived = _deprived_hint(session.regulations.edition, board, seating, twice) if played.results else ""
            pair = played.seating.pair
            opponents_left = (contestant for contestant in pair if contestant not in seating.pair)
            opponents = next(opponents_left, " and ".join(pair)) if all(pair) else "nobody"
            message = f"{first} has a score on board {board} already, against {opponents}"
            hint = f"a contestant plays a board once; {_removal_hint(played)}{deprived}"
            raise Refusal("played-already", message, hint)


def _removal_hint(played: TableBoard) -> str:
    if played.results:
        return f"if that was never played: `result void {_typed_place(played)}`"
    if played.cases:
        return f"the award is taken back by `undo {played.cases[-1]}`"
    return f"`undo {played.absence.number if played.absence else '@'}`"


def _typed_place(played: TableBoard) -> str:
    ns, ew = played.seating.pair
    return f"{played.board}{f'/{played.table}' if played.table else ''} --ns {ns} --ew {ew}"


def _deprived_hint(edition: Edition, board: int, seating: Seating, twice: AbstractSet[str]) -> str:
    """Return the hint for a pair deprived of the board because its opponent had already played it (Law 15B)."""
    for side in Side:
        if all(seating.pair) and not twice & {*seating.contestants(side)} and twice <= {*seating.everyone}:
            score = "A+/-" if side is Side.NS else "-/A+"
            law = edition.option("award-for-missing-player")
            typed = f"{board} --{side.value.lower()} {seating.contestant(side)} --artificial {score}{law}"
            return f"; {seating.contestant(side)}, deprived of it: `ruling add {typed}`"
    return ""


def check_is_no_sit_out(played: TableBoard) -> None:
    """Refuse a line that records a contestant's sit-out."""
    if played.absence and isinstance(fact := played.absence.fact, SatOut):
        number = played.absence.number
        message = f"{fact.contestant} sits out board {played.board} (#{number})"
        hint = f"a sit-out is taken back, `undo {number}`, and said anew: `contestant sit-out`"
        raise Refusal("not-played", message, hint)


def check_findings_kept(session: Session, moves: Mapping[TableBoard, Seating]) -> None:
    """Refuse to move a table out of the match that a recorded finding is about.

    A finding is about the match as recorded: it neither moves to another match nor stays without a table. The director
    takes it back first, and finds anew what still holds. A table may move into a match with a finding, and out of it if
    the finding is about other boards.
    """
    for number, finding in session.findings.facts.items():
        for played, moved in moves.items():
            was = Seating(*played.seating.pair, played.round)
            if _covers(finding, played.board, was) and not _covers(finding, played.board, moved):
                about = finding_text(finding)
                message = f"a finding was recorded on {about} (#{number}), and {played.name} is of that match"
                raise Refusal("has-dependants", message, f"`undo {number}` first, and find anew what still holds")


def finding_text(finding: Finding) -> str:
    """Return the subject of a finding in words: "Oslo v Malta", "7's opponent in round 3"."""
    if isinstance(finding, MatchFinding):
        return " v ".join(finding.teams)
    return f"{finding.contestant}'s opponent in round {finding.round}"


def _covers(finding: Finding, board: int, seating: Seating) -> bool:
    """Return whether a finding is about a board and seats; seats without a round match a finding of any round."""
    if isinstance(finding, MismatchFound):
        return seating.match == {finding.contestant, finding.met} and seating.round == finding.round
    return finding.is_of(seating.match, seating.round) and board in finding.boards
