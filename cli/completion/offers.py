"""What is offered in the place of a word that is begun: the words the ledger knows, and our own.

Nothing here takes more than the driver of SQLite: a Tab waits for no click, and for no office.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from cli.completion import table
from cli.completion.typed import TypedLine
from cli.terminal.settings import Settings
from cli.words.vocabulary import MOVEMENTS
from ledger.laws.titles import LAWS
from ledger.recording.known_tournaments import TournamentsOfFile
from ledger.recording.known_words import KnownWords, WordsOfFile

Words = Iterable[str] | Mapping[str, str]
"""What may be typed; or that with what is said of it."""
_HOUSE = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))


class CompletionRequest:
    """What a Tab asks for: the line as far as it is typed, and the ledger that is meant."""

    def __init__(self, typed: TypedLine, settings: Settings) -> None:
        self.typed = typed
        self.begun = typed.begun
        self.settings = settings

    def given(self, name: str) -> list[str]:
        """What a parameter was given."""
        return self.typed.given.get(name, [])

    @property
    def words(self) -> KnownWords:
        """The words of the ledger meant: those the settings bring, or what its file says at a glance."""
        meant, known = self.settings.session_id, self.settings.known_words
        if known and meant in (None, known.session_id):
            return known
        return WordsOfFile(self.settings.database, meant)

    @property
    def tournaments(self) -> TournamentsOfFile:
        """The words of the tournaments of the ledger meant, as its file says them at a glance."""
        named = self.given("named")
        return TournamentsOfFile(self.settings.database, named[-1] if named else self.settings.session_id)

    @property
    def board(self) -> int:
        """The board that was typed before; 0 for none."""
        typed = self.given("board")
        number = typed[0].partition("/")[0] if typed else ""
        return int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else 0


Offer = Callable[[CompletionRequest, str], Words]
"""What is offered, narrowed to what is written behind its name in the table."""
_WITH_RESULT = {"played": True, "open": False, "any": None}


# Of a session


def _addresses(asked: CompletionRequest, which: str) -> Words:
    """The boards; and of the board that is written, its tables."""
    if asked.given("board"):
        return ()
    board, slash, _ = asked.begun.partition("/")
    found = [] if slash else [str(each) for each in asked.words.boards()]
    if board.isascii() and board.isdecimal() and len(board) < 5:
        found += [f"{board}/{table}" for table in asked.words.tables(int(board), _WITH_RESULT[which])]
    return found


def _tables(asked: CompletionRequest, which: str) -> Words:
    """The tables of the board that was typed before; of the session, where any may be meant."""
    return asked.words.tables(asked.board, _WITH_RESULT[which]) if asked.board or which == "any" else ()


def _moments(asked: CompletionRequest, _: str) -> Words:
    """Moments: the beginning, the end of play, just after a case, and just before it; of a tournament its sessions'."""
    if not (asked.typed.command.path.startswith("tournament ") or asked.tournaments.is_meant()):
        return _moments_of(asked.words.cases())
    own, before_slash = _moments_of({}), asked.begun.partition("/")[0]
    for session in asked.tournaments.sessions():
        own[f"{session}/"] = "a moment of that session"
        if session == before_slash:
            of_it = _moments_of(WordsOfFile(asked.settings.database, session).cases())
            own |= {f"{session}/{moment}": about for moment, about in of_it.items() if moment != "@"}
    return own


def _moments_of(of_cases: Mapping[str, str]) -> dict[str, str]:
    before = {f"{case}-": f"just before {about}" for case, about in of_cases.items()}
    named = {"start": "the session was opened", "end-of-play": "after the last result recorded", "@": "now"}
    return {**named, **of_cases, **before}


# Of a tournament


def _links(asked: CompletionRequest, _: str) -> Words:
    """A contestant of the session named before, and who of the tournament that is: '5NS=', '5NS=12'."""
    contestant, equals, _ = asked.begun.partition("=")
    if equals:
        return [f"{contestant}={each}" for each in asked.tournaments.entrants()]
    of = asked.given("of_session")
    return [f"{each}=" for each in WordsOfFile(asked.settings.database, of[0]).contestants()] if of else ()


def _listed_entrants(asked: CompletionRequest, _: str) -> Words:
    """Contestants between commas: the last of them is the one that is begun."""
    before, comma, _ = asked.begun.rpartition(",")
    said = {each.strip() for each in before.split(",")}
    return [f"{before}{comma}{each}" for each in asked.tournaments.entrants() if each not in said]


def _playing(asked: CompletionRequest, _: str) -> Words:
    """Who plays in the bracket of the stage that was typed; against one of them, first whom it meets."""
    stage, team = asked.given("stage"), asked.given("team")
    if not stage:
        return ()
    return asked.tournaments.opponents(stage[0], team[0]) if team else asked.tournaments.bracket(stage[0])


def _members(asked: CompletionRequest, _: str) -> Words:
    """Who is on the list of members, where one is named; behind an `&` the partner."""
    named = [*asked.given("members"), os.environ.get("BRIDGE_LEDGER_MEMBERS", "")][0]
    name = asked.begun.rpartition("&")[2].lstrip()
    if not (named and name):
        return ()
    from pathlib import Path  # with the reader: a Tab waits for it where there is something to find

    from ledger.errors import Problem
    from ledger.exchange.members import read_members

    try:
        found = list(read_members(Path(named)).members.begun(name))
    except Problem:
        return ()
    before = asked.begun.removesuffix(name)
    return {f"{before}{each.name}" + (f" ({each.number})" if each.number else ""): each.club for each in found}


# Our own


def _laws(asked: CompletionRequest, _: str) -> Words:
    """The Laws; and of the one that is written, its sections."""
    found = {str(law): title for law, (title, _) in LAWS.items()}
    for law, (title, letters) in LAWS.items():
        if asked.begun.startswith(str(law)):
            found |= {f"{law}{letter}": title for letter in letters}
    return found


def _topics(asked: CompletionRequest, how: str) -> Words:
    """Topics of the manual, and commands; after them the Laws, and the commands below."""
    before = asked.given("topic")
    if before[:1] == ["laws"]:
        return _laws(asked, how)
    if not before and asked.begun[:1].isdigit():
        return _laws(asked, how)
    command = table.command(" ".join(before))
    topics = () if before else _shipped("cli/help", ".md")
    return {**dict.fromkeys(topics, ""), **(command.below if command else {})}


def _shipped(folder: str, ending: str) -> list[str]:
    """The files of a kind that come with the program, by name."""
    there = os.listdir(os.path.join(_HOUSE, folder))
    return sorted(each.removesuffix(ending) for each in there if each.endswith(ending))


OFFERS: dict[str, Offer] = {
    "sessions": lambda asked, _: asked.words.sessions(),
    "boards": lambda asked, _: map(str, asked.words.boards()),
    "addresses": _addresses,
    "tables": _tables,
    "contestants": lambda asked, _: asked.words.contestants(),
    "officials": lambda asked, _: asked.words.officials(),
    "cases": lambda asked, kinds: asked.words.cases(kinds),
    "moments": _moments,
    "tournaments": lambda asked, _: asked.tournaments.names,
    "stages": lambda asked, formats: asked.tournaments.stages(*formats.split()),
    "sections": lambda asked, _: asked.tournaments.sections(),
    "strata": lambda asked, _: asked.tournaments.strata(),
    "entrants": lambda asked, _: asked.tournaments.entrants(),
    "entrant_list": _listed_entrants,
    "playing": _playing,
    "sessions_of": lambda asked, _: asked.tournaments.sessions(),
    "free_sessions": lambda asked, _: asked.tournaments.free_sessions(),
    "links": _links,
    "members": _members,
    "laws": _laws,
    "topics": _topics,
    "movements": lambda _asked, _: MOVEMENTS,
    "profiles": lambda _asked, _: _shipped("ledger/laws/profiles", ".toml"),
    "languages": lambda _asked, _: sorted({"en", *_shipped("cli/pages/locale", ".po")}),
}
"""What is offered, by the names the table has for it; files are the shell's own matter."""
