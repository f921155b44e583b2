"""Decide the draw of a Swiss round, by the rules of the stage or by hand, and undo it.

The standings, the meetings so far and the withdrawals come with the command, gathered from the sessions at one moment
(`recording.gathering`).
"""

from collections import Counter
from collections.abc import Iterable

from msgspec import structs

from ledger.bounds.tournaments import ROUND, TABLE
from ledger.errors import Refusal
from ledger.guards.stages import check_within, require_stage
from ledger.overall.swiss import SwissField, draw, first_draw
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of
from ledger.subjects.draws.facts import DrawnMatch, DrawRound, RoundDrawn
from ledger.subjects.draws.state import everyone, pairs_of
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament


def draw_round(command: DrawRound, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Draw a Swiss round by its stage's rules, or record one drawn by hand; refused if drawn, not due or impossible."""
    stage = require_stage(tournament, command.stage)
    if stage.format != "swiss":
        bracket = tournament.knockouts.brackets.get(stage.name)
        bracket_hint = f"`tournament bracket {stage.name}` shows who meets whom"
        hint = bracket_hint if bracket else f"`tournament stage amend {stage.name} --format swiss`"
        raise Refusal("not-swiss", f"{stage.name} is not a Swiss: no round of it is drawn", hint)
    _check_turn(command, tournament)
    if len(command.known.order) < 2:
        hint = "`tournament enter NAMES`, or a session of the stage that knows its contestants"
        raise Refusal("no-draw", f"{stage.name} has fewer than two contestants to draw", hint)
    if command.by_hand:
        drawn = _draw_by_hand(command)
        _check_by_hand(drawn, command)
    else:
        drawn = _draw_by_rule(command, stage, tournament)
    before = tournament.drawn.number(stage.name, command.round - 1)
    return (ProposedEvent(drawn, (before,) if before else ()),)


def _check_turn(command: DrawRound, tournament: Tournament) -> None:
    drawn, round_ = tournament.drawn, command.round
    check_within(ROUND, round_)
    if number := drawn.number(command.stage, round_):
        message = f"round {round_} of {command.stage} is drawn already (#{number})"
        raise Refusal("drawn-already", message, f"`undo {number} --session {tournament.id}` first")
    if round_ > (following := max(drawn.last(command.stage), command.known.played) + 1):
        message = f"round {round_} of {command.stage} cannot be drawn: round {following} is the next"
        raise Refusal("round-skipped", message, f"--round {following}")
    if command.after_round is not None and not 0 <= command.after_round < round_:
        message = f"round {round_} of {command.stage} cannot be drawn by the standing after round {command.after_round}"
        raise Refusal("bad-draw", message, f"--after-round from 0 (by seeds) to {round_ - 1} (the usual)")
    between = range(round_ if command.after_round is None else command.after_round + 1, round_)
    if unknown := [each for each in between if not drawn.number(command.stage, each)]:
        message = f"round {unknown[0]} of {command.stage} is not drawn: nobody knows who meets whom in it"
        raise Refusal("round-skipped", message, f"`tournament draw {command.stage} --round {unknown[0]}` first")
    if command.known.missing and not command.early:
        missing = "; ".join(command.known.missing)
        message = f"round {round_} of {command.stage} cannot be drawn yet, as results are missing: {missing}"
        arrears = f"--after-round {round_ - 2} (by the standing before); or " if round_ > 2 else ""
        raise Refusal("results-missing", message, f"record them, or add {arrears}--early (by the results so far)")


def _draw_by_rule(command: DrawRound, stage: Stage, tournament: Tournament) -> RoundDrawn:
    known, odd = command.known, command.odd or stage.rules.odd
    odd = odd if len(known.order) > 2 else "bye"
    left_over = tournament.drawn.left_over(stage.name, command.round, odd)
    field = SwissField(known.order, frozenset() if command.repeat else known.met, left_over)
    first = command.round == 1
    result = first_draw(field, odd, stage.rules.first_round) if first else draw(field, odd)
    if result is None:
        message = f"round {command.round} of {stage.name} cannot be drawn without two meeting again"
        raise Refusal("no-draw", message, "--repeat lets them; or draw it by hand with --pairs")
    matches = tuple(DrawnMatch(at, pair) for at, pair in enumerate(result.pairs, start=1))
    after_round = None if command.after_round == command.round - 1 else command.after_round
    drawn = _draw_by_hand(command)
    return structs.replace(drawn, matches=matches, bye=result.bye, triangle=result.triangle, after_round=after_round)


def _draw_by_hand(command: DrawRound) -> RoundDrawn:
    early = command.early and bool(command.known.missing)
    return event_of(RoundDrawn, command, repeats=command.repeat, early=early, after_round=None)


def _check_by_hand(drawn: RoundDrawn, command: DrawRound) -> None:
    known, drawn_times = command.known, Counter(everyone(drawn))
    tables = Counter(match.at_table for match in drawn.matches)
    check_within(TABLE, *tables)
    round_ = f"round {drawn.round} of {drawn.stage}"
    if gone := [f"{each} ({known.gone[each]})" for each in drawn_times if each in known.gone]:
        raise Refusal("not-there", f"{', '.join(gone)} cannot be drawn in {round_}", "draw the others")
    if strange := [each for each in drawn_times if each not in known.order]:
        hint = f"those who do: {', '.join(known.order)}"
        raise Refusal("no-such-contestant", f"{', '.join(strange)} does not play in {drawn.stage}", hint)
    if len(drawn.triangle) not in (0, 3):
        raise Refusal("bad-draw", "three meet one another in a triangle", '--triangle "Oslo, Malta, Rome"')
    _refuse_any((str(each) for each, times in tables.items() if times > 1), "table-twice", "two matches at one table")
    _refuse_any((each for each, times in drawn_times.items() if times > 1), "plays-twice", f"drawn twice in {round_}")
    if undrawn := [each for each in known.order if each not in drawn_times]:
        hint = (
            f"--bye {undrawn[0]}" if len(undrawn) == 1 and not drawn.bye else "each is drawn once; --bye, or --triangle"
        )
        raise Refusal("left-out", f"nobody is drawn against {', '.join(undrawn)} in {round_}", hint)
    if not command.repeat:
        again = [" v ".join(pair) for pair in pairs_of(drawn) if frozenset(pair) in known.met]
        _refuse_any(again, "met-already", "they met already", "--repeat lets them meet again")


def _refuse_any(offending: Iterable[str], code: str, what: str, hint: str = "each is drawn once") -> None:
    if names := ", ".join(offending):
        raise Refusal(code, f"{what}: {names}", hint)


def _recall(event: RoundDrawn, command: Undo, tournament: Tournament, actor: Actor) -> None:
    drawn, number = tournament.drawn, command.target.number
    if drawn.number(event.stage, event.round) != number:
        message = f"the draw of round {event.round} of {event.stage} was taken back already"
        raise Refusal("undo-nothing", message, "`tournament draws`")
    if (last := drawn.last(event.stage)) > event.round:
        later = drawn.number(event.stage, last)
        message = f"round {last} of {event.stage} is drawn already (#{later})"
        raise Refusal("has-dependants", message, f"`undo {later} --session {tournament.id}` first")


UNDO: Undoing = {RoundDrawn: _recall}
