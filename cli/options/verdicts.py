"""Reading what was decided on appeal, and by whom it was lodged."""

import re

from cli.options.appeals import VerdictOptions
from cli.options.notation import parse_laws
from ledger.bridge import Side
from ledger.errors import Misuse
from ledger.facts import Adjudication
from ledger.facts.appeals import Appellant, Instance, Verdict
from ledger.laws.adjustment import Adjustment
from ledger.laws.penalty_amount import parse_amount
from ledger.session import Session
from ledger.session.places import known

_NAMES: dict[str, Verdict] = {
    "upheld": "upheld",
    "varied": "varied",
    "overturned": "overturned",
    "table_result": "table-result-restored",
    "remitted": "remitted",
    "recommended": "recommended",
}

_COMMITTEE = re.compile(r"(the )?(appeals? )?committee", re.IGNORECASE)

_APPELLANTS: dict[str, Appellant] = {"NS": "NS", "EW": "EW", "DIRECTOR": "director"}


def adjudication(verdict: VerdictOptions, score: Adjustment | None) -> Adjudication:
    """What was decided; one verdict, and what it says."""
    name = _name(verdict)
    if (name == "recommended") is not bool(verdict.recommendation):
        what = "a recommendation is what --recommended recommends"
        raise Misuse("usage", what, '--recommended --recommendation "…"')
    return Adjudication(
        name,
        score,
        verdict.offender,
        parse_laws(verdict.laws),
        verdict.disallowed,
        verdict.legal_route,
        verdict.findings,
        verdict.reason,
        verdict.merit,
        verdict.deposit,
        verdict.dissent,
        verdict.recommendation,
        *(parse_amount(verdict.penalty) if verdict.penalty else (None, None)),
    )


def _name(verdict: VerdictOptions) -> Verdict:
    names = [name for option, name in _NAMES.items() if getattr(verdict, option)]
    if len(names) == 1:
        return names[0]
    wrong = f"a decision has one verdict, not {' and '.join(names)}" if names else "what was decided?"
    options = " ".join(f"--{option.replace('_', '-')}" for option in _NAMES)
    raise Misuse("usage", wrong, f"one of {options}")


def appellant(session: Session, case: str, text: str | None) -> Appellant:
    """Who appeals: a side, or whoever sits there on the board in question; the director, where he refers it.

    Against a penalty it is the contestant that was penalised, by name, by the side it sits on, or left out.
    """
    against = session.appeals[case].against if case in session.appeals else case
    named = _APPELLANTS.get((text or "").strip().upper())
    if named == "director":
        return named
    if penalty := session.penalties.get(against):
        return _penalised(session, penalty.imposed.contestant, text)
    if named:
        return named
    if text is None:
        raise Misuse("usage", "who appeals?", "--by-side NS, EW, or director")
    if ruling := session.rulings.get(against):
        label = known(session, text.strip())
        for side in Side:
            if label in ruling.seating.contestants(side):
                return _APPELLANTS[side.value]
    raise Misuse("usage", f"{text!r} is no side at that table", "--by-side NS, EW, or director")


def _penalised(session: Session, contestant: str, text: str | None) -> Appellant:
    said = (text or contestant).strip()
    sides = {side.value for side, _ in session.boards_of(contestant)}
    if known(session, said) == contestant or said.upper() in sides:
        return "contestant"
    hint = f"leave --by-side out, or --by-side {contestant}; 'director' where he refers it"
    raise Misuse("usage", f"{contestant} was penalised, not {said}", hint)


def instance(to: str) -> Instance:
    """Which instance a decision is taken to: the committee of the tournament, or whoever else is named."""
    return "committee" if _COMMITTEE.fullmatch(to.strip()) else "authority"
