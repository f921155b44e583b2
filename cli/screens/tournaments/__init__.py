"""Print tournaments: their stages, draws, standings and history."""

from typing import TYPE_CHECKING

from cli.terminal import on_demand

if TYPE_CHECKING:
    from cli.screens.tournaments import draws, late, moments, standings


__getattr__ = on_demand(__name__)
