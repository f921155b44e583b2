"""The slip a director leaves at the table: what was ruled, under which Law, why, and until when it may be appealed."""

from __future__ import annotations

from typing import NamedTuple

from cli.pages.fields import (
    AppealPeriod,
    FormField,
    OutcomeLine,
    appealing,
    asked,
    kind,
    laws,
    outcomes,
    when,
    wide,
    word,
)
from cli.pages.sheets import SignatureLine
from cli.words.appeals import decided_by, decided_cases
from cli.words.registers import penalty_in_force_text
from cli.words.rulings import penalty_text, played_line
from cli.words.vocabulary import because
from ledger.facts.appeals import AppealDecided
from ledger.session import DecidedAppeal, Penalty, Ruling, Session


class Slip(NamedTuple):
    """Everything a slip says, and who signs it: the director, or who decided on appeal what is in force."""

    case: str
    fields: list[FormField]
    scores: list[OutcomeLine]
    appealing: AppealPeriod
    signature: SignatureLine


def ruling_slip(session: Session, ruling: Ruling) -> Slip:
    """The slip of a ruling, with the score in force now and the penalties given with it."""
    said, last, score = ruling.judgement, ruling.scored, session.in_force(ruling)
    played = session.line(ruling.board, ruling.seating)
    penalties = [each.imposed for each in session.penalties.values() if each.imposed.beside == ruling.case]
    decided = _decided(session, ruling.case, score.number)
    fields = [
        asked("Board", str(ruling.board)),
        asked("Table", (played.table if played else ruling.seating.table) or "–"),
        asked("North–South", ruling.seating.ns or "–"),
        asked("East–West", ruling.seating.ew or "–"),
        wide("Table result", played_line(session, ruling, True) or "–"),
        word("Score given", kind(session, score.adjustment, ruling))._replace(wide=True),
        *([word("For now", "the ruling follows")] if said.provisional and not decided else []),
        wide("Laws", *laws(score.laws)),
        *_given(session, decided, said.reason, last.at, last.by),
        *(
            wide(
                "Penalty",
                f"{each.contestant}: {penalty_text(each.amount, each.unit, each.named)}{because(each.reason)}",
            )
            for each in penalties
        ),
    ]
    scores = outcomes(session, score.adjustment, ruling.board)
    return Slip(ruling.case, _known(fields), scores, appealing(session, ruling), _signature(session, decided))


def penalty_slip(session: Session, penalty: Penalty) -> Slip:
    """The slip of a penalty."""
    imposed = penalty.imposed
    decisions = session.decisions_on(imposed.case)
    changed = [each for each in decisions if each.decision.verdict in ("varied", "overturned")]
    decided = changed[-1] if changed else None
    fields = [
        asked("Contestant", imposed.contestant),
        asked("Penalty", penalty_text(imposed.amount, imposed.unit, imposed.named)),
        *([asked("In force", penalty_in_force_text(session, penalty))] if decided else []),
        wide("Laws", *laws(imposed.laws)),
        *_given(session, decided, imposed.reason, penalty.since, penalty.by),
    ]
    return Slip(imposed.case, _known(fields), [], appealing(session, penalty), _signature(session, decided))


def _decided(session: Session, case: str, number: int) -> DecidedAppeal | None:
    """The decision that what is in force comes from; None where that is the director's ruling."""
    return next((each for each in session.decisions_on(case) if each.number == number), None)


def _given(session: Session, decided: DecidedAppeal | None, reason: str, at: int, by: str) -> list[FormField]:
    """Why, when and by whom what is in force was given.

    Of a decision on appeal all three are its own; of the director's ruling (`at`, `by`) only that it was appealed.
    """
    if decided is None:
        return [wide("Reason", reason), asked("Given", when(at)), asked("Director", by)]
    said = decided.decision
    return [
        asked("By decision", decided_cases(said)),
        asked("Decided by", decided_by(said)),
        asked("Committee", ", ".join(_committee(session, decided))),
        asked("Given", when(decided.at)),
        wide("Reason", said.reason),
        wide("What was appealed", ", ".join(filter(None, (decided.on, by, when(at))))),
    ]


def _committee(session: Session, decided: DecidedAppeal) -> tuple[str, ...]:
    """The names of the committee that decided, the chairman's first, as far as they are known."""
    said, heard = decided.decision, session.appeals[decided.decision.case].heard
    return heard.committee if heard and isinstance(said, AppealDecided) and said.body == "committee" else ()


def _signature(session: Session, decided: DecidedAppeal | None) -> SignatureLine:
    """Who signs: the director what he ruled, who decided what was decided."""
    if decided is None:
        return SignatureLine("Director")
    said = decided.decision
    office = said.body if isinstance(said, AppealDecided) else said.instance
    return SignatureLine(_OFFICES[office], *_committee(session, decided)[:1])


_OFFICES = {
    "committee": "Chairman",
    "chief-director": "Chief director",
    "reviewer": "Reviewer",
    "authority": "Regulating authority",
}


def _known(fields: list[FormField]) -> list[FormField]:
    """Those that say something: nobody fills in a slip by hand."""
    return [each for each in fields if each.said]
