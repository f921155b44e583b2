"""What every writing command prints: the events, what moved, and what to type next."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from cli.desk.desk import Desk, score_json, score_text, signed_text
from cli.screens.wording import case_of, event_line, headline, judgement_lines
from ledger.commands import Command
from ledger.events import Envelope
from ledger.events.appeals import Decision
from ledger.events.play import CarryOverSet
from ledger.events.rulings import Judgement, PenaltyImposed, PenaltyReinstated, PenaltyWithdrawn
from ledger.laws.advice import ADVICE
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import Change, RankChange, Ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.recording.effect import Effect
from ledger.session import Session
from ledger.store.person import Person

ROWS_SHOWN = 12


def submit(desk: Desk, session_id: str, command: Command, people: Sequence[Person] = ()) -> Effect:
    """Hand a command to the office."""
    wanted = desk.settings
    return desk.office.submit(
        session_id,
        command,
        command_id=wanted.command_id,
        dry_run=wanted.dry_run,
        people=people,
        occurred_at=desk.occurred_at,
    )


def ask(desk: Desk, session_id: str, command: Command, question: str) -> None:
    """Show what a command would do, and ask; not with --yes or --dry-run."""
    if desk.settings.yes or desk.settings.dry_run or _again(desk, session_id):
        return
    supposed = desk.office.submit(session_id, command, dry_run=True, occurred_at=desk.occurred_at)
    if not desk.settings.json:
        _print(desk, supposed, "Would record")
    desk.confirm(question)


def _again(desk: Desk, session_id: str) -> bool:
    """Whether this command id has been recorded already: then there is nothing left to ask."""
    key = desk.settings.command_id
    return bool(key and desk.store.log.of_command(session_id, key))


def report(desk: Desk, effect: Effect, **more: str | None) -> None:
    """Print what came of a command, with its ripple; `more` stands in the JSON only."""
    if desk.settings.json:
        report_json(desk, effect, **more)
    else:
        _print(
            desk,
            effect,
            "Would record" if desk.settings.dry_run else "Already recorded" if effect.repeated else "Recorded",
        )


def report_json(desk: Desk, effect: Effect, **more: str | None) -> None:
    """The same as one object."""
    desk.json(
        "recorded/1",
        effect.after,
        {
            "recorded": [
                {"number": envelope.number, "name": envelope.name.partition("/")[0]} for envelope in effect.events
            ],
            "dry_run": desk.settings.dry_run,
            "case": next((case for envelope in effect.events if (case := case_of(envelope.event))), None),
            "advice": list(_advice(effect)),
            **ripple_json(effect.ripple(), Scoreboard(effect.after).totals.rounding),
            **more,
        },
    )


def _advice(effect: Effect) -> tuple[str, ...]:
    return tuple(
        code
        for envelope in effect.events
        if isinstance(envelope.event, Judgement | Decision)
        for code in envelope.event.advice
    )


def _print(desk: Desk, effect: Effect, verb: str) -> None:
    for envelope in effect.events:
        desk.say(f"{verb} {headline(envelope, effect.after)}")
        if not desk.settings.quiet:
            for line in judgement_lines(envelope.event, effect.after, desk.symbols):
                desk.say(line)
    if desk.settings.quiet:
        return
    for code in _advice(effect):
        desk.say(f"advice: {code}: {ADVICE[code]}")
    moved = effect.ripple()
    print_ripple(desk, moved, effect.events)
    if not moved and any(isinstance(envelope.event, Judgement | Decision) for envelope in effect.events):
        desk.say("\n  nobody's score moves")
    for line in _totals(effect):
        desk.say(line)
    if verb == "Recorded" and effect.events and (line := event_line(effect.events[-1], effect.after)):
        desk.say(f"\n{line}")


def _totals(effect: Effect) -> Iterator[str]:
    """What a penalty or a carry-over does to a total: no board shows it."""
    for envelope in effect.events:
        if isinstance(envelope.event, PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated | CarryOverSet):
            whose = _whose(envelope.event, effect.after)
            before, after = (_total(Scoreboard(session), whose) for session in (effect.before, effect.after))
            yield f"  total of {whose}: {score_text(before)}, now {score_text(after)}"


def _whose(event: PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated | CarryOverSet, after: Session) -> str:
    if isinstance(event, PenaltyWithdrawn | PenaltyReinstated):
        return after.penalties[event.case].imposed.contestant
    return event.contestant


def _total(scoreboard: Scoreboard, contestant: str) -> Fraction | None:
    rows = (row for field in standings(scoreboard) for row in field.rows if row.contestant == contestant)
    return next((row.total for row in rows), None)


def print_ripple(desk: Desk, moved: Ripple, events: Sequence[Envelope] = ()) -> None:
    """Who moved and by how much, those of the ruled table first, then the furthest; and whose place changed."""
    if not moved:
        return
    desk.say()
    touched = {getattr(envelope.event, "ns", None) for envelope in events} | {
        getattr(envelope.event, "ew", None) for envelope in events
    }
    changes = sorted(moved.changes, key=lambda change: (change.contestant not in touched, -abs(change.difference)))
    several = len({change.board for change in changes}) > 1
    shown = changes if desk.settings.verbose else changes[:ROWS_SHOWN]
    if not changes:
        desk.say(f"  rank   {rank_text(moved.ranks, desk)}")
        return
    columns = [*(["board"] if several else []), "table", "contestant", ">before", ">after", ">change"]
    desk.table(columns, [_row(change, several) for change in shown], indent=2)
    if len(shown) < len(changes):
        desk.say(f"  … and {len(changes) - len(shown)} more (-v shows them)")
    if moved.ranks:
        desk.say(f"  rank   {rank_text(moved.ranks, desk)}")


def _row(change: Change, several: bool) -> list[str]:
    both = change.before is not None and change.after is not None
    difference = signed_text(change.difference) if both else "new" if change.before is None else "gone"
    return [
        *([str(change.board)] if several else []),
        change.table or "–",
        change.contestant,
        score_text(change.before),
        score_text(change.after),
        difference,
    ]


def rank_text(changes: Sequence[RankChange], desk: Desk) -> str:
    """Changes of place in one line: '1NS 7 → 5, 4EW 5 → 6'."""
    arrow = "→" if desk.symbols else "->"
    shown = changes if desk.settings.verbose else changes[:ROWS_SHOWN]
    texts = [
        f"{change.contestant}{':' if change.contestant[-1:].isdigit() else ''} {change.before or 'new'} {arrow} {change.after or 'out'}"
        for change in shown
    ]
    more = f", and {len(changes) - len(shown)} more" if len(shown) < len(changes) else ""
    return ", ".join(texts) + more


def ripple_json(moved: Ripple, mode: Rounding) -> dict[str, Any]:
    """A ripple as JSON."""
    return {
        "ripple": [
            {
                "contestant": change.contestant,
                "board": change.board,
                "before": score_json(change.before, mode),
                "after": score_json(change.after, mode),
            }
            for change in moved.changes
        ],
        "ranks": [
            {"contestant": change.contestant, "before": change.before, "after": change.after} for change in moved.ranks
        ],
    }
