"""Asking for a call to a table: what is alleged, by whom, and when in the hand."""

from cli.asking.interview import Interview, no_option
from cli.asking.tables import ask_place
from cli.screens import vocabulary
from ledger.errors import Misuse
from ledger.laws.citation import parse_law

_NEEDED = {"board", "alleged", "caller", "stage"}


def ask_call(interview: Interview) -> None:
    """The table, what is alleged, who called, and when."""
    if {*interview.given} >= _NEEDED:
        return
    if "board" not in interview.given:
        ask_place(interview)
    if "alleged" not in interview.given:
        interview.text("", "What is alleged? West hesitated over 4S", no_option, needed=True)
    if "caller" not in interview.given:
        interview.option("--caller", "Who called?", vocabulary.SEATS, needed=True)
    stage = interview.typed("stage")
    if not stage:
        stages = {**vocabulary.STAGES, "not-said": "nobody said when"}
        stage = interview.option("--stage", "When in the hand?", stages, needed=True)
    if stage == "play" and "trick" not in interview.given:
        interview.text("--trick", "In which trick? 1 to 13", _trick)
    if "laws" not in interview.given:
        interview.texts("--law", "Which Law is in question?", parse_law, more="16B, 12C1(c): `bridge-ledger help laws`")


def _trick(text: str) -> None:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 13):
        raise Misuse("usage", f"{text!r} is no trick", "1 to 13")
