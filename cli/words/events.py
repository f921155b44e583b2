"""Events in words, one line each: short texts here, longer ones in the module of each subject.

Also withdrawals of events, and the headline after recording: '#207 R-0001 board 23 table 1, weighted under 12C1(c)'.
"""

import re
from importlib import import_module
from importlib.util import find_spec

from msgspec import structs

from cli.words.casebook import other_text
from cli.words.language import Wording, say, say_of
from cli.words.movement import section_text
from cli.words.play import agreed_text, at_table, where_text
from cli.words.rulings import cite_laws, kind_text, outcome_lines, played_line, superseding_text
from cli.words.times import LATE_RECORDING_AFTER, moment_text
from cli.words.vocabulary import OFFENDERS, name_seated, reason_suffix
from ledger.kernel.at_table import AtTable
from ledger.kernel.fact import Envelope, Event, TakenBack, heads_of
from ledger.kernel.free_text import is_gone
from ledger.laws.adjustment import Adjustment
from ledger.session import Ruling, Session, Stream
from ledger.subjects.appeals.facts import AppealDecided, DecisionReviewed
from ledger.subjects.casebook import DifferenceStated
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.participation.facts import ContestantDisqualified, SubstituteSeated, TakingPart
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded, ResultVoided
from ledger.subjects.register import KIND_OF, SUBJECTS, taken_back_by
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.facts import (
    Judgement,
    RulingAmended,
    RulingConfirmed,
    RulingGiven,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.subjects.rulings.state import other_rulings, transfer_tricks
from ledger.subjects.tournaments.state import Tournament, session_of

_TAKEN_BACK = Wording(
    {
        "appeal-confirmed": "%(case)s that it is kept up is taken back",
        "appeal-decided": "%(case)s decision taken back, as recorded wrongly",
        "appeal-withdrawn": "%(case)s goes on: its withdrawal is taken back",
        "auction-recorded": "%(at_table)s: what was said of the auction taken back",
        "bracket-drawn": "bracket of %(stage)s withdrawn",
        "case-classified": "%(case)s what it is about is taken back",
        "case-commented": "%(case)s comment #%(number)s taken back",
        "clock-corrected": "correction of the times taken back",
        "deal-recorded": "board %(board)s: its cards taken back",
        "decision-reviewed": "%(case)s decision taken back, as recorded wrongly",
        "difference-stated": "%(case)s why it is otherwise than %(other)s is taken back",
        "director-called": "%(case)s withdrawn",
        "entrant-withdrew": "%(entrant)s did not withdraw",
        "entrants-qualified": "the list of those who go on from %(source)s into %(into)s is taken back",
        "evidence-filed": "%(case)s evidence withdrawn: #%(filed)s",
        "knockout-decided": "%(stage)s, %(match)s: %(winner)s against %(loser)s is decided by the boards again",
        "movement-set": "the movement%(of)s is taken back",
        "penalty-withdrawn": "%(case)s in force again",
        "poll-opened": "%(case)s the poll that was open is taken back",
        "regulations-signed": "signature of the regulations taken back",
        "result-confirmed": "%(where)s: confirmation taken back",
        "result-queried": "%(where)s: query taken back",
        "round-drawn": "the draw of round %(round)s of %(stage)s is taken back",
        "ruling-confirmed": "%(case)s to be looked at again: that it was confirmed is taken back",
        "ruling-withdrawn": "%(case)s in force again",
        "running-scores-shown": "running scores are shown no longer",
        "schema-difference-accepted": "difference of the database no longer accepted: %(line)s",
        "scores-published": "publication of the scores taken back",
        "session-added": "session %(session)s does not belong to it",
        "session-closed": "session open again",
        "sides-notified": "%(case)s that both sides were told is taken back",
        "stage-added": "stage %(name)s removed",
        "standing-published": "publication of the scores taken back",
    }
)
"""The text of a withdrawal by the kind of the withdrawn event; fields of that event fill its placeholders."""

_AGAIN = Wording({"session-closed": "session closed"})

_PLACE = re.compile(r"%\((\w+)\)")


def withdrawal_text(event: TakenBack, what: Event | None, text_of_event: str) -> str:
    """Say that an event (`what`, in words `text_of_event`) was withdrawn, or that its withdrawal was undone.

    `what` is None if the event is unknown here; then its number is named instead.
    """
    text = (_AGAIN if event.again else _TAKEN_BACK).get(event.kind, "")
    places: dict[str, object] = {"case": event.case, "filed": event.of, "number": event.of}
    if what is not None:
        places = {name: getattr(what, name) for name in what.__struct_fields__} | places
    match what:
        case AtTable():
            places |= {"at_table": at_table(what), "where": where_text(what)}
        case DifferenceStated():
            places["other"] = other_text(what)
        case MovementSet():
            places["of"] = section_text(what)
    if text and {*_PLACE.findall(text)} <= places.keys():
        return say(text, **{name: places[name] for name in _PLACE.findall(text)})
    if what is None:
        again = say("what #%(of)s says holds again", of=event.of)
        return again if event.again else say("what #%(of)s says is taken back", of=event.of)
    again = say("again: %(what)s (#%(of)s)", what=text_of_event, of=event.of)
    return again if event.again else say("taken back: %(what)s (#%(of)s)", what=text_of_event, of=event.of)


PLAIN = Wording(
    {
        "session-closed": "session closed",
        "phantom-declared": "%(contestant)s is a phantom: its opponents sit out",
        "line-set-aside": "set aside: %(place)s: %(why)s",
        "ruling-withdrawn": "%(case)s withdrawn",
        "penalty-withdrawn": "%(case)s withdrawn",
        "ruling-confirmed": "%(case)s confirmed: it holds on what is beneath it now",
        "late-appeal-accepted": "%(case)s accepted though late",
        "appeal-confirmed": "%(case)s is kept up, against %(ruling)s",
        "running-scores-shown": "running scores are shown, before they are published",
    }
)
"""The texts of kinds of event that need only the fields of the event."""

_SUBJECTS = [import_module(name) for each in SUBJECTS if find_spec(name := f"cli.words.{each.name}")]
"""The modules of `cli.words` with an `event_text`; a small subject's texts are in the module of another subject."""


def event_text(event: Event, stream: Stream | None = None) -> str:
    """Format an event in a line, its reason last. TypeError for an unknown kind.

    `stream`: the state at this event or later, in which a withdrawn event is found.
    """
    # A reopening shares its reason with the event it allows, whose line prints it.
    reason = "" if isinstance(event, BoardReopened) else getattr(event, "reason", "")
    if isinstance(event, TakenBack):
        what = taken_back_by(event, stream)
        return withdrawal_text(event, what, event_text(what, stream) if what else "") + reason_suffix(reason)
    if isinstance(event, ContestantDisqualified) and stream:
        event = structs.replace(event, laws=(*cite_laws(event.laws, stream.regulations.edition),))
    kind = KIND_OF.get(type(event))
    if kind and kind.name in PLAIN:
        text: str | None = say_of(event, dict.__getitem__(PLAIN, kind.name))
    else:
        text = next(filter(None, (subject.event_text(event) for subject in _SUBJECTS)), None)
    if not text:
        raise TypeError(f"{type(event).__name__} is no event")
    return text + reason_suffix(reason)


def case_of_event(event: Event) -> str | None:
    """Return the case number of an event; None if it belongs to no case."""
    return getattr(event, "case", None) or None


def participation_text(fact: TakingPart, session: Session) -> str:
    """Format an event on who takes part; a substitute is named if the name is known."""
    text = event_text(fact, session)
    if isinstance(fact, SubstituteSeated):
        player = session.players.get((fact.contestant, fact.player))
        if player and not is_gone(player.name):
            return text.replace(f"player {fact.player}", f"player {fact.player} ({player.name})", 1)
    return text


def wrong_clock_text(envelope: Envelope, corrected: Envelope) -> str:
    """Return a note with the time that a wrong clock showed, if the event's time was corrected since; '' if not."""
    if corrected is envelope:
        return ""
    return say("   (the clock said %(time)s)", time=moment_text(envelope.recorded_at, corrected.recorded_at))


def resting_on_text(event: Event) -> str:
    """List the heads of further logs that an event depends on, by their last event: 'friday #12, …'; '' for none."""
    return ", ".join(f"{head.session} #{head.number}" for head in heads_of(event))


def recorded_later_text(envelope: Envelope) -> str:
    """Return a note with the time of recording, if that was a minute or more after the event; '' if not."""
    if envelope.recorded_at - envelope.occurred_at < LATE_RECORDING_AFTER:
        return ""
    return say("   (recorded %(time)s)", time=moment_text(envelope.recorded_at, envelope.occurred_at))


ResultEvent = ResultRecorded | ResultCorrected | ResultVoided


def headline(envelope: Envelope, stream: Stream, *, named: bool = False) -> str:
    """Format a recorded event: '#207 R-0001 board 23 table 1, …'; `named`: with its session, '#207 of friday …'."""
    of = f" of {stream.id}" if named else ""
    return f"#{envelope.number}{of}   {_headline_text(envelope, stream)}"


def _headline_text(envelope: Envelope, stream: Stream) -> str:
    event, case = envelope.event, case_of_event(envelope.event)
    if isinstance(stream, Tournament):
        return event_text(event, stream)
    session = session_of(stream)
    if isinstance(event, ResultCorrected) and envelope.because:
        where = f"board {event.board} {_at_table(event, session)}"
        return f"{where}: {_correction_text(event, session, envelope.number)}{agreed_text(event)}" + reason_suffix(
            event.reason
        )
    if isinstance(event, ResultRecorded | ResultVoided):
        return event_text(event).replace(name_seated(event.ns, event.ew), _at_table(event, session), 1)
    if case and case in session.rulings:
        return f"{case}   {_ruling_text(event, session.rulings[case], session)}"
    return event_text(event, stream)


def _correction_text(event: ResultCorrected, session: Session, number: int) -> str:
    """Format a correction: '4SN= instead of 4SN-1'; if the results are equal, the two leads."""
    played = session.line(event.board, event.seating)
    earlier = [result for result in played.results if result.number < number] if played else []
    if not earlier:
        return f"{event.result} instead of what was recorded"
    before = earlier[-1]
    if before.result == event.result and before.lead != event.lead:
        return f"{event.result}, lead {event.lead} instead of {before.lead or 'none'}"
    return f"{event.result} instead of {before.result}"


def _at_table(event: ResultEvent, session: Session) -> str:
    played = session.line(event.board, event.seating)
    table = f"table {played.table}, " if played and played.table else ""
    return f"{table}{name_seated(event.ns, event.ew)}"


def _ruling_text(event: Event, ruling: Ruling, session: Session) -> str:
    match event:
        case RulingWithdrawn():
            played, earlier = session.boards[ruling.board].get(ruling.seating), ruling.given.supersedes
            cases = played.cases if played else ()
            again = [f"; {case} is in force again" for case in cases if case == earlier]
            stays = [f"; {case} stays in force" for case in cases if case != earlier]
            return f"withdrawn (#{ruling.number} stays in the log){''.join(again + stays)}" + reason_suffix(
                event.reason
            )
        case SidesNotified():
            return "both sides told" + (", and of the right to appeal" if event.right_to_appeal else "")
        case RulingConfirmed():
            played = session.boards[ruling.board][ruling.seating]
            result = f"{played.result}, {played.seating}" if played.result else str(played.seating)
            return f"confirmed: it holds on {result}" + reason_suffix(event.reason)
        case Judgement():
            verb = "amended, " if isinstance(event, RulingAmended) else ""
            played = session.boards[ruling.board].get(ruling.seating)
            companions = " and ".join(each.case for each in other_rulings(session, ruling))
            parts = [
                f"{verb}{played.name if played else f'board {ruling.board}'}",
                *(f"Law {law}" for law in cite_laws(event.laws, session.regulations.edition)),
                ("provisional: " if event.provisional else "")
                + kind_text(event.adjustment, session.regulations.edition),
                OFFENDERS[event.offender],
                superseding_text(event) if isinstance(event, RulingGiven) else "",
                f"beside {companions}" if companions else "",
            ]
            return ", ".join(part for part in parts if part)
    return event_text(event, session).removeprefix(f"{ruling.case} ")


def judgement_lines(event: Event, stream: Stream, symbols: bool) -> list[str]:
    """Return the outcomes of the score an event gives, best for NS first, then the table result; [] if it has none."""
    ruling, adjustment = _ruling_and_score(event, stream)
    if ruling is None or adjustment is None:
        return []
    lines = outcome_lines(adjustment, ruling.board, symbols)
    if not lines:
        return []
    played = played_line(session_of(stream), ruling, symbols)
    return ["", *lines, *([f"  as played: {played}"] if played else [])]


def judged_ruling(event: Event, stream: Stream) -> Ruling | None:
    """Return the ruling that an event gives, amends or decides on; None for a penalty or any other event."""
    return _ruling_and_score(event, stream)[0]


def _ruling_and_score(event: Event, stream: Stream) -> tuple[Ruling | None, Adjustment | None]:
    if isinstance(event, RulingGiven | RulingAmended):
        session = session_of(stream)
        ruling = session.rulings[event.case]
        return ruling, transfer_tricks(session, ruling, event)
    if isinstance(event, AppealDecided | DecisionReviewed):
        session = session_of(stream)
        against = session.rulings.get(session.appeals[event.case].against)
        return against, transfer_tricks(session, against, event) if against else event.adjustment
    return None, None
