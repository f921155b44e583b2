"""The group, and the option --tournament that its commands share."""

import click

from cli.desk.commands import Verbs
from cli.options.declared import HeadedOption
from cli.terminal.settings import settings


def _store_tournament(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Store the tournament in the settings, so that commands printed as hints name it too."""
    settings(context).tournament = value
    return value


TOURNAMENT = click.option(
    "--tournament",
    "named",
    cls=HeadedOption,
    metavar="TOURNAMENT",
    callback=_store_tournament,
    help="The tournament [default: the only one].",
)


_ORDER = (
    *("open", "enter", "stage", "add", "link", "remove", "list", "show"),
    *("standings", "explain", "lot", "compare", "diff", "ripple", "log", "publish"),
    *("qualify", "qualified", "carry", "withdraw"),
    *("draw", "draws", "round", "draw-bracket", "bracket", "walk-over", "winner", "cross-table"),
)


class TournamentGroup(Verbs):
    """The group `tournament`, which lists its commands in the order of their use: set up, look, go on."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all commands in the order of a tournament; a command that the order omits comes last."""
        return sorted(self.commands, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))


@click.group(cls=TournamentGroup, guide="tournaments")
def tournament() -> None:
    """An event of several sessions: its stages, its contestants, its standings."""
