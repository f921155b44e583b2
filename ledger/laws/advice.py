"""Advisory codes: what the Laws and their commentators warn of, though the ruling may stand."""

ADVICE: dict[str, str] = {
    "SPLIT_UNUSUAL": "a split score wants a reason in the Laws: 12C1(e), 82C, 79B3, 11A, or both sides offending",
    "OS_GAINS": "the offending side scores more than it did at the table",
    "OVER_100_NEEDS_OUTSIDE_AGENCY": (
        "more than 100% between them: only where neither side is at fault at all (--offender outside)"
    ),
    "CONSIDER_ARTIFICIAL_12C1D": "with more than four outcomes an artificial score may be simpler (Law 12C1(d))",
    "DISALLOWED_NOT_CHECKED": (
        "a disallowed call that is no notation (4S, 4SN, 4SN=) is kept, but nothing is checked by it"
    ),
    "ARTIFICIAL_BUT_RESULT_OBTAINABLE": (
        "the board was played: an assigned score is the rule, an artificial one the last resort (Law 12C2)"
    ),
}
SPLIT_LAWS = ("12C1(e)", "82C", "79B3", "11A")
