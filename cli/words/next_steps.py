"""What one may want to know, or to type, after an event was recorded."""

import shlex
from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from cli.words.language import say
from cli.words.times import until_text
from ledger.bridge import Side
from ledger.facts import Envelope, Event
from ledger.facts.appeals import AppealLodged, Appellant, Decision, FurtherAppealLodged, LateAppealAccepted
from ledger.facts.auctions import AuctionRecorded
from ledger.facts.calls import DirectorCalled
from ledger.facts.deals import DealCorrected, DealRecorded
from ledger.facts.evidence import EvidenceFiled, EvidenceWithdrawn
from ledger.facts.participation import BoardNotPlayed, OfContestant, PlayPostponed
from ledger.facts.play import BoardsAdded, ResultCorrected, ResultRecorded
from ledger.facts.polls import PollOpened
from ledger.facts.publications import RunningScoresShown, ScoresPublished
from ledger.facts.qualifying import EntrantsQualified, EntrantWithdrew, QualifiersChanged
from ledger.facts.queries import ResultQueried
from ledger.facts.rulings import RulingAmended, RulingGiven
from ledger.facts.seating import SeatingCorrected
from ledger.laws.regulations import in_time
from ledger.overall.marking import leaves_place
from ledger.scoring.line import Seating
from ledger.session import Penalty, Ruling, Session, Stream, Tournament, session_of
from ledger.session.calls import is_open
from ledger.session.overtaken import Overtaken
from ledger.session.places import typed
from ledger.session.qualifying import Cut, Qualified
from ledger.session.rulings import appeal_deadline, correction_deadline, is_decided, order, request_deadline


def free_places(tournament: Tournament, cut: Cut) -> Iterator[str]:
    """That one who goes on withdrew before he had played there, and who is next: a line each."""
    said = tournament.qualified
    for entrant in cut.now:
        left = said.withdrawn.get(entrant)
        if left and leaves_place(tournament, cut.said.into, left):
            yield _free_place(said, cut, entrant)


def _free_place(said: Qualified, cut: Cut, entrant: str) -> str:
    """'4, who had qualified for final, withdrew (#9); next is 3: `tournament qualify …`'."""
    source, into = cut.said.source, cut.said.into
    number = said.withdrawn[entrant].number
    text = say(
        "%(entrant)s, who had qualified for %(into)s, withdrew (#%(number)s)", entrant=entrant, into=into, number=number
    )
    if (reserve := said.next_reserve(cut)) is None:
        return text + say("; there is no reserve")
    command = f"`tournament qualify {source} --into {into} --instead {entrant}={reserve}`"
    return text + say("; next is %(reserve)s: %(command)s", reserve=reserve, command=command)


Said = str | tuple[str, ...]
"""A line, '' for none, or several."""


def next_step(envelope: Envelope, stream: Stream) -> tuple[str, ...]:
    """What one may want to know, or to type, next: a line each."""
    said = _after(envelope.event, envelope, stream)
    return tuple(line for line in ((said,) if isinstance(said, str) else said) if line)


@singledispatch
def _after(event: Event, envelope: Envelope, stream: Any) -> Said:
    return ""


def look_again_step(session: Session, found: Overtaken) -> str:
    """What a director types of a ruling that is to be looked at again."""
    case = found.ruling.case
    amend = f"`bridge-ledger ruling amend {case} …{_cause(session, case)}`"
    return f"Where {case} holds: `bridge-ledger ruling confirm {case}`   Otherwise: {amend}"


def _cause(session: Session, case: str) -> str:
    """What another score in the place of a ruling's needs to be given: nothing before scores are out."""
    if ordered := order(session, case):
        return f" --cause order --order {ordered.case}"
    if is_decided(session, case):
        return " --cause order --reopen authority --authority WHO"
    return " --cause …" if session.publications or session.appeals_of(case) else ""


@_after.register
def _(event: RulingGiven | RulingAmended, envelope: Envelope, session: Session) -> Said:
    ruling = session.rulings[event.case]
    why = f"`bridge-ledger explain {place(ruling.board, ruling.seating, session)}`"
    when = appeal_line(session, ruling, envelope.recorded_at)
    return when, f"Why: {why}   Take back: `bridge-ledger undo {ruling.case}`"


@_after.register
def _(
    event: ResultRecorded | ResultCorrected | BoardNotPlayed | SeatingCorrected, envelope: Envelope, session: Session
) -> str:
    return f"Traveller: `bridge-ledger board {event.board}`   Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: PlayPostponed, envelope: Envelope, session: Session) -> str:
    where = place(event.board, event.seating, session)
    add = f"`bridge-ledger result add {where} 4SN=`"
    return f"Its result, when it is played: {add}   Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: OfContestant, envelope: Envelope, session: Session) -> str:
    return f"Who takes part: `bridge-ledger contestant list`   Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: EntrantWithdrew, envelope: Envelope, tournament: Tournament) -> Said:
    cuts = tournament.qualified.cuts.values()
    free = (line for cut in cuts for line in free_places(tournament, cut))
    return (*free, f"Take back: `undo {envelope.number}`")


@_after.register
def _(event: EntrantsQualified | QualifiersChanged, envelope: Envelope, tournament: Tournament) -> Said:
    cut = tournament.qualified.cuts[event.source, event.into]
    in_force = envelope.number in (cut.number, *(number for number, _ in cut.changes))
    undo = f"   Take back: `undo {envelope.number}`" if in_force else ""  # what takes back another is not taken back
    return f"Who goes on, and carries what: `tournament qualified {event.into}`{undo}"


@_after.register
def _(event: BoardsAdded, envelope: Envelope, session: Session) -> str:
    return f"Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: DealRecorded | DealCorrected, envelope: Envelope, session: Session) -> str:
    return f"Shown: `bridge-ledger board {event.board} --deal`   Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: EvidenceFiled, envelope: Envelope, session: Session) -> str:
    return f"Listed: `bridge-ledger call evidence {event.case}`   Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: EvidenceWithdrawn, envelope: Envelope, session: Session) -> str:
    return f"Its bytes are still kept; erase them: `bridge-ledger text erase {event.filed}`"


@_after.register
def _(event: AuctionRecorded, envelope: Envelope, session: Session) -> str:
    where = place(event.board, event.seating, session)
    return f"Shown: `bridge-ledger board {where} --auction`   Take back: `bridge-ledger undo {envelope.number}`"


@_after.register
def _(event: ResultQueried, envelope: Envelope, session: Session) -> str:
    where = place(event.board, event.seating, session)
    confirmed = f"`bridge-ledger check confirm {where} --by-sides NS,EW`"
    return f"Confirmed: {confirmed}   Otherwise: `bridge-ledger result correct {where} … --agreed NS,EW`"


@_after.register
def _(event: DirectorCalled, envelope: Envelope, session: Session) -> Said:
    board = str(event.board or "BOARD")
    where = f"{board}/{event.table}" if event.table else board
    facts = f'`bridge-ledger call facts {event.case} "…" --agreed`'
    ruling = f"`bridge-ledger ruling add {where} … --call {event.case}`"
    return _late_call(envelope, session), f"Facts: {facts}   Ruling: {ruling}"


@_after.register
def _(event: PollOpened, envelope: Envelope, session: Session) -> str:
    many = f"How many answered: `bridge-ledger call poll {event.case}`"
    return f"{many}   Then: `bridge-ledger call poll {event.case} --close`"


def _late_call(envelope: Envelope, session: Session) -> str:
    """That a call came too late for a ruling, where it did (Law 92B)."""
    over = request_deadline(session)
    if in_time(envelope.occurred_at, over):
        return ""
    return f"The time to ask for a ruling: {until_text(over, envelope.occurred_at)}."


@_after.register
def _(event: RunningScoresShown, envelope: Envelope, session: Session) -> str:
    return f"Seen: `serve`   Take back: `undo {envelope.number}`"


@_after.register
def _(event: ScoresPublished, envelope: Envelope, session: Session) -> Said:
    now = envelope.recorded_at
    corrections = until_text(correction_deadline(session), now)
    requests = until_text(request_deadline(session), now)
    return f"Corrections of the score (Law 79C1): {corrections}", f"Rulings and appeals (Law 92B): {requests}"


def unanswered(stream: Stream) -> list[str]:
    """The calls nobody has answered; of a tournament none, for they are in its sessions."""
    calls = stream.calls.items() if isinstance(stream, Session) else ()
    return [case for case, call in calls if is_open(session_of(stream), call)]


@_after.register
def _(event: AppealLodged | LateAppealAccepted, envelope: Envelope, session: Session) -> str:
    case, against = event.case, session.appeals[event.case].against
    trying = f"appeal decide {case} --overturned -n" if against in session.penalties else f"stakes {case}"
    others = [each.case for each in session.appeals_of(against) if each.open and each.case != case]
    together = f" --with {' --with '.join(others)}" if others else ""
    hearing = f"`bridge-ledger appeal hear {case}{together} --committee …`"
    return f"What hangs on it: `bridge-ledger {trying}`   Next: {hearing}"


@_after.register
def _(event: FurtherAppealLodged, envelope: Envelope, session: Session) -> Said:
    return f"What {event.to} decides: `bridge-ledger appeal review {event.case} …`"


@_after.register
def _(event: Decision, envelope: Envelope, session: Session) -> Said:
    show, undo = f"`bridge-ledger show {event.case}`", f"`bridge-ledger undo {envelope.number}`"
    told = f"The whole story: {show}   Recorded wrongly: {undo}"
    return _undecided(event, session), _without_merit(event, session), told


def _undecided(event: Decision, session: Session) -> str:
    """The other appeals against the same that nobody has decided yet."""
    against = session.appeals[event.case].against
    still = " and ".join(each.case for each in session.appeals_of(against) if each.open)
    return f"Still to be decided, on what this leaves: {still}" if still else ""


def _without_merit(event: Decision, session: Session) -> str:
    """How the penalty is given that regulations may have beside the deposit (White Book §1.7.1: both of them)."""
    appeal = session.appeals[event.case]
    if event.merit != "without" or "standard" not in dict(session.regulations.penalties.named):
        return ""
    whose = _appellants(appeal.lodged.appellant, session.subject(appeal))
    adds = "   ".join(f"`bridge-ledger penalty add {each} standard --case {event.case}`" for each in whose)
    return f"A penalty for that too, where the regulations have both: {adds}" if adds else ""


def _appellants(appellant: Appellant, subject: Ruling | Penalty) -> tuple[str, ...]:
    """The contestants that appealed; none, where the director referred it."""
    if appellant == "director":
        return ()
    if isinstance(subject, Penalty):
        return (subject.imposed.contestant,)
    return subject.seating.contestants(Side(appellant))


def appeal_line(session: Session, ruling: Ruling, now: int) -> str:
    """'Appeal possible until 23:10 (30 minutes left)', or when that time will begin."""
    if ruling.judgement.provisional:
        return f"Provisional: `ruling amend {ruling.case} …` gives the ruling, which can then be appealed."
    ends, minutes = appeal_deadline(session, ruling), session.regulations.periods.appeal_minutes
    if ends is not None:
        return f"Appeal possible {until_text(ends, now)}."
    if session.publications:
        return f"Appeal possible until {minutes} minutes after both sides are told: `ruling notify {ruling.case}`."
    return f"Appeal possible until {minutes} minutes after the scores are published."


def place(board: int, seating: Seating, session: Session) -> str:
    """How the command line names a table's board: '23/1', or '23/1NS'; '23 --ns 1NS' where nothing is there now."""
    played = session.boards[board].get(seating)
    if played is None:
        seat = f"--ns {shlex.quote(seating.ns)}" if seating.ns else f"--ew {shlex.quote(seating.ew)}"
        return f"{board} {seat}"
    return typed(session, played)
