"""Players and substitutes, and the texts about people: listed, searched and erased."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, is_gone, is_still_stored, texts_in
from ledger.labels.persons import name_parts, names_pattern
from ledger.recording.sessions import Sessions
from ledger.session import Session
from ledger.store.store import Store
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.people.facts import ErasedText, Player, PlayersNamed
from ledger.subjects.tournaments.state import players_of


class NamedPlayer(NamedTuple):
    """A player as one event of a session names him; `texts`: his name and number, in a form that can be erased."""

    session: str
    player: Player
    texts: tuple[ErasedText, ...]


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

    def find(self, *, name: str = "", member_number: str = "") -> list[NamedPlayer]:
        """Return each event's naming of a player by number or else name (case ignored), even if corrected later."""
        wanted = member_number or name.strip()
        namings = []
        for session in dict.fromkeys(each for each, text in self._store.texts.everywhere() if _is(text, wanted)):
            for naming in self._namings(session):
                text = naming.player.member_number if member_number else naming.player.name
                if not is_gone(text) and _is(text, wanted):
                    namings.append(naming)
        return namings

    def sessions_that_mention(self, name: str) -> dict[str, list[str]]:
        """Return, for each session with texts that contain parts of a person's name, those parts."""
        mentions: dict[str, dict[str, None]] = {}
        pattern, parts = names_pattern(name_parts(name)), {each.casefold(): each for each in name_parts(name)}
        for session, text in self._store.texts.everywhere():
            for called in pattern.findall(text):
                mentions.setdefault(session, {})[parts[called.casefold()]] = None
        return {session: list(called) for session, called in mentions.items()}

    def _namings(self, session: str) -> Iterator[NamedPlayer]:
        for envelope in self._store.log.read(session):
            if isinstance(envelope.event, PlayersNamed):
                for at, player in enumerate(envelope.event.players, start=1):
                    texts = ((field, getattr(player, field)) for field in ("name", "member_number"))
                    erasable = (
                        ErasedText(envelope.number, f"players.{at}.{field}", text.commitment)
                        for field, text in texts
                        if isinstance(text, KeptText) and is_still_stored(text)
                    )
                    yield NamedPlayer(session, player, tuple(erasable))


def _is(text: str, wanted: str) -> bool:
    return text.casefold() == wanted.casefold()


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

    An amended ruling repeats the texts of the first one: erasing its facts must erase the copies too.
    """
    cases = {each.number: getattr(each.event, "case", "") for each in log}
    copied = {
        (cases[each.number], each.field, str(each.text)) for each in found if cases[each.number] and not each.text.gone
    }
    chosen = {(each.number, each.field) for each in found}
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
