"""The facts of a call, a penalty and a ruling, asked for one after the other; and the score that is given."""

from collections.abc import Callable

from cli.asking.interview import Interview, no_option
from cli.asking.tables import ask_place, played
from cli.options import notation
from cli.options.declared import ScoreOptions
from cli.words import vocabulary
from ledger.errors import Misuse
from ledger.laws.citation import parse_law
from ledger.laws.disallowed import disallowed_call, is_play
from ledger.laws.penalty_amount import parse_amount
from ledger.session import TableBoard
from ledger.session.calls import is_open
from ledger.session.places import require_contestant

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

_MORE_OF_SCORES = (
    "Level, strain, X or XX, declarer, outcome: 4SN= 3NTE+1 5HXE-1 PASS. Weights add up to 100%. `help notation`"
)


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
        interview.text(f"--{kind}", KINDS[kind][1], reader, needed=True, more=_MORE_BY_KIND.get(kind, _MORE_OF_SCORES))
    return kind


def _reader(
    kind: str, declarer: str | None, played: TableBoard | None, offender: str | None
) -> Callable[[str], object]:
    def read(text: str) -> object:
        options = dict.fromkeys(ScoreOptions.declared()) | {kind.replace("-", "_"): text, "declarer": declarer}
        return notation.read(ScoreOptions(dict(options)), offender or "NS", lambda: played)

    return read


_UNBID = ("P", "PASS", "X", "XX", "DBL", "RDBL", "DOUBLE", "REDOUBLE")

_OFFENDERS = {**vocabulary.OFFENDERS, "NS": "North-South", "EW": "East-West", "both": "both", "none": "nobody"}

_MORE_OFFENDERS = (
    "The side that broke a Law; the other side does not offend. Nobody: there was no infraction, or it was the "
    "director's error (82C)."
)

_OF_RESULTS = ("16B   unauthorised information", "21B   a call based on misinformation", "47E   a play based on it")

_OF_ALL = ("12A1  no Law gives a rectification for it", "73E   deception", "82C   the director's own error")

_FITTING = {
    "artificial": ("12C2  no result can be obtained", "15B   a wrong board", "87    a fouled board", "86B   teams"),
    "claim": ("69B   agreed to, and withdrawn", "70    contested", "71    a concession withdrawn"),
    "self-inflicted": ("12C1(e)  a serious error, or a gambling action", *_OF_RESULTS),
}


def ask_ruling(interview: Interview) -> None:
    """The table, what happened, the score and its grounds, whether both sides were told."""
    if score_typed(interview) and "board" in interview.given:
        return
    there = played(interview, ask_place(interview))
    if there and not interview.typed("call"):
        _ask_call(interview, there.board, there.table)
    if "facts" not in interview.given:
        interview.text(
            "--facts", "What happened?", more="What was done at the table, as both sides agree, or you find."
        )
    offender = interview.typed("offender")
    kind = "" if score_typed(interview) else ask_score(interview, there, offender)
    if not offender:
        needed = kind == "self-inflicted"
        default = "" if needed else "none"
        offender = interview.option(
            "--offender", "Who offended?", _OFFENDERS, default, needed=needed, more=_MORE_OFFENDERS
        )
    laws = _ask_laws(interview, kind)
    _ask_findings(interview, offender)
    if any(law.startswith("16") for law in laws):
        _ask_alternatives(interview)
    _ask_around(interview)


def _ask_call(interview: Interview, board: int, table: str | None) -> None:
    """The call it answers, where one to this table is open."""
    session = interview.session
    calls = [call for call in session.calls.values() if is_open(session, call) and call.called.board == board]
    here = {
        call.case: str(call.called.alleged) for call in calls if table is None or call.called.table in (None, table)
    }
    if here:
        choices = {**here, "no": "it answers none of these"}
        more = "The call stays open until a ruling or `call answer` answers it; `bridge-ledger call list --open`."
        found = interview.choice("Which call does it answer?", list(choices.items()), next(iter(here)), more=more)
        interview.add(*([] if found == "no" else ["--call", found]))


def _ask_laws(interview: Interview, kind: str) -> list[str]:
    if typed := interview.given.get("laws"):
        return list(typed) if isinstance(typed, list) else []
    interview.begin()
    interview.say("Laws that fit:", *(f"  {law}" for law in (*_FITTING.get(kind, _OF_RESULTS), *_OF_ALL)))
    return [parse_law(law) for law in interview.texts("--law", "Which Law?", parse_law, more=_LAWS)]


_LAWS = "A Law with its section: 16B, 12C1(c). `bridge-ledger help laws` lists them, `help laws 16` one."

_MORE_DAMAGE = (
    "y: an innocent side's table result is worse than it could be expected to be without the infraction (Law 12B1); "
    "n: it is not."
)


def _ask_findings(interview: Interview, offender: str) -> None:
    """Whether there was an infraction, where nobody is said to have offended; damage; and what was found."""
    innocent = offender in ("none", "outside") and "infraction" not in interview.given
    there_was: bool | None = True
    if innocent:
        more = "y: a Law was broken, though nobody is charged with it; n: none was."
        there_was = interview.yes_or_no("Was there an infraction?", "--infraction", "--no-infraction", more)
    if "damage" not in interview.given and there_was is not False:
        interview.yes_or_no("Was there damage (Law 12B1)?", "--damage", "--no-damage", _MORE_DAMAGE)
    if "findings" not in interview.given:
        more = "What you hold to be so, where it was disputed or had to be weighed (Law 85), and what it led to."
        interview.text("--findings", "What did you find?", more=more)


def _ask_alternatives(interview: Interview) -> None:
    """What Law 16B weighs: what else could be called, and what may not be in a weighting."""
    if "alternatives" not in interview.given:
        asked = "Which calls were logical alternatives (Law 16B1)? Pass, 5H"
        interview.texts("--alternative", asked, _alternative, more=_MORE_ALTERNATIVES)
    if "disallowed" not in interview.given:
        asked = "What may not be in a weighting? A call, play or result: 5H"
        interview.texts("--disallowed", asked, more="What the unauthorised information made illegal (Law 12C1(c)).")


_MORE_ALTERNATIVES = (
    "Calls that many of his peers would consider, and some might choose: Pass, X, 5H; a play: lead H, SQ. Enter: none."
)


def _alternative(text: str) -> None:
    """Misuse where a text names no call and no play."""
    if not (text.upper() in _UNBID or is_play(text) or disallowed_call(text)):
        raise Misuse("usage", f"{text!r} names no call and no play", "Pass, X, XX, 5H; a play: lead H, SQ")


def _ask_around(interview: Interview) -> None:
    """Why, who was asked, who was told."""
    if "reason" not in interview.given:
        more = "What you would tell both sides, in a sentence or two: it stands on the form of an appeal."
        interview.text("--reason", "Why this ruling?", more=more)
    if "consulted" not in interview.given:
        more = "Their names, as they are to stand on the form of an appeal: Berg, Ek. Enter: nobody."
        interview.texts("--consulted", "Which directors did you consult?", more=more)
    if not {"notified", "told_of_appeal"} & {*interview.given}:
        told = {"not yet": "", "told": "of the ruling", "of the right to appeal too": "(Law 83)"}
        more = "`ruling notify` says it later. The time for an appeal runs from when the ruling was made known (92B)."
        found = interview.choice("Were both sides told?", list(told.items()), "not yet", more=more)
        flags = {"told": "--notified", "of the right to appeal too": "--told-of-appeal"}
        interview.add(*([flags[found]] if found in flags else []))
