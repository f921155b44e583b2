"""A whole result file, as a reader of exchange has read it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from ledger.bridge import Result
from ledger.bridge.board import Deal
from ledger.kernel.at_table import PlayRecord, Where
from ledger.laws.adjustment import Adjustment
from ledger.subjects.calls.facts import DeviceCall
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import OpenSession
from ledger.subjects.reopening import Reopenable


class SheetLine(Struct, frozen=True):
    """One line of a result file: a result, or an award, or both. `place` is where in the file it stands.

    `undecided`: what a person has to say of a line that has neither. `erased`: where it was entered it was taken back.
    `record`: the auction and the play.
    """

    place: str
    where: Where
    result: Result | None = None
    adjustment: Adjustment | None = None
    lead: str | None = None
    undecided: str = ""
    erased: bool = False
    record: PlayRecord | None = None


class ImportSheet(Reopenable, frozen=True):
    """Record a whole result file: what it says and the log does not yet say.

    `problems` are (place, why) of lines that could not be read; with `skip_bad` they, and lines the office
    refuses, are left out instead of stopping the import. `profile_stated`: the desk asked for these
    regulations by name, so a session pinned to others is not silently kept. `only_show`: nothing will be
    recorded, so nothing is refused for its lines' sake. `players` are those the file names, `deals` the cards
    of its boards, by board. `device`: the name of the file where devices write it: what of it needs a person waits
    in the queue, and what they took back is voided; `partial`: it holds only what is new. `calls` for the director
    are those that tables made on devices. `about`: which table and board a place of a device's file is about that could
    not be read as a line. `known`: the numbers that the movement of a device has, without a direction; none where it is
    silent.
    """

    opening: OpenSession
    lines: tuple[SheetLine, ...]
    problems: tuple[tuple[str, str], ...] = ()
    skip_bad: bool = False
    profile_stated: bool = False
    only_show: bool = False
    players: tuple[Player, ...] = ()
    deals: tuple[tuple[int, Deal], ...] = ()
    device: str = ""
    partial: bool = False
    calls: tuple[DeviceCall, ...] = ()
    about: Mapping[str, Where] = field(default_factory=dict)
    known: tuple[str, ...] = ()
