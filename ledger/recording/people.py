"""Who the players and substitutes are, as the log names them and the texts beside it say; and what is kept about
people, text by text: to be listed, searched, and erased.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, is_beside, is_gone, texts_in
from ledger.labels.persons import name_parts, names_pattern
from ledger.recording.sessions import Sessions
from ledger.session import Session
from ledger.store.store import Store
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.people.facts import ErasedText, Player, PlayersNamed
from ledger.subjects.tournaments.state import players_of


class NamedPlayer(NamedTuple):
    """A player as an event of a session names him, and where his name and number stand there."""

    session: str
    player: Player
    texts: tuple[ErasedText, ...]


class People:
    """The players of all sessions: what the log and the texts beside it say of them."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions

    def of(self, session: str) -> list[Player]:
        """The players of a session or tournament, as they are known now; who was erased is not."""
        players = players_of(self._sessions.now(session))
        return [players[key] for key in sorted(players) if not is_gone(players[key].name)]

    def require_told(self) -> None:
        """Unavailable (database-denied) where who is logged in may not read names: that is not the same as none."""
        self._store.texts.require_readable("the names of players")

    def find(self, *, name: str = "", member_number: str = "") -> list[NamedPlayer]:
        """Every naming of a player of this name (in any case) or number, also one that was corrected since."""
        wanted = member_number or name.strip()
        found = []
        for session in dict.fromkeys(each for each, text in self._store.texts.everywhere() if _is(text, wanted)):
            for each in self._namings(session):
                said = each.player.member_number if member_number else each.player.name
                if not is_gone(said) and _is(said, wanted):
                    found.append(each)
        return found

    def sessions_that_mention(self, name: str) -> dict[str, list[str]]:
        """The sessions in which some text calls somebody so, or by a part of that name; with what it calls him."""
        found: dict[str, dict[str, None]] = {}
        pattern, parts = names_pattern(name_parts(name)), {each.casefold(): each for each in name_parts(name)}
        for session, text in self._store.texts.everywhere():
            for called in pattern.findall(text):
                found.setdefault(session, {})[parts[called.casefold()]] = None
        return {session: list(called) for session, called in found.items()}

    def _namings(self, session: str) -> Iterator[NamedPlayer]:
        for envelope in self._store.log.read(session):
            if isinstance(envelope.event, PlayersNamed):
                for at, player in enumerate(envelope.event.players, start=1):
                    texts = ((field, getattr(player, field)) for field in ("name", "member_number"))
                    here = (
                        ErasedText(envelope.number, f"players.{at}.{field}", text.commitment)
                        for field, text in texts
                        if isinstance(text, KeptText) and is_beside(text)
                    )
                    yield NamedPlayer(session, player, tuple(here))


def _is(text: str, wanted: str) -> bool:
    return text.casefold() == wanted.casefold()


class TextOf(NamedTuple):
    """A text, and where it stands: the number of its event, and the field ('facts', 'statements.2')."""

    number: int
    field: str
    text: KeptText

    @property
    def erasing(self) -> ErasedText:
        """How an erasure names it."""
        return ErasedText(self.number, self.field, self.text.commitment)


def kept_texts_of(
    log: Iterable[Envelope], *, number: int | None = None, field: str = "", word: str = ""
) -> Iterator[TextOf]:
    """The texts that are here; those of one event, of a field or what is in it, or that hold a word, in any case.

    What was changed since is among them, and not its words: it can be erased.
    """
    for envelope in log:
        for where, text in texts_in(envelope.event) if number in (None, envelope.number) else ():
            meant = not field or f"{where}.".startswith(f"{field}.")
            if isinstance(text, KeptText) and is_beside(text) and meant and word.casefold() in text.casefold():
                yield TextOf(envelope.number, where, text)


def with_copies(log: Sequence[Envelope], found: Sequence[TextOf]) -> list[TextOf]:
    """Texts, and where the same words stand in the same field of another event of their case.

    An amended ruling says again what it keeps of the first: who has its facts erased means them there too.
    """
    cases = {each.number: getattr(each.event, "case", "") for each in log}
    meant = {
        (cases[each.number], each.field, str(each.text)) for each in found if cases[each.number] and not each.text.gone
    }
    said = {(each.number, each.field) for each in found}
    return [
        each
        for each in kept_texts_of(log)
        if (each.number, each.field) in said or (cases[each.number], each.field, str(each.text)) in meant
    ]


_OWN_PLAYERS = 2


class Substitute(NamedTuple):
    """Which of a contestant's players he is, and which of other contestants'."""

    named: Player
    elsewhere: tuple[tuple[str, int], ...]


def find_substitute(session: Session, contestant: str, name: str, member: str = "") -> Substitute:
    """The player as he is known with this contestant, or as one more of its players."""
    same = list[Player]()
    for player in session.players.values():
        has_numbers = bool(member and player.member_number)
        if player.member_number == member if has_numbers else _is(player.name, name):
            same.append(player)
    elsewhere = tuple((player.contestant, player.seat) for player in same if player.contestant != contestant)
    for player in same:
        if player.contestant == contestant:
            return Substitute(player, elsewhere)
    # the first number that no player of the contestant has had, though his name may have been erased
    kept = [seat for whose, seat in session.players if whose == contestant]
    seated = [fact.player for _, fact in session.participation.all(SubstituteSeated, contestant)]
    return Substitute(Player(contestant, max([_OWN_PLAYERS, *kept, *seated]) + 1, name, member), elsewhere)
