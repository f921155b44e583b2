"""tournament …: an event of several sessions; a module for each subject."""

from cli.commands.tournament import (
    carrying,
    cross_table,
    knockout,
    looking,
    moments,
    publishing,
    qualifying,
    setting_up,
    stages,
    swiss,
    totals,
)
from cli.commands.tournament.group import tournament

__all__ = [
    "carrying",
    "cross_table",
    "knockout",
    "looking",
    "moments",
    "publishing",
    "qualifying",
    "setting_up",
    "stages",
    "swiss",
    "totals",
    "tournament",
]
