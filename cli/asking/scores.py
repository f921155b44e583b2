"""Asking for the score a ruling or a decision gives: its kind, in a director's words, and what it is."""

from collections.abc import Callable

from cli.asking.interview import Interview
from cli.desk import awards
from cli.desk.score_options import ScoreOptions
from ledger.session import TableBoard

KINDS = {
    "stands": ("the table result stands, infraction or not", ""),
    "result": ("another result, for both sides (Law 12C1)", "Which result? 4SN-1"),
    "weighted": ("weighted between results (12C1(c))", "The results and their weights? 60% 4SN=, 40% 4SN-1"),
    "split": ("each side has its own", "Each side's? NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1"),
    "artificial": ("average, plus or minus: no result can be obtained (12C2)", "NS/EW? A+/A-, A/A, 60/40"),
    "awarded": ("scores given outright, in the session's own unit", "NS/EW? 23/11"),
    "self-inflicted": ("the damage is partly its own doing (12C1(e))", "B and C? B: 4SN=; C: 4SN-1"),
    "claim": ("a contested claim (Law 70)", "The result of the claim? 4SN-1"),
}
_MORE_KINDS = (
    "The table result stands also where nothing was wrong. Another result, or a weighting: what would have happened. "
    "Average only where there is no result to go by. `bridge-ledger help a-ruling`"
)
_MORE_BY_KIND = {
    "artificial": "First what North-South get, then East-West: A+ (60%) without fault, A (50%) partly at fault, A- "
    "(40%) at fault (Law 12C2(a)); per cent outright: 60/40.",
    "awarded": "First what North-South get, then East-West, in the session's own unit: 23/11, 20.5/19.5.",
    "self-inflicted": "B: what would have been without the infraction; C: with it, but without the error.",
}
_MORE = "Level, strain, X or XX, declarer, outcome: 4SN= 3NTE+1 5HXE-1 PASS. Weights add up to 100%. `help notation`"


def score_typed(interview: Interview) -> bool:
    """Whether the command line says a kind of score."""
    return any(kind.replace("-", "_") in interview.given for kind in KINDS)


def ask_score(interview: Interview, played: TableBoard | None, offender: str | None) -> str:
    """The kind of score and what it is; the kind that was chosen. Where there is no result, none can stand."""
    resultless = played is None or played.result is None
    kinds = [(name, text) for name, (text, _) in KINDS.items() if not (resultless and name == "stands")]
    kind = interview.choice("Which score?", kinds, needed=True, more=_MORE_KINDS)
    if kind == "stands":
        interview.add("--stands")
    else:
        reader = _reader(kind, interview.typed("declarer"), played, offender)
        interview.text(f"--{kind}", KINDS[kind][1], reader, needed=True, more=_MORE_BY_KIND.get(kind, _MORE))
    return kind


def _reader(
    kind: str, declarer: str | None, played: TableBoard | None, offender: str | None
) -> Callable[[str], object]:
    def read(text: str) -> object:
        options = dict.fromkeys(ScoreOptions.declared()) | {kind.replace("-", "_"): text, "declarer": declarer}
        return awards.read(ScoreOptions(dict(options)), offender or "NS", lambda: played)

    return read
