"""Terminal output, a module for each subject; each is imported at its first use."""

from typing import TYPE_CHECKING

from cli.terminal import import_on_demand

if TYPE_CHECKING:
    from cli.screens import (
        boards,
        calls,
        case_search,
        case_statistics,
        cases,
        checks,
        device_following,
        devices,
        effects,
        entries,
        exports,
        imports,
        logs,
        manual,
        movements,
        officials,
        people,
        printed_figures,
        publishing,
        scorecards,
        seals,
        sessions,
        setups,
        tournaments,
        verification,
    )


__getattr__ = import_on_demand(__name__)
