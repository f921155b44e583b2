"""Which command asks what."""

from collections.abc import Callable

import click

from cli.asking.appeals import ask_deciding, ask_lodging
from cli.asking.interview import Given, Interview
from cli.asking.regulations import ask_regulations
from cli.asking.rulings import ask_call, ask_penalty, ask_ruling
from cli.asking.tables import ask_not_played, ask_result

_ASKED_BY: dict[str, Callable[[Interview], None]] = {
    "ruling add": ask_ruling,
    "result add": ask_result,
    "result not-played": ask_not_played,
    "call add": ask_call,
    "penalty add": ask_penalty,
    "appeal lodge": ask_lodging,
    "appeal decide": ask_deciding,
    "regulations new": ask_regulations,
}


def answers(context: click.Context, given: Given) -> list[str]:
    """The words that were missing, as they were answered; none where nothing is missing."""
    interview = Interview(context, given)
    _ASKED_BY[" ".join(context.command_path.split()[-2:])](interview)
    return interview.words
