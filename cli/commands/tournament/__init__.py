"""tournament …: an event of several sessions; a module for each part of its way."""

from cli.commands.tournament import going_on, looking, setting_up
from cli.commands.tournament import going_on as rounds
from cli.commands.tournament.group import tournament as tournament
