"""`session enter` on a terminal: contestant after contestant, its players found on the list of members as one types.

Asked is only what is not known: the number is proposed, a member brings his own, and whom the tournament knows is
entered by the number alone. Each is recorded when its last player is said; an empty line ends it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.entry.asking import LinePrompt, SpecialKey, View
from cli.options import openings, people
from cli.screens import effects, mistakes
from cli.screens.people import the_list
from cli.terminal.prompts import told_to_end
from cli.words.events import headline
from cli.words.vocabulary import counted
from ledger.bridge import Unreadable
from ledger.errors import Conflict, Misuse, Refusal
from ledger.labels import LABEL, direction, natural
from ledger.labels.persons import Member
from ledger.overall.people import PlaysAs
from ledger.scoring.forms import FORMS
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import EnterContestants
from ledger.subjects.tournaments.state import players_told

if TYPE_CHECKING:
    from ledger.labels.persons import Members
    from ledger.session import Session

_MENDABLE = (Refusal, Misuse, Conflict, Unreadable)

_OF_A_PAIR = 2


class EntriesSitting:
    """Contestants entered one after the other: the office, the list of members, and who asks for lines."""

    def __init__(self, desk: Desk, asking: LinePrompt, members: Members | None) -> None:
        self.desk = desk
        self.asking = asking
        self.members = members
        self._name = desk.session_id

    def run(self) -> int:
        """Ask until it is ended; how many contestants were entered or named."""
        done = 0
        while True:
            session = self.desk.office.tournaments.tell_names(self.desk.office.session(self._name))
            typed = self.asking.ask(View([], "contestant> ", next_number(session), lambda text: [], selected=True))
            if not isinstance(typed, str):
                if typed is SpecialKey.END:
                    return done
                continue
            if not typed.strip():
                return done
            try:
                found = self._one(session, typed)
            except _MENDABLE as error:
                self._tell(error)
                continue
            if found is None:
                return done
            done += found

    def _tell(self, error: Exception) -> None:
        told = mistakes.of_input(error, self.desk.settings)
        self.desk.say(*mistakes.lines(replace(told, excerpt=())))

    def _one(self, session: Session, typed: str) -> bool | None:
        """Enter one contestant with its players; False where it was left, None where that was the end."""
        labels = openings.contestants(typed, session.opening.scoring)
        if len(labels) > 1:
            raise Misuse(
                "bad-contestants", f"{typed.strip()} are several", "one at a time; `session enter 1-12` for all"
            )
        label = labels[0]
        told = sorted(players_told(session).items())
        if known := tuple(player for (whose, _), player in told if whose == label):
            self.desk.say(f"{label} is {PlaysAs('', label, known).names}")
            if label in session.contestants:
                return False
            return self._record(EnterContestants(labels))
        players = self._players(session, label)
        if players is None:
            return False
        return self._record(EnterContestants(labels, players)) if players else None

    def _record(self, command: EnterContestants) -> bool:
        effect = effects.submit(self.desk, command, self._name)
        self.desk.say(*(f"Recorded {headline(each, effect.after)}" for each in effect.events))
        return True

    def _players(self, session: Session, label: str) -> tuple[Player, ...] | None:
        """The players of a contestant, two of a pair, of a team until a line is empty; None where it was left."""
        most = 99 if FORMS[session.opening.scoring].teams() else _OF_A_PAIR
        found: list[Player] = []
        draft = ""
        while len(found) < most:
            above = [f"{label}: {PlaysAs('', label, tuple(found)).names}"] if found else []
            prompt = f"{label}, player {len(found) + 1}> "
            typed = self.asking.ask(View(above, prompt, draft, self._reading, completed=self._completed))
            if typed is SpecialKey.END or typed == "":
                break
            if not isinstance(typed, str):
                if typed is SpecialKey.ABANDON:
                    return None
                continue
            try:
                who = self._person(typed)
            except _MENDABLE as error:
                self._tell(error)
                draft = typed
                continue
            draft = "" if who else typed
            if who:
                found.append(Player(label, len(found) + 1, who.name, who.number))
        return tuple(found)

    def _person(self, text: str) -> Member | None:
        """Who is meant; of one who is not on the list the number is asked. None where he is not meant after all."""
        if self.members is not None and "(" not in text and not people.fitting(text, self.members):
            asked = f"{text.strip()} is not on the list. Number, or Enter for none; Ctrl-C: the name again> "
            number = self.asking.ask(View([], asked, "", lambda _: []))
            return people.person(f"{text} ({number})", self.members) if isinstance(number, str) else None
        return people.person(text, self.members)

    # What is read of a name as it is typed

    def _reading(self, text: str) -> list[str]:
        """Who fits so far, a line each; Tab takes the first."""
        if not text.strip():
            return ["a few letters of the name, or the number; Enter: no more players"]
        if self.members is None or "(" in text:
            try:
                return [f"Enter  {_told(people.person(text, self.members))}"]
            except _MENDABLE:
                return ["the name in full; behind it the number: Ann Bell (1234)"]
        found = people.fitting(text, self.members)
        if not found:
            return [f"nobody of {self.members.source} is called so; Enter: as it is typed"]
        key = "Enter" if len(found) == 1 else "Tab"
        lines = [f"{key if at == 0 else '':5}  {_told(each)}" for at, each in enumerate(found[: people.LISTED])]
        return [*lines, *(["       … more letters"] if len(found) > people.LISTED else [])]

    def _completed(self, text: str) -> str:
        found = people.fitting(text, self.members) if self.members is not None else ()
        return f"{found[0].name} ({found[0].number or '-'})" if found else text


def _told(member: Member) -> str:
    return "  ".join(filter(None, (member.name, member.number, member.club)))


def next_number(session: Session) -> str:
    """The first contestant nobody has named; where all are, the next number there is none of; '' of teams."""
    named = {whose for whose, _ in players_told(session)}
    if unnamed := [each for each in session.contestants if each not in named]:
        return min(unnamed, key=lambda each: (natural(each)[0], direction(each) == "EW", each))  # table by table
    if FORMS[session.opening.scoring].teams():
        return ""
    sides: Sequence[str] = ("NS", "EW") if session.opening.winners == 2 else ("",)
    numbers = [int(found[2]) for each in session.contestants if (found := LABEL.fullmatch(each))]
    last = max(numbers, default=0)
    free = (f"{number}{side}" for number in (last, last + 1) for side in sides)
    return next(each for each in free if each not in session.contestants and each[0] != "0")


def enter_contestants(desk: Desk, named: Path | None) -> None:
    """A sitting at this terminal."""
    from cli.entry.asking import TerminalPrompt

    members = the_list(desk, named)
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # nothing here depends on where on the screen the line stands
    of = f", {counted(len(members), 'member')} on {members.source}" if members else ""
    desk.say(f"{desk.session_id}{of}; Enter takes what is shown, an empty line ends")
    with told_to_end():
        done = EntriesSitting(desk, TerminalPrompt(), members).run()
    desk.hint(f"{counted(done, 'contestant')} entered")
