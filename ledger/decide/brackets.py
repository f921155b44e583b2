"""The bracket of a knockout stage, and who goes on where boards do not say it."""

from collections import Counter

from ledger.commands import DecideKnockout, DrawBracket, KnownMeeting
from ledger.decide.bracket_drawing import after, by_seeds, in_threes
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.tournaments import check_name, require_stage
from ledger.decide.within import check_within
from ledger.errors import Refusal
from ledger.events.brackets import BracketDrawn, BracketMatch, KnockoutDecided
from ledger.laws.bounds import IN_BRACKET, SEGMENTS
from ledger.session.tournament import Tournament


def draw_bracket(command: DrawBracket, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """The bracket of a knockout stage, once: another one when this one is undone."""
    stage = require_stage(tournament, command.stage)
    if stage.format != "knockout":
        swiss = tournament.drawn.of(stage.name)
        shown = f"`tournament draw {stage.name}` draws its next round"
        hint = shown if swiss else f"`tournament stage amend {stage.name} --format knockout`"
        raise Refusal("not-knockout", f"{stage.name} is no knockout stage", hint)
    if there := tournament.knockouts.brackets.get(stage.name):
        raise Refusal(
            "bracket-drawn",
            f"{stage.name} has its bracket (#{there[0]})",
            f"`undo {there[0]} --session {tournament.id}` first",
        )
    _check_field(command, tournament)
    check_within(SEGMENTS, *command.segments)
    drawn = BracketDrawn(
        stage.name,
        _matches(command),
        command.segments,
        "seeds" if command.seeds else "matches",
        command.three_way or "wins",
    )
    return (Uncommitted(drawn),)


def _matches(command: DrawBracket) -> tuple[BracketMatch, ...]:
    if not command.seeds:
        return after(command.first_round)
    uneven = len(command.seeds).bit_count() > 1
    return in_threes(command.seeds) if command.three_way and uneven else by_seeds(command.seeds)


def _check_field(command: DrawBracket, tournament: Tournament) -> None:
    """Refuse a field of fewer than two, one who stands in it twice, and one whom the tournament does not know."""
    field = command.seeds or tuple(team for teams, _ in command.first_round for team in teams)
    check_within(IN_BRACKET, *filter(None, [command.best]))
    if not IN_BRACKET.least <= len(field) <= IN_BRACKET.most:
        message = f"a bracket of {len(field)}: it is of {IN_BRACKET.least} to {IN_BRACKET.most}"
        raise Refusal("bad-bracket", message, '--seeds "Norway, Iceland, …"')
    for each in field:
        check_name(each, "a contestant")
    if twice := [team for team, times in Counter(field).items() if times > 1]:
        raise Refusal("plays-twice", f"{', '.join(twice)} would stand in the bracket twice", "name everybody once")
    if unknown := [team for team in field if tournament.entrants and team not in tournament.entrants]:
        hint = f"`tournament enter {unknown[0]}` enters it; `tournament show` lists who is"
        raise Refusal("no-such-contestant", f"not entered: {', '.join(unknown)}", hint)
    for teams, survivors in command.first_round:
        if len(teams) > 3 or not 0 < survivors < max(2, len(teams)):
            message = f"{' v '.join(teams)}, of whom {survivors} would go on, is no match"
            raise Refusal("bad-bracket", message, "two or three play, and at least one is out")


def decide_knockout(command: DecideKnockout, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """Who of two goes on, where boards do not say it: they are to meet, and nobody has decided it yet."""
    stage = require_stage(tournament, command.stage)
    drawn = tournament.knockouts.brackets.get(stage.name)
    if drawn is None:
        hint = f"`tournament draw-bracket {stage.name} --seeds …` draws it"
        raise Refusal("no-bracket", f"{stage.name} has no bracket yet", hint)
    meeting = _meeting(command)
    teams = frozenset(meeting.teams)
    if said := tournament.knockouts.decision(stage.name, meeting.match, teams):
        message = f"{meeting.match}: {said[1].winner} goes on against {said[1].loser} already"
        raise Refusal("match-decided", message, f"`undo {said[0]} --session {tournament.id}` first")
    _check_played(command, meeting)
    if not command.reason.strip():
        raise Refusal("needs-reason", f"why does {command.winner} go on?", f'--reason "{command.loser} did not come"')
    decided = KnockoutDecided(
        stage=stage.name,
        match=meeting.match,
        winner=command.winner,
        loser=command.loser,
        how=command.how,
        reason=command.reason,
    )
    return (Uncommitted(decided, (drawn[0],)),)


def _meeting(command: DecideKnockout) -> KnownMeeting:
    """Where the two meet, the last time they do; Refusal (not-in-match) saying whom they do meet."""
    two = {command.winner, command.loser}
    if met := [each for each in command.meetings if {*each.teams} == two]:
        return met[-1]
    message = f"{command.winner} does not meet {command.loser} in {command.stage}"
    raise Refusal("not-in-match", message, "; ".join(_whom(team, command) for team in (command.winner, command.loser)))


def _whom(team: str, command: DecideKnockout) -> str:
    """'Norway meets Malta in QF1', or that it is in no match."""
    met = [each for each in command.meetings if team in each.teams]
    if not met:
        return f"{team} is in no match"
    last = met[-1]
    return f"{team} meets {last.teams[last.teams[0] == team]} in {last.match}"


def _check_played(command: DecideKnockout, meeting: KnownMeeting) -> None:
    """Refuse a walk-over where boards were played, and a concession where none were."""
    if command.how == "walk-over" and meeting.boards:
        leads = f"{meeting.leads} leads" if meeting.leads else "it is tied"
        message = f"{' and '.join(meeting.teams)} played {meeting.boards} boards of {meeting.match}: {leads}"
        hint = f"--conceded where {command.loser} gave up; `tournament winner` by the director's word"
        raise Refusal("match-played", message, hint)
    if command.how == "conceded" and not meeting.boards:
        message = f"{command.winner} and {command.loser} have played no board of {meeting.match}"
        raise Refusal("nothing-conceded", message, "without --conceded it is a walk-over")


HANDLERS: Handlers = {DrawBracket: draw_bracket, DecideKnockout: decide_knockout}
