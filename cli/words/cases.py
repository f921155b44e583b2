"""A case in words: its state, the event to undo, two cases side by side, and its events in full."""

from collections.abc import Iterator

from cli.words.appeals import built_on_text, decided_by, decided_cases, outcome_text, verdict_text, who_appeals
from cli.words.calls import called_where, poll_result
from cli.words.casebook import subjects_text
from cli.words.deals import diagram, heading, record_lines
from cli.words.events import event_text
from cli.words.finality import contest_text
from cli.words.language import Wording, say, say_of, tell, text_as_typed
from cli.words.notation import and_text, result_text, side_text, translate_results
from cli.words.rulings import (
    adjustment_text,
    cite_laws,
    in_force_text,
    kind_text,
    offender_text,
    outcome_lines,
    penalty_text,
    played_line,
    protocol_text,
    superseding_text,
)
from cli.words.vocabulary import MERITS, OFFENDING, POINTS, SEATS, STATES, counted, name_seated
from ledger.kernel.fact import Event
from ledger.laws.advice import is_play
from ledger.laws.edition import Edition
from ledger.projections.casework import CaseFile
from ledger.projections.finality import case_finality, outdated_rulings
from ledger.session import Penalty, Ruling, Session
from ledger.session.case_numbers import require_appeal, require_case, require_open_call, require_penalty
from ledger.subjects.appeals.facts import AppealDecided, AppealHeard, AppealLodged, Decision
from ledger.subjects.appeals.state import appeal_state, deposit_state, further_deposit_states
from ledger.subjects.calls.facts import DirectorCalled, FactsStated, PollOpened, PollTaken
from ledger.subjects.calls.state import call_state
from ledger.subjects.rulings.facts import Judgement, RulingAmended, RulingGiven
from ledger.subjects.rulings.state import combine_rulings, other_rulings, penalty_state, ruling_state, score_to_show


def event_to_undo(session: Session, case: str) -> int:
    """Return the number of the event to undo to take back a case; Refusal for an unknown case or a withdrawn call.

    A ruling is undone with its amendments, by the event that gave it; an appeal step by step, the last step first.
    """
    match case[:1]:
        case "R":
            return require_case(session, case).number
        case "A":
            appeal = require_appeal(session, case)
            if appeal.awaiting:
                return appeal.furthers[-1].number
            return appeal.decisions[-1].number if appeal.decisions and not appeal.withdrawn else appeal.number
        case "P":
            penalty = require_penalty(session, case)
            return penalty.number if penalty.withdrawn else penalty.events[-1]
        case _:
            return require_open_call(session, case).number


# The state of a case


def penalty_in_force_text(session: Session, penalty: Penalty) -> str:
    """Format a penalty as it is after appeals: 'as imposed', 'a penalty of 10% of a top (A-0001)', 'nothing'."""
    current = session.penalty_in_force(penalty.imposed.case)
    if current is None:
        return say("nothing")
    decided = f"{penalty_text(current.imposed.amount, current.imposed.unit)} ({current.case})"
    return say("as imposed") if current.case == penalty.imposed.case else decided


def case_state_lines(session: Session, case: str, now: int, symbols: bool, *, counting: bool = True) -> Iterator[str]:
    """Yield lines on the state of a case; with `counting`, also the time left until its periods end."""
    if case in session.rulings:
        yield from _ruling_lines(session, session.rulings[case], now, symbols, counting)
    elif case in session.appeals:
        appeal = session.appeals[case]
        deposit = say(", deposit %(state)s", state=STATES[deposit_state(appeal)]) if appeal.lodged.deposit else ""
        further = [STATES[each] for each in further_deposit_states(appeal) if each != "none"]
        deposit += say(", deposit of the further appeal %(further)s", further=", ".join(further)) if further else ""
        against = say("against %(against)s, by %(who)s", against=appeal.against, who=who_appeals(appeal, session))
        yield f"{appeal.case}   {against}   {STATES[appeal_state(session, appeal)]}{deposit}"
    elif case in session.calls:
        call = session.calls[case]
        yield f"{call.case}   {called_where(call.called)}   {STATES[call_state(session, call)]}"
    else:
        penalty = session.penalties[case]
        state = penalty_state(session, penalty, now)
        yield f"{event_text(penalty.imposed)}   {STATES[state]}"
        if state != "withdrawn":
            yield say("  in force: %(penalty)s", penalty=penalty_in_force_text(session, penalty))
        yield from _contest_lines(session, penalty, now, counting)


def _ruling_lines(session: Session, ruling: Ruling, now: int, symbols: bool, counting: bool) -> Iterator[str]:
    state = ruling_state(session, ruling, now)
    by = say(" by %(superseded_by)s", superseded_by=ruling.superseded_by) if ruling.superseded_by else ""
    yield say(
        "%(case)s   board %(board)s, %(seating)s   %(state)s%(by)s",
        case=ruling.case,
        board=ruling.board,
        seating=name_seated(*ruling.seating.pair),
        state=STATES[state],
        by=by,
    )
    if played := played_line(session, ruling, symbols):
        yield say("  table result: %(played)s", played=played)
    yield from (
        say("  to look at again: %(fact)s", fact=translate_results(tell(each.fact)))
        for each in outdated_rulings(session)
        if each.ruling.case == ruling.case
    )
    if state not in ("withdrawn", "superseded"):
        score, edition = score_to_show(session, ruling), session.regulations.edition
        # Where both sides offended, a ruling may give the score of one side only.
        ruled, holds = combine_rulings(session, session.boards[ruling.board][ruling.seating]), session.in_force(ruling)
        one_side = ruled.each_side and holds in (ruled.ns, ruled.ew)
        yield say(
            "  in force: %(kind)s (%(case)s #%(number)s)%(whose)s",
            kind=in_force_text(score.adjustment, ruling.board, edition, symbols),
            case=score.case,
            number=score.number,
            whose=say(", for %(offender)s", offender=side_text(holds.offender)) if one_side else "",
        )
        for companion in other_rulings(session, ruling):
            companion_score = score_to_show(session, companion)
            yield say(
                "  beside %(case)s: %(kind)s%(offender)s",
                case=companion.case,
                kind=in_force_text(companion_score.adjustment, ruling.board, edition, symbols),
                offender=offender_text(companion_score.offender),
            )
        yield from _contest_lines(session, ruling, now, counting)


def _contest_lines(session: Session, subject: Ruling | Penalty, now: int, counting: bool) -> Iterator[str]:
    state, ends, *_ = case_finality(session, subject, now)
    if state in ("untold", "ordered") or (state == "standing" and ends is not None):
        yield f"  {contest_text(session, subject, now, counting=counting)}"


def hand_lines(session: Session, ruling: Ruling, symbols: bool) -> Iterator[str]:
    """Yield the cards, the auction and the play of a ruled table, as far as they are known."""
    deal, played = session.deal(ruling.board), session.boards[ruling.board].get(ruling.seating)
    if deal:
        yield from ("", heading(ruling.board), "", *diagram(deal, symbols=symbols))
    if played:
        yield from record_lines(played, symbols=symbols)


def compared_rows(first: CaseFile, second: CaseFile) -> Iterator[tuple[str, str, str]]:
    """Yield the facts of two cases side by side: label, first, second; a fact that neither case has is left out."""
    for (label, text), (_, second_text) in zip(_fields(first), _fields(second), strict=True):
        if text or second_text:
            yield label, text, second_text


def _fields(case: CaseFile) -> Iterator[tuple[str, str]]:
    judgement, score, call = case.ruling.judgement if case.ruling else None, case.in_force, case.call
    facts = [stated.facts for stated in call.facts[-1:]] if call else []
    yield "board, table", f"{case.board} {case.table}".strip()
    yield "table result", result_text(case.table_result, False) if case.table_result else ""
    yield "about", subjects_text(case.subjects)
    yield "laws", ", ".join(cite_laws(case.laws, case.session.edition))
    yield "offender", OFFENDING[score.offender] if score else ""
    yield "alleged", call.called.alleged if call else ""
    yield "facts", "; ".join(each for each in (*facts, judgement.facts if judgement else "") if each)
    yield "polled", "; ".join(poll_result(each) for each in call.polls) if call else ""
    yield "findings", judgement.findings if judgement else ""
    yield "alternatives", ", ".join(judgement.alternatives) if judgement else ""
    yield "disallowed", ", ".join(judgement.disallowed) if judgement else ""
    yield "score", protocol_text(score.adjustment, case.board) if score and case.board else ""
    yield "reason", judgement.reason if judgement else ""
    yield "appeals", ", ".join(f"{file.appeal.case} {outcome_text(file.appeal)}" for file in case.appeals)


def event_page_lines(event: Event, session: Session, symbols: bool) -> Iterator[str]:
    """Yield an event's details as lines, or the event in one line if it has no details."""
    match event:
        case FactsStated():
            how = say("agreed") if event.agreed else say("disputed: as the director finds them")
            yield say_of(event, "%(case)s facts, %(how)s", how=how)
            yield f"  {text_as_typed(event.facts)}"
            yield from (f"  {SEATS[seat]}: {text_as_typed(statement)}" for seat, statement in event.statements)
            yield from _labelled(looked_at=event.evidence)
        case PollTaken() | PollOpened():
            yield from _poll_lines(event)
        case RulingGiven() | RulingAmended():
            board = session.rulings[event.case].board
            provisional = say("provisional: ") if event.provisional else ""
            kind = kind_text(event.adjustment, session.regulations.edition)
            score = f"{provisional}{kind}{offender_text(event.offender)}"
            amended = isinstance(event, RulingAmended)
            yield say_of(event, "%(case)s amended: %(score)s", score=score) if amended else f"{event.case} {score}"
            yield from outcome_lines(event.adjustment, board, symbols)
            if isinstance(event, RulingGiven) and (superseding := superseding_text(event)):
                yield f"  {superseding}"
            yield from _grounds(event, session.regulations.edition)
        case Decision():
            yield from _decision_lines(event, session, symbols)
        case _:
            yield event_text(event, session)
    match event:
        case DirectorCalled():
            yield from _labelled(laws=tuple(cite_laws(event.laws, session.regulations.edition)))
        case AppealLodged():
            seats = and_text([SEATS[seat] for seat in event.signed]) if event.signed else ""
            signed, claim = say("the captain") if event.captain else seats, event.claim
            asks_for = adjustment_text(claim) if claim else ""
            yield from _labelled(concurring=signed, through=event.through, asks_for=asks_for)
        case AppealHeard():
            yield from _labelled(present=event.present)


def _poll_lines(event: PollTaken | PollOpened) -> Iterator[str]:
    among = say_of(event, " of %(among)s") if event.among else ""
    if isinstance(event, PollTaken):
        yield say_of(event, "%(case)s poll%(among)s: %(question)s", among=among)
        for answer in event.answers:
            calls = ", ".join(answer.considered)
            considered = say("   (considered %(considered)s)", considered=calls) if calls else ""
            yield f"  {text_as_typed(answer.chose)}{considered}"
        yield say("  in sum: %(result)s", result=poll_result(event))
        return
    players = counted(event.links, "player")
    yield say_of(event, "%(case)s poll%(among)s, open to %(players)s: %(question)s", among=among, players=players)
    # With the question players see a hand, and the auction as far as it is shown.
    hand = f"{event.seat} {event.hand}" if event.hand else ""
    shown_lines = [line for line in (hand, str(event.auction) if event.auction else "") if line]
    yield from (say("  shown: %(line)s", line=line) for line in shown_lines)


def _decision_lines(event: Decision, session: Session, symbols: bool) -> Iterator[str]:
    who = say(
        "%(cases)s decided by %(whom)s%(standing_by)s",
        cases=decided_cases(event),
        whom=decided_by(event),
        standing_by=built_on_text(event.after),
    )
    yield f"{who}: {verdict_text(event)}"
    if isinstance(event, AppealDecided):
        yield f"  {POINTS[event.point]}"
    if event.adjustment:
        yield f"  {kind_text(event.adjustment, session.regulations.edition)}{offender_text(event.offender)}"
        ruling = session.subject(session.appeals[event.case])
        yield from outcome_lines(event.adjustment, ruling.board, symbols) if isinstance(ruling, Ruling) else ()
    yield from _laws(event.laws, session.regulations.edition)
    yield from _labelled(
        findings=event.findings,
        reason=event.reason,
        merit=MERITS[event.merit] if event.merit else "",
        deposit=STATES[event.deposit] if event.deposit else "",
        dissent=event.dissent,
        recommendation=event.recommendation,
        advice=event.advice,
    )


def _grounds(event: Judgement, edition: Edition) -> Iterator[str]:
    yield from _laws(event.laws, edition)
    yield from _labelled(
        infraction=_whether_found(event.infraction),
        damage=_whether_found(event.damage),
        findings=event.findings,
        facts=event.facts,
        logical_alternatives=event.alternatives,
        disallowed=tuple(
            say("%(words)s (a play)", words=words) if is_play(words) else words for words in event.disallowed
        ),
        legal_route=event.legal_route,
        consulted=event.consulted,
        reason=event.reason,
        advice=event.advice,
    )


def _laws(laws: tuple[str, ...], edition: Edition) -> Iterator[str]:
    titles = ((edition.cite(law), say(edition.law_title(law))) for law in laws)
    return (say("  Law %(law)s: %(title)s", law=law, title=title).removesuffix(": ") for law, title in titles)


_LABELS = Wording(
    {
        each: each
        for each in (
            *("laws", "looked at", "infraction", "damage", "findings", "facts", "logical alternatives", "disallowed"),
            *("legal route", "consulted", "reason", "advice", "concurring", "through", "asks for", "present", "merit"),
            *("deposit", "dissent", "recommendation"),
        )
    }
)


def _labelled(**values: str | tuple[str, ...]) -> Iterator[str]:
    for name, value in values.items():
        text = ", ".join(map(text_as_typed, value)) if isinstance(value, tuple) else text_as_typed(value)
        if text:
            yield f"  {_LABELS[name.replace('_', ' ')]}: {text}"


def _whether_found(found: bool | None) -> str:
    return "" if found is None else say("found") if found else say("none found")
