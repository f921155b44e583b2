"""The lines printed under a recorded event: related facts, and commands to type next."""

import shlex
from collections.abc import Iterator

from cli.words.language import say
from cli.words.times import until_text
from ledger.bridge import Side
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.laws.regulations import in_time
from ledger.overall.places import loses_place
from ledger.projections.finality import OutdatedRuling
from ledger.scoring.line import Seating
from ledger.session import Penalty, Ruling, Session, Stream
from ledger.session.places import shortest_address
from ledger.subjects.appeals.facts import AppealLodged, Decision, FurtherAppealLodged, LateAppealAccepted
from ledger.subjects.brackets.state import field_of
from ledger.subjects.calls.facts import DirectorCalled, EvidenceFiled, PollOpened
from ledger.subjects.calls.state import is_open
from ledger.subjects.deals import AuctionRecorded, DealCorrected, DealRecorded
from ledger.subjects.draws.state import everyone
from ledger.subjects.participation.facts import BoardNotPlayed, ContestantFact, PlayPostponed
from ledger.subjects.play.facts import BoardsAdded, ResultCorrected, ResultRecorded
from ledger.subjects.publications.facts import RunningScoresShown, ScoresPublished
from ledger.subjects.qualifying.facts import EntrantsQualified, EntrantWithdrew, QualifiersChanged
from ledger.subjects.qualifying.state import Cut
from ledger.subjects.queries import ResultQueried
from ledger.subjects.rulings.facts import RulingAmended, RulingGiven
from ledger.subjects.rulings.state import (
    appeal_deadline,
    appeal_to_rule_again,
    correction_deadline,
    is_decided,
    official_appeal_deadline,
    request_deadline,
)
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.tournaments.state import Tournament, session_of


def free_place_lines(tournament: Tournament, cut: Cut) -> Iterator[str]:
    """Yield a line for each qualifier who withdrew before playing in the next stage, with the next reserve."""
    qualified, source, into = tournament.qualified, cut.said.source, cut.said.into
    for entrant in cut.now:
        withdrawal = qualified.withdrawn.get(entrant)
        if not withdrawal or not loses_place(tournament, into, withdrawal):
            continue
        text = say(
            "%(entrant)s, who had qualified for %(into)s, withdrew (#%(number)s)",
            entrant=entrant,
            into=into,
            number=withdrawal.number,
        )
        if (reserve := qualified.next_reserve(cut)) is None:
            yield text + say("; there is no reserve")
        else:
            command = f"`tournament qualify {source} --into {into} --instead {entrant}={reserve}`"
            yield text + say("; next is %(reserve)s: %(command)s", reserve=reserve, command=command)


def draw_mismatch_lines(tournament: Tournament, stage: str) -> Iterator[str]:
    """Yield a line on contestants drawn in a stage without qualifying, and one on qualifiers missing from a bracket."""
    if bracket := tournament.knockouts.brackets.get(stage):
        number, field = bracket[0], field_of(bracket[1])
    elif drawn := tournament.drawn.rounds.get((stage, tournament.drawn.last(stage))):
        number, field = drawn[0], everyone(drawn[1])
    else:
        return
    difference = tournament.qualified.difference(stage, field)
    again = f"`undo {number} --session {tournament.id}`"
    if difference.strangers:
        yield say(
            "Drawn in %(stage)s (#%(number)s) without having qualified: %(names)s; %(undo)s, and draw it again.",
            stage=stage,
            number=number,
            names=", ".join(difference.strangers),
            undo=again,
        )
    # A bracket holds all who qualified; a round of a Swiss only those who have not withdrawn by then.
    left_out = [each for each in difference.left_out if each not in tournament.qualified.withdrawn]
    if left_out and stage in tournament.knockouts.brackets:
        yield say(
            "Qualified for %(stage)s and not in its bracket (#%(number)s): %(names)s; %(undo)s, and draw it again.",
            stage=stage,
            number=number,
            names=", ".join(left_out),
            undo=again,
        )


def next_step(envelope: Envelope, stream: Stream) -> tuple[str, ...]:
    """Return the lines to show after an event: related facts, and commands to type next."""
    event, number = envelope.event, envelope.number
    if isinstance(event, RunningScoresShown):
        return (f"Show the scores: `serve`   Take back: `undo {number}`",)
    if isinstance(stream, Tournament):
        return tuple(_tournament_steps(event, number, stream))
    session, undo = session_of(stream), f"Take back: `bridge-ledger undo {number}`"
    return (*_table_steps(event, session, undo), *_case_steps(event, envelope, session))


def _table_steps(event: Event, session: Session, undo: str) -> Iterator[str]:
    match event:
        case ResultRecorded() | ResultCorrected() | BoardNotPlayed() | SeatingCorrected():
            yield f"Traveller: `bridge-ledger board {event.board}`   {undo}"
        case PlayPostponed():
            add = f"`bridge-ledger result add {typed_table(event.board, event.seating, session)} 4SN=`"
            yield f"Its result, when it is played: {add}   {undo}"
        case _ if isinstance(event, ContestantFact):
            yield f"Who takes part: `bridge-ledger contestant list`   {undo}"
        case BoardsAdded():
            yield undo
        case DealRecorded() | DealCorrected():
            yield f"Shown: `bridge-ledger board {event.board} --deal`   {undo}"
        case EvidenceFiled():
            yield f"Listed: `bridge-ledger call evidence {event.case}`   {undo}"
        case TakenBack(kind="evidence-filed"):
            yield f"Its bytes are still kept; erase them: `bridge-ledger text erase {event.of}`"
        case AuctionRecorded():
            where = typed_table(event.board, event.seating, session)
            yield f"Shown: `bridge-ledger board {where} --auction`   {undo}"
        case ResultQueried():
            where = typed_table(event.board, event.seating, session)
            confirmed = f"`bridge-ledger check confirm {where} --by-sides NS,EW`"
            yield f"Confirmed: {confirmed}   Otherwise: `bridge-ledger result correct {where} RESULT --agreed NS,EW`"
        case ScoresPublished():
            published, law = session.recorded_at, session.regulations.law
            requests, appeals = request_deadline(session), official_appeal_deadline(session)
            correction = until_text(correction_deadline(session), published)
            yield f"Corrections of the score{law('correction-of-scores')}: {correction}"
            if requests == appeals:
                yield f"Rulings and appeals{law('appeal-period')}: {until_text(requests, published)}"
            else:
                yield f"Rulings{law('own-awareness')}: {until_text(requests, published)}"
                yield f"Appeals{law('appeal-period')}: {until_text(appeals, published)}"


def _case_steps(event: Event, envelope: Envelope, session: Session) -> Iterator[str]:
    match event:
        case RulingGiven() | RulingAmended():
            ruling = session.rulings[event.case]
            why = f"`bridge-ledger explain {typed_table(ruling.board, ruling.seating, session)}`"
            yield appeal_line(session, ruling, envelope.recorded_at)
            yield f"Why: {why}   Take back: `bridge-ledger undo {ruling.case}`"
        case DirectorCalled():
            board = str(event.board or "BOARD")
            where = f"{board}/{event.table}" if event.table else board
            # Law 92B: a call after this time is too late for a ruling
            deadline, called_at = request_deadline(session), session.happened_at(envelope.number, envelope.occurred_at)
            if not in_time(called_at, deadline):
                yield f"The time to ask for a ruling: {until_text(deadline, called_at)}."
            facts = f"`bridge-ledger call facts {event.case} TEXT --agreed`"
            yield f"Facts: {facts}   Ruling: `bridge-ledger ruling add {where} --result RESULT --call {event.case}`"
        case PollOpened():
            many = f"How many answered: `bridge-ledger call poll {event.case}`"
            yield f"{many}   Then: `bridge-ledger call poll {event.case} --close`"
        case AppealLodged() | LateAppealAccepted():
            case, against = event.case, session.appeals[event.case].against
            trying = f"appeal decide {case} --overturned -n" if against in session.penalties else f"stakes {case}"
            open_cases = [each.case for each in session.appeals_of(against) if each.open and each.case != case]
            together = f" --with {' --with '.join(open_cases)}" if open_cases else ""
            hearing = f"`bridge-ledger appeal hear {case}{together} --committee NAMES`"
            yield f"What hangs on it: `bridge-ledger {trying}`   Next: {hearing}"
        case FurtherAppealLodged():
            review = f"`bridge-ledger appeal review {event.case} --upheld`"
            yield f"What {event.to} decides: {review}, --varied or --overturned"
        case Decision():
            against = session.appeals[event.case].against
            if still := " and ".join(each.case for each in session.appeals_of(against) if each.open):
                yield f"Still to be decided, on the score now in force: {still}"
            yield from _without_merit(event, session)
            show, undo = f"`bridge-ledger show {event.case}`", f"`bridge-ledger undo {envelope.number}`"
            yield f"The whole story: {show}   Recorded wrongly: {undo}"


def _tournament_steps(event: Event, number: int, tournament: Tournament) -> Iterator[str]:
    match event:
        case EntrantWithdrew():
            for cut in tournament.qualified.cuts.values():
                yield from free_place_lines(tournament, cut)
            yield f"Take back: `undo {number}`"
        case EntrantsQualified() | QualifiersChanged():
            cut = tournament.qualified.cuts[event.source, event.into]
            in_force = number in (cut.number, *(change for change, _ in cut.changes))
            # A contestant of this cut may have qualified for a second stage too, a consolation for example.
            out_of, into_stage = cut.said.source, cut.said.into
            for (source, into), other_cut in tournament.qualified.cuts.items():
                both = [each for each in cut.now if each in other_cut.now]
                if source == out_of and into != into_stage and both:
                    names = f"Qualified for {into} too (#{other_cut.number}): {', '.join(both)}"
                    without = f"--not {shlex.quote(both[0])} --reason TEXT"
                    leave = f"`tournament qualify {source} --into {into_stage} {without}`"
                    yield f"{names}; {leave} leaves {both[0]} out here."
            yield from draw_mismatch_lines(tournament, event.into)
            if in_force and isinstance(event, QualifiersChanged):
                yield from _seeded_last(tournament, cut, event)
            undo = f"   Take back: `undo {number}`" if in_force else ""  # a withdrawal cannot itself be undone
            yield f"Who goes on, and carries what: `tournament qualified {event.into}`{undo}"


def outdated_ruling_step(session: Session, outdated: OutdatedRuling) -> str:
    """Return a line with the commands that confirm or amend a ruling whose underlying result was corrected."""
    case = outdated.ruling.case
    # Once scores are published or an appeal is lodged, a changed score needs a cause.
    cause = " --cause CAUSE" if session.publications or session.appeals_of(case) else ""
    if ordered := appeal_to_rule_again(session, case):
        cause = f" --cause order --order {ordered.case}"
    elif is_decided(session, case):
        cause = " --cause order --reopen authority --authority WHO"
    amend = f"`bridge-ledger ruling amend {case} --result RESULT{cause}`"
    return f"If {case} still holds: `bridge-ledger ruling confirm {case}`   If not: {amend}"


def _seeded_last(tournament: Tournament, cut: Cut, change: QualifiersChanged) -> Iterator[str]:
    """Yield a bracket's seeds after a replacement, and the command that gives the newcomer the seed it takes over."""
    into = tournament.stages[change.into]
    if not (change.leaves and change.enters) or into.format != "knockout":
        return
    yield f"Seeded in the order of the cut: {', '.join(cut.now)}"
    kept = [change.enters if each == change.leaves else each for each in cut.order if each != change.enters]
    seeds = [each for each in kept if each in cut.now]
    if seeds != [*cut.now] and len(tournament.qualified.into(into.name)) == 1:
        typed = f"`tournament draw-bracket {into.name} --seeds {shlex.quote(', '.join(seeds))}`"
        yield f"With {change.enters} in the place of {change.leaves}: {typed}"


def list_open_calls(stream: Stream) -> list[str]:
    """Return the case numbers of a session's open calls; none for a tournament, whose calls are in its sessions."""
    calls = stream.calls.items() if isinstance(stream, Session) else ()
    return [case for case, call in calls if is_open(session_of(stream), call)]


def _without_merit(event: Decision, session: Session) -> Iterator[str]:
    """Yield the command that penalises an appeal without merit (White Book §1.7.1), in addition to its deposit."""
    appeal = session.appeals[event.case]
    if event.merit != "without" or "standard" not in dict(session.regulations.penalties.named):
        return
    appellant, subject = appeal.lodged.appellant, session.subject(appeal)
    if appellant == "director":  # he referred the matter (Law 81C7), and is not penalised
        return
    if isinstance(subject, Penalty):
        whose: tuple[str, ...] = (subject.imposed.contestant,)
    else:
        whose = subject.seating.contestants(Side(appellant))
    if adds := "   ".join(f"`bridge-ledger penalty add {each} standard --case {event.case}`" for each in whose):
        yield f"If the regulations have a penalty for this too: {adds}"


def appeal_line(session: Session, ruling: Ruling, now: int) -> str:
    """Say until when a ruling can be appealed, 'Appeal possible until 23:10 (30 minutes left).', or from what event."""
    if ruling.judgement.provisional:
        return f"Provisional: `ruling amend {ruling.case} --result RESULT` gives the ruling; then it can be appealed."
    ends, minutes = appeal_deadline(session, ruling), session.regulations.periods.appeal_minutes
    if ends is not None:
        return f"Appeal possible {until_text(ends, now)}."
    if session.publications:
        return f"Appeal possible until {minutes} minutes after both sides are told: `ruling notify {ruling.case}`."
    return f"Appeal possible until {minutes} minutes after the scores are published."


def typed_table(board: int, seating: Seating, session: Session) -> str:
    """Name a board at a table as commands take it: '23/1', '23/1NS'; '23 --ns 1NS' if no row has this seating."""
    played = session.boards[board].get(seating)
    if played is None:
        seat = f"--ns {shlex.quote(seating.ns)}" if seating.ns else f"--ew {shlex.quote(seating.ew)}"
        return f"{board} {seat}"
    return shortest_address(session, played)
