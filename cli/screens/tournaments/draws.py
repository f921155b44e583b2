"""The draws of a Swiss: the tables of a round for the room, all draws, and who was drawn wrongly as is seen now."""

import shlex
from collections.abc import Iterator
from itertools import chain, groupby

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.json.tournaments import drawn_json, heads_json, wrong_draw_json
from cli.screens.tournaments.late import not_drawn_lines
from cli.screens.tournaments.overview import say_heads
from cli.words.draws import how_text
from cli.words.rounds import left_over_lines, opponents_text, table_rows
from ledger.errors import Misuse
from ledger.facts.draws import RoundDrawn
from ledger.facts.tournaments import Stage
from ledger.laws.rounding import stated_text
from ledger.laws.stage_rules import StageRules
from ledger.overall.before_a_draw import known_before, matches_by_round, playing_in
from ledger.overall.scores import TournamentScores
from ledger.overall.swiss import WrongOpponent, drawn_otherwise
from ledger.projections.victory_points import pool, scale
from ledger.recording.effect import Effect
from ledger.session import Tournament, tournament_of
from ledger.session.draws import tables_of

_TABLES = [">table", "contestant", "opponent", ""]


def print_tables(desk: Desk, effect: Effect) -> None:
    """The tables of the round that was just drawn, or would be; and why who is left over is."""
    if desk.settings.json or desk.settings.plain or desk.settings.quiet:
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
        desk.json_at("round/1", said, {"heads": heads_json(scores)} | drawn_json(drawn, said))
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
    if desk.settings.json:
        rounds = [drawn_json(each, scores.tournament) for each in drawn]
        shown_json = {"draws": rounds, "otherwise": [wrong_draw_json(each) for each in wrong]}
        desk.json_at("draws/1", scores.tournament, {"heads": heads_json(scores)} | shown_json)
        return
    say_heads(desk, scores)
    columns, rows = (
        ["stage", ">round", "event", "table, who meets whom"],
        [_row(each, scores.tournament) for each in drawn],
    )
    desk.table_or("no round is drawn yet: `tournament draw STAGE`", columns, rows)
    for (_, _, by_standing), group in groupby(wrong, key=lambda each: (each.stage, each.round, each.by_standing)):
        if not desk.settings.plain:
            _print_wrong(desk, list(group), scores.tournament, by_standing=by_standing)


def _print_wrong(desk: Desk, wrong: list[WrongOpponent], tournament: Tournament, *, by_standing: bool) -> None:
    """Who of a round was drawn wrongly, or met others than were drawn, and what is typed for it."""
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
        elif each.where and each.round > 1:
            said = each.where
            two = f"{shlex.quote(said.contestant)} {shlex.quote(said.met)}"
            of = f"--round {said.round} --correct {shlex.quote(said.correct)}"
            where = f"--session {shlex.quote(said.session)}"
            yield f"  {each.entrant}, if not at fault: `match mismatch {two} {of} --not-at-fault {where}`"


def _row(drawn: RoundDrawn, tournament: Tournament) -> list[str]:
    number = tournament.drawn.number(drawn.stage, drawn.round)
    met = [f"{at}: {' v '.join(two)}" for at, two in tables_of(drawn)]
    met += [f"triangle {', '.join(drawn.triangle)}"] if drawn.triangle else []
    met += [f"bye {drawn.bye}"] if drawn.bye else []
    how = how_text(drawn).lstrip(", ")
    return [drawn.stage, str(drawn.round), f"#{number}", "; ".join(met) + (f" ({how})" if how else "")]
