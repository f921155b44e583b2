"""Asking for an appeal: who appeals and why, and what was decided."""

from collections.abc import Callable, Collection

from cli.asking.interview import Interview
from cli.asking.rulings import ask_score, score_typed
from cli.options import names, notation, verdicts
from cli.words import vocabulary
from ledger.errors import Refusal
from ledger.laws.penalty_amount import parse_amount
from ledger.session.case_numbers import case_name, require_appeal, require_appealable

_VERDICTS = {
    "upheld": "the ruling, or the penalty, stands",
    "varied": "another score, or another penalty",
    "overturned": "the ruling was wrong; the score is stated",
    "table-result": "the table result is restored",
    "remitted": "the director rules again",
    "recommended": "the score stands; a recommendation on a point of law (93B3)",
}


def ask_lodging(interview: Interview) -> None:
    """The ruling, who appeals, why, and who concurs."""
    given, session = interview.given, interview.session
    typed = _named(interview.typed("case") or "")
    if typed and "grounds" in given and ("side" in given or typed in session.penalties):
        return
    known = (*session.rulings, *session.penalties)
    case = _case(
        interview, "Which ruling or penalty is appealed?", known, lambda text: require_appealable(session, text)
    )
    if "side" not in given and case not in session.penalties:
        interview.text(
            "--by-side",
            "Who appeals? NS, EW, or director",
            lambda text: verdicts.appellant(session, case, text),
            needed=True,
            more="The side that asks for the review (Law 92A); the director himself may refer his ruling (83).",
        )
    if "grounds" not in given:
        more = "What is wrong with the ruling, in the appellants' words: the committee reads this first."
        interview.text("--grounds", "Why? The grounds of the appeal", needed=True, more=more)
    if not {"signed", "captain"} & {*given}:
        more = (
            "Both partners concur in an appeal of a pair: their seats, N,S. Enter: a captain does, or it comes later."
        )
        interview.text("--signed", "Who concurs? N,S (Law 92D1)", names.parse_seats, more=more)
    if "claims" not in given:
        more = "A result, or a weighting: 4SN-1, or 60% 4SN=, 40% 4SN-1. Enter: none is named."
        interview.text("--claims", "What score is asked for? 4SN-1", notation.weighted, more=more)
    if "deposit" not in given:
        interview.text("--deposit", "What was paid? 20 GBP", more="The deposit, as the regulations ask for one.")


def ask_deciding(interview: Interview) -> None:
    """The appeal, the verdict, its score, why, whether it had merit, and who sat."""
    given, session = interview.given, interview.session
    verdict = next((name for name in _VERDICTS if name.replace("-", "_") in given), "")
    scored = score_typed(interview) or "penalty" in given or verdict not in ("varied", "overturned")
    if "case" in given and verdict and scored:
        return
    case = _case(interview, "Which appeal is decided?", session.appeals, lambda text: require_appeal(session, text))
    appeal = require_appeal(session, case)
    if not verdict:
        verdict = interview.choice("What was decided?", list(_VERDICTS.items()), needed=True)
        interview.add(f"--{verdict}")
    if appeal.against in session.penalties:
        if verdict == "varied" and "penalty" not in given:
            interview.text("--penalty", "What is the penalty now? 10%, 3MP; a warning: 0%", parse_amount, needed=True)
    elif verdict in ("varied", "overturned") and not score_typed(interview):
        ask_score(interview, notation.table_of(session, case), interview.typed("offender"))
    if verdict == "recommended" and "recommendation" not in given:
        interview.text("--recommendation", "What is recommended to the chief director?", needed=True)
    _ask_around(interview, sat=appeal.heard is not None)


def _ask_around(interview: Interview, *, sat: bool) -> None:
    """Why, with what merit, and who sat where no hearing says it."""
    given = interview.given
    for name, asked in (("findings", "What was found?"), ("reason", "Why this decision?")):
        if name not in given:
            interview.text(f"--{name}", asked)
    if "merit" not in given:
        merits = {**vocabulary.MERITS, "not said": "nothing is recorded of it"}
        found = interview.choice("Did the appeal have merit?", list(merits.items()), "not said")
        interview.add(*(["--merit", found] if found in vocabulary.MERITS else []))
    if not sat and "committee" not in given:
        interview.text("--committee", "Who sat? Berg, Dahl, Ek", names.parse_names)


def _case(interview: Interview, asked: str, known: Collection[str], require: Callable[[str], object]) -> str:
    """The case that was typed, or is asked for; refused at once where there is none of the kind."""

    def read(text: str) -> object:
        return require(_named(text))

    if not known:
        raise Refusal("no-such-case", f"{asked} There is none", "`ruling add` gives a ruling, `appeal lodge` an appeal")
    here = ", ".join(list(known)[-5:])
    more = f"A case by its number, R-0001 or r1: {', '.join(known)}. `bridge-ledger show R-0001` tells its story."
    return _named(interview.typed("case") or interview.text("", f"{asked} {here}", read, needed=True, more=more))


def _named(text: str) -> str:
    """A case as the log names it, however it is typed."""
    return case_name(text) or text.strip().upper()
