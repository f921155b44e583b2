"""`session enter` on a terminal: contestants one by one, their players found on the list of members as one types.

Only unknown facts are asked: a label is proposed, a listed member's number is known, and so are the players of a
contestant named before. A contestant is recorded with its last player; an empty line ends the sitting.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cli.desk.desk import Desk
from cli.entry.asking import SpecialKey, TerminalPrompt, View
from cli.options import openings, people
from cli.screens import effects, mistakes
from cli.screens.people import read_member_list
from cli.terminal.prompts import ending_on_signal
from cli.words.events import headline
from cli.words.vocabulary import counted
from ledger.bridge import Unreadable
from ledger.errors import Conflict, Misuse, Refusal
from ledger.labels import LABEL, direction, natural
from ledger.labels.persons import Member, Members
from ledger.overall.people import PlaysAs
from ledger.scoring.forms import FORMS
from ledger.session import Session
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import EnterContestants
from ledger.subjects.tournaments.state import players_to_show

_CORRECTABLE = (Refusal, Misuse, Conflict, Unreadable)

_PLAYERS_OF_A_PAIR = 2


class EntriesSitting:
    """The dialogue of `session enter`: it asks for contestants and their players."""

    def __init__(self, desk: Desk, asking: TerminalPrompt, members: Members | None) -> None:
        self.desk = desk
        self.asking = asking
        self.members = members
        self._name = desk.session_id

    def run(self) -> int:
        """Ask for contestants until the official ends; return how many were recorded."""
        done = 0
        while True:
            session = self.desk.office.tournaments.add_names_from_tournament(self.desk.office.session(self._name))
            typed = self.asking.ask(View([], "contestant> ", next_number(session), lambda text: [], selected=True))
            if not isinstance(typed, str):
                if typed is SpecialKey.END:
                    return done
                continue
            if not typed.strip():
                return done
            try:
                entered = self._enter_one(session, typed)
            except _CORRECTABLE as error:
                self._show_error(error)
                continue
            if entered is None:
                return done
            done += entered

    def _show_error(self, error: Exception) -> None:
        mistake = mistakes.mistake_in_input(error, self.desk.settings)
        self.desk.say(*mistakes.lines(replace(mistake, excerpt=())))

    def _enter_one(self, session: Session, typed: str) -> bool | None:
        """Enter one contestant with its players; return True if recorded, False if skipped, None if ended."""
        labels = openings.contestants(typed, session.opening.scoring)
        if len(labels) > 1:
            several = f"{typed.strip()} are several contestants"
            raise Misuse("bad-contestants", several, "one at a time; `session enter 1-12` for all")
        label = labels[0]
        named_players = sorted(players_to_show(session).items())
        if known := tuple(player for (whose, _), player in named_players if whose == label):
            self.desk.say(f"{label} is {PlaysAs('', label, known).names}")
            if label in session.contestants:
                return False
            return self._record(EnterContestants(labels))
        players = self._ask_players(session, label)
        if players is None:
            return False
        return self._record(EnterContestants(labels, players)) if players else None

    def _record(self, command: EnterContestants) -> bool:
        effect = effects.submit(self.desk, command, self._name)
        self.desk.say(*(f"Recorded {headline(each, effect.after)}" for each in effect.events))
        return True

    def _ask_players(self, session: Session, label: str) -> tuple[Player, ...] | None:
        """Ask for a contestant's players until an empty line, or until a pair is complete; None after Ctrl-C."""
        most = 99 if FORMS[session.opening.scoring].teams() else _PLAYERS_OF_A_PAIR
        players: list[Player] = []
        draft = ""
        while len(players) < most:
            above = [f"{label}: {PlaysAs('', label, tuple(players)).names}"] if players else []
            prompt = f"{label}, player {len(players) + 1}> "
            typed = self.asking.ask(View(above, prompt, draft, self._feedback, completed=self._completed_name))
            if typed is SpecialKey.END or typed == "":
                break
            if not isinstance(typed, str):
                if typed is SpecialKey.ABANDON:
                    return None
                continue
            try:
                member = self._ask_person(typed)
            except _CORRECTABLE as error:
                self._show_error(error)
                draft = typed
                continue
            draft = "" if member else typed
            if member:
                players.append(Player(label, len(players) + 1, member.name, member.number))
        return tuple(players)

    def _ask_person(self, text: str) -> Member | None:
        """Return the member that a text names; ask for the number of a person not on the list. None after Ctrl-C."""
        if self.members is not None and "(" not in text and not people.find_members(text, self.members):
            prompt = f"{text.strip()} is not on the list. Number, or Enter for none; Ctrl-C: the name again> "
            number = self.asking.ask(View([], prompt, "", lambda _: []))
            return people.person(f"{text} ({number})", self.members) if isinstance(number, str) else None
        return people.person(text, self.members)

    # Feedback on a name as it is typed

    def _feedback(self, text: str) -> list[str]:
        """Return feedback on a typed name, in lines: the members that match, or a hint on what Enter does."""
        if not text.strip():
            return ["a few letters of the name, or the number; Enter: no more players"]
        if self.members is None or "(" in text:
            try:
                return [f"Enter  {_member_text(people.person(text, self.members))}"]
            except _CORRECTABLE:
                return ["the name in full; behind it the number: Ann Bell (1234)"]
        fits = people.find_members(text, self.members)
        if not fits:
            return [f"nobody of {self.members.source} has this name; Enter takes it as typed"]
        key = "Enter" if len(fits) == 1 else "Tab"
        lines = [f"{key if at == 0 else '':5}  {_member_text(each)}" for at, each in enumerate(fits[: people.LISTED])]
        return [*lines, *(["       … more letters"] if len(fits) > people.LISTED else [])]

    def _completed_name(self, text: str) -> str:
        fits = people.find_members(text, self.members) if self.members is not None else ()
        return f"{fits[0].name} ({fits[0].number or '-'})" if fits else text


def _member_text(member: Member) -> str:
    return "  ".join(filter(None, (member.name, member.number, member.club)))


def next_number(session: Session) -> str:
    """Return the next contestant to enter: the first without players, or else the next free number ('' for teams)."""
    named = {whose for whose, _ in players_to_show(session)}
    if unnamed := [each for each in session.contestants if each not in named]:
        return min(unnamed, key=lambda each: (natural(each)[0], direction(each) == "EW", each))  # table by table
    if FORMS[session.opening.scoring].teams():
        return ""
    sides: Sequence[str] = ("NS", "EW") if session.opening.winners == 2 else ("",)
    numbers = [int(match[2]) for each in session.contestants if (match := LABEL.fullmatch(each))]
    last = max(numbers, default=0)
    free = (f"{number}{side}" for number in (last, last + 1) for side in sides)
    return next(each for each in free if each not in session.contestants and each[0] != "0")


def enter_contestants(desk: Desk, named: Path | None) -> None:
    """Ask for contestants at this terminal and record them; `named`: the file with the list of members, if typed."""
    members = read_member_list(desk, named)
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # no need to ask the terminal for the cursor position
    of = f", {counted(len(members), 'member')} on {members.source}" if members else ""
    desk.say(f"{desk.session_id}{of}; Enter takes what is shown, an empty line ends")
    with ending_on_signal():
        done = EntriesSitting(desk, TerminalPrompt(), members).run()
    desk.hint(f"{counted(done, 'contestant')} entered")
