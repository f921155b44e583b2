"""What wants a person before the standing of a tournament is given out: who is who in its sessions."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.words.vocabulary import counted
from ledger.overall.people import KnownAs, OtherPeople, PlaysAs, known_otherwise, other_people, people_of

_WAYS = {
    "other-people": "`tournament link SESSION CONTESTANT=ENTRANT`, where it is somebody else; "
    "`tournament link SESSION --other-people CONTESTANT`, where it is the same; `contestant substitute`",
    "known-otherwise": "`tournament link SESSION CONTESTANT=ENTRANT`",
}


def print_checks(desk: Desk, name: str) -> None:
    """The contestants who are other people in one session than in another, and the people who are two contestants."""
    scores = desk.office.tournaments.at(name, desk.settings.as_of)
    known = {each: people_of(board.session) for each, board in scores.scoreboards.items()}
    found: list[OtherPeople | KnownAs] = [*other_people(scores.tournament, known)]
    found += known_otherwise(scores.tournament, known)
    if desk.settings.json:
        desk.json_at("tournament-check/1", scores.tournament, {"open": [_as_json(each) for each in found]})
        return
    if not desk.settings.plain:
        desk.say(f"{counted(len(found), 'thing')} to look at" if found else "nothing to look at")
    if found:
        desk.say(*[] if desk.settings.plain else [""])
        desk.table(["what", "where", "says"], [_row(each) for each in found])
        desk.hint("", "What works them off", *_ways(found))


def _code(found: OtherPeople | KnownAs) -> str:
    return "other-people" if isinstance(found, OtherPeople) else "known-otherwise"


def _row(found: OtherPeople | KnownAs) -> list[str]:
    known = f", as {found.known}" if isinstance(found, KnownAs) else ""
    says = f"{found.here.names}; in {found.there.session} {found.there.contestant}, {found.there.names}{known}"
    return [_code(found), f"{found.entrant}: {found.here.contestant} of {found.here.session}", says]


def _as_json(found: OtherPeople | KnownAs) -> dict[str, object]:
    known = {"known": found.known} if isinstance(found, KnownAs) else {}
    here, there = _played(found.here), _played(found.there)
    return {"what": _code(found), "contestant": found.entrant, **known, "here": here, "there": there}


def _played(each: PlaysAs) -> dict[str, str]:
    return {"session": each.session, "contestant": each.contestant, "who": each.names}


def _ways(found: list[OtherPeople | KnownAs]) -> Iterator[str]:
    yield from (f"  {code}: {_WAYS[code]}" for code in dict.fromkeys(map(_code, found)))
