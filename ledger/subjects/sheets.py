"""A result file as read by a reader of `ledger.exchange`."""

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
    """A line of a result file: a result, an award, or both; `place`: the line's position in the file.

    `undecided`: why a person must decide a line without result and award. `erased`: the device took the line back.
    `record`: auction and card play.
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
    """Import a result file: record what the file says and the log does not say yet.

    `problems`: (place, why) of unreadable lines; with `skip_bad` these, and lines the office refuses, are left out
    instead of stopping the import. `profile_stated`: the desk named the regulations, so a session under others is
    refused. `only_show`: nothing will be recorded, so no line is refused. `players`: those named in the file; `deals`:
    the cards of its boards. `device`: the file's name if scoring devices write it: lines that need a person wait in the
    queue, and lines taken back are voided. `partial`: it holds only what is new. `calls`: calls for the director made
    on devices. `about`: table and board of a place that could not be read as a line. `known`: the contestant numbers of
    the device's movement, without directions; empty if it has none.
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
