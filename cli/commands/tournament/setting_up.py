"""tournament open, add, remove, enter, link."""

from pathlib import Path

import click

import ledger
from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk import tournaments
from cli.desk.desk import Desk
from cli.options import openings
from cli.options.commands import RecordingCommand
from cli.options.declared import ENTRIES, reason_option, takes
from cli.options.tournaments import EntrantOptions, within
from cli.screens import effects, entries
from ledger.bounds.tournaments import SITTING
from ledger.errors import Misuse

OTHER_PEOPLE = click.option(
    "--other-people",
    default="",
    metavar="CONTESTANTS",
    help="Those of the session who are the same contestants as elsewhere, though other people play: 7NS,9NS.",
)


@tournament.command("open", cls=RecordingCommand)
@click.argument("name")
@click.option("--title", help="What it is called.")
@click.option("--profile", default="default", metavar="NAME|FILE.toml", help="Its regulations [default: default].")
@click.pass_context
def open_(context: click.Context, name: str, title: str | None, profile: str) -> None:
    """Open a tournament: an event of several sessions.

    \b
    Examples:
      bridge-ledger tournament open spring --title "Spring congress"
    """
    desk = Desk(context, writing=True)
    command = ledger.facts.OpenTournament(title or name, openings.regulations(profile))
    effects.record(desk, command, session_id=name)


@tournament.command(cls=RecordingCommand)
@click.argument("of_session", metavar="SESSION")
@click.argument("links", nargs=-1, metavar="[CONTESTANT=ENTRANT]...")
@click.option("--stage", required=True, metavar="STAGE", help="The stage it plays in.")
@click.option("--sitting", type=within(SITTING), help="Which session of the stage it is [default: the next].")
@click.option("--section", default="", metavar="A", help="Which section of that session.")
@click.option("--by-people", is_flag=True, help="Whoever is known from another session by name is linked so.")
@OTHER_PEOPLE
@TOURNAMENT
@click.pass_context
def add(
    context: click.Context,
    of_session: str,
    links: tuple[str, ...],
    stage: str,
    sitting: int | None,
    section: str,
    by_people: bool,
    other_people: str,
    named: str | None,
) -> None:
    """Say that a session plays in a stage of the tournament, and who is who where numbers differ there.

    Sections of one session have the same --sitting, and a letter each; the session itself does not wait for anything.
    Where people are named, the same people keep their number of the tournament, and others do not get it unsaid.

    \b
    Examples:
      bridge-ledger tournament add friday-a --stage qualifying --section A
      bridge-ledger tournament add friday-b --stage qualifying --sitting 1 --section B
      bridge-ledger tournament add saturday --stage qualifying --by-people
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    who, others = tournaments.who_is_who(links), tournaments.others(other_people)
    command = ledger.facts.AddSession(
        stage, of_session, sitting, section.upper(), who, by_people=by_people, other_people=others
    )
    tournaments.note_strangers(desk, name, command)
    effects.record(desk, command, session_id=name)


@tournament.command(cls=RecordingCommand)
@click.argument("of_session", metavar="SESSION")
@reason_option
@TOURNAMENT
@click.pass_context
def remove(context: click.Context, of_session: str, reason: str, named: str | None) -> None:
    """Say that a session does not belong to it.

    \b
    Examples:
      bridge-ledger tournament remove friday-b --reason "a club game, not of the event"
    """
    desk = Desk(context, writing=True)
    name = tournaments.the_tournament(desk, named)
    effects.record(desk, ledger.facts.RemoveSession(of_session, reason), session_id=name)


@tournament.command(cls=RecordingCommand)
@click.argument("contestants", required=False)
@click.argument("players", nargs=-1)
@ENTRIES
@takes(of=EntrantOptions)
@TOURNAMENT
@click.pass_context
def enter(
    context: click.Context,
    contestants: str | None,
    players: tuple[str, ...],
    file: Path | None,
    of: EntrantOptions,
    named: str | None,
) -> None:
    """Enter contestants, with who they are, or say of them what is known now; `help entries` says how people are typed.

    A session of the tournament in which they play knows them by these names.

    Once a round of a Swiss is drawn, whoever is new is entered in its session too, and is in the next draw.

    \b
    Examples:
      bridge-ledger tournament enter 1-44
      bridge-ledger tournament enter 45 "Ann Bell (1234) & Carl Dunn" --stratum B
      bridge-ledger tournament enter "Norway, Iceland, Malta" --seed 1
    """
    desk = Desk(context, writing=True)
    entries.enter_entrants(desk, tournaments.the_tournament(desk, named), (contestants, players, file), of)


@tournament.command(cls=RecordingCommand)
@click.argument("of_session", metavar="SESSION")
@click.argument("links", nargs=-1, metavar="[CONTESTANT=ENTRANT]...")
@OTHER_PEOPLE
@TOURNAMENT
@click.pass_context
def link(context: click.Context, of_session: str, links: tuple[str, ...], other_people: str, named: str | None) -> None:
    """Say who of the tournament plays in a session as whom.

    Numbers change from session to session.

    \b
    Examples:
      bridge-ledger tournament link saturday 5NS=12 5EW=31
      bridge-ledger tournament link saturday --other-people 7NS
    """
    desk = Desk(context, writing=True)
    name, others = tournaments.the_tournament(desk, named), tournaments.others(other_people)
    if not (links or others):
        raise Misuse("usage", "who is who?", "tournament link saturday 5NS=12: 5NS there is 12")
    command = ledger.facts.LinkContestants(of_session, tournaments.who_is_who(links), other_people=others)
    tournaments.note_strangers(desk, name, command)
    effects.record(desk, command, session_id=name)
