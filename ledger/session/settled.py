"""Boards, slips and matches that a director has settled, so that nobody is asked about them again.

For example a board that counts for nothing, a slip that will not come, two who met against the plan. `check`, draws,
cuts, publications and pages ask here.
"""

from collections.abc import Collection, Iterator, Mapping

from ledger.laws.adjustment import Artificial, Awarded
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.state import Session, is_against_phantom, is_cancelled, is_unscored_play
from ledger.session.tables import TableBoard
from ledger.subjects.matches.facts import MatchFinding, MatchVoided, MismatchFound
from ledger.subjects.participation.facts import BoardNotPlayed


def is_board_cancelled(session: Session, match: Collection[str], round_: int | None, board: int) -> bool:
    """Return whether a board of a match is cancelled: void match, bare result, removed board, or unscored board."""
    findings = session.findings.facts.values()
    return any(
        isinstance(each, MatchFinding) and each.is_of(match, round_) and board in each.called_off for each in findings
    ) or any(is_unscored_play(room) for room in _rooms(session, match, round_, board))


def _rooms(session: Session, match: Collection[str], round_: int | None, board: int) -> Iterator[TableBoard]:
    for played in session.boards.get(board, {}).values():
        if played.seating.match == match and (None in (round_, played.round) or round_ == played.round):
            yield played


def is_awarded(session: Session, match: Collection[str], round_: int | None, board: int) -> bool:
    """Return whether an award in one room decides a match's board; False if the form of scoring has not two rooms."""
    if FORMS[session.opening.scoring].rooms != 2:
        return False
    for room in _rooms(session, match, round_, board):
        scores = (session.in_force(ruling) for ruling in session.rulings_of(room))
        ruled = any(isinstance(each.adjustment, Artificial | Awarded) for each in scores)
        if room.absent.scored if isinstance(room.absent, BoardNotPlayed) else ruled:
            return True
    return False


def counts_for_nothing(session: Session, played: TableBoard, round_: int | None = None) -> bool:
    """Return whether a table's play of a board is cancelled, so that no missing result is asked for.

    A contestant withdrew before half or is a phantom, or the match or the board was cancelled. `round_`: the round, if
    known though not recorded with the play.
    """
    if is_cancelled(played, session.cancelled) or is_against_phantom(session, played):
        return True
    return is_board_cancelled(session, played.seating.match, round_ or played.round, played.board)


def is_meeting_judged(session: Session, played: TableBoard) -> bool:
    """Return whether a director has judged a wrong meeting: by Law 15, as a mismatch, or as a void match."""
    ruled = any("wrong-board-or-opponents" in session.in_force(each).matters for each in session.rulings_of(played))
    round_, match = played.round or 1, played.seating.match
    return ruled or any(
        (isinstance(each, MismatchFound) and each.round == round_ and {each.contestant, each.met} == match)
        or (isinstance(each, MatchVoided) and each.is_of(match, round_))
        for each in session.findings.facts.values()
    )


def has_mismatch(session: Session, contestants: Collection[str], round_: int) -> bool:
    """Return whether a director found that one of the contestants met a wrong opponent in a round."""
    mismatches = (each for each in session.findings.facts.values() if isinstance(each, MismatchFound))
    return any(each.contestant in contestants and each.round == round_ for each in mismatches)


def matches_without_boards(session: Session) -> Iterator[MatchFinding]:
    """Yield the findings on matches that need no boards: a void match, or a match with a bare result."""
    for finding in session.findings.facts.values():
        if isinstance(finding, MatchFinding) and finding.called_off == finding.boards:
            yield finding


# Boards not scored, and their replacements


def boards_not_scored(session: Session) -> Iterator[tuple[int, BoardNotPlayed]]:
    """Yield (event number, fact) for each board recorded as not played and not scored."""
    for number, fact in session.participation.facts.items():
        line = session.line(fact.board, fact.seating) if isinstance(fact, BoardNotPlayed) and not fact.scored else None
        if isinstance(fact, BoardNotPlayed) and line and line.absent == fact:
            yield number, fact


def results_without_board(session: Session) -> Mapping[tuple[int, Seating], tuple[int, BoardNotPlayed]]:
    """Return, by (board, seating), the team results that count for nothing as another room's board is not scored."""
    if not session.participation.facts or not FORMS[session.opening.scoring].teams():
        return {}
    return {
        (fact.board, room.seating): (number, fact)
        for number, fact in boards_not_scored(session)
        for room in _rooms(session, fact.seating.match, fact.seating.round, fact.board)
        if room.results and not room.cases
    }


def substitute_boards(session: Session) -> frozenset[int]:
    """Return the boards that any match played in place of a planned board."""
    return frozenset(fact.replaced_by for _, fact in replacements(session) if fact.replaced_by)


def replacements(session: Session) -> Iterator[tuple[int, BoardNotPlayed]]:
    """Yield (event number, fact) for each board that a match replaced by another."""
    return ((number, fact) for number, fact in boards_not_scored(session) if fact.replaced_by)


def match_replacements(
    session: Session, match: Collection[str], round_: int | None
) -> Iterator[tuple[int, BoardNotPlayed]]:
    """Yield (event number, fact) for each board that one match replaced by another; an unstated round fits any."""
    for number, fact in replacements(session):
        if fact.seating.match == match and (None in (round_, fact.round) or round_ == fact.round):
            yield number, fact


def replaced_boards(session: Session, match: Collection[str], round_: int | None) -> dict[int, int]:
    """Return the boards that a match replaced: planned board → board that was finally played."""
    instead = {
        fact.board: fact.replaced_by for _, fact in match_replacements(session, match, round_) if fact.replaced_by
    }
    for _ in instead:  # the replacement itself may have been replaced
        instead = {board: instead.get(replacement, replacement) for board, replacement in instead.items()}
    return instead
