"""Answers that come by phone: each link once, in no order that tells who gave which, and nothing lost meanwhile."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from ledger.errors import Misuse, Refusal
from ledger.recording.machine_state import Acknowledged, PhonePolls
from ledger.subjects.calls.facts import PollAnswer


@pytest.fixture
def phones(tmp_path):
    return PhonePolls(Acknowledged(tmp_path, "sqlite:///evening.db"))


def test_each_link_is_good_once(phones):
    one, other = phones.open("s", 7, 2)
    assert phones.find_poll(one) == ("s", 7, 0, 2)
    phones.answer(one, PollAnswer("Pass", ("5H",)))
    for again in (one, one.lower().replace("-", " "), "AAAA-AAAA-AAAA-AAAA", "", "é" * 16):
        with pytest.raises(Refusal) as refused:
            phones.answer(again, PollAnswer("5H"))
        assert refused.value.code == "bad-link"
    phones.answer(other.lower().replace("-", ""), PollAnswer("5H"))
    assert phones.of("s", 7) == ("s", 7, 2, 0)


def test_a_code_is_read_as_it_is_meant(phones):
    (code,) = phones.open("s", 7, 1)
    typed = code.replace("0", "o").replace("1", "l")
    assert phones.find_poll(typed).number == 7


def test_the_answers_stand_in_the_order_of_the_alphabet_without_a_time_or_a_code(phones, tmp_path):
    codes = phones.open("s", 7, 3)
    for code, said in zip(codes, ("Pass", "5H", "4S"), strict=True):
        phones.answer(code, PollAnswer(said))
    (kept,) = tmp_path.glob("*.poll-*.json")
    assert json.loads(kept.read_text()) == {
        "session": "s",
        "number": 7,
        "codes": [],
        "answers": [["4S", []], ["5H", []], ["Pass", []]],
    }
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "answer",
    [
        PollAnswer(""),
        PollAnswer("x" * 101),
        PollAnswer("Pass\x1b[2J"),
        PollAnswer("Pass", ("5H\u202e",)),
        PollAnswer("Pass", ("5H",) * 9),
        PollAnswer("Pass", ("",)),
    ],
)
def test_what_is_no_answer_uses_no_link_up(phones, answer):
    (code,) = phones.open("s", 7, 1)
    with pytest.raises(Refusal) as refused:
        phones.answer(code, answer)
    assert refused.value.code == "bad-answer"
    assert phones.of("s", 7) == ("s", 7, 0, 1)


def test_of_many_who_answer_at_once_with_one_link_one_does(phones):
    codes = phones.open("s", 7, 5)

    def answer(code):
        try:
            phones.answer(code, PollAnswer("Pass"))
        except Refusal:
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(answer, codes * 8)) == 5
    assert phones.of("s", 7) == ("s", 7, 5, 0)


def test_what_is_held_stays_until_it_is_closed(phones):
    codes = phones.open("s", 7, 2)
    phones.answer(codes[0], PollAnswer("Pass"))
    with phones.lock_answers("s", 7) as answers:
        assert answers == (PollAnswer("Pass"),)
    assert phones.of("s", 7) == ("s", 7, 1, 1)
    phones.close("s", 7)
    with pytest.raises(Refusal):
        phones.answer(codes[1], PollAnswer("Pass"))
    assert phones.of("s", 7) is None


def test_polls_that_were_taken_back_are_forgotten_and_no_others(phones):
    phones.open("s", 7, 1)
    phones.open("s", 9, 1)
    (other,) = phones.open("t", 7, 1)
    phones.forget("s", [9])
    assert [phones.of("s", 7), phones.of("s", 9).number, phones.find_poll(other).session] == [None, 9, "t"]


def test_answers_that_came_to_another_computer_are_not_closed_here(phones):
    with pytest.raises(Misuse, match="another computer"), phones.lock_answers("s", 7):
        pass


def test_a_spoilt_file_is_named(phones, tmp_path):
    (code,) = phones.open("s", 7, 1)
    (kept,) = tmp_path.glob("*.poll-*.json")
    kept.write_text("{")
    with pytest.raises(Misuse, match="holds no answers"):
        phones.find_poll(code)


def test_what_waits_for_one_ledger_is_none_of_anothers(phones, tmp_path):
    (code,) = phones.open("s", 7, 1)
    other = PhonePolls(Acknowledged(tmp_path, "sqlite:///other.db"))
    with pytest.raises(Refusal):
        other.find_poll(code)
