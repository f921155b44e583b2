"""The office's words for the names that the log uses; the names are also what can be typed.

The module imports little, so that the command line knows its choices at once; a test compares them with the names of
`ledger.subjects`.
"""

from cli.words.language import Wording, say, say_counted, text_as_typed
from ledger.labels import in_plural

OFFENDERS = Wording(
    {
        "NS": "offender NS",
        "EW": "offender EW",
        "both": "both sides offending",
        "none": "",
        "outside": "through no fault of either side",
    }
)

MOVEMENTS = (
    *("mitchell", "howell", "three-quarter", "hesitation", "rover", "web", "bowman", "double-weave", "barometer"),
    *("head-to-head", "all-play-all", "american-whist", "triangle", "rainbow", "whist"),
)
"""The names of movements that can be typed."""

FAULTS = Wording(
    {
        "NS": "NS at fault",
        "EW": "EW at fault",
        "both": "both at fault",
        "none": "nobody at fault",
        "outside": "through no fault of either side",
    }
)

WITHOUT_STANDING = Wording({"stand-by": "a stand-by", "emergency": "an emergency substitute", "other": ""})

STANDINGS = Wording(
    {
        "disqualified": "disqualified",
        "withdrawn": "withdrawn",
        "without-standing": "without standing",
        "too-few-boards": "too few boards",
        "substitute": "substitute",
    }
)

CAUSES = Wording({"second-thoughts": "second thoughts", "director-error": "director's error", "order": "by order"})

REOPENINGS = Wording(
    {
        "scoring-error": "a scoring error",
        "authority": "by the regulating authority",
        "disciplinary": "after a disciplinary finding",
    }
)

STAGES = Wording(
    {
        "auction": "during the auction",
        "opening-lead": "at the opening lead",
        "play": "in the play",
        "claim": "at a claim",
        "end-of-hand": "at the end of the hand",
        "after-round": "after the round",
        "after-scoring": "after scoring",
        "not-said": "when in the hand was not said",
    }
)

SEATS = Wording(
    {
        "N": "North",
        "E": "East",
        "S": "South",
        "W": "West",
        "director": "the director himself",
        "table": "somebody at the table",
    }
)

ANSWERS = Wording(
    {
        "play-on": "play on, and call me back",
        "referred": "referred",
        "no-infraction": "no infraction",
        "at-table": "settled at the table",
    }
)

VERDICTS = Wording(
    {
        "upheld": "upheld: what is in force stands",
        "varied": "the ruling is varied",
        "overturned": "the ruling is overturned",
        "table-result-restored": "the table result is restored",
        "remitted": "remitted: the director rules again",
        "recommended": "what is in force stands; a recommendation to the chief director",
    }
)

BODIES = Wording({"committee": "the committee", "chief-director": "the chief director", "reviewer": "the reviewer"})

PENALTY_VERDICTS = Wording({"varied": "the penalty is varied", "overturned": "the penalty is withdrawn"})

POINTS = Wording({"judgement": "a matter of judgement", "law": "a point of law or regulation"})

MERITS = Wording({"with": "with merit", "without": "without merit"})

OUTCOMES = Wording(
    {
        "upheld": "upheld",
        "varied": "varied",
        "overturned": "overturned",
        "table-result-restored": "table result restored",
        "remitted": "remitted",
        "recommended": "recommended",
    }
)

SUBJECTS = Wording(
    {
        "hesitation": "hesitation",
        "unauthorised-information": "unauthorised information",
        "misinformation": "misinformation",
        "alerting": "alerting",
        "deviation": "psychic bid or deviation",
        "insufficient-bid": "insufficient bid",
        "call-out-of-turn": "call out of turn",
        "changed-call": "change of call",
        "lead-out-of-turn": "lead out of turn",
        "exposed-card": "exposed card",
        "played-card": "played card",
        "dummy": "dummy",
        "revoke": "revoke",
        "claim": "claim",
        "wrong-board": "wrong board, hand or seat",
        "scoring": "scoring",
        "late": "lateness",
        "slow-play": "slow play",
        "conduct": "conduct",
        "procedure": "procedure",
        "director-error": "director's error",
    }
)
"""The subjects of cases."""

SCORE_KINDS = Wording(
    {
        "assigned": "assigned",
        "rectified": "rectified",
        "weighted": "weighted",
        "split": "split",
        "artificial": "artificial",
        "awarded": "awarded",
        "self-inflicted": "self-inflicted",
        "claim": "a claim",
        "stands": "the table result",
        "penalty": "a penalty",
    }
)
"""The kinds of score that a case gives, and the penalty."""

VULNERABLE = Wording({"None": "None", "NS": "NS", "EW": "EW", "Both": "Both"})

UNITS = Wording(
    {
        each: each
        for each in (
            *("MP", "IMP", "VP", "points", "BAM", "matches", "MP NS", "MP EW", "IMP NS", "IMP EW", "VP NS", "VP EW"),
            *("NS+", "NS-", "% NS", "% EW"),
        )
    }
    | {"%": "%%"}
)
"""The units of scores, also of one side, as headings of columns."""

SCORINGS = Wording(
    {
        each: each
        for each in (
            *("matchpoints", "butler", "cross-imps", "teams", "board-a-match", "total-points", "knockout"),
            "teams-of-eight",
        )
    }
)

OFFICE_NAMES = Wording(
    {
        "scorer": "scorer",
        "director": "director",
        "chief-director": "chief director",
        "committee": "member of the committee",
        "reviewer": "reviewer",
    }
)

OFFENDING = Wording({"NS": "NS", "EW": "EW", "both": "both", "none": "none", "outside": "outside"})

MERIT = Wording({"with": "with", "without": "without"})

STATES = Wording(
    {
        each: each
        for each in (
            *("provisional", "standing", "under appeal", "decided", "superseded", "withdrawn", "final", "lodged"),
            *("screened", "rejected", "to be confirmed", "heard", "resolved", "further appeal", "reviewed", "open"),
            *("facts agreed", "facts disputed", "play on", "referred", "no infraction", "settled", "ruled", "none"),
            *("held", "returned", "forfeited"),
        )
    },
    "state",
)
"""The states of rulings, penalties, appeals, calls and deposits."""

DEPOSITS = Wording({"returned": "deposit returned", "forfeited": "deposit forfeited"})

ERASED_BECAUSE = Wording(
    {"asked": "as was asked for", "mistaken": "as it never belonged there", "expired": "as its time was over"}
)

OFFICES = ("scorer", "director", "chief-director", "committee", "reviewer")

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "no")

FILE_FORMATS = {".zip": "bundle", ".xml": "usebio", ".pbn": "pbn", ".csv": "csv", ".json": "json"}
"""The format in which `export` writes a file, by the file's ending."""

STAGE_FORMATS = Wording(
    {"sessions": "sessions that add up", "swiss": "Swiss", "all-play-all": "all play all", "knockout": "knockout"}
)

THREE_WAY = ("wins", "imps")

TIE_BREAKS = Wording(
    {
        "between": "what they had between them",
        "last-session": "the last session",
        "wins": "matches won",
        "wins-share": "the share of matches won",
        "imp-quotient": "IMP quotient",
        "net-imps": "IMPs won less IMPs lost",
        "count-back": "boards won",
        "common-opponents": "common opponents",
        "swiss-points": "the sum of the opponents' totals",
        "opponents-by-partners": "opponents' totals by partners' totals",
        "draw": "lot",
        "shared": "shared",
        "again": "again from the first for those still level",
    }
)

OVERALL_STANDINGS = Wording(
    {
        "disqualified": "disqualified",
        "withdrawn": "withdrawn",
        "not-qualified": "not qualified",
        "not-entered": "not entered",
        "without-standing": "without standing",
        "too-few-sessions": "too few sessions",
        "too-few-boards": "too few boards",
        "substitute": "substitute",
    }
)

CARRIES = Wording(
    {
        "white-book": "%(share)sthe matchpoints are carried, by the tops of both stages (White Book §3.8)",
        "over-average": "%(share)swhat is over average is carried",
        "share": "%(share)sthe score is carried",
        "table": "by place is carried: %(figures)s",
        "spread": "by place is carried, evenly from %(figures)s",
        "matches": "%(share)swhat was scored against those who go on is carried",
    }
)

APART = ("section", "direction")

ADDED = ("percent", "matchpoints", "imps", "victory-points", "wins")

FORMS = ("matchpoints", "butler", "cross-imps", "teams", "board-a-match", "total-points", "knockout", "teams-of-eight")


def winners_text(winners: int) -> str:
    """Say if the directions are ranked together or apart: 'one winner', 'two winners'."""
    return say("one winner") if winners == 1 else say("two winners")


def counted(number: int, word: str) -> str:
    """Format a number with its noun, in the singular or the plural.

    >>> counted(1, "line"), counted(0, "board"), counted(2, "penalty")
    ('1 line', '0 boards', '2 penalties')
    """
    return say_counted(f"%(number)s {word}", f"%(number)s {in_plural(word)}", number)


def put_in_quotes(text: str) -> str:
    """Put a typed text in the quotation marks of the language."""
    return say('"%(text)s"', text=text)


def reason_suffix(reason: str) -> str:
    """Format a reason to follow the text it explains: ' — slow play'; '' for no reason."""
    return f" — {_BY_THE_PROGRAM.known(text_as_typed(reason))}" if reason else ""


_BY_THE_PROGRAM = Wording(
    {
        each: each
        for each in (
            "imported, not stated",
            "put right where it was entered",
            "the file was changed",
            "the file no longer has it",
        )
    }
)
"""Reasons that the program itself writes at an import."""


_PROFILES = Wording({"default": "default"}, "regulations")


def profile_text(name: str) -> str:
    """Name a profile of regulations; only the name of the program's default is translated."""
    return _PROFILES.known(name)


def name_seated(ns: str, ew: str) -> str:
    """Name the contestants at a table: '1NS v 3EW'; '1NS alone' if nobody sits opposite."""
    return say("%(ns)s v %(ew)s", ns=ns, ew=ew) if ns and ew else say("%(who)s alone", who=ns or ew)


def side_name(side: str) -> str:
    """Name a side in full: 'North–South', 'East–West'."""
    return say("North–South") if side == "NS" else say("East–West")
