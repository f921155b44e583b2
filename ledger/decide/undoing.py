"""Undo: the event that compensates another. Nothing is deleted; what later events rest on is not undone."""

from ledger.decide import (
    appeals,
    auctions,
    brackets,
    calls,
    casebook,
    clocks,
    deals,
    draws,
    entering,
    evidence,
    matches,
    memos,
    movement,
    office,
    participation,
    play,
    polls,
    publications,
    qualifying,
    queries,
    queue,
    rulings,
    seating,
    tournaments,
)
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import Envelope, Undo
from ledger.facts.office import JudgementSigned
from ledger.facts.people import TextErased
from ledger.facts.play import ContestantsRemoved, SessionOpened
from ledger.facts.tournaments import SessionAdded, SessionRemoved, TournamentOpened
from ledger.session import Stream, Tournament, tournament_of

UNDO: Undoing = {
    **play.UNDO,
    **entering.UNDO,
    **seating.UNDO,
    **participation.UNDO,
    **deals.UNDO,
    **auctions.UNDO,
    **queries.UNDO,
    **queue.UNDO,
    **calls.UNDO,
    **polls.UNDO,
    **evidence.UNDO,
    **rulings.UNDO,
    **matches.UNDO,
    **movement.UNDO,
    **appeals.UNDO,
    **casebook.UNDO,
    **memos.UNDO,
    **office.UNDO,
    **clocks.UNDO,
    **publications.UNDO,
    **tournaments.UNDO,
    **brackets.UNDO,
    **qualifying.UNDO,
    **draws.UNDO,
}
"""What takes back each kind of event that can be taken back."""


def undo(command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
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
    if isinstance(target.event, ContestantsRemoved):
        anew = f"#{target.number} ({target.name}) is not undone: whoever takes part after all is entered anew"
        return Refusal("undo-nothing", anew, f"`session enter {','.join(target.event.contestants)}`")
    if isinstance(target.event, JudgementSigned):
        signed = " and ".join(f"`undo {number}`" for number in target.because)
        why = f"#{target.number} is not undone: a signature goes with what it signs"
        return Refusal("undo-nothing", why, f"{signed}, what was signed")
    setting_up = isinstance(target.event, SessionOpened | TournamentOpened)
    why = "it is about who takes part and with what" if setting_up else "what was said or done stays in the log"
    case = getattr(target.event, "case", None)
    whole = f"; or take back the case: `undo {case}`" if case else ""
    hint = "a session opened by mistake can be closed" if setting_up else f"record it anew, as it should be{whole}"
    return Refusal("undo-nothing", f"#{target.number} ({target.name}) is not undone: {why}", hint)


HANDLERS: Handlers = {Undo: undo}
