"""Who is entered late in a Swiss that is drawn already: in its session too; and who is entered and not drawn."""

import shlex
from collections.abc import Iterable, Iterator

from cli.desk.desk import Desk
from cli.screens import effects
from ledger.facts import EnterContestants
from ledger.facts.draws import RoundDrawn, StageKnown
from ledger.facts.tournaments import SessionAdded
from ledger.overall.scores import TournamentScores
from ledger.recording.effect import Effect
from ledger.session import Tournament, tournament_of
from ledger.session.draws import everyone


def _session_to_enter(tournament: Tournament) -> str:
    """The session that who comes late sits down in: the last of the only Swiss that is drawn; '' where several are."""
    stages = [each.name for each in tournament.stages.values() if tournament.drawn.of(each.name)]
    if len(stages) != 1 or tournament.qualified.qualifiers(stages[0]) is not None:
        return ""
    return last_session(tournament, stages[0])


def last_session(tournament: Tournament, stage: str) -> str:
    """The session of the last sitting of a stage; '' where there is none, or where there are sections."""
    last = tournament.last_sitting(stage)
    there = [each.session for each in tournament.in_stage(stage) if each.sitting == last]
    return there[0] if len(there) == 1 else ""


def enter_in_session(desk: Desk, effect: Effect, entered: Iterable[str]) -> Effect | None:
    """Enter in the session whoever of these plays in none yet, so that the next round has them in its draw.

    What came of it is told after what came of the entry: both are recorded before anything is told.
    """
    scores, session = desk.office.tournaments.scores(effect.after.id), _session_to_enter(tournament_of(effect.after))
    if session not in scores.scoreboards:
        return None
    there = {*scores.playing((added, scores.scoreboards[added.session]) for added in _open_sessions(scores))}
    new = tuple(each for each in entered if each not in there)
    return effects.submit(desk, EnterContestants(new), session_id=session) if new else None


def _open_sessions(scores: TournamentScores) -> Iterator[SessionAdded]:
    return (each for each in scores.tournament.sessions.values() if each.session in scores.scoreboards)


def _phantoms(scores: TournamentScores, stage: str) -> Iterator[str]:
    """Who of a stage is nobody."""
    for added in scores.tournament.in_stage(stage):
        if added.session in scores.scoreboards:
            session = scores.scoreboards[added.session].session
            nobody = filter(session.participation.is_phantom, session.contestants)
            yield from (scores.tournament.entrant_of(added.session, each) for each in nobody)


def not_drawn_lines(scores: TournamentScores, drawn: RoundDrawn, known: StageKnown) -> Iterator[str]:
    """Who is entered in the tournament, or plays in the stage, and is not drawn, and why."""
    tournament, there = scores.tournament, {*everyone(drawn)}
    if tournament.qualified.qualifiers(drawn.stage) is not None:
        return
    elsewhere = {
        who
        for added in _open_sessions(scores)
        if added.stage != drawn.stage
        for who in scores.playing([(added, scores.scoreboards[added.session])])
    }
    phantoms = set(_phantoms(scores, drawn.stage))
    out = [each for each in dict.fromkeys([*tournament.entrants, *known.gone]) if each not in there]
    for each in out:
        if why := known.gone.get(each) or ("a phantom" if each in phantoms else ""):
            yield f"not drawn: {each}, {why}"
        elif each not in elsewhere:
            session = next(reversed([added.session for added in tournament.in_stage(drawn.stage)]), "")
            typed = f": `session enter {shlex.quote(each)} --session {shlex.quote(session)}`" if session else ""
            yield f"not drawn: {each}, entered and in no session of {drawn.stage}{typed}"
