"""Which parameter is offered what: by its name, or by what stands for it in the help."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from cli.completion import offers
from cli.completion.offers import Offer
from cli.desk.references import Case

_BY_NAME: dict[str, Offer] = {
    "session": offers.sessions,
    "of_session": offers.sessions_of_tournament,
    "links": offers.links,
    "stage": offers.stages,
    "db": offers.a_file,
    "by": offers.officials,
    "sign_with": offers.a_file,
    "as_of": offers.moments,
    "now_table": offers.every_table,
    "call": offers.cases_of("C"),
    "order": offers.cases_of("A"),
    "together": offers.cases_of("A"),
    "case": offers.cases,
    "what": offers.cases,
    "contestant": offers.contestants,
    "opponent": offers.contestants,
    "team": offers.contestants,
    "consulted": offers.officials,
    "earlier": offers.moments,
    "later": offers.moments,
    "topic": offers.topics,
}
_BY_METAVAR: dict[str | None, Offer] = {
    "CONTESTANT": offers.contestants,
    "SESSION": offers.sessions,
    "[SESSION]": offers.sessions,
    "TOURNAMENT": offers.tournaments,
    "STAGE": offers.stages,
    "CONTESTANT...": offers.contestants,
    "TEAM": offers.contestants,
    "TABLE": offers.tables,
    "LAW": offers.laws,
    "WHEN": offers.moments,
    "NAME|FILE.toml": offers.profiles,
    "LANGUAGE": offers.languages,
    "KEY": offers.a_file,
    "SEAL|EVENT": offers.a_file,
    "FILE|URL": offers.a_file,
    "FILE.csv": offers.a_file,
}


def offer_for(parameter: click.Parameter) -> Offer | None:
    """What a parameter is offered; None where its type says so by itself, or it is said in words of one's own."""
    if parameter.name == "board":
        return offers.boards if isinstance(parameter, click.Option) else offers.boards_and_tables
    if not isinstance(parameter.type, (type(click.STRING), Case)) or parameter.name == "name":
        return None
    return _BY_NAME.get(parameter.name or "") or _BY_METAVAR.get(parameter.metavar)


def teach(command: click.Command) -> None:
    """Have the parameters of a command, and of those below it, offer what they are to be offered."""
    for parameter in command.params:
        if offer := offer_for(parameter):
            vars(parameter)["shell_complete"] = _answering(offer)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            teach(below)


def _answering(offer: Offer) -> Offer:
    """The offer, as click asks for it."""

    def shell_complete(ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        return list(offer(ctx, incomplete))

    return shell_complete
