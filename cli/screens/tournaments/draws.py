"""The draws of a Swiss and the brackets of a knockout, and who was drawn wrongly as is seen now."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from msgspec import structs

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.screens.tournaments.late import not_drawn_lines
from cli.screens.tournaments.standings import hint_at_recut, say_heads, say_no_bracket
from cli.terminal.tables import Layout
from cli.views.overall import heads_of
from cli.views.tournaments import DrawsAnswer, RoundAnswer, bracket_json, heads_json, round_row, wrong_draw
from cli.words.brackets import (
    carried_text,
    carries,
    match_notes,
    round_name,
    side_text,
    sitting_text,
    status_text,
    total_text,
)
from cli.words.next_steps import drawn_apart
from cli.words.scores import places_of
from cli.words.tournaments import how_text, left_over_lines, opponents_text, table_rows
from ledger.errors import Misuse
from ledger.laws.regulations import StageRules
from ledger.laws.rounding import short_text, stated_text
from ledger.overall.before_a_draw import known_before, matches_by_round, playing_in
from ledger.overall.knockout import Bracket, KnockoutMatch
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import bracket
from ledger.overall.swiss import WrongOpponent, drawn_otherwise
from ledger.projections.match_boards import pool, scale
from ledger.recording import TRIAL
from ledger.recording.effect import Effect
from ledger.subjects.brackets.facts import DrawBracket
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament, tournament_of

_TABLES = [">table", "contestant", "opponent", ""]


def print_tables(desk: Desk, effect: Effect) -> None:
    """The tables of the round that was just drawn, or would be; and why who is left over is."""
    if not desk.settings.is_for_people:
        return
    for envelope in effect.events:
        if isinstance(envelope.event, RoundDrawn):
            desk.say("")
            desk.table(_TABLES, list(table_rows(envelope.event)))
            scores = desk.office.tournaments.scores(effect.after.id)
            stage = scores.tournament.named_stage(envelope.event.stage)
            known = known_before(scores, stage, envelope.event.round, envelope.event.after_round)
            desk.hint(*left_over_lines(envelope.event, tournament_of(effect.before).drawn, known.order))
            _note_bye(desk, tournament_of(effect.after), envelope.event)
            if out := list(not_drawn_lines(scores, envelope.event, known)):
                desk.hint(*out)
            hint_at_recut(desk, scores, stage.name)
            _note_undrawn(desk, scores, stage, envelope.event.round)


def _note_undrawn(desk: Desk, scores: TournamentScores, stage: Stage, before: int) -> None:
    """Say which round was played and is drawn nowhere, though somebody met nobody in it: it may have been a bye."""
    for round_, group in groupby(matches_by_round(scores, stage), key=lambda each: each.round):
        met = [each.entrants for each in group]
        idle = [each for each in playing_in(scores, stage.name) if each not in set(chain.from_iterable(met))]
        if round_ < before and not scores.tournament.drawn.number(stage.name, round_) and len(idle) == 1:
            pairs, name = ", ".join(" v ".join(two) for two in met), shlex.quote(stage.name)
            typed = f'`tournament draw {name} --round {round_} --pairs "{pairs}" --bye {shlex.quote(idle[0])}`'
            desk.hint(f"round {round_} was played and is not drawn: {idle[0]} has nothing for it, unless {typed}")


def _note_bye(desk: Desk, tournament: Tournament, drawn: RoundDrawn) -> None:
    """Say where matches are of more or fewer victory points than 20, and a bye has what is usual of 20."""
    stage = tournament.named_stage(drawn.stage)
    usual = StageRules().bye
    if not drawn.bye or stage.rules.adds != "victory-points" or stage.rules.bye != usual:
        return
    played = desk.office.tournaments.scores(tournament.id).played(stage.name)
    pools = {pool(scoreboard) for _, scoreboard in played if scale(scoreboard)}
    if pools and (most := max(pools)) != 20:
        share = f"60% of them: `tournament stage amend {shlex.quote(stage.name)} --bye {stated_text(most * 3 / 5)}`"
        worth = f"a match is of {stated_text(most)} victory points here, and a bye is worth {stated_text(usual)}"
        desk.hint(f"{worth}; {share}")


def print_round(desk: Desk, named: str | None, stage: str, number: int | None) -> None:
    """The tables of a round: the last that is drawn, or the one that is named."""
    scores = at_moment(desk, named)
    said = scores.tournament
    if said.named_stage(stage).format == "knockout":
        raise Misuse("no-such-round", f"{stage} is a knockout: it has a bracket", f"`tournament bracket {stage}`")
    known = {each.round: each for each in said.drawn.of(stage)}
    if not known or (number or max(known)) not in known:
        there = ", ".join(map(str, known)) or "none yet"
        which = f"round {number} of {stage} is not drawn" if number else f"no round of {stage} is drawn yet"
        raise Misuse("no-such-round", which, f"drawn are: {there}; `tournament draw {stage}` draws the next")
    drawn = known[number or max(known)]
    if desk.settings.json:
        shown_round = structs.asdict(round_row(drawn, said))
        desk.answer(RoundAnswer(heads=heads_of(scores), **shown_round), (), said)
        return
    say_heads(desk, scores)
    if not desk.settings.plain:
        how = f" (drawn{how_text(drawn)})" if how_text(drawn) else ""
        desk.say(f"{said.opened.title}   {stage}, round {drawn.round}{how}", "")
    desk.table(_TABLES, list(table_rows(drawn)))


def print_draws(desk: Desk, named: str | None, stage: str | None) -> None:
    """All draws, and what of them is otherwise by the scores as they are now, or by who met."""
    scores = at_moment(desk, named)
    stages = scores.tournament.stages
    if stage:
        scores.tournament.named_stage(stage)
    shown = [each for each in stages.values() if stage in (None, each.name)]
    wrong = [each for each in drawn_otherwise(scores) if each.stage in {one.name for one in shown}]
    drawn = [each for one in shown for each in scores.tournament.drawn.of(one.name)]
    value = DrawsAnswer(
        heads=heads_of(scores),
        draws=tuple(round_row(each, scores.tournament) for each in drawn),
        otherwise=tuple(map(wrong_draw, wrong)),
    )
    if not desk.settings.json:
        say_heads(desk, scores)
    desk.answer(value, [value.table()], scores.tournament)
    if desk.settings.json or desk.settings.plain:
        return
    for (_, _, by_standing), group in groupby(wrong, key=lambda each: (each.stage, each.round, each.by_standing)):
        _print_wrong(desk, list(group), scores.tournament, by_standing=by_standing)


def _print_wrong(desk: Desk, wrong: list[WrongOpponent], tournament: Tournament, *, by_standing: bool) -> None:
    first = wrong[0]
    would = "would be drawn otherwise by the scores as they are now" if by_standing else "others met than were drawn"
    before = "" if first.round == 1 else " (in brackets: before the round)"
    desk.say("", f"{first.stage}, round {first.round}: {would}{before}")
    columns = ["was drawn against", "would be"] if by_standing else ["met", "was drawn against"]
    rows = [[each.entrant, opponents_text(each.met, each), opponents_text(each.correct, each)] for each in wrong]
    desk.table(["contestant", *columns], rows, indent=2)
    desk.hint(*_next(wrong, tournament))


def _next(wrong: list[WrongOpponent], tournament: Tournament) -> Iterator[str]:
    """Before a round begins it can be drawn again; then a mismatch is judged, one by one."""
    first = wrong[0]
    if not first.played:
        number = tournament.drawn.number(first.stage, first.round)
        yield f"  no result yet: `undo {number} --session {tournament.id}`, and it can be drawn again"
    for each in wrong:
        if each.found and each.outdated and each.where:
            yield f"  {each.entrant}: judged in #{each.found}, by other points than they have now:"
            yield f"    `undo {each.found} --session {shlex.quote(each.where.session)}`, and say it again"
        elif each.found:
            yield f"  {each.entrant}: it was judged, `match list`"
        elif each.of_match:
            yield f"  {each.entrant}: its match was judged in #{each.of_match}, `match list`"
        elif each.where and each.round > 1:
            said = each.where
            two = f"{shlex.quote(said.contestant)} {shlex.quote(said.met)}"
            of = f"--round {said.round} --correct {shlex.quote(said.correct)}"
            where = f"--session {shlex.quote(said.session)}"
            yield f"  {each.entrant}, if not at fault: `match mismatch {two} {of} --not-at-fault {where}`"


def ask_about_order(desk: Desk, command: DrawBracket, name: str) -> None:
    """Say in which order contestants qualified, and ask whether seeds typed in another order are meant."""
    qualifiers = desk.office.tournaments.stream(name).qualified.qualifiers(command.stage)
    if not (qualifiers and command.seeds) or command.seeds == qualifiers:
        return
    if desk.office.recorded_with(name, desk.settings.command_id):
        return
    told = desk.settings.yes or desk.settings.dry_run
    if not told:
        desk.submit(command, name, TRIAL)  # what is refused need not be asked
    desk.hint_aside(f"They qualified for {command.stage} as {', '.join(qualifiers)}; typed: {', '.join(command.seeds)}")
    if not told:
        desk.confirm("Draw the bracket in the order that was typed?")


def print_bracket(desk: Desk, named: str | None, stage: str) -> None:
    """The bracket of a stage."""
    scores = at_moment(desk, named)
    found = bracket(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "bracket/1", scores.tournament, {"heads": heads_json(scores), "stage": stage} | bracket_json(found)
        )
        return
    say_heads(desk, scores)
    if found is None:
        say_no_bracket(desk, scores.tournament, stage)
    elif desk.settings.plain:
        _print_matches(desk, list(found.matches.values()))
    else:
        _print_rounds(desk, found)
        if lines := list(drawn_apart(scores.tournament, stage)):
            desk.hint("", *lines)
        hint_at_recut(desk, scores, stage)


def _print_rounds(desk: Desk, found: Bracket) -> None:
    for number, matches in enumerate(found.rounds, start=1):
        desk.say(*([""] if number > 1 else []), round_name(found, number))
        _print_matches(desk, matches)
        if notes := [note for match in matches for note in match_notes(match)]:
            desk.hint(*notes)
    for turned in found.turned:
        now = found.matches[turned.match]
        text = f"{turned.match}: {turned.went_on} won as it stood then and plays {turned.into}; {_leads(now)}"
        desk.say("", text, "  nothing changes by itself: the director decides whether it does")
    if found.beside:
        desk.say("", "Beside the bracket")
        for each in found.beside:
            beside = " : ".join(short_text(each.score(team, net=False).value, 2) for team in each.teams)
            desk.say(f"  {' v '.join(each.teams)}   {beside}   (sitting {each.of.sitting}, {each.of.session})")


def _leads(match: KnockoutMatch) -> str:
    """'Wales leads now, 30 : 28': who has won by what stands now."""
    first = match.winners[0]
    if len(match.meetings) > 1 or match.meetings[0].decision:
        return f"now {' and '.join(match.winners)} would go on"
    scores = match.meetings[0].scores
    teams = sorted(match.teams, key=lambda team: team != first)
    return f"{first} leads now, {' : '.join(short_text(scores[team].value, 2) for team in teams)}"


def _print_matches(desk: Desk, matches: Sequence[KnockoutMatch]) -> None:
    sittings = sorted({sitting for match in matches for sitting in match.sittings})
    meetings = [meeting for match in matches for meeting in match.meetings]
    places = max((places_of(score.value) for each in meetings for score in each.scores.values()), default=0)
    rows = [row for match in matches for row in _rows(match, sittings, places, carried=carries(matches))]
    of_three = any(len(match.sides) > 2 for match in matches)
    unit = next((each.unit for match in matches for meeting in match.meetings for each in meeting.segments), "IMP")
    state = "state" if desk.settings.plain else ""
    carried = [">carried"] if carries(matches) else []
    columns = ["match", "contestant", *carried, *(f">{each}" for each in sittings), f">{unit}", ">won", state]
    if desk.settings.plain:
        names = [match.drawn.name for match in matches for _ in match.sides]
        rows = [[name, *row[1:]] for name, row in zip(names, rows, strict=True)]
    if not of_three:
        columns.remove(">won")
        rows = [[*row[:-2], row[-1]] for row in rows]
    desk.table(columns, rows, layout=Layout(spare=[*carried, *(f">{each}" for each in sittings)]))


def _rows(match: KnockoutMatch, sittings: Sequence[int], places: int, *, carried: bool) -> Iterator[list[str]]:
    for at, (team, side) in enumerate(zip(match.sides, match.drawn.sides, strict=True)):
        name = "" if at else match.drawn.name
        if team is None:
            yield [name, side_text(side), *([""] if carried else []), *("" for _ in sittings), "", "", ""]
            continue
        cells = [carried_text(match, team, places)] if carried else []
        cells += [sitting_text(match, team, each, places) for each in sittings]
        won = next(short_text(score.won, 1) for score in match.scores if score.team == team)
        imps = total_text(match, team, places) if match.sittings else "–"
        yield [name, team, *cells, imps, won if len(match.sides) > 2 and match.begun else "", status_text(match, team)]
