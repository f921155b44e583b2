"""An event at length, on the page of its case: everything that was said, a line each."""

from collections.abc import Iterator
from functools import singledispatch

from cli.words.appeals import decided_by, decided_cases, standing_by, verdict_text
from cli.words.events import event_text
from cli.words.language import Wording, as_kept, say
from cli.words.notation import and_text
from cli.words.polls import poll_result, shown_lines
from cli.words.rulings import adjustment_text, instead, kind_text, offender_text, outcome_lines
from cli.words.vocabulary import MERITS, POINTS, SEATS, STATES, counted
from ledger.facts import Event
from ledger.facts.appeals import AppealDecided, AppealHeard, AppealLodged, Decision
from ledger.facts.calls import DirectorCalled, FactsStated
from ledger.facts.polls import PollOpened, PollTaken
from ledger.facts.rulings import Judgement, RulingAmended, RulingGiven
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import law_title
from ledger.laws.disallowed import is_play
from ledger.session import Ruling, Session


@singledispatch
def page_lines(event: Event, session: Session, symbols: bool) -> Iterator[str]:
    """What an event says, at length; in a line where there is no more to say."""
    yield event_text(event)


@page_lines.register
def _(event: DirectorCalled, session: Session, symbols: bool) -> Iterator[str]:
    yield event_text(event)
    yield from _labelled(laws=event.laws)


@page_lines.register
def _(event: FactsStated, session: Session, symbols: bool) -> Iterator[str]:
    yield say(
        "%(case)s facts, %(how)s",
        case=event.case,
        how=say("agreed") if event.agreed else say("disputed: as the director finds them (Law 85)"),
    )
    yield f"  {as_kept(event.facts)}"
    yield from (f"  {SEATS[seat]}: {as_kept(said)}" for seat, said in event.statements)
    yield from _labelled(looked_at=event.evidence)


@page_lines.register
def _(event: PollTaken, session: Session, symbols: bool) -> Iterator[str]:
    among = say(" of %(among)s", among=event.among) if event.among else ""
    yield say("%(case)s poll%(among)s: %(question)s", case=event.case, among=among, question=event.question)
    for answer in event.answers:
        considered = (
            say("   (considered %(considered)s)", considered=", ".join(answer.considered)) if answer.considered else ""
        )
        yield f"  {as_kept(answer.chose)}{considered}"
    yield say("  in sum: %(result)s", result=poll_result(event))


@page_lines.register
def _(event: PollOpened, session: Session, symbols: bool) -> Iterator[str]:
    among = say(" of %(among)s", among=event.among) if event.among else ""
    yield say(
        "%(case)s poll%(among)s, open to %(players)s: %(question)s",
        case=event.case,
        among=among,
        players=counted(event.links, "player"),
        question=event.question,
    )
    yield from (say("  shown: %(line)s", line=line) for line in shown_lines(event))


@page_lines.register
def _(event: RulingGiven, session: Session, symbols: bool) -> Iterator[str]:
    yield f"{event.case} {_score_text(event)}"
    yield from outcome_lines(event.adjustment, event.board, symbols)
    if superseding := instead(event):
        yield f"  {superseding}"
    yield from _grounds(event)


@page_lines.register
def _(event: RulingAmended, session: Session, symbols: bool) -> Iterator[str]:
    yield say("%(case)s amended: %(score)s", case=event.case, score=_score_text(event))
    yield from outcome_lines(event.adjustment, session.rulings[event.case].board, symbols)
    yield from _grounds(event)


def _score_text(event: Judgement) -> str:
    provisional = say("provisional: ") if event.provisional else ""
    return f"{provisional}{kind_text(event.adjustment)}{offender_text(event.offender)}"


def _grounds(event: Judgement) -> Iterator[str]:
    yield from _laws(event.laws)
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


@page_lines.register
def _(event: AppealLodged, session: Session, symbols: bool) -> Iterator[str]:
    yield event_text(event)
    signed = (
        say("the captain")
        if event.captain
        else and_text([SEATS[seat] for seat in event.signed])
        if event.signed
        else ""
    )
    claim = adjustment_text(event.claim) if event.claim else ""
    yield from _labelled(concurring=signed, through=event.through, asks_for=claim)


@page_lines.register
def _(event: AppealHeard, session: Session, symbols: bool) -> Iterator[str]:
    yield event_text(event)
    yield from _labelled(present=event.present)


@page_lines.register
def _(event: Decision, session: Session, symbols: bool) -> Iterator[str]:
    who = say(
        "%(cases)s decided by %(whom)s%(standing_by)s",
        cases=decided_cases(event),
        whom=decided_by(event),
        standing_by=standing_by(event),
    )
    yield f"{who}: {verdict_text(event)}"
    if isinstance(event, AppealDecided):
        yield f"  {POINTS[event.point]}"
    if event.adjustment:
        yield from _decided_score(event, event.adjustment, session, symbols)
    yield from _laws(event.laws)
    yield from _labelled(
        findings=event.findings,
        reason=event.reason,
        merit=MERITS[event.merit] if event.merit else "",
        deposit=STATES[event.deposit] if event.deposit else "",
        dissent=event.dissent,
        recommendation=event.recommendation,
        advice=event.advice,
    )


def _decided_score(event: Decision, adjustment: Adjustment, session: Session, symbols: bool) -> Iterator[str]:
    yield f"  {kind_text(adjustment)}{offender_text(event.offender)}"
    ruling = session.subject(session.appeals[event.case])
    yield from outcome_lines(adjustment, ruling.board, symbols) if isinstance(ruling, Ruling) else ()


def _laws(laws: tuple[str, ...]) -> Iterator[str]:
    return (say("  Law %(law)s: %(title)s", law=law, title=say(law_title(law))) for law in laws)


_LABELS = Wording(
    {
        "laws": "laws",
        "looked_at": "looked at",
        "infraction": "infraction",
        "damage": "damage",
        "findings": "findings",
        "facts": "facts",
        "logical_alternatives": "logical alternatives",
        "disallowed": "disallowed",
        "legal_route": "legal route",
        "consulted": "consulted",
        "reason": "reason",
        "advice": "advice",
        "concurring": "concurring",
        "through": "through",
        "asks_for": "asks for",
        "present": "present",
        "merit": "merit",
        "deposit": "deposit",
        "dissent": "dissent",
        "recommendation": "recommendation",
    }
)


def _labelled(**values: str | tuple[str, ...]) -> Iterator[str]:
    for name, value in values.items():
        text = ", ".join(map(as_kept, value)) if isinstance(value, tuple) else as_kept(value)
        if text:
            yield f"  {_LABELS[name]}: {text}"


def _whether_found(found: bool | None) -> str:
    return "" if found is None else say("found") if found else say("none found")
