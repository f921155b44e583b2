"""What a contestant was warned or penalised for before: over the sessions of the tournament it plays, as whom it plays
there; by itself a session knows its own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.laws.subjects import subjects_of
from ledger.overall.scores import TournamentScores
from ledger.session import Penalty, Session


class EarlierPenalty(NamedTuple):
    """A penalty or a warning that still holds, in which session; `alike`: for the same as the one it is asked for."""

    session: Session
    penalty: Penalty
    alike: bool


def penalised_before(session: Session, case: str, scores: TournamentScores | None) -> list[EarlierPenalty]:
    """What whoever was penalised had had before, oldest first; what was withdrawn or overturned is left out.

    `scores`: of the tournament the session belongs to, None where it is in none.
    """
    now = session.penalties[case]
    found = [
        EarlierPenalty(each, penalty, _are_alike(penalty, now))
        for each in _sessions(session, scores)
        for penalty in each.penalties.values()
        if _is_whose(each, penalty, session, now, scores)
        and (each.id, penalty.imposed.case) != (session.id, case)
        and penalty.since <= now.since
        and each.penalty_in_force(penalty.imposed.case)
    ]
    return sorted(found, key=lambda each: (each.penalty.since, each.session.id, each.penalty.number))


def _sessions(session: Session, scores: TournamentScores | None) -> Sequence[Session]:
    others = [board.session for name, board in scores.scoreboards.items() if name != session.id] if scores else []
    return [*others, session]


def _is_whose(
    there: Session, penalty: Penalty, session: Session, now: Penalty, scores: TournamentScores | None
) -> bool:
    """Whether it was imposed on the same: in one session by its number, over the tournament by who that is."""
    whose, whom = penalty.imposed.contestant, now.imposed.contestant
    if scores is None:
        return whose == whom
    entrant_of = scores.tournament.entrant_of
    return entrant_of(there.id, whose) == entrant_of(session.id, whom)


def _are_alike(one: Penalty, other: Penalty) -> bool:
    """Whether two were imposed for the same: by the Laws cited, or what these are about."""
    laws, others = one.imposed.laws, other.imposed.laws
    return bool(set(laws) & set(others) or set(subjects_of(laws)) & set(subjects_of(others)))
