"""A Swiss stage: who was drawn wrongly, as is seen now.

The draw stands as it was recorded, whatever becomes of the scores it was made by. Whether somebody is at fault, and
whether victory points change for it (White Book §3.5), is judged in the session: `match mismatch`.

An earlier round is judged by the scores it was drawn by: who left later was still there, and what was scored against
it counted. Whoever is in a draw had not left by then.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ledger.facts.draws import RoundDrawn
from ledger.facts.matches import MismatchFound
from ledger.facts.tournaments import SessionAdded, Stage
from ledger.overall.before_a_draw import in_order, matches_by_round, met_before, standing_after
from ledger.overall.drawing import Odd, Pairings, SwissField, draw
from ledger.overall.rounds import RoundMatch
from ledger.overall.scores import TournamentScores
from ledger.projections.matches import beside, points_before
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Tournament
from ledger.session.draws import everyone


def as_drawn(scores: TournamentScores, stage: Stage, there: Collection[str]) -> TournamentScores:
    """The scores as if none of those who are in a draw had withdrawn, or was disqualified."""
    found = scores.said_otherwise(_staying(scores.tournament, there))
    for added, scoreboard in scores.played(stage.name):
        session = scoreboard.session
        own = {each for each in session.contestants if scores.tournament.entrant_of(added.session, each) in there}
        part = session.participation.without_leaving(own)
        if part is not session.participation:
            found = found.with_scores(Scoreboard(replace(session, participation=part)))
    return found


def _staying(tournament: Tournament, there: Collection[str]) -> Tournament:
    """The tournament without what it says of their withdrawal between two sessions."""
    left = [each.number for who, each in tournament.qualified.withdrawn.items() if who in there]
    return tournament.without(*left) if left else tournament


class WrongOpponent(NamedTuple):
    """Somebody met another opponent than is right as the scores are now, or than was drawn.

    `met` and `correct` are opponents, none where it had a bye, two in a triangle. `by_standing`: a draw by the rule and
    by the scores as they are now would have been another one; else others met than were drawn. `points` are what those
    concerned had before the round; `played`: it has results. `where` says how `match mismatch` is typed, where one met
    one instead of one; `found`: the event that said it already, 0 where none did, and `outdated`: by other points.
    """

    stage: str
    round: int
    entrant: str
    met: tuple[str, ...]
    correct: tuple[str, ...]
    by_standing: bool
    points: dict[str, Fraction]
    played: bool = False
    where: "MismatchPlace | None" = None
    found: int = 0
    outdated: bool = False


class MismatchPlace(NamedTuple):
    """Where a mismatch is said: the session, its own round, and its names of the two who met and of who was right."""

    session: str
    round: int
    contestant: str
    met: str
    correct: str


def drawn_otherwise(scores: TournamentScores, of: str | None = None) -> list[WrongOpponent]:
    """Who was drawn wrongly in any Swiss round of a stage, or of the tournament, by the scores as they are now.

    To be shown after a ruling: what is new in `drawn_otherwise(after)` beside `drawn_otherwise(before)` is what the
    ruling has made wrong; `TournamentScores.with_scores` makes the one of the other. What was drawn by hand, or early,
    is compared with what was played only. Nothing of it changes a score by itself.
    """
    found = list[WrongOpponent]()
    for name, stage in scores.tournament.stages.items():
        for drawn in scores.tournament.drawn.of(name) if of in (None, name) else ():
            found += _of_round(scores, stage, drawn)
    return found


def _of_round(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> list[WrongOpponent]:
    played = [each for each in matches_by_round(scores, stage) if each.round == drawn.round]
    said, met = _said(drawn), _met(played)
    met_others = {each: (met[each], said[each]) for each in said if {*met.get(each, ())} - {*said[each]}}
    wrong = _by_standing(scores, stage, drawn, said)
    if not (met_others or wrong):
        return []
    had = _points(scores, stage, drawn.round)
    found = [(who, *has, False) for who, has in met_others.items()]
    found += [(who, *has, True) for who, has in wrong.items() if who not in met_others]
    return [
        _placed(
            WrongOpponent(
                stage=stage.name,
                round=drawn.round,
                entrant=who,
                met=has,
                correct=right,
                by_standing=by_standing,
                points={each: had.get(each, Fraction(0)) for each in (*has, *right)},
                played=bool(played),
            ),
            scores,
            played,
        )
        for who, has, right, by_standing in found
    ]


def _by_standing(
    scores: TournamentScores, stage: Stage, drawn: RoundDrawn, said: dict[str, tuple[str, ...]]
) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Whom each who would now be drawn otherwise was drawn against, and whom it would be."""
    if not _by_rule(drawn) or (again := redrawn(scores, stage, drawn)) is None:
        return {}
    right = {each: again.opponents(each) for each in said}
    return {each: (said[each], right[each]) for each in said if {*right[each]} != {*said[each]}}


def _by_rule(drawn: RoundDrawn) -> bool:
    """Whether a round was drawn by all the results before it."""
    return not (drawn.by_hand or drawn.early or drawn.round == 1)


def redrawn(scores: TournamentScores, stage: Stage, drawn: RoundDrawn) -> Pairings | None:
    """A round as it would be drawn by the rule now, the same being there; None where it cannot be without repeats."""
    then = as_drawn(scores, stage, everyone(drawn))
    order = in_order(then, stage, everyone(drawn), drawn.by_round)
    met = frozenset[frozenset[str]]() if drawn.repeats else met_before(then, stage, drawn.round)
    odd: Odd = "triangle" if drawn.triangle else "bye"
    return draw(SwissField(order, met, scores.tournament.drawn.left_over(stage.name, drawn.round, odd)), odd)


def _said(drawn: RoundDrawn) -> dict[str, tuple[str, ...]]:
    """Whom each is to meet."""
    drawing = Pairings(tuple(match.teams for match in drawn.matches), drawn.bye, drawn.triangle)
    return {each: drawing.opponents(each) for each in everyone(drawn)}


def _met(played: Iterable[RoundMatch]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in played:
        for entrant in each.entrants:
            found[entrant] = (*found.get(entrant, ()), each.other(entrant))
    return found


def _points(scores: TournamentScores, stage: Stage, round_: int) -> dict[str, Fraction]:
    """What each had before a round."""
    if round_ == 1:
        return {}
    return {row.entrant: row.total.value for row in standing_after(scores, stage, round_ - 1).rows}


def _placed(wrong: WrongOpponent, scores: TournamentScores, played: list[RoundMatch]) -> WrongOpponent:
    """With where it is to be said that one met one instead of one, once they have met; and whether it was."""
    match = next((each for each in played if {*each.entrants} == {wrong.entrant, *wrong.met}), None)
    if match is None or len(wrong.met) != 1 or len(wrong.correct) != 1:
        return wrong
    scoreboard, round_ = scores.scoreboards[match.of.session], match.own_round
    called = _called(scores, match.of, scoreboard)
    if any(each not in called for each in (wrong.entrant, *wrong.points)):
        return wrong
    who, met, right = (called[each] for each in (wrong.entrant, *wrong.met, *wrong.correct))
    place = MismatchPlace(match.of.session, round_, who, met, right)
    for number, each in scoreboard.session.findings.facts.items():
        if isinstance(each, MismatchFound) and (each.contestant, each.round) == (who, round_):
            there = all(
                points_before(scoreboard, scoreboard.matches.values(), called[other], round_)
                + beside(each, called[other])
                == had
                for other, had in wrong.points.items()
            )
            return wrong._replace(where=place, found=number, outdated=not there)
    return wrong._replace(where=place)


def _called(scores: TournamentScores, of: SessionAdded, scoreboard: Scoreboard) -> dict[str, str]:
    """How a session calls the contestants of the tournament."""
    return {scores.tournament.entrant_of(of.session, each): each for each in scoreboard.session.contestants}
