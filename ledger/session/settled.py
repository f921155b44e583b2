"""Boards, slips and matches that a director has settled, so that nobody asks again.

A board that counts for nothing, a slip that is not to come, two who met against the plan. `check`, a draw, a cut,
publication and the pages ask here.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from ledger.laws.adjustment import Artificial, Awarded
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.state import Session, is_cancelled, is_no_board, met_nobody
from ledger.session.tables import TableBoard
from ledger.subjects.matches.facts import MatchVoided, MismatchFound, OfMatch
from ledger.subjects.participation.facts import BoardNotPlayed

_WRONG_BOARD_OR_OPPONENTS = re.compile(r"15(?![0-9])")
"""Law 15: play of a wrong board, or against a pair that was not to play it."""


def is_called_off(session: Session, match: Collection[str], round_: int | None, board: int) -> bool:
    """Return whether a board is of a void match, was removed from its match, or is no board for either side."""
    findings = session.findings.facts.values()
    return any(
        isinstance(each, OfMatch) and each.is_of(match, round_) and board in each.called_off for each in findings
    ) or any(is_no_board(room) for room in _rooms(session, match, round_, board))


def _rooms(session: Session, match: Collection[str], round_: int | None, board: int) -> Iterator[TableBoard]:
    for played in session.boards.get(board, {}).values():
        if played.seating.match == match and (None in (round_, played.round) or round_ == played.round):
            yield played


def is_awarded(session: Session, match: Collection[str], round_: int | None, board: int) -> bool:
    """Return whether an award in one room says what a board of two teams is worth, whatever the other room has."""
    if FORMS[session.opening.scoring].rooms != 2:
        return False
    for room in _rooms(session, match, round_, board):
        scores = (session.in_force(ruling) for ruling in session.rulings_of(room))
        ruled = any(isinstance(each.adjustment, Artificial | Awarded) for each in scores)
        if room.absent.scored if isinstance(room.absent, BoardNotPlayed) else ruled:
            return True
    return False


def counts_for_nothing(session: Session, played: TableBoard, round_: int | None = None) -> bool:
    """Return whether a table's play of a board counts for nothing, so that nobody need look at it.

    One of the two withdrew before half or never came, the match is void, or the board is no board of it. `round_`: the
    round of the play, where it is known although it was not said.
    """
    if is_cancelled(played, session.cancelled) or met_nobody(session, played):
        return True
    return is_called_off(session, played.seating.match, round_ or played.round, played.board)


def is_meeting_judged(session: Session, played: TableBoard) -> bool:
    """Return whether a director judged that two met whom the plan keeps apart: Law 15, a mismatch, or a void match."""
    laws = (law for ruling in session.rulings_of(played) for law in session.in_force(ruling).laws)
    round_, match = played.round or 1, played.seating.match
    return any(map(_WRONG_BOARD_OR_OPPONENTS.match, laws)) or any(
        (isinstance(each, MismatchFound) and each.round == round_ and {each.contestant, each.met} == match)
        or (isinstance(each, MatchVoided) and each.is_of(match, round_))
        for each in session.findings.facts.values()
    )


def met_others(session: Session, contestants: Collection[str], round_: int) -> bool:
    """Return whether a director judged that one of these met somebody else in a round: their match is not to come."""
    found = (each for each in session.findings.facts.values() if isinstance(each, MismatchFound))
    return any(each.contestant in contestants and each.round == round_ for each in found)


def without_boards(session: Session) -> Iterator[OfMatch]:
    """Yield the matches that are void, or told by their result alone: no board of them is to come."""
    for each in session.findings.facts.values():
        if isinstance(each, OfMatch) and each.called_off == each.boards:
            yield each


# Boards that are no board


def boards_not_scored(session: Session) -> Iterator[tuple[int, BoardNotPlayed]]:
    """Yield each board that was said to be no board for either side, with the number of the event."""
    for number, fact in session.participation.facts.items():
        line = session.line(fact.board, fact.seating) if isinstance(fact, BoardNotPlayed) and not fact.scored else None
        if isinstance(fact, BoardNotPlayed) and line and line.absent == fact:
            yield number, fact


def results_without_board(session: Session) -> Mapping[tuple[int, Seating], tuple[int, BoardNotPlayed]]:
    """The results that count for nothing as the other room has no board, with what says so; none that was ruled on."""
    if not session.participation.facts or not FORMS[session.opening.scoring].teams():
        return {}
    return {
        (fact.board, room.seating): (number, fact)
        for number, fact in boards_not_scored(session)
        for room in _rooms(session, fact.seating.match, fact.seating.round, fact.board)
        if room.results and not room.cases
    }


def substitute_boards(session: Session) -> frozenset[int]:
    """Return the boards that some match played in the place of others."""
    return frozenset(fact.replaced_by for _, fact in replacements(session) if fact.replaced_by)


def replacements(session: Session) -> Iterator[tuple[int, BoardNotPlayed]]:
    """Yield each board that another was played in the place of, with the number of the event."""
    return ((number, fact) for number, fact in boards_not_scored(session) if fact.replaced_by)


def replacements_in(
    session: Session, match: Collection[str], round_: int | None
) -> Iterator[tuple[int, BoardNotPlayed]]:
    """Yield the replaced boards of a match of two in a round; a round that nobody said may be any."""
    for number, fact in replacements(session):
        if fact.seating.match == match and (None in (round_, fact.round) or round_ == fact.round):
            yield number, fact


def replaced_boards(session: Session, match: Collection[str], round_: int | None) -> dict[int, int]:
    """Return which board a match played in the place of which: the board of the plan → the last of its replacements."""
    instead = {fact.board: fact.replaced_by for _, fact in replacements_in(session, match, round_) if fact.replaced_by}
    for _ in instead:  # the replacement itself may have been replaced
        instead = {board: instead.get(replacement, replacement) for board, replacement in instead.items()}
    return instead
