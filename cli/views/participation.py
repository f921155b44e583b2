"""Statements on who takes part, boards still to be played, and officials."""

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, fill_row, microseconds
from cli.views.tables import AnswerColumn, AnswerTable, Part, Text
from cli.words.events import participation_text
from cli.words.office import officials
from cli.words.times import clock
from ledger.projections.tally import Standing, marks
from ledger.session import Session, Stream
from ledger.session.moment import iso
from ledger.subjects.office.facts import key_name, office_text
from ledger.subjects.participation.facts import AtTableFact
from ledger.subjects.participation.state import postponed_boards


class MarkedContestant(Struct, frozen=True):
    """A contestant with a remark in the standings (withdrawn, unranked …), and the event it comes from."""

    contestant: str
    standing: Standing
    ranked: bool
    event: int | None


class StatementRow(Struct, frozen=True):
    """A recorded fact about a contestant's participation, or about a board not played (`contestant` is null)."""

    number: int
    contestant: str | None
    text: str


class BoardToPlay(Struct, frozen=True):
    """A postponed board that a table has still to play."""

    board: int
    table: str | None
    ns: str
    ew: str
    round: int | None


class ContestantsAnswer(Answer, frozen=True):
    """The recorded facts on who takes part, oldest first, and the boards postponed to a later time."""

    contestants: tuple[MarkedContestant, ...]
    statements: tuple[StatementRow, ...]
    to_play: tuple[BoardToPlay, ...]


def contestants_value(session: Session) -> ContestantsAnswer:
    """Return the facts in force on who takes part in a session, and its postponed boards."""
    marked = sorted(marks(session).items())
    statements = []
    for number, fact in session.participation.facts.items():
        contestant = None if isinstance(fact, AtTableFact) else fact.contestant
        statements.append(StatementRow(number, contestant, participation_text(fact, session)))
    return fill_row(
        ContestantsAnswer,
        contestants=[fill_row(MarkedContestant, mark, contestant=who, event=mark.number) for who, mark in marked],
        statements=statements,
        to_play=[fill_row(BoardToPlay, each, each.seating) for each in postponed_boards(session)],
    )


def contestants_parts(value: ContestantsAnswer, session: Session) -> Iterator[Part]:
    """Yield the facts on who takes part, and the postponed boards, for a screen."""
    columns = (AnswerColumn("number", "event", lambda row: f"#{row.number}"), AnswerColumn("text", "what is stated"))
    yield AnswerTable(value.statements, columns, without="no sit-out, substitute, withdrawal or the like is recorded")
    if value.to_play:
        names = ", ".join(each.name for each in postponed_boards(session))
        yield Text("say", ("", f"Still to be played: {names}"), plain=True)


class OfficialRow(Struct, frozen=True):
    """An official, the offices held, and the signing key or login."""

    name: str
    offices: tuple[str, ...]
    key: str | UnsetType = UNSET
    login: str | UnsetType = UNSET


class DeviceRow(Struct, frozen=True):
    """A device, its official, the event that paired it, and when it last signed a command (or was paired)."""

    device: str
    official: str
    event: int
    heard: str


class OfficialsAnswer(Answer, frozen=True):
    """The officials of a session or a tournament, with the offices they hold."""

    officials: tuple[OfficialRow, ...]
    devices: tuple[DeviceRow, ...] | UnsetType = UNSET

    def parts(self) -> Iterator[Part]:
        """Yield the officials as a table; add columns for keys and logins if any official has one."""
        columns = [
            AnswerColumn("name"),
            AnswerColumn("offices", "office", lambda row: ", ".join(map(office_text, row.offices))),
        ]
        if any(row.key for row in self.officials):
            columns.append(AnswerColumn("key", "signs with", lambda row: key_name(row.key) if row.key else "–"))
        if any(row.login for row in self.officials):
            columns.append(AnswerColumn("login", "logs in as", lambda row: row.login or "–"))
        yield AnswerTable(self.officials, columns, without=_NOBODY)
        if self.devices:
            yield AnswerTable(self.devices, _OF_DEVICES)


_OF_DEVICES = (
    AnswerColumn("device"),
    AnswerColumn("official", "paired to"),
    AnswerColumn("event", say=lambda row: f"#{row.event}"),
    AnswerColumn("heard", "last heard", lambda row: clock(microseconds(row.heard))),
)

_NOBODY = "no officials: whoever sits at the desk records (`official add NAME --as chief-director` begins)"


def officials_value(stream: Stream) -> OfficialsAnswer:
    """Return the officials of a session or a tournament as an answer."""
    ties = stream.officials
    found = ((name, offices, ties.key_of(name), ties.login_of(name)) for name, offices in officials(stream))
    rows = (OfficialRow(name, tuple(held), key or UNSET, login or UNSET) for name, held, key, login in found)
    paired = stream.devices.items()
    devices = tuple(DeviceRow(name, each.official, each.number, iso(each.heard)) for name, each in paired)
    return OfficialsAnswer(officials=tuple(rows), devices=devices or UNSET)
