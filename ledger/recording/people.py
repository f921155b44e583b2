"""Players and substitutes, and the texts about people: listed, searched and erased."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, is_gone, is_still_stored, texts_in
from ledger.recording.sessions import Sessions
from ledger.recording.traces import Search
from ledger.session import Session
from ledger.session.moment import DAY
from ledger.store.store import Store
from ledger.subjects.office.facts import CommandSigned
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.people.facts import ErasedText, Player
from ledger.subjects.tournaments.state import players_of


class People:
    """The players of all sessions in a ledger."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions

    def of(self, session: str) -> list[Player]:
        """Return the players of a session or tournament under their present names; erased ones are left out."""
        players = players_of(self._sessions.now(session))
        return [players[key] for key in sorted(players) if not is_gone(players[key].name)]

    def require_names_readable(self) -> None:
        """Raise Unavailable (database-denied) if the login may not read players' names."""
        self._store.texts.require_readable("the names of players")

    def find(self, *, name: str = "", member_number: str = "") -> Search:
        """Return all that is held about a person, in every session and tournament, by whole name or by number.

        By number, a player of the same name without a number is the person too.
        """
        names = [name]
        if member_number:
            numbered = self._search(Search((), member_number)).held
            names = [each.player.name for each in numbered if each.player and not is_gone(each.player.name)]
        return self._search(Search(names, member_number))

    def _search(self, search: Search) -> Search:
        for stream in self._store.log.streams():
            search.read(stream, self._store.log.read(stream))
        return search

    def expired(self, now: int, days: int) -> dict[str, list[TextOf]]:
        """Return the texts still kept that are older than so many days, by session or tournament (now: µs UTC)."""
        texts, before = dict[str, list[TextOf]](), now - days * DAY
        for stream in filter(self._store.texts.any_of, self._store.log.streams()):
            log = self._store.log.read(stream)
            if not (opening := next(log, None)) or opening.recorded_at >= before:
                continue  # few streams are old: of the others one event is read
            # a clock may have run back: behind a newer event can stand an old one
            if kept := list(kept_texts_of(each for each in chain((opening,), log) if each.recorded_at < before)):
                texts[stream] = kept
        return texts


class TextOf(NamedTuple):
    """A text of an event, with the number of the event and the name of the field ('facts', 'statements.2')."""

    number: int
    field: str
    text: KeptText

    @property
    def erasing(self) -> ErasedText:
        """This text as an erasure names it: by event number, field and salted hash."""
        return ErasedText(self.number, self.field, self.text.commitment)


def kept_texts_of(
    log: Iterable[Envelope], *, number: int | None = None, field: str = "", word: str = ""
) -> Iterator[TextOf]:
    """Yield the texts in a log that are not erased; `number`, `field` and `word` select among them, case ignored.

    A text that was altered outside the program is included as a placeholder: it can still be erased.
    """
    for envelope in log:
        for where, text in texts_in(envelope.event) if number in (None, envelope.number) else ():
            is_wanted = not field or f"{where}.".startswith(f"{field}.")
            if (
                isinstance(text, KeptText)
                and is_still_stored(text)
                and is_wanted
                and word.casefold() in text.casefold()
            ):
                yield TextOf(envelope.number, where, text)


def add_copies(log: Sequence[Envelope], found: Sequence[TextOf]) -> list[TextOf]:
    """Return the texts `found`, and their copies in further events of their cases.

    An amended ruling repeats the texts of the first one: erasing its facts must erase the copies too. So does the
    command that a device signed, which has the texts of all its events.
    """
    cases = {each.number: getattr(each.event, "case", "") for each in log}
    copied = {
        (cases[each.number], each.field, str(each.text)) for each in found if cases[each.number] and not each.text.gone
    }
    chosen = {(each.number, each.field) for each in found}
    commands = {log[each.number - 1].command_id for each in found}
    chosen |= {
        (each.number, "command")
        for each in log
        if isinstance(each.event, CommandSigned) and each.command_id in commands
    }
    return [
        each
        for each in kept_texts_of(log)
        if (each.number, each.field) in chosen or (cases[each.number], each.field, str(each.text)) in copied
    ]


_OWN_PLAYERS = 2


class Substitute(NamedTuple):
    """A substitute as a player of the contestant, and the seats (contestant, seat) he has in other contestants."""

    named: Player
    elsewhere: tuple[tuple[str, int], ...]


def find_substitute(session: Session, contestant: str, name: str, member: str = "") -> Substitute:
    """Return the substitute as a player of the contestant: a known player, or a new one with a seat of his own."""
    same = list[Player]()
    for player in session.players.values():
        has_numbers = bool(member and player.member_number)
        if player.member_number == member if has_numbers else player.name.casefold() == name.casefold():
            same.append(player)
    elsewhere = tuple((player.contestant, player.seat) for player in same if player.contestant != contestant)
    for player in same:
        if player.contestant == contestant:
            return Substitute(player, elsewhere)
    # the first number that no player of the contestant has had, though his name may have been erased
    kept = [seat for whose, seat in session.players if whose == contestant]
    seated = [fact.player for _, fact in session.participation.all(SubstituteSeated, contestant)]
    return Substitute(Player(contestant, max([_OWN_PLAYERS, *kept, *seated]) + 1, name, member), elsewhere)
