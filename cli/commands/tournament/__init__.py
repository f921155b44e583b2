"""tournament …: an event of several sessions; modules for setting up, looking, and going on."""

from cli.commands.tournament import going_on, looking, setting_up
from cli.commands.tournament.group import tournament as tournament
