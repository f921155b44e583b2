"""The course of one board in words: 'publish ruling lodge hear vary', a minute a word, and the states it leads to.

A word is a command; `wait` lets more than half an hour go by. The states are those of the last call, ruling and appeal.
"""

from collections.abc import Callable

import pytest

from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command
from ledger.laws.adjustment import Assigned, Stands, Weighted, parse_weighting
from ledger.subjects.appeals.facts import (
    Adjudication,
    AppealFurther,
    ConfirmAppeal,
    DecideAppeal,
    HearAppeal,
    LodgeAppeal,
    ReviewDecision,
    ScreenAppeal,
    WithdrawAppeal,
)
from ledger.subjects.appeals.state import appeal_state
from ledger.subjects.calls.facts import AddCall, AnswerCall, ClosePoll, OpenPoll, PollAnswer, StateFacts, TakePoll
from ledger.subjects.calls.state import call_state
from ledger.subjects.play.facts import CorrectResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import Reopening
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, NotifySides, Undo, WithdrawRuling
from ledger.subjects.rulings.state import ruling_state
from tests.core.spec import MINUTE, Evening

AT = Where(1, "1")
MADE, DOWN = Result("4SN="), Result("4SN-1")
VARIED = Weighted(parse_weighting("30% 4SN=, 70% 4SN-1"))
FRESH = Weighted(parse_weighting("1/2 4SN=, 1/2 4SN-1"))
SECOND = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
FROM_ABOVE = Reopening("authority", "the authority")
WAIT_MINUTES = 31


def given(adjustment, **more) -> Callable[["Course"], Command]:
    return lambda course: GiveRuling(AT, adjustment, Grounds(laws=("16B",)), call=course.last("calls"), **more)


def amended(adjustment, **more) -> Callable[["Course"], Command]:
    return lambda course: AmendRuling(course.last("rulings") or "R-0009", adjustment, **more)


def lodged(side="EW", signed=("E", "W"), **more) -> Callable[["Course"], Command]:
    return lambda course: LodgeAppeal(
        course.last("rulings") or "R-0009", side, "grounds", signed, deposit="20 GBP", **more
    )


def decided(verdict, adjustment=None, **more) -> Callable[["Course"], Command]:
    return lambda course: DecideAppeal(course.appeal, Adjudication(verdict, adjustment), **more)


def undone(kind: str) -> Callable[["Course"], Command]:
    """Return the command that undoes the last event of a kind."""
    return lambda course: Undo(
        next(each for each in reversed(course.evening.log) if each.name.startswith(kind)), "wrong"
    )


WORDS: dict[str, Callable[["Course"], Command]] = {
    "correct": lambda course: CorrectResult(
        AT, Result(f"5HE-{len(course.evening.log)}" if len(course.evening.log) < 11 else "PASS")
    ),
    "publish": lambda _: PublishScores(),
    "call": lambda _: AddCall(AT, "a hesitation", "N", "auction"),
    "facts": lambda course: StateFacts(course.last("calls") or "C-0009", "ten seconds", True),
    "disputed": lambda course: StateFacts(course.last("calls") or "C-0009", "ten seconds", False),
    "poll": lambda course: TakePoll(course.last("calls") or "C-0009", "your call?", (PollAnswer("Pass", ("5H",)),)),
    "open-poll": lambda course: OpenPoll(course.last("calls") or "C-0009", "your call?", 5),
    "close-poll": lambda course: ClosePoll(course.last("calls") or "C-0009", (PollAnswer("Pass", ("5H",)),)),
    "nobody-polled": lambda course: ClosePoll(course.last("calls") or "C-0009", ()),
    "unpoll": undone("poll-opened"),
    "play-on": lambda course: AnswerCall(course.last("calls") or "C-0009", "play-on"),
    "refer": lambda course: AnswerCall(course.last("calls") or "C-0009", "referred", to="the chief director"),
    "nothing": lambda course: AnswerCall(course.last("calls") or "C-0009", "no-infraction"),
    "uncall": undone("director-called"),
    "ruling": given(Assigned(MADE)),
    "stands": given(Stands()),
    "for-now": given(Stands(), provisional=True),
    "amend": amended(Assigned(DOWN)),
    "unsettle": lambda course: AmendRuling(course.last("rulings") or "R-0009", None, Grounds(), provisional=True),
    "as-ruled": amended(Assigned(MADE), cause="order", reopening=FROM_ABOVE),
    "facts-only": lambda course: AmendRuling(
        course.last("rulings") or "R-0009", None, Grounds(facts=f"at {course.minute}")
    ),
    "second": amended(SECOND, cause="second-thoughts"),
    "82C": amended(VARIED, cause="director-error"),
    "ordered": lambda course: AmendRuling(course.last("rulings"), FRESH, cause="order", order=course.appeal),
    "from-above": amended(FRESH, cause="order", reopening=FROM_ABOVE),
    "unrule": lambda course: WithdrawRuling(course.last("rulings") or "R-0009", "wrong table"),
    "give-stands": amended(Stands()),
    "undo-ruling": undone("ruling-given"),
    "unamend": undone("ruling-amended"),
    "unconfirm": undone("appeal-confirmed"),
    "untell": undone("sides-notified"),
    "screen-first": lambda _: ScreenAppeal("A-0001", True),
    "uphold-first": lambda _: DecideAppeal("A-0001", Adjudication("upheld")),
    "remit-first": lambda _: DecideAppeal("A-0001", Adjudication("remitted")),
    "ordered-first": lambda course: AmendRuling(course.last("rulings"), FRESH, cause="order", order="A-0001"),
    "undo-withdrawal": undone("ruling-withdrawn"),
    "tell": lambda course: NotifySides(course.last("rulings") or "R-0009", True),
    "lodge": lodged(),
    "lodge-ns": lodged("NS", ("N", "S")),
    "lodge-alone": lodged(signed=("E",)),
    "lodge-late": lodged(accept_late="the notice was late"),
    "lodge-first": lambda _: LodgeAppeal("R-0001", "EW", "grounds", ("E", "W"), deposit="20 GBP"),
    "refer-it": lodged("director", ()),
    "screen": lambda course: ScreenAppeal(course.appeal, True),
    "screen-law": lambda course: ScreenAppeal(course.appeal, True, "law"),
    "reject": lambda course: ScreenAppeal(course.appeal, False),
    "confirm": lambda course: ConfirmAppeal(course.appeal),
    "confirm-first": lambda _: ConfirmAppeal("A-0001"),
    "drop": lambda course: WithdrawAppeal(course.appeal, leave="Ahlborn"),
    "drop-freely": lambda course: WithdrawAppeal(course.appeal),
    "unlodge": undone("appeal-lodged"),
    "hear": lambda course: HearAppeal(course.appeal, ("Berg", "Dahl", "Ek")),
    "uphold": decided("upheld"),
    "vary": decided("varied", VARIED),
    "overturn": decided("overturned", Assigned(DOWN)),
    "restore": decided("table-result-restored"),
    "remit": decided("remitted"),
    "recommend": decided("recommended"),
    "chief-varies": decided("varied", VARIED, body="chief-director", point="law"),
    "law-varied": decided("varied", VARIED, point="law"),
    "committee-on-law": decided("upheld", body="committee", point="law"),
    "vary-both": lambda course: DecideAppeal(
        course.appeal, Adjudication("varied", VARIED), together=course.others_open()
    ),
    "overturn-first": lambda _: DecideAppeal("A-0001", Adjudication("overturned", Assigned(DOWN))),
    "further-first": lambda _: AppealFurther("A-0001", "EW", "the authority", "a principle", ("E", "W")),
    "to-committee": lambda course: AppealFurther(
        course.appeal, "EW", "the committee", "law", ("E", "W"), instance="committee"
    ),
    "recommended-above": lambda course: ReviewDecision(course.appeal, Adjudication("recommended")),
    "review-both": lambda course: ReviewDecision(course.appeal, Adjudication("upheld"), together=course.others_open()),
    "remitted-above": lambda course: ReviewDecision(course.appeal, Adjudication("remitted")),
    "upheld-above": lambda course: ReviewDecision(course.appeal, Adjudication("upheld")),
    "unfurther": undone("further-appeal-lodged"),
    "undrop": undone("appeal-withdrawn"),
    "unpublish": undone("scores-published"),
    "further": lambda course: AppealFurther(course.appeal, "NS", "the authority", "a principle", ("N", "S")),
    "review": lambda course: ReviewDecision(course.appeal, Adjudication("table-result-restored")),
    "recall": undone("appeal-decided"),
    "unreview": undone("decision-reviewed"),
}


class Course:
    """One board at one table, with its call, ruling and appeal."""

    def __init__(self):
        self.evening = Evening(winners=2)
        self.minute = 0
        self.evening.play(1, ["5HE-1", "4SN=", "4SN-1"])

    def last(self, kind: str) -> str | None:
        return next(reversed(getattr(self.evening.session, kind)), None)

    @property
    def appeal(self) -> str:
        return self.last("appeals") or "A-0009"

    def others_open(self) -> tuple[str, ...]:
        """Return the open appeals against the ruling, except the last."""
        session = self.evening.session
        against = session.appeals[self.appeal].against if session.appeals else ""
        return tuple(each.case for each in session.appeals_of(against) if each.open and each.case != self.appeal)

    def follow(self, words: str) -> None:
        for word in words.split():
            self.say(word)

    def say(self, word: str) -> None:
        self.minute += 1
        if word == "wait":
            self.minute += WAIT_MINUTES
            return
        self.evening.do(WORDS[word](self), at=self.minute)

    def states(self) -> str:
        """The states of the last call, ruling and appeal: 'call ruled, ruling under appeal, appeal lodged'."""
        session, now = self.evening.session, self.minute * MINUTE
        found = []
        if call := self.last("calls"):
            found.append(f"call {call_state(session, session.calls[call])}")
        if ruling := self.last("rulings"):
            found.append(f"ruling {ruling_state(session, session.rulings[ruling], now)}")
        if appeal := self.last("appeals"):
            found.append(f"appeal {appeal_state(session, session.appeals[appeal])}")
        return ", ".join(found)

    def outcome(self, word: str) -> str:
        """Return the states a word leads to, or 'refused CODE' if nothing is recorded."""
        before = list(self.evening.log)
        try:
            self.say(word)
        except Refusal as refusal:
            assert self.evening.log == before
            return f"refused {refusal.code}"
        return self.states()


def rows(table: str) -> list:
    """Return 'given | when | then' lines as parameters of a test."""
    found = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines() if line.strip()]
    return [pytest.param(*cells, id=f"{cells[0] or 'nothing'} -> {cells[1]}") for cells in found]
