"""What Hypothesis deals: results, weightings, rulings, boards."""

from fractions import Fraction

from hypothesis import strategies as st

from ledger.bridge import Result, Seat
from ledger.laws.adjustment import Artificial, Assigned, Awarded, Claim, Grade, Split, Weighted
from ledger.laws.weighting import Component, merged

played = st.builds(
    Result.of,
    st.integers(1, 7),
    st.sampled_from("CDHSN"),
    st.sampled_from(["", "X", "XX"]),
    st.sampled_from(list(Seat)),
    st.integers(0, 13),
)
bare_scores = st.integers(-760, 760).map(lambda tens: Result(f"{tens * 10:+d}"))
results = st.one_of(played, st.just(Result("PASS")), bare_scores)


@st.composite
def weightings(draw, of=results):
    """Up to five outcomes whose weights sum to one exactly: thirds and tenths too."""
    parts = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    whole = sum(parts)
    return merged(Component(Fraction(part, whole), draw(of)) for part in parts)


grades = st.sampled_from([Grade(text) for text in ("A+", "A", "A-", "60", "45", "0", "100")])
balanced = st.one_of(st.builds(Assigned, results), st.builds(Weighted, weightings()))
adjustments = st.one_of(
    balanced,
    st.builds(Split, weightings(), weightings()),
    st.builds(Artificial, grades, grades, st.just(()) | weightings()),
    st.builds(Claim, results),
    st.builds(
        Awarded, st.integers(0, 4).map(Fraction), st.integers(0, 4).map(Fraction), st.sampled_from(["keep", "out"])
    ),
)
