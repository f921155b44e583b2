"""Asking for a result, and for a board that was not played."""

from cli.asking.interview import Interview
from cli.asking.tables import ask_place, seats_wanted
from cli.desk.notation import result
from cli.screens import vocabulary

_MORE = "Level, strain, X or XX, declarer, outcome: 4SN= 3NTE+1 5HXE-1 PASS; or North-South's score: +620, -50"


def ask_result(interview: Interview) -> None:
    """The table, the result, who sat there."""
    if interview.typed_words("board") == ["-"]:
        return  # slips on standard input
    if "result_" in interview.given and not seats_wanted(interview):
        return
    ask_place(interview)
    if "result_" not in interview.given:
        declarer = interview.typed("declarer")
        interview.text("", "Which result? 4SN=", lambda text: result(text, declarer), needed=True, more=_MORE)


def ask_not_played(interview: Interview) -> None:
    """The table, and whose fault it was."""
    if not seats_wanted(interview):
        return
    ask_place(interview)
    if not {"fault", "partly", "no_score"} & {*interview.given}:
        faults = {**vocabulary.FAULTS, "none": "nobody: average plus for both"}
        interview.option("--fault", "Who was directly at fault?", faults, "none")
    if "reason" not in interview.given:
        interview.text("--reason", "Why was it not played?")
