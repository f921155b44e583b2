"""How tournaments are told: what they are made of, and their standings over all sessions."""

from typing import TYPE_CHECKING

from cli.terminal import on_demand

if TYPE_CHECKING:
    from cli.screens.tournaments import draws, late, moments, standings


__getattr__ = on_demand(__name__)
