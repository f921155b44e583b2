"""Of which streams a look at a tournament is, up to which event of each."""

from cli.desk.desk import Desk
from ledger.overall.scores import TournamentScores


def say_heads(desk: Desk, scores: TournamentScores) -> None:
    """Up to which event of which stream it goes: where it is of an earlier moment, and with --verbose."""
    if (desk.settings.as_of or desk.settings.verbose) and not desk.settings.plain:
        desk.say(f"Up to {heads_text(scores)}", "")


def heads_text(scores: TournamentScores) -> str:
    """'spring #7, friday #12; saturday not open yet'."""
    there = ", ".join(f"{name} #{number}" for name, number, _ in scores.heads)
    missing = [each for each in scores.tournament.sessions if each not in scores.scoreboards]
    return there + (f"; {', '.join(missing)} not open yet" if missing else "")


def heads_json(scores: TournamentScores) -> list[dict[str, object]]:
    """The same for JSON, each with its digest."""
    return [{"session": name, "number": number, "digest": digest.hex()} for name, number, digest in scores.heads]
