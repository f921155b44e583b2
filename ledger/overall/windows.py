"""The window of Law 12C2(c) where it is more than a session: the match of a knockout, or the stage, over all sessions.

A session by itself averages over its own boards. What it is worth in its stage rests on the others too (golden W15,
W16): there it is scored again with what everybody had in the other sessions, each as it stands by itself.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from ledger.facts.tournaments import Stage
from ledger.overall.field_of_play import FieldOfPlay
from ledger.projections.artificial import Beside, OnBoards, graded_boards, window_of
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard
from ledger.session.tournaments import Tournament


def reaching(stage: Stage, scoreboards: Iterable[Scoreboard]) -> bool:
    """Whether an award in one of these sessions may rest on another one."""
    return any(_reach(stage, each) for each in scoreboards)


def over_sessions(tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay]) -> list[FieldOfPlay]:
    """The fields of a stage, those scored again in which an award rests on other ones."""
    if len(fields) < 2:
        return list(fields)
    called = cache(
        lambda at: {fields[at].entrant(tournament, each): each for each in fields[at].scoreboard.session.contestants}
    )
    return [_scored_again(tournament, stage, fields, at, called) for at in range(len(fields))]


def _scored_again(
    tournament: Tournament,
    stage: Stage,
    fields: Sequence[FieldOfPlay],
    at: int,
    called: Callable[[int], dict[str, str]],
) -> FieldOfPlay:
    field, reach = fields[at], _reach(stage, fields[at].scoreboard)
    form = field.scoreboard.form
    others = [each for each, other in enumerate(fields) if each != at and other.scoreboard.form is form]
    if not reach or not others or not graded_boards(field.scoreboard.session):
        return field

    def beside(contestant: str, played: TableBoard) -> OnBoards:
        met = next(each for each in played.seating.pair if each != contestant) if reach == "match" else None
        entrant, opponent = (each and field.entrant(tournament, each) for each in (contestant, met))
        found = OnBoards()
        for other in others:
            names = called(other)
            if entrant in names and (opponent is None or opponent in names):
                seen = fields[other].scoreboard.artificial.seen_from_elsewhere
                found = found.and_those(seen(names[entrant], opponent and names[opponent]))
        return found

    return _with(field, beside)


def _with(field: FieldOfPlay, beside: Beside) -> FieldOfPlay:
    scoreboard = Scoreboard(field.scoreboard.session, field.scoreboard, beside).completed()
    sections = field.sections if field.together else tuple((added, scoreboard) for added, _ in field.sections)
    return replace(field, scoreboard=scoreboard, sections=sections)


def _reach(stage: Stage, scoreboard: Scoreboard) -> str:
    """How far an award of a session looks: to the 'stage', or a 'match' over all sessions; '' where not beyond it."""
    window = window_of(scoreboard.meetings)
    over = window == "stage" or (window == "match" and (stage.format == "knockout" or scoreboard.form.one_match))
    return window if over else ""
