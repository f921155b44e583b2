"""Undo: the event that compensates another. Nothing is deleted; what later events rest on is not undone."""

from ledger.commands import Undo
from ledger.decide import (
    undoing_auctions,
    undoing_brackets,
    undoing_cases,
    undoing_deals,
    undoing_draws,
    undoing_matches,
    undoing_office,
    undoing_participation,
    undoing_qualifying,
    undoing_queries,
    undoing_queue,
    undoing_rulings,
    undoing_tables,
    undoing_tournaments,
)
from ledger.decide.response import Actor, Handlers, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.events.office import JudgementSigned
from ledger.events.people import TextErased
from ledger.events.play import ContestantsEntered, SessionOpened
from ledger.events.tournaments import SessionAdded, SessionRemoved, TournamentOpened
from ledger.session import Stream, Tournament, tournament_of

UNDO: Undoing = {
    **undoing_tables.UNDO,
    **undoing_participation.UNDO,
    **undoing_deals.UNDO,
    **undoing_auctions.UNDO,
    **undoing_queries.UNDO,
    **undoing_queue.UNDO,
    **undoing_rulings.UNDO,
    **undoing_matches.UNDO,
    **undoing_cases.UNDO,
    **undoing_office.UNDO,
    **undoing_tournaments.UNDO,
    **undoing_brackets.UNDO,
    **undoing_qualifying.UNDO,
    **undoing_draws.UNDO,
}
"""What takes back each kind of event that can be taken back."""


def undo(command: Undo, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    """The compensating event for the target, which must be the latest word on its subject."""
    target = command.target
    if take_back := UNDO.get(type(target.event)):
        return take_back(target.event, command, stream, actor)
    if isinstance(target.event, SessionRemoved):
        raise _added_anew(target, tournament_of(stream))
    raise _stays(target)


def _added_anew(target: Envelope, tournament: Tournament) -> Refusal:
    """A session that was taken out comes back as any other comes: where else it belongs by now is looked at there."""
    was = next(added for number, added in tournament.facts.no_more(SessionAdded) if number in target.because)
    section = f" --section {was.section}" if was.section else ""
    line = f"tournament add {was.session} --stage {was.stage} --sitting {was.sitting}{section}"
    why = f"#{target.number} ({target.name}) is not undone: {was.session} is added anew"
    return Refusal("undo-nothing", why, f"`{line} --tournament {tournament.id}`")


def _stays(target: Envelope) -> Refusal:
    if isinstance(target.event, TextErased):
        gone = f"#{target.number} ({target.name}) is not undone: what was erased is gone"
        return Refusal("undo-nothing", gone, "say it anew, where it may be said")
    if isinstance(target.event, JudgementSigned):
        signed = " and ".join(f"`undo {number}`" for number in target.because)
        why = f"#{target.number} is not undone: a signature goes with what it signs"
        return Refusal("undo-nothing", why, f"{signed}, what was signed")
    setting_up = isinstance(target.event, SessionOpened | ContestantsEntered | TournamentOpened)
    why = "it is about who takes part and with what" if setting_up else "what was said or done stays in the log"
    case = getattr(target.event, "case", None)
    whole = f"; or take back the case: `undo {case}`" if case else ""
    hint = "a session opened by mistake can be closed" if setting_up else f"record it anew, as it should be{whole}"
    return Refusal("undo-nothing", f"#{target.number} ({target.name}) is not undone: {why}", hint)


HANDLERS: Handlers = {Undo: undo}
