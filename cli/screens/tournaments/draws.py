"""Print the draws of a Swiss and the contestants whose draw would differ today; ask about the seeds of a bracket."""

import shlex
from collections.abc import Iterator
from itertools import chain, groupby

from msgspec import structs

from cli.desk.desk import Desk
from cli.desk.tournaments import scores_at_moment
from cli.screens.tournaments.late import not_drawn_lines
from cli.screens.tournaments.standings import print_heads, print_recut_hint
from cli.views.overall import heads_of
from cli.views.tournaments import DrawsAnswer, RoundAnswer, round_row, wrong_draw
from cli.words.tournaments import bye_reason_lines, how_text, opponents_text, table_rows
from ledger.errors import Misuse
from ledger.laws.regulations import StageRules
from ledger.laws.rounding import stated_text
from ledger.overall.before_a_draw import gather_draw_basis, list_stage_entrants, matches_by_round
from ledger.overall.scores import TournamentScores
from ledger.overall.swiss import WrongOpponent, find_wrong_opponents
from ledger.projections.match_boards import pool, scale
from ledger.recording import TRIAL
from ledger.recording.effect import Effect
from ledger.subjects.brackets.facts import DrawBracket
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament, tournament_of

_TABLES = [">table", "contestant", "opponent", ""]


def print_tables(desk: Desk, effect: Effect) -> None:
    """Print the tables of the round just drawn, why a contestant has the bye, and the contestants not drawn."""
    if not desk.settings.is_for_people:
        return
    for envelope in effect.events:
        if isinstance(envelope.event, RoundDrawn):
            desk.say("")
            desk.table(_TABLES, list(table_rows(envelope.event)))
            scores = desk.office.tournaments.scores(effect.after.id)
            stage = scores.tournament.named_stage(envelope.event.stage)
            basis = gather_draw_basis(scores, stage, envelope.event.round, envelope.event.after_round)
            desk.hint(*bye_reason_lines(envelope.event, tournament_of(effect.before).drawn, basis.order))
            _note_bye(desk, tournament_of(effect.after), envelope.event)
            if undrawn := list(not_drawn_lines(scores, envelope.event, basis)):
                desk.hint(*undrawn)
            print_recut_hint(desk, scores, stage.name)
            _note_undrawn(desk, scores, stage, envelope.event.round)


def _note_undrawn(desk: Desk, scores: TournamentScores, stage: Stage, before: int) -> None:
    """Report a round that was played but not drawn if just one contestant is idle in it: it may have had a bye."""
    for round_, group in groupby(matches_by_round(scores, stage), key=lambda each: each.round):
        met = [each.entrants for each in group]
        idle = [each for each in list_stage_entrants(scores, stage.name) if each not in set(chain.from_iterable(met))]
        if round_ < before and not scores.tournament.drawn.number(stage.name, round_) and len(idle) == 1:
            pairs, name = ", ".join(" v ".join(two) for two in met), shlex.quote(stage.name)
            typed = f'`tournament draw {name} --round {round_} --pairs "{pairs}" --bye {shlex.quote(idle[0])}`'
            desk.hint(f"round {round_} was played and is not drawn: {idle[0]} has no score in it without {typed}")


def _note_bye(desk: Desk, tournament: Tournament, drawn: RoundDrawn) -> None:
    """Print a hint if a bye is worth the usual 12 VP (60% of 20) in a stage whose matches have another maximum."""
    stage = tournament.named_stage(drawn.stage)
    usual = StageRules().bye
    if not drawn.bye or stage.rules.adds != "victory-points" or stage.rules.bye != usual:
        return
    played = desk.office.tournaments.scores(tournament.id).played(stage.name)
    pools = {pool(scoreboard) for _, scoreboard in played if scale(scoreboard)}
    if pools and (most := max(pools)) != 20:  # the usual bye is 12, which is 60% of 20 only
        share = f"60% of them: `tournament stage amend {shlex.quote(stage.name)} --bye {stated_text(most * 3 / 5)}`"
        worth = f"a match is of {stated_text(most)} victory points here, and a bye is worth {stated_text(usual)}"
        desk.hint(f"{worth}; {share}")


def print_round(desk: Desk, named: str | None, stage: str, number: int | None) -> None:
    """Print the tables of a round: the last one drawn, or the one named; Misuse if it is not drawn."""
    scores = scores_at_moment(desk, named)
    tournament = scores.tournament
    if tournament.named_stage(stage).format == "knockout":
        raise Misuse("no-such-round", f"{stage} is a knockout: it has a bracket", f"`tournament bracket {stage}`")
    drawn_rounds = {each.round: each for each in tournament.drawn.of(stage)}
    if not drawn_rounds or (number or max(drawn_rounds)) not in drawn_rounds:
        numbers = ", ".join(map(str, drawn_rounds)) or "none yet"
        which = f"round {number} of {stage} is not drawn" if number else f"no round of {stage} is drawn yet"
        raise Misuse("no-such-round", which, f"drawn are: {numbers}; `tournament draw {stage}` draws the next")
    drawn = drawn_rounds[number or max(drawn_rounds)]
    if desk.settings.json:
        shown_round = structs.asdict(round_row(drawn, tournament))
        desk.answer(RoundAnswer(heads=heads_of(scores), **shown_round), (), tournament)
        return
    print_heads(desk, scores)
    if not desk.settings.plain:
        how = f" (drawn{how_text(drawn)})" if how_text(drawn) else ""
        desk.say(f"{tournament.opened.title}   {stage}, round {drawn.round}{how}", "")
    desk.table(_TABLES, list(table_rows(drawn)))


def print_draws(desk: Desk, named: str | None, stage: str | None) -> None:
    """Print all draws, then those that would differ by present scores, and those that were not played as drawn."""
    scores = scores_at_moment(desk, named)
    stages = scores.tournament.stages
    if stage:
        scores.tournament.named_stage(stage)
    stages_shown = [each for each in stages.values() if stage in (None, each.name)]
    wrong = [each for each in find_wrong_opponents(scores) if each.stage in {one.name for one in stages_shown}]
    drawn = [each for one in stages_shown for each in scores.tournament.drawn.of(one.name)]
    draws = tuple(round_row(each, scores.tournament) for each in drawn)
    value = DrawsAnswer(heads=heads_of(scores), draws=draws, otherwise=tuple(map(wrong_draw, wrong)))
    print_heads(desk, scores)
    desk.answer(value, [value.table()], scores.tournament)
    if desk.settings.json or desk.settings.plain:
        return
    for (_, _, by_standing), group in groupby(wrong, key=lambda each: (each.stage, each.round, each.by_standing)):
        _print_wrong(desk, list(group), scores.tournament, by_standing=by_standing)


def _print_wrong(desk: Desk, wrong: list[WrongOpponent], tournament: Tournament, *, by_standing: bool) -> None:
    first = wrong[0]
    would = "would be drawn otherwise by the scores as they are now" if by_standing else "not played as it was drawn"
    before = "" if first.round == 1 else " (in brackets: before the round)"
    desk.say("", f"{first.stage}, round {first.round}: {would}{before}")
    columns = ["was drawn against", "would be"] if by_standing else ["met", "was drawn against"]
    rows = [[each.entrant, opponents_text(each.met, each), opponents_text(each.correct, each)] for each in wrong]
    desk.table(["contestant", *columns], rows, indent=2)
    desk.hint(*_correction_lines(wrong, tournament))


def _correction_lines(wrong: list[WrongOpponent], tournament: Tournament) -> Iterator[str]:
    """Yield the commands that correct a draw: draw it again before the round begins, judge each mismatch after."""
    first = wrong[0]
    if not first.played:
        number = tournament.drawn.number(first.stage, first.round)
        yield f"  no result yet: `undo {number} --session {tournament.id}`, and it can be drawn again"
    for opponent in wrong:
        if opponent.found and opponent.outdated and opponent.where:
            yield f"  {opponent.entrant}: judged in #{opponent.found}, by points that have changed since:"
            yield f"    `undo {opponent.found} --session {shlex.quote(opponent.where.session)}`, and judge it again"
        elif opponent.found:
            yield f"  {opponent.entrant}: it was judged, `match list`"
        elif opponent.of_match:
            yield f"  {opponent.entrant}: its match was judged in #{opponent.of_match}, `match list`"
        elif opponent.where and opponent.round > 1:
            mismatch = opponent.where
            two = f"{shlex.quote(mismatch.contestant)} {shlex.quote(mismatch.met)}"
            of = f"--round {mismatch.round} --correct {shlex.quote(mismatch.correct)}"
            where = f"--session {shlex.quote(mismatch.session)}"
            yield f"  {opponent.entrant}, if not at fault: `match mismatch {two} {of} --not-at-fault {where}`"


def ask_about_order(desk: Desk, command: DrawBracket, name: str) -> None:
    """Show the order in which contestants qualified, and ask if seeds typed in another order are intended."""
    qualifiers = desk.office.tournaments.stream(name).qualified.qualifiers(command.stage)
    if not (qualifiers and command.seeds) or command.seeds == qualifiers:
        return
    if desk.office.events_recorded_under(name, desk.settings.command_id):
        return
    answered = desk.settings.yes or desk.settings.dry_run
    if not answered:
        desk.submit(command, name, TRIAL)  # a command that will be refused asks nothing
    desk.hint_aside(f"They qualified for {command.stage} as {', '.join(qualifiers)}; typed: {', '.join(command.seeds)}")
    if not answered:
        desk.confirm("Draw the bracket in the order that was typed?")
