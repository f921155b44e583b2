"""The numbers of a stage that are given out when its standing is published, and their digest."""

from hashlib import sha256

from ledger.events.tournaments import Stage
from ledger.overall.aspects import NUMBERS
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall


def overall_digest(scores: TournamentScores, stage: Stage) -> str:
    """SHA-256 over every place, total and match of a stage, exact, in an order that hangs on nothing typed.

    Two moments have the same digest only if none of these moves from one to the other; what merely follows from them
    (who would go on, whom a draw would pair) is no number that was given out.
    """
    standing, hashed = overall(scores, stage), sha256()
    for line in sorted("\t".join(map(str, told)) for aspect in NUMBERS for told in aspect(standing)):
        hashed.update(line.encode() + b"\n")
    return hashed.hexdigest()
