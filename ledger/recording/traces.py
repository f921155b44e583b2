"""The traces of a person in the logs: names, texts that name the person, and what stands in the log for good."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, structs

from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import KeptText, is_gone, is_still_stored, texts_in
from ledger.labels import members
from ledger.labels.persons import is_placeholder, name_words, number_key, says_name
from ledger.recording.sessions import body_json
from ledger.subjects.office.facts import BundleImported
from ledger.subjects.people.facts import ErasedText, Player, PlayersNamed
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished

_NAMES = {"by", "name", "commentator", "committee", "chairman", "scribe", "authority"}
"""The fields that hold a name and nothing else: only the whole name is the person there."""

_LEADING = {"name", "member_number", "commentator", "what"}
_BESIDE = {"name", "member_number", "key", "login", "comment", "file"}
"""The fields that belong to the person whom a field of `_LEADING` names beside them, as a player's number does."""

_SHORTEST, _INDEX = 3, ".0123456789"


class Trace(Struct, frozen=True):
    """A text of an event that names a person, or is the person's; `field`: 'facts', 'players.1.name', 'by'.

    `erasing`: null for what stands in the log for good, which is told once for all `events` of the kind.
    """

    session: str
    number: int
    kind: str
    field: str
    case: str
    text: str
    recorded_at: int
    player: Player | None = None
    erasing: ErasedText | None = None
    events: int = 1


class Remains(Struct, frozen=True):
    """What erasing leaves of a person in a session; `copies`: publications and imported bundles, which have copies."""

    session: str
    seats: tuple[str, ...]
    cases: tuple[str, ...]
    copies: tuple[str, ...]


class Search:
    """A search for a person by names, ignoring case, accents and the order of words; or by a membership number.

    `held`: what names the person; `parts`: texts with a part of a name; `remains`: what erasing leaves, by session.
    """

    def __init__(self, names: Iterable[str], number: str = "") -> None:
        self._names = [words for name in names if (words := name_words(name))]
        self._number = number_key(number)
        self.held, self.parts, self.remains = list[Trace](), list[Trace](), list[Remains]()
        self._others = set[str]()

    def read(self, session: str, log: Iterable[Envelope]) -> None:
        """Search the log of a session or tournament."""
        found, copies = dict[tuple[object, ...], tuple[bool, Trace]](), list[str]()
        contestants: dict[str, set[str]] = {}
        for envelope in log:
            event = envelope.event
            if case := getattr(event, "case", ""):
                sides = (getattr(event, each, None) or "" for each in ("ns", "ew", "contestant"))
                about = {each for side in sides for each in members(side)}
                contestants.setdefault(case, set()).update(about, contestants.get(getattr(event, "against", ""), ()))
            if isinstance(event, ScoresPublished | StandingPublished):
                copies.append(f"pages of publication #{envelope.number}")
            elif isinstance(event, BundleImported):
                copies.append(f"bundle {event.file}")
            for whole, each in self._in_event(envelope):
                key = (each.number, each.field) if each.erasing else (each.kind, _parts(each.field)[1])
                known = found.get(key)
                found[key] = (whole, structs.replace(known[1], events=known[1].events + 1) if known else each)
        self.parts += [each for whole, each in found.values() if not whole]
        if held := [each for whole, each in found.values() if whole]:
            self.held += held
            players = [each.player for each in held if each.player]
            seats = dict.fromkeys(f"{each.contestant} seat {each.seat}" for each in players)
            labels = {each.contestant for each in players}
            cases = (case for case, about in contestants.items() if labels & about)
            self.remains.append(Remains(session, tuple(seats), tuple(cases), tuple(copies)))

    @property
    def similar(self) -> list[str]:
        """The other names that have a word of the name, or nearly all its letters."""
        wanted = [" ".join(words) for words in self._names]
        parts = {word for words in self._names for word in words if len(word) >= _SHORTEST}
        others = sorted((name, name_words(name)) for name in self._others if not is_placeholder(name))
        return [name for name, words in others if parts & {*words} or get_close_matches(" ".join(words), wanted, 1)]

    def _in_event(self, envelope: Envelope) -> Iterator[tuple[bool, Trace]]:
        event, kind = envelope.event, envelope.name.partition("/")[0]
        kept = {where: text for where, text in texts_in(event) if isinstance(text, KeptText)}
        beside, words = {*kept.values()}, {where: text for where, text in kept.items() if not is_gone(text)}
        in_log = {where: text for where, text in _texts(body_json(event)) if text not in beside}
        texts = {**in_log, **words, "by": envelope.by}
        found = {where: self._finds(text, where) for where, text in texts.items()}
        wholes = [_parts(where) for where, whole in found.items() if whole]
        leading = {group for group, last in wholes if last in _LEADING}
        for where, whole in found.items():
            group, last = _parts(where)
            player = event.players[int(group[8:]) - 1] if isinstance(event, PlayersNamed) and group else None
            if player and self._number and not is_gone(player.member_number) and player.member_number:
                whole = (last in _LEADING and number_key(player.member_number) == self._number) or None
            elif group in leading and last in _BESIDE:
                whole = True
            text = kept.get(where)
            if whole is not None and (whole if text is None else is_still_stored(text)):
                erasing = None if text is None else ErasedText(envelope.number, where, text.commitment)
                case = getattr(event, "case", "")
                at = (envelope.session, envelope.number, kind if where != "by" else "recorded", where, case)
                yield whole, Trace(*at, texts[where], envelope.recorded_at, player, erasing)

    def _finds(self, text: str, where: str) -> bool | None:
        if _parts(where)[1] not in _NAMES:
            return max((said for name in self._names if (said := says_name(text, name)) is not None), default=None)
        if name_words(text) in self._names:
            return True
        self._others.add(text)
        return None


def _parts(where: str) -> tuple[str, str]:
    group, _, last = where.rstrip(_INDEX).rpartition(".")
    return group, last


def _texts(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
        return
    items = value.items() if isinstance(value, Mapping) else enumerate(value, 1) if isinstance(value, list) else ()
    for name, item in items:
        yield from _texts(item, f"{where}.{name}" if where else str(name))
