"""Print tournaments: their stages, draws, standings and history."""

from typing import TYPE_CHECKING

from cli.terminal import import_on_demand

if TYPE_CHECKING:
    from cli.screens.tournaments import draws, late, moments, standings


__getattr__ = import_on_demand(__name__)
