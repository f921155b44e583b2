"""The regulations a file was scored by: those its program is known by, with what the file itself shows of them."""

import re

from msgspec import structs

from ledger.exchange.figures import Figures
from ledger.exchange.sheet import Sheet
from ledger.exchange.victory_points import scale_of
from ledger.laws import profile_loader
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FORMS

_PROFILES = {
    "compscore": "compscore3",
    "acblscore": "acblscore",
    "ebuscore": "ebuscore",
    "pairsscorer": "ebuscore",
    "teamsscorer": "ebuscore",
    "swissscorer": "ebuscore",
    "brian": "brian",
    "magic contest": "magic-contest",
    "kops": "kops",
    "scorebridge": "scorebridge",
    "realbridge": "realbridge",
    "pianola": "pianola",
}
_OWN = re.compile(r"bridge-ledger \((.+)\).*")
"""What we write ourselves: with the regulations, where these come with the program."""

_SWISS_PAIRS = "ebu-swiss-pairs"


def profile_of(sheet: Sheet) -> str:
    """The regulations of the program that wrote a file, by its name.

    >>> profile_of(Sheet("x", "X", program="Magic Contest France")), profile_of(Sheet("x", "X", program="by hand"))
    ('magic-contest', 'default')
    """
    name = sheet.program.lower()
    if (own := _OWN.fullmatch(name)) and own[1] in profile_loader.shipped():
        return own[1]
    if sheet.swiss:
        return _SWISS_PAIRS
    return next((profile for start, profile in _PROFILES.items() if name.startswith(start)), "default")


def regulations_of(sheet: Sheet, asked: str | None) -> Regulations:
    """The regulations asked for, else those of the program, with the scale its matches were converted by.

    Misuse (bad-profile) where those asked for are none.
    """
    if asked:
        return profile_loader.load_profile(asked)
    regulations = profile_loader.load_profile(profile_of(sheet))
    if not (sheet.scoring and FORMS[sheet.scoring].teams()):
        return regulations
    return _as_converted(regulations, sheet.printed)


def _as_converted(regulations: Regulations, printed: Figures) -> Regulations:
    """The same with the scale of victory points that the file's own matches show, where it is another."""
    matches = scale_of(regulations.matches, printed.matches.values())
    if matches == regulations.matches:
        return regulations
    unverified = tuple(dict.fromkeys((*regulations.unverified, f"matches.{'table' if matches.table else 'vp'}")))
    return structs.replace(regulations, matches=matches, unverified=unverified)
