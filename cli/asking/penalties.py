"""Asking for a penalty: whom, how much, and for what."""

from cli.asking.interview import Interview
from ledger.laws.citation import parse_law
from ledger.laws.penalty_amount import parse_amount
from ledger.session.places import require_contestant

_MORE = "Per cent of a top, or in the session's own units: 25%, 3MP, 6IMP, 1VP; a name the regulations have: standard"


def ask_penalty(interview: Interview) -> None:
    """The contestant, the amount or that it is a warning, the Law, the reason."""
    given = interview.given
    if "contestant" in given and {"amount", "warning"} & {*given}:
        return
    if "contestant" not in given:
        interview.text(
            "", "Who is penalised? 7NS", lambda text: require_contestant(interview.session, text), needed=True
        )
    if not {"amount", "warning"} & {*given}:
        _ask_amount(interview)
    if "laws" not in given:
        interview.texts(
            "--law", "Under which Law?", parse_law, more="Procedural: 90B and its paragraphs; 91A: discipline"
        )
    if "reason" not in given:
        interview.text("--reason", "What for?")


def _ask_amount(interview: Interview) -> None:
    named = dict(interview.session.regulations.penalties.named)

    def read(text: str) -> None:
        if text.lower() not in named:
            parse_amount(text)

    if not interview.text("", "How much? 25%, 3MP, 6IMP, 1VP. Enter: it is a warning", read, more=_MORE):
        interview.add("--warning")
