"""What is asked for a profile of one's own: every choice in a director's words, subject by subject; Enter keeps it."""

from __future__ import annotations

from cli.asking.interview import Interview
from cli.options.openings import said_otherwise
from cli.words.regulations import by_subject, in_force
from ledger.laws.profile_loader import changed, load_profile
from ledger.laws.regulation_names import Described, described, value_text, values
from ledger.laws.regulations import Regulations

_ONLY_WITH = {
    "matches.table": ("matches.vp", "table"),
    "matches.percent_full": ("matches.pairs", "converted"),
    "matches.percent_half": ("matches.pairs", "converted"),
}
"""What makes sense only where another has this value; and is wanted there."""


def ask_regulations(interview: Interview) -> None:
    """Whose they are, then the choices of each subject that is gone through; of those typed already nothing."""
    typed = said_otherwise(interview.typed_words("changes"))
    base = load_profile(interview.typed("base") or "default")
    if interview.typed("title") is None:
        interview.text("--title", "Whose regulations are they?", more="The title that `session show` heads them with.")
    said = dict(typed)
    for subject, several in by_subject(in_force(base)):
        names = [each.regulation.name for each in several if each.regulation.name not in typed]
        if names and interview.yes_or_no(
            f"{subject}: go through the {len(names)} choices? Enter goes on to the next.", "", "", _SUBJECT
        ):
            for name in names:
                _ask(interview, described()[name], base, said)


_SUBJECT = "y asks each of them, and Enter keeps what it is; n, as Enter, goes on to the next subject."


def _ask(interview: Interview, each: Described, base: Regulations, said: dict[str, str]) -> None:
    """One choice, added as --set where it is another than before."""
    now = value_text(values(base)[each.name])
    if each.name in _ONLY_WITH:
        other, value = _ONLY_WITH[each.name]
        if said.get(other, value_text(values(base)[other])) != value:
            return
    mark = " Nobody has verified what it is now." if each.name in base.unverified else ""
    asked = f"{each.name}: {each.title}. {each.says}{mark}"
    if each.choices:
        answer = interview.choice(asked, [(value, each.values[value]) for value in each.values], now, more=each.source)
    else:

        def read(text: str) -> None:
            changed(base, {**said, each.name: text})

        may_be = "; ".join(f"{value}: {meaning}" for value, meaning in each.values.items())
        answer = interview.ask(
            f"{asked} {may_be}. It is {now} now, and Enter keeps it.", read, needed=False, more=each.source
        )
    if answer and answer != now:
        said[each.name] = answer
        interview.add("--set", f"{each.name}={answer}")
