"""The draws of a Swiss and the brackets of a knockout, and who was drawn wrongly as is seen now."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import chain, groupby

from msgspec import structs

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.screens.tournaments.late import not_drawn_lines
from cli.screens.tournaments.standings import hint_at_recut, say_heads
from cli.views.overall import heads_of
from cli.views.tournaments import DrawsAnswer, RoundAnswer, round_row, wrong_draw
from cli.words.tournaments import how_text, left_over_lines, opponents_text, table_rows
from ledger.errors import Misuse
from ledger.laws.regulations import StageRules
from ledger.laws.rounding import stated_text
from ledger.overall.before_a_draw import known_before, matches_by_round, playing_in
from ledger.overall.scores import TournamentScores
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
