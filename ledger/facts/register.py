"""The register of kinds: one row for each kind of event there is, and everything that is said of it as a kind.

A new kind of event is its class, by subject, and its row here.
"""

from typing import Literal, NamedTuple

from ledger.facts import (
    appeals,
    auctions,
    brackets,
    calls,
    deals,
    draws,
    matches,
    office,
    participation,
    people,
    play,
    publications,
    qualifying,
    queries,
    queue,
    reopening,
    rulings,
    seating,
    tournaments,
)
from ledger.facts.fact import Event
from ledger.facts.office import OFFICES, OfficeName

Period = Literal["scoring", "correction", "penalty", "request", "answer", "second-thoughts"]
"""What an event has to be in time for.

`scoring`: results and what is added to a total; `correction`: what else scores follow from (Law 79C); `penalty`: the
same, or the ruling it goes with: of these three Law 79C2 may correct what was recorded wrongly; `request`: asking for a
ruling (Law 92B); `answer`: answering a call anew; `second-thoughts`: a director's own change.
"""

CHIEF: tuple[OfficeName, ...] = ("chief-director",)

DIRECTORS: tuple[OfficeName, ...] = ("director", "chief-director")

SCORERS: tuple[OfficeName, ...] = ("scorer", *DIRECTORS)

HEARING: tuple[OfficeName, ...] = (*DIRECTORS, "committee", "reviewer")

DECIDING: tuple[OfficeName, ...] = ("committee", "reviewer", "chief-director")


class Kind(NamedTuple):
    """A kind of event: its stable name and version in the log, and what holds for every event of the kind.

    `offices` may record it once officials are appointed. `undone_by` is the kind of event that takes it back, None
    where nothing does. `period`: which it must be in time for. `settles`: whether it settles somebody's score after
    play.
    """

    event: type[Event]
    name: str
    offices: tuple[OfficeName, ...]
    undone_by: type[Event] | None = None
    period: Period | None = None
    settles: bool = False
    version: int = 1

    @property
    def stored_name(self) -> str:
        """How the log calls it: 'result-recorded/1'."""
        return f"{self.name}/{self.version}"


KINDS = (
    # the tables
    Kind(play.SessionOpened, "session-opened", SCORERS, version=5),
    Kind(play.ContestantsEntered, "contestants-entered", SCORERS),
    Kind(play.BoardsAdded, "boards-added", SCORERS, undone_by=play.BoardsRemoved),
    Kind(play.BoardsRemoved, "boards-removed", SCORERS, undone_by=play.BoardsAdded),
    Kind(play.ResultRecorded, "result-recorded", SCORERS, undone_by=play.ResultVoided, period="scoring"),
    Kind(
        play.ResultCorrected,
        "result-corrected",
        SCORERS,
        undone_by=play.ResultCorrected,
        period="scoring",
        settles=True,
        version=2,
    ),
    Kind(
        seating.SeatingCorrected,
        "seating-corrected",
        SCORERS,
        undone_by=seating.SeatingCorrected,
        period="scoring",
        settles=True,
    ),
    Kind(
        play.ResultVoided,
        "result-voided",
        SCORERS,
        undone_by=play.ResultRecorded,
        period="scoring",
        settles=True,
        version=2,
    ),
    Kind(
        play.BoardFouled, "board-fouled", SCORERS, undone_by=play.BoardFouled, period="scoring", settles=True, version=2
    ),
    Kind(
        play.RegulationsAmended,
        "regulations-amended",
        CHIEF,
        undone_by=play.RegulationsAmended,
        period="correction",
        settles=True,
        version=5,
    ),
    Kind(play.CarryOverSet, "carry-over-set", SCORERS, undone_by=play.CarryOverSet, period="scoring", settles=True),
    Kind(play.SessionClosed, "session-closed", CHIEF, undone_by=play.SessionReopened),
    Kind(play.SessionReopened, "session-reopened", CHIEF, undone_by=play.SessionClosed),
    # who takes part
    *(
        Kind(event, name, offices, undone_by=participation.ParticipationRecalled, period="correction", settles=True)
        for event, name, offices in (
            (participation.BoardNotPlayed, "board-not-played", DIRECTORS),
            (participation.PlayPostponed, "play-postponed", SCORERS),
            (participation.SatOut, "sat-out", SCORERS),
            (participation.PhantomDeclared, "phantom-declared", SCORERS),
            (participation.StandingWithheld, "standing-withheld", DIRECTORS),
            (participation.ContestantDisqualified, "contestant-disqualified", DIRECTORS),
        )
    ),
    Kind(
        participation.ContestantWithdrew,
        "contestant-withdrew",
        DIRECTORS,
        undone_by=participation.ParticipationRecalled,
        period="correction",
        settles=True,
        version=2,
    ),
    Kind(participation.SubstituteSeated, "substitute-seated", SCORERS, undone_by=participation.ParticipationRecalled),
    Kind(
        participation.ParticipationRecalled,
        "participation-recalled",
        SCORERS,
        undone_by=participation.ParticipationRestored,
        period="correction",
        settles=True,
    ),
    Kind(
        participation.ParticipationRestored,
        "participation-restored",
        SCORERS,
        undone_by=participation.ParticipationRecalled,
        period="correction",
        settles=True,
    ),
    # the cards of the boards
    Kind(deals.DealRecorded, "deal-recorded", SCORERS, undone_by=deals.DealWithdrawn),
    Kind(deals.DealCorrected, "deal-corrected", SCORERS, undone_by=deals.DealCorrected),
    Kind(deals.DealWithdrawn, "deal-withdrawn", SCORERS, undone_by=deals.DealRecorded),
    # what the tables bid and played
    Kind(auctions.AuctionRecorded, "auction-recorded", SCORERS, undone_by=auctions.AuctionWithdrawn),
    Kind(auctions.AuctionWithdrawn, "auction-withdrawn", SCORERS, undone_by=auctions.AuctionRecorded),
    # what was asked about results
    Kind(queries.ResultQueried, "result-queried", SCORERS, undone_by=queries.QueryWithdrawn),
    Kind(queries.ResultConfirmed, "result-confirmed", SCORERS, undone_by=queries.ConfirmationWithdrawn),
    Kind(queries.QueryWithdrawn, "query-withdrawn", SCORERS),
    Kind(queries.ConfirmationWithdrawn, "confirmation-withdrawn", SCORERS),
    # lines of result files that wait for a person
    Kind(queue.LineSetAside, "line-set-aside", SCORERS, undone_by=queue.LineSettled),
    Kind(queue.LineSettled, "line-settled", SCORERS, undone_by=queue.LineSetAside),
    # calls to a table
    Kind(calls.DirectorCalled, "director-called", DIRECTORS, undone_by=calls.CallWithdrawn, version=2),
    Kind(calls.FactsStated, "facts-stated", DIRECTORS),
    Kind(calls.PollTaken, "poll-taken", DIRECTORS),
    Kind(calls.CallAnswered, "call-answered", DIRECTORS, period="answer"),
    Kind(calls.CallWithdrawn, "call-withdrawn", DIRECTORS),
    # rulings and penalties
    Kind(
        rulings.RulingGiven,
        "ruling-given",
        DIRECTORS,
        undone_by=rulings.RulingWithdrawn,
        period="request",
        settles=True,
        version=2,
    ),
    Kind(
        rulings.RulingAmended,
        "ruling-amended",
        DIRECTORS,
        undone_by=rulings.RulingAmended,
        period="second-thoughts",
        settles=True,
    ),
    Kind(
        rulings.RulingWithdrawn,
        "ruling-withdrawn",
        DIRECTORS,
        undone_by=rulings.RulingReinstated,
        period="second-thoughts",
        settles=True,
    ),
    Kind(
        rulings.RulingReinstated,
        "ruling-reinstated",
        DIRECTORS,
        undone_by=rulings.RulingWithdrawn,
        period="second-thoughts",
        settles=True,
    ),
    Kind(
        rulings.PenaltyImposed,
        "penalty-imposed",
        HEARING,
        undone_by=rulings.PenaltyWithdrawn,
        period="penalty",
        settles=True,
    ),
    Kind(
        rulings.PenaltyWithdrawn,
        "penalty-withdrawn",
        HEARING,
        undone_by=rulings.PenaltyReinstated,
        period="penalty",
        settles=True,
    ),
    Kind(
        rulings.PenaltyReinstated,
        "penalty-reinstated",
        HEARING,
        undone_by=rulings.PenaltyWithdrawn,
        period="penalty",
        settles=True,
    ),
    Kind(rulings.SidesNotified, "sides-notified", DIRECTORS, undone_by=rulings.NotificationRecalled),
    Kind(rulings.NotificationRecalled, "notification-recalled", DIRECTORS),
    Kind(reopening.BoardReopened, "board-reopened", SCORERS, version=2),
    # matches
    *(
        Kind(event, name, DIRECTORS, undone_by=undone_by, period="correction", settles=True)
        for event, name, undone_by in (
            (matches.MatchShortened, "match-shortened", matches.FindingWithdrawn),
            (matches.MatchVoided, "match-voided", matches.FindingWithdrawn),
            (matches.MismatchFound, "mismatch-found", matches.FindingWithdrawn),
            (matches.FindingWithdrawn, "finding-withdrawn", matches.FindingRestored),
            (matches.FindingRestored, "finding-restored", matches.FindingWithdrawn),
        )
    ),
    # appeals
    Kind(appeals.ConfirmationRecalled, "confirmation-recalled", DIRECTORS),
    Kind(appeals.AppealLodged, "appeal-lodged", DIRECTORS, undone_by=appeals.AppealWithdrawn, version=2),
    Kind(appeals.LateAppealAccepted, "late-appeal-accepted", DIRECTORS),
    Kind(appeals.AppealScreened, "appeal-screened", HEARING),
    Kind(appeals.AppealConfirmed, "appeal-confirmed", DIRECTORS, undone_by=appeals.ConfirmationRecalled),
    Kind(appeals.AppealWithdrawn, "appeal-withdrawn", HEARING, undone_by=appeals.AppealReinstated),
    Kind(appeals.AppealReinstated, "appeal-reinstated", HEARING),
    Kind(appeals.FurtherAppealWithdrawn, "further-appeal-withdrawn", HEARING),
    Kind(appeals.AppealHeard, "appeal-heard", HEARING),
    Kind(appeals.AppealDecided, "appeal-decided", DECIDING, undone_by=appeals.DecisionRecalled, settles=True),
    Kind(appeals.FurtherAppealLodged, "further-appeal-lodged", HEARING, undone_by=appeals.FurtherAppealWithdrawn),
    Kind(
        appeals.DecisionReviewed,
        "decision-reviewed",
        ("reviewer", "committee"),
        undone_by=appeals.DecisionRecalled,
        settles=True,
    ),
    Kind(appeals.DecisionRecalled, "decision-recalled", DECIDING, settles=True),
    # tournaments
    Kind(tournaments.TournamentOpened, "tournament-opened", SCORERS),
    Kind(tournaments.StageAdded, "stage-added", DIRECTORS, undone_by=tournaments.StageRemoved),
    Kind(tournaments.StageAmended, "stage-amended", CHIEF, undone_by=tournaments.StageAmended, settles=True),
    Kind(tournaments.StageRemoved, "stage-removed", DIRECTORS),
    Kind(tournaments.SessionAdded, "session-added", SCORERS, undone_by=tournaments.SessionRemoved, settles=True),
    Kind(tournaments.SessionRemoved, "session-removed", SCORERS, settles=True),
    Kind(tournaments.EntrantsEntered, "entrants-entered", SCORERS, undone_by=tournaments.EntryWithdrawn, settles=True),
    Kind(tournaments.EntryWithdrawn, "entry-withdrawn", SCORERS, settles=True),
    Kind(tournaments.ContestantLinked, "contestant-linked", SCORERS, undone_by=tournaments.LinkWithdrawn, settles=True),
    Kind(tournaments.LinkWithdrawn, "link-withdrawn", SCORERS, settles=True),
    # their knockout stages
    Kind(brackets.BracketDrawn, "bracket-drawn", DIRECTORS, undone_by=brackets.BracketWithdrawn, settles=True),
    Kind(brackets.BracketWithdrawn, "bracket-withdrawn", DIRECTORS, settles=True),
    Kind(
        brackets.KnockoutDecided,
        "knockout-decided",
        DIRECTORS,
        undone_by=brackets.KnockoutDecisionWithdrawn,
        settles=True,
    ),
    Kind(brackets.KnockoutDecisionWithdrawn, "knockout-decision-withdrawn", DIRECTORS, settles=True),
    Kind(tournaments.LotDrawn, "lot-drawn", DIRECTORS, undone_by=tournaments.LotWithdrawn, settles=True),
    Kind(tournaments.LotWithdrawn, "lot-withdrawn", DIRECTORS, settles=True),
    # who goes on from stage to stage
    Kind(
        qualifying.EntrantsQualified,
        "entrants-qualified",
        DIRECTORS,
        undone_by=qualifying.QualificationWithdrawn,
        settles=True,
    ),
    Kind(
        qualifying.QualifiersChanged,
        "qualifiers-changed",
        DIRECTORS,
        undone_by=qualifying.QualifiersChanged,
        settles=True,
    ),
    Kind(qualifying.QualificationWithdrawn, "qualification-withdrawn", DIRECTORS, settles=True),
    Kind(
        qualifying.CarryForwardRuled, "carry-forward-ruled", CHIEF, undone_by=qualifying.CarryForwardRuled, settles=True
    ),
    Kind(
        qualifying.CarryForwardSaid,
        "carry-forward-said",
        DIRECTORS,
        undone_by=qualifying.CarryForwardSaid,
        settles=True,
    ),
    Kind(qualifying.EntrantWithdrew, "entrant-withdrew", DIRECTORS, undone_by=qualifying.EntrantReturned, settles=True),
    Kind(qualifying.EntrantReturned, "entrant-returned", DIRECTORS, settles=True),
    Kind(draws.RoundDrawn, "round-drawn", SCORERS, undone_by=draws.DrawRecalled, settles=True),
    Kind(draws.DrawRecalled, "draw-recalled", SCORERS, settles=True),
    Kind(publications.StandingPublished, "standing-published", SCORERS, undone_by=publications.PublicationRecalled),
    # people
    Kind(people.PlayersNamed, "players-named", SCORERS),
    Kind(people.TextErased, "text-erased", CHIEF),
    # the office
    Kind(office.OfficialAppointed, "official-appointed", CHIEF, undone_by=office.OfficialRelieved),
    Kind(office.OfficialRelieved, "official-relieved", CHIEF, undone_by=office.OfficialAppointed),
    Kind(publications.ScoresPublished, "scores-published", SCORERS, undone_by=publications.PublicationRecalled),
    Kind(office.BundleImported, "bundle-imported", SCORERS),
    Kind(office.JudgementSigned, "judgement-signed", OFFICES),
    Kind(publications.PublicationRecalled, "publication-recalled", DIRECTORS, period="correction"),
)

KIND_OF: dict[type[Event], Kind] = {kind.event: kind for kind in KINDS}
"""The row of every kind, by the class of its events."""
