"""What scorers type for a result, and how it is said back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.entry.slip_lines import SlipEntry, question_for_missing, read_outcome
from ledger.bridge import Unreadable
from tests.strategies import results

READ = {
    "4sn=": "4SN=",
    " 4 s n = ": "4SN=",
    "4♠ n +1": "4SN+1",
    "4s,n,=": "4SN=",
    "4sn= sa": "4SN= SA",
    "4sn= s a": "4SN= SA",
    "4sn=sa": "4SN= SA",
    "4sn+1h10": "4SN+1 HT",
    "4♥e-1, ♠10": "4HE-1 ST",
    "3nn-2": "3NTN-2",
    "3ntn-2": "3NTN-2",
    "3 sa s =": "3NTS=",
    "4sxn-1": "4SXN-1",
    "4snx-1": "4SXN-1",
    "4sn**=": "4SXXN=",
    "4sn10": "4SN=",
    "4sn 9 d4": "4SN-1 D4",
    "4s n 10 tricks": "4SN=",
    "p": "PASS",
    "all pass": "PASS",
    "-620": "-620",
    "−620": "-620",
    "620": "+620",
    "50 d2": "+50 D2",
    "np": "np",
    "not played": "np",
    "lp": "lp",
    "Later": "lp",
}
REFUSED = {
    "": "bad-result",
    "4s": "bad-result",
    "4sn": "bad-result",
    "4sn1": "bad-result",
    "4sn sa": "bad-result",
    "4s=": "no-declarer",
    "8sn=": "bad-level",
    "4sn+4": "too-many-tricks",
    "4sn-11": "too-few-tricks",
    "4sn= 1s": "bad-card",
    "4sn= sx": "bad-card",
    "625": "bad-result",
    "+625": "bad-score",
    "9000": "bad-score",
    "4snxxx=": "bad-result",
    "a": "bad-result",
    "A+/A-": "bad-result",
    "60/40": "bad-result",
    "1 2 50": "bad-result",
    "p p": "bad-card",
}


@pytest.mark.parametrize("typed", READ)
def test_it_is_read_as_it_was_meant(typed):
    assert str(read_outcome(typed)) == READ[typed]


@pytest.mark.parametrize("typed", REFUSED)
def test_what_may_mean_two_things_is_asked_and_never_guessed(typed):
    with pytest.raises(Unreadable) as caught:
        read_outcome(typed)
    assert caught.value.code == REFUSED[typed]


def test_an_artificial_score_is_pointed_to_the_ruling():
    with pytest.raises(Unreadable, match="that is a ruling"):
        read_outcome("60/40")


@given(results, st.sampled_from([None, "SA", "HT", "D2"]))
def test_what_is_said_can_be_typed_again(result, lead):
    noted = SlipEntry(result, lead)
    assert read_outcome(str(noted)) == noted
    assert read_outcome(str(noted).lower()) == noted


@given(st.text(alphabet="BFGIJKMOQUVYZbfgijkmoquvyz?!.;:#89 ", max_size=30))
def test_what_has_no_letter_of_a_result_is_none(text):
    with pytest.raises(Unreadable):
        read_outcome(text)


@given(st.text(max_size=30) | st.text(alphabet="1234567CDHSNEWX=+-0123P ,aTl", max_size=8))
def test_whatever_is_read_was_typed_and_can_be_typed_again(text):
    try:
        noted = read_outcome(text)
    except Unreadable:
        return
    assert read_outcome(str(noted)) == noted
    played, typed = noted.result and noted.result.played, text.upper()
    if played:
        said = (str(played.level), played.declarer.value, "X" * len(played.doubling))
    elif noted.result and noted.result.bare_score is not None:
        said = (str(abs(noted.result.bare_score)),)
    else:
        said = ("P",) if noted.result or noted.without == "not-played" else ("L",)
    assert all(each in typed.replace("*", "X") for each in said)


def test_a_result_is_read_with_what_stands_around_it_or_not_at_all():
    for more in ("4sn= x", "x 4sn=", "4sn= 4sn=", "14sn=", "4sn=sasa", "np np", "p 4sn=", "620 620"):
        with pytest.raises(Unreadable):
            read_outcome(more)


@pytest.mark.parametrize(
    ("typed", "asked"), [("4", "of what"), ("4s", "by whom"), ("4sx", "by whom"), ("4sn", "how many"), ("hello", "")]
)
def test_what_is_still_wanted_is_said_while_it_is_typed(typed, asked):
    assert asked in question_for_missing(typed)
    assert bool(asked) == bool(question_for_missing(typed))
