"""call add, facts, evidence, poll, answer, show, list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import pages, screens
from cli.desk.asked import Asked, AskingCommand
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import declared, notation
from cli.options.addresses import Address
from cli.options.tournaments import range_type
from cli.words import vocabulary
from ledger.bounds.tournaments import POLL_LINKS
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.subjects.calls.facts import Answer, Caller, Stage
    from ledger.subjects.participation.facts import SeatLetter


@click.group(cls=Verbs, guide="a-ruling")
def call() -> None:
    """Record calls to a table: what happened, the facts, a poll, what the director said."""


class CallOptions(declared.Options):
    """Options of a call: who called the director, at which stage of the hand, and under which Law."""

    caller: Caller = declared.option(
        "--caller",
        required=True,
        type=declared.SeatChoice(*vocabulary.SEATS),
        help="The seat that called; 'director' where he acted on his own awareness.",
    )
    stage: Stage = declared.option(
        "--stage", required=True, type=click.Choice(list(vocabulary.STAGES)), help="When in the hand."
    )
    trick: int | None = declared.option("--trick", type=click.IntRange(1, 13), help="In which trick.")
    laws: tuple[str, ...] = declared.option("--law", **declared.LAWS, help="The Law in question (can be repeated).")


@call.command(
    cls=AskingCommand,
    asks=(
        Asked("board", "Which board and table? 23/1", needed=True),
        Asked("alleged", "What is alleged? West hesitated over 4S", needed=True),
        Asked("caller", needed=True),
        Asked("stage", needed=True),
        Asked("trick"),
        Asked("laws"),
    ),
)
@declared.board_argument
@declared.takes(seats=declared.SeatsOptions, called=CallOptions)
@declared.switched_option
@click.argument("alleged")
def add(
    desk: Desk, board: Address, seats: declared.SeatsOptions, called: CallOptions, switched: bool, alleged: str
) -> None:
    """Record a call to a table, and what is alleged. Who sits there need not be known yet.

    \b
    Examples:
      bridge-ledger call add 23/1 "West hesitated over 4S" --caller N --stage auction
      bridge-ledger call add 9/2 "a revoke" --caller S --stage end-of-hand --law 61A
    """
    from ledger.subjects.calls.facts import AddCall

    notation.require_text("what is alleged", alleged)
    where = notation.where(board, seats, switched=switched)
    screens.effects.record(desk, AddCall(where, alleged, called.caller, called.stage, called.trick, called.laws))


@call.command(cls=RecordingCommand)
@declared.case_argument
@click.argument("facts")
@click.option("--agreed/--disputed", default=None, help="Whether both sides agree, or the director finds.")
@click.option(
    "--statement",
    "statements",
    multiple=True,
    metavar="SEAT: WORDS",
    help='What a seat said: "W: I was counting" (can be repeated).',
)
@click.option("--evidence", multiple=True, metavar="TEXT", help="What was looked at: a system card (can be repeated).")
def facts(
    desk: Desk, case: str, facts: str, agreed: bool | None, statements: tuple[str, ...], evidence: tuple[str, ...]
) -> None:
    """State what happened, agreed or disputed, with each seat's own words. A later statement replaces an earlier one.

    \b
    Examples:
      bridge-ledger call facts C-0001 "ten seconds over 4S" --agreed
      bridge-ledger call facts C-0001 "some seconds" --disputed --statement "W: I was counting"
    """
    from ledger.subjects.calls.facts import StateFacts

    notation.require_text("the facts", facts)
    if agreed is None:
        raise Misuse("usage", "do both sides agree?", "--agreed or --disputed")
    parsed = tuple(notation.parse_statement(text) for text in statements)
    screens.effects.record(desk, StateFacts(case, facts, agreed, parsed, evidence))


@call.command(cls=RecordingCommand)
@declared.case_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--what", "words", default="", metavar="TEXT", help="What it is, in a few words: the bidding cards.")
@click.option("--public", is_flag=True, help="Tell of it on pages too; else nobody outside of the office hears of it.")
@click.option("--save", type=click.IntRange(1), metavar="PIECE", help="Write this piece to FILE instead.")
def evidence(desk: Desk, case: str, file: Path | None, words: str, public: bool, save: int | None) -> None:
    """File a scan, a photo, a video or a device's log with a call; without FILE, list what is filed.

    The file is kept beside the log, bound to it by a digest, and erased by `text erase`: `help evidence`.

    \b
    Examples:
      bridge-ledger call evidence C-0001 cards.jpg --what "the bidding cards"
      bridge-ledger call evidence C-0001
      bridge-ledger call evidence C-0001 --save 1 copy.jpg
    """
    if save is not None and file is None:
        raise Misuse("usage", "to which file?", f"`call evidence {case} --save {save} FILE`")
    if (words or public) and (save is not None or file is None):
        raise Misuse(
            "usage", "--what and --public go with a file to be filed", f"`call evidence {case} FILE --what TEXT`"
        )
    desk.writing = file is not None and save is None
    if file is None:
        screens.calls.list_evidence(desk, case)
    elif save is None:
        screens.calls.file_evidence(desk, case, file, words, public=public)
    else:
        screens.calls.save_evidence(desk, case, save, file)


class PhoneOptions(declared.Options):
    """Options of a poll that players answer by phone, each with a link of his own."""

    HEADING = declared.Heading("By phone")

    links: int | None = declared.option(
        "--open", type=range_type(POLL_LINKS), metavar="PLAYERS", help="Open it: a link for each player is printed."
    )
    close: bool = declared.option("--close", is_flag=True, help="Close it: what they answered is recorded.")
    seat: SeatLetter | None = declared.option("--seat", type=declared.SeatChoice(), help="Whose hand they see.")
    calls: int | None = declared.option(
        "--calls", type=click.IntRange(1), help="How many calls of the auction they see."
    )
    url: str | None = declared.option(
        "--url", metavar="URL", help="Where phones find it [default: where `serve` was last]."
    )


@call.command(cls=RecordingCommand)
@declared.case_argument
@click.argument("question", required=False, default="")
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="CHOICE[; considered …]",
    help='One player\'s answer: "Pass; considered 5H, X" (once for each player).',
)
@click.option("--among", default="", metavar="TEXT", help="Of what sort the players were, never who: experts, peers.")
@declared.takes(phone=PhoneOptions)
def poll(desk: Desk, case: str, question: str, answers: tuple[str, ...], among: str, phone: PhoneOptions) -> None:
    """Record a poll (Law 16B1(b)), or open one to phones and close it. CASE alone prints how many have answered.

    \b
    Examples:
      bridge-ledger call poll C-0001 "your call after 4S?" --answer "Pass; considered 5H" --answer Pass
      bridge-ledger call poll C-0001 "and after 4S?" --open 5 --among peers
      bridge-ledger call poll C-0001
    """
    from ledger.subjects.calls.facts import OpenPoll, TakePoll

    ways = [bool(answers), phone.links is not None, phone.close]
    if sum(ways) > 1:
        raise Misuse("usage", "a poll is recorded, opened or closed", "one of --answer, --open and --close")
    if not any(ways) and not question:
        desk.writing = False
        screens.calls.print_poll(desk, case)
        return
    if phone.close:
        screens.calls.close_poll(desk, case)
        return
    notation.require_text("the question", question)
    if phone.links is not None:
        desk.sealing = True
        opening = OpenPoll(case, question, phone.links, among, phone.seat, phone.calls or 0)
        screens.calls.open_poll(desk, opening, pages.hall.require_url(phone.url) if phone.url else "")
        return
    if not answers:
        raise Misuse("usage", "what did they answer?", "--answer CHOICE, once for each player; or --open PLAYERS")
    read = tuple(notation.parse_answer(text) for text in answers)
    screens.effects.record(desk, TakePoll(case, question, read, among))


@call.command(cls=RecordingCommand)
@declared.case_argument
@click.option("--play-on", "answer_", flag_value="play-on", help="Play on, and call me back.")
@click.option("--refer", "to", metavar="WHOM", help="Referred to somebody: the chief director, the committee.")
@click.option(
    "--no-infraction", "answer_", flag_value="no-infraction", help="There was no infraction; nothing to rule on."
)
@declared.reason_option
def answer(desk: Desk, case: str, answer_: Answer | None, to: str | None, reason: str) -> None:
    """Say what the director answered without a ruling: play on, referred, or no infraction.

    \b
    Examples:
      bridge-ledger call answer C-0002 --play-on --reason "call me after the hand"
      bridge-ledger call answer C-0002 --no-infraction
    """
    from ledger.subjects.calls.facts import AnswerCall

    if (answer_ is None) is (to is None):
        raise Misuse("usage", "what did the director say?", "one of --play-on, --refer WHOM, --no-infraction")
    screens.effects.record(desk, AnswerCall(case, answer_ or "referred", reason, to or ""))


@call.command(cls=QueryCommand)
@declared.case_argument
def show(desk: Desk, case: str) -> None:
    """Show the whole story of a call.

    \b
    Examples:
      bridge-ledger call show C-0001
      bridge-ledger call show C-0001 --json
    """
    screens.cases.show_case(desk, case)


@call.command("list", cls=QueryCommand)
@click.option("--open", "only_open", is_flag=True, help="Only calls the director still owes an answer.")
def list_(desk: Desk, only_open: bool) -> None:
    """List the calls of the session.

    \b
    Examples:
      bridge-ledger call list
      bridge-ledger call list --open
    """
    from cli.views.calls import CallsAnswer, call_row

    session = desk.session()
    rows = (call_row(each, session) for each in session.calls.values())
    calls = CallsAnswer(tuple(row for row in rows if row.open or not only_open))
    desk.answer(calls, [calls.table("no open calls" if only_open else "no calls yet")], session)
