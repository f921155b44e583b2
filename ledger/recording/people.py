"""Who the players are, as the log names them and the texts beside it say: of one session, or of all."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.errors import Unavailable
from ledger.events.free_text import KeptText, is_beside, is_gone
from ledger.events.people import ErasedText, Player, PlayersNamed
from ledger.recording.sessions import Sessions
from ledger.session import Session
from ledger.store.location import shown
from ledger.store.store import Store


class Named(NamedTuple):
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
        """The players of a session, as they are known now; who was erased is not."""
        stream = self._sessions.now(session)
        players = stream.players if isinstance(stream, Session) else {}
        return [players[key] for key in sorted(players) if not is_gone(players[key].name)]

    def require_told(self) -> None:
        """Unavailable (database-denied) where who is logged in may not read names: that is not the same as none."""
        if not self._store.texts.may_be_read():
            denied = f"your role may not read names in {shown(self._store.url)}"
            raise Unavailable("database-denied", denied, "whoever owns the ledger grants it: `init --grant-names ROLE`")

    def find(self, *, name: str = "", member_number: str = "") -> list[Named]:
        """Every naming of a player of this name (in any case) or number, also one that was corrected since."""
        wanted = member_number or name.strip()
        found = []
        for session in dict.fromkeys(each for each, text in self._store.texts.everywhere() if _is(text, wanted)):
            for each in self._namings(session):
                said = each.player.member_number if member_number else each.player.name
                if not is_gone(said) and _is(said, wanted):
                    found.append(each)
        return found

    def sessions_that_mention(self, name: str) -> list[str]:
        """The sessions in which some text has a name in it, in any case."""
        texts, sought = self._store.texts.everywhere(), name.casefold()
        return list(dict.fromkeys(session for session, text in texts if sought in text.casefold()))

    def _namings(self, session: str) -> Iterator[Named]:
        for envelope in self._store.log.read(session):
            if isinstance(envelope.event, PlayersNamed):
                for at, player in enumerate(envelope.event.players, start=1):
                    yield Named(session, player, tuple(_texts(envelope.number, at, player)))


def _is(text: str, wanted: str) -> bool:
    return text.casefold() == wanted.casefold()


def _texts(number: int, at: int, player: Player) -> Iterator[ErasedText]:
    """The texts of one player of an event, as far as they are here."""
    for field in ("name", "member_number"):
        text = getattr(player, field)
        if isinstance(text, KeptText) and is_beside(text):
            yield ErasedText(number, f"players.{at}.{field}", text.commitment)
