"""Options of an appeal: lodging, taking it further, deciding, and the verdict."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import click

from cli.options import addresses
from cli.options.addresses import Case
from cli.options.declared import LAWS, HeadedOption, Heading, Options, SideChoice, option, read_by
from cli.words import vocabulary
from ledger.bridge import Side
from ledger.errors import Misuse
from ledger.laws.penalty_amount import parse_amount

if TYPE_CHECKING:
    from fractions import Fraction

    from ledger.laws.adjustment import Adjustment
    from ledger.laws.penalty_amount import PenaltyUnit
    from ledger.session import Session
    from ledger.subjects.appeals.facts import Adjudication, Appellant, Body, Instance, Point, Verdict


_GROUNDS = Heading("Its grounds")

_signed_option: Any = option(
    "--signed", default="", metavar="SEATS", callback=read_by(addresses.parse_seats), help="Who concurs: N,S."
)

_DECIDING_BODIES = [body for body in vocabulary.BODIES if body != "authority"]


def _read_claims(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Adjustment | None:
    if not text:
        return None
    from cli.options.scores import parse_weighted  # loads the Laws: `--help` and Tab do without

    return parse_weighted(text)


deposit_option = click.option(
    "--deposit", type=click.Choice(list(vocabulary.DEPOSITS)), help="What becomes of the deposit."
)


_VERDICTS: dict[str, Verdict] = {
    "upheld": "upheld",
    "varied": "varied",
    "overturned": "overturned",
    "table_result": "table-result-restored",
    "remitted": "remitted",
    "recommended": "recommended",
}

VERDICTS = " ".join(_VERDICTS)
"""The names of the verdict options, separated by blanks; one of them is given."""

_COMMITTEE = re.compile(r"(the )?(appeals? )?committee", re.IGNORECASE)

_APPELLANTS: dict[str, Appellant] = {"NS": "NS", "EW": "EW", "DIRECTOR": "director"}


class LodgingOptions(Options):
    """Options of an appeal that is lodged: the appellant, the grounds, and the form."""

    HEADING = Heading("Who appeals, and how")

    side: str | None = option(
        "--by-side",
        metavar="SIDE",
        help="Who appeals: NS, EW, a contestant; 'director'. Of a penalty nobody need be named.",
    )
    grounds: str = option("--grounds", required=True, metavar="TEXT", help="Why the ruling is appealed.")
    signed: tuple[str, ...] = _signed_option
    captain: bool = option("--captain", is_flag=True, help="The captain concurs.")
    through: str = option(
        "--through", default="", metavar="NAME", help="The director through whom it came, if another records it."
    )
    claims: Adjustment | None = option(
        "--claims",
        metavar="WEIGHTING",
        callback=_read_claims,
        help='The score the appellant asks for: 4SN-1, or "60% 4SN=, 40% 4SN-1".',
    )
    deposit: str = option("--deposit", default="", metavar="AMOUNT", help='What was paid: "20 GBP".')
    accept_late: str = option(
        "--accept-late", default="", metavar="WHY", help="Accept it though its time is over, and why."
    )


class FurtherOptions(Options):
    """Options of a further appeal: the appellant, the next instance, and the grounds."""

    side: str | None = option(
        "--by-side",
        metavar="SIDE",
        help="Who takes it further: NS, EW, or the contestant's own label; of a penalty, the contestant's.",
    )
    to: str = option(
        "--to",
        required=True,
        metavar="WHOM",
        help='The next instance: "the committee", after the chief director on law; the regulating authority.',
    )
    grounds: str = option("--grounds", required=True, metavar="TEXT", help="Why.")
    signed: tuple[str, ...] = _signed_option
    captain: bool = option("--captain", is_flag=True, help="The captain concurs.")
    deposit: str = option("--deposit", default="", metavar="AMOUNT", help='What was paid: "75 GBP".')


class DecidingOptions(Options):
    """Options of a decision: the deciding body, and the point on which the appeal turns."""

    HEADING = Heading("Who decides")

    committee: tuple[str, ...] = option(
        "--committee",
        default="",
        metavar="NAMES",
        callback=read_by(addresses.parse_names),
        help="Who sat, where no hearing was recorded.",
    )
    body: Body | None = option(
        "--body",
        type=click.Choice(_DECIDING_BODIES),
        metavar="BODY",
        help="committee, chief-director or reviewer [default: by the office held].",
    )
    point: Point | None = option(
        "--point", type=click.Choice(list(vocabulary.POINTS)), help="What it turned on [default: as screened]."
    )


class VerdictOptions(Options):
    """Options for the verdict on an appeal, and for its grounds."""

    HEADING = Heading("The verdict, one of")

    upheld: bool = option("--upheld", is_flag=True, help="The ruling, or the penalty, stands.")
    varied: bool = option("--varied", is_flag=True, help="Another score, or another --penalty.")
    overturned: bool = option("--overturned", is_flag=True, help="The ruling was wrong: its score; or no penalty.")
    penalty: tuple[Fraction, PenaltyUnit] | None = option(
        "--penalty",
        metavar="AMOUNT",
        callback=read_by(parse_amount),
        help="With --varied: what it is now: 10%, 3MP, 0%.",
    )
    table_result: bool = option("--table-result", is_flag=True, help="The table result is restored.")
    remitted: bool = option("--remitted", is_flag=True, help="The director rules again, by order (help cases).")
    recommended: bool = option("--recommended", is_flag=True, help="It stands; a recommendation on a point of law.")
    offender: Literal["NS", "EW", "both", "none", "outside"] | None = option(
        "--offender",
        type=SideChoice(*vocabulary.OFFENDERS),
        metavar="SIDE",
        heading=_GROUNDS,
        help="NS, EW, both, none, outside [default: as ruled].",
    )
    laws: tuple[str, ...] = option("--law", **LAWS, heading=_GROUNDS, help="The Law applied; again for more.")
    disallowed: tuple[str, ...] = option(
        "--disallowed", multiple=True, metavar="CALL", heading=_GROUNDS, help="Not to be weighted [default: as ruled]."
    )
    legal_route: str = option(
        "--legal-route", default="", metavar="TEXT", heading=_GROUNDS, help="How a disallowed score is reached legally."
    )
    findings: str = option("--findings", default="", metavar="TEXT", heading=_GROUNDS, help="What was found.")
    reason: str = option("--reason", default="", metavar="TEXT", heading=_GROUNDS, help="Why this decision.")
    merit: Literal["with", "without"] | None = option(
        "--merit",
        type=click.Choice(list(vocabulary.MERITS)),
        heading=_GROUNDS,
        help="Did the appeal have merit? Else nothing is recorded.",
    )
    deposit: Literal["returned", "forfeited"] | None = option(
        "--deposit",
        type=click.Choice(list(vocabulary.DEPOSITS)),
        heading=_GROUNDS,
        metavar="FATE",
        help="returned or forfeited [default: by the merit].",
    )
    dissent: str = option(
        "--dissent", default="", metavar="TEXT", heading=_GROUNDS, help="What a minority would have decided."
    )
    recommendation: str = option(
        "--recommendation",
        default="",
        metavar="TEXT",
        heading=_GROUNDS,
        help="To the chief director, on a point of law.",
    )

    def adjudication(self, score: Adjustment | None) -> Adjudication:
        """Return the decision with score and grounds; Misuse (usage) unless one verdict is typed, with its text."""
        from ledger.subjects.appeals.facts import Adjudication

        given = [verdict for option, verdict in _VERDICTS.items() if getattr(self, option)]
        if len(given) != 1:
            wrong = f"a decision has one verdict, not {' and '.join(given)}" if given else "what was decided?"
            flags = " ".join(f"--{option.replace('_', '-')}" for option in _VERDICTS)
            raise Misuse("usage", wrong, f"one of {flags}")
        if (given[0] == "recommended") is not bool(self.recommendation):
            what = "--recommended and --recommendation go together"
            raise Misuse("usage", what, "--recommended --recommendation TEXT")
        return Adjudication(
            given[0],
            score,
            self.offender,
            self.laws,
            self.disallowed,
            self.legal_route,
            self.findings,
            self.reason,
            self.merit,
            self.deposit,
            self.dissent,
            self.recommendation,
            *(self.penalty or (None, None)),
        )


with_option = click.option(
    "--with",
    "together",
    type=Case(),
    multiple=True,
    metavar="CASE",
    callback=lambda _context, _parameter, texts: tuple(dict.fromkeys(texts)),  # each once
    cls=HeadedOption,
    heading=DecidingOptions.HEADING,
    help="Another appeal against the same ruling: A-0002; again for more.",
)


def appellant(session: Session, case: str, text: str | None) -> Appellant:
    """Return the appellant that a text names: a side, a contestant of that side, or the referring director.

    Against a penalty, its contestant appeals: by name, by its side, or without a text. Misuse (usage) for all else.
    """
    from ledger.session.places import label_as_entered  # loads the log: `--help` and Tab do without

    against = session.appeals[case].against if case in session.appeals else case
    named = _APPELLANTS.get((text or "").strip().upper())
    if named == "director":
        return named
    if penalty := session.penalties.get(against):
        contestant = penalty.imposed.contestant
        name = (text or contestant).strip()
        sides = {side.value for side, _ in session.boards_of(contestant)}
        if label_as_entered(session, name) == contestant or addresses.side_named(name) in sides:
            return "contestant"
        hint = f"leave --by-side out, or --by-side {contestant}; if the director refers the case: --by-side director"
        raise Misuse("usage", f"{contestant} was penalised, not {name}", hint)
    if named:
        return named
    if text is None:
        raise Misuse("usage", "who appeals?", "--by-side NS, EW, or director")
    if ruling := session.rulings.get(against):
        label = label_as_entered(session, text.strip())
        for side in Side:
            if label in ruling.seating.contestants(side):
                return _APPELLANTS[side.value]
    if side_name := addresses.side_named(text):
        return side_name
    raise Misuse("usage", f"{text!r} is no side at that table", "--by-side NS, EW, or director")


def instance(to: str) -> Instance:
    """Return the instance named by --to: the committee of the tournament, or an authority above it."""
    return "committee" if _COMMITTEE.fullmatch(to.strip()) else "authority"
