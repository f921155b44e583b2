"""call add, facts, poll, answer, show, list."""

import re
from collections.abc import Sequence
from typing import Any, get_args

import click

from cli.desk.desk import Desk
from cli.desk.notation import where, where_options
from cli.desk.settings import Looking, Writing
from cli.screens.recorded import report, submit
from cli.screens.story import show_case
from cli.screens.telling import poll_result
from cli.screens.times import clock
from cli.screens.words import STAGES
from ledger.bridge import Unreadable
from ledger.commands import AddCall, AnswerCall, StateFacts, TakePoll
from ledger.errors import Misuse
from ledger.events.calls import Answer, Caller, PollAnswer, Stage
from ledger.laws.citation import parse_law
from ledger.session import Call, Session
from ledger.session.call_states import call_state, is_open
from ledger.session.moment import iso


@click.group()
def call() -> None:
    """Record calls to a table: what happened, the facts, a poll, what the director said."""


@call.command(cls=Writing)
@where_options
@click.argument("alleged")
@click.option(
    "--caller",
    required=True,
    type=click.Choice(get_args(Caller), case_sensitive=False),
    help="The seat that called; 'director' where he acted on his own awareness (Law 81C3).",
)
@click.option("--stage", required=True, type=click.Choice(get_args(Stage)), help="When in the hand.")
@click.option("--trick", type=click.IntRange(1, 13), help="In which trick.")
@click.option("--law", "laws", multiple=True, metavar="LAW", help="The Law in question: 16B (can be repeated).")
@click.pass_context
def add(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    table: str | None,
    ns: str | None,
    ew: str | None,
    round_: int | None,
    alleged: str,
    caller: Caller,
    stage: Stage,
    trick: int | None,
    laws: tuple[str, ...],
) -> None:
    """Record a call to a table, and what is alleged. Who sits there need not be known yet.

    \b
    Example:  bridge-ledger call add 23/1 "West hesitated over 4S" --caller N --stage auction --at 21:58
    """
    desk = Desk(context, writing=True)
    _needs_text("what is alleged", alleged)
    cited = tuple(dict.fromkeys(parse_law(law) for law in laws))
    report(
        desk,
        submit(
            desk, desk.session_id, AddCall(where(board, table, ns, ew, round_), alleged, caller, stage, trick, cited)
        ),
    )


@call.command(cls=Writing)
@click.argument("case")
@click.argument("facts")
@click.option(
    "--agreed/--disputed", default=None, help="Whether both sides agree (Law 84), or the director finds (Law 85)."
)
@click.option(
    "--statement",
    "statements",
    multiple=True,
    metavar="SEAT: WORDS",
    help='What a seat said: "W: I was counting" (can be repeated).',
)
@click.option("--evidence", multiple=True, metavar="TEXT", help="What was looked at: a system card (can be repeated).")
@click.pass_context
def facts(
    context: click.Context,
    case: str,
    facts: str,
    agreed: bool | None,
    statements: tuple[str, ...],
    evidence: tuple[str, ...],
) -> None:
    """State what happened, agreed or disputed, with each seat's own words. Stated again, it is stated anew.

    \b
    Example:  bridge-ledger call facts C-0001 "about ten seconds over 4S" --agreed --statement "W: I was counting losers"
    """
    desk = Desk(context, writing=True)
    _needs_text("the facts", facts)
    if agreed is None:
        raise Misuse("usage", "do both sides agree?", "--agreed or --disputed")
    said = tuple(_statement(text) for text in statements)
    report(desk, submit(desk, desk.session_id, StateFacts(case.upper(), facts, agreed, said, evidence)))


@call.command(cls=Writing)
@click.argument("case")
@click.argument("question")
@click.option(
    "--answer",
    "answers",
    multiple=True,
    required=True,
    metavar="CHOICE[; considered …]",
    help='One player\'s answer: "Pass; considered 5H, X" (once for each player).',
)
@click.option("--among", default="", metavar="TEXT", help="Of what sort the players were, never who: experts, peers.")
@click.pass_context
def poll(context: click.Context, case: str, question: str, answers: tuple[str, ...], among: str) -> None:
    """Record a poll: the question, each answer, and what each player considered (Law 16B1(b)).

    \b
    Example:  bridge-ledger call poll C-0001 "your call after 4S?" --answer "Pass; considered 5H" --answer Pass
    """
    desk = Desk(context, writing=True)
    _needs_text("the question", question)
    command = TakePoll(case.upper(), question, tuple(_answer(text) for text in answers), among)
    report(desk, submit(desk, desk.session_id, command))


@call.command(cls=Writing)
@click.argument("case")
@click.option("--play-on", "answer_", flag_value="play-on", help="Play on, and call me back.")
@click.option(
    "--refer", "to", metavar="WHOM", help="Referred to somebody: the chief director, the committee (Law 81C7)."
)
@click.option(
    "--no-infraction", "answer_", flag_value="no-infraction", help="There was no infraction; nothing to rule on."
)
@click.option("--reason", default="", help="Why.")
@click.pass_context
def answer(context: click.Context, case: str, answer_: Answer | None, to: str | None, reason: str) -> None:
    """Say what the director answered without a ruling: play on, referred, or no infraction.

    \b
    Example:  bridge-ledger call answer C-0001 --play-on --reason "call me after the hand, if you feel damaged"
    """
    desk = Desk(context, writing=True)
    if (answer_ is None) is (to is None):
        raise Misuse("usage", "what did the director say?", "one of --play-on, --refer WHOM, --no-infraction")
    command = AnswerCall(case.upper(), answer_ or "referred", reason, to or "")
    report(desk, submit(desk, desk.session_id, command))


@call.command(cls=Looking)
@click.argument("case")
@click.pass_context
def show(context: click.Context, case: str) -> None:
    """Show the whole story of a call.

    \b
    Example:  bridge-ledger call show C-0001
    """
    show_case(Desk(context), case)


@call.command("list", cls=Looking)
@click.option("--open", "only_open", is_flag=True, help="Only calls the director still owes an answer.")
@click.pass_context
def list_(context: click.Context, only_open: bool) -> None:
    """List the calls of the session.

    \b
    Example:  bridge-ledger call list --open
    """
    desk = Desk(context)
    session = desk.session()
    calls = [each for each in session.calls.values() if not only_open or is_open(session, each)]
    if desk.settings.json:
        desk.json("calls/1", session, {"calls": [_json(session, each) for each in calls]})
        return
    rows = [
        [
            each.case,
            clock(each.at),
            str(each.called.board),
            each.called.table or "–",
            each.called.caller,
            STAGES[each.called.stage],
            call_state(session, each),
            ", ".join(each.rulings) or "–",
            each.called.alleged,
        ]
        for each in calls
    ]
    if rows or desk.settings.plain:
        desk.table(["case", "time", ">board", "table", "caller", "stage", "state", "ruling", "alleged"], rows)
    else:
        desk.say("no open calls" if only_open else "no calls yet")


def _json(session: Session, each: Call) -> dict[str, Any]:
    called = each.called
    return {
        "case": each.case,
        "at": iso(each.at),
        "board": called.board,
        "table": called.table,
        "ns": called.ns,
        "ew": called.ew,
        "caller": called.caller,
        "stage": called.stage,
        "trick": called.trick,
        "alleged": called.alleged,
        "laws": list(called.laws),
        "state": call_state(session, each),
        "open": is_open(session, each),
        "facts": [stated.facts for stated in each.facts],
        "polls": [{"question": taken.question, "sum": poll_result(taken)} for taken in each.polls],
        "rulings": list(each.rulings),
        "events": list(each.events),
    }


def _statement(text: str) -> tuple[str, str]:
    seat, colon, said = text.partition(":")
    if not colon or seat.strip().upper() not in ("N", "E", "S", "W") or not said.strip():
        raise Unreadable(
            "bad-statement",
            f"{text!r} does not say who said what",
            text=text,
            marks=((0, len(seat)),),
            hint='write "W: I was counting losers"',
        )
    return seat.strip().upper(), said.strip()


def _answer(text: str) -> PollAnswer:
    """'Pass; considered 5H, X': what was chosen, and what else was seriously considered."""
    chose, _, rest = text.partition(";")
    considered = re.sub(r"^\s*considered\b:?", "", rest, flags=re.IGNORECASE)
    names: Sequence[str] = [each.strip() for each in considered.split(",") if each.strip()]
    if not chose.strip():
        raise Unreadable(
            "bad-answer",
            f"{text!r} does not say what was chosen",
            text=text,
            marks=((0, len(text)),),
            hint='write "Pass", or "Pass; considered 5H, X"',
        )
    return PollAnswer(chose.strip(), tuple(names))


def _needs_text(what: str, text: str) -> None:
    if not text.strip():
        raise Misuse("usage", f"{what} is empty", "say it in a few words")
