"""What is asked for a profile of one's own: every choice in a director's words, subject by subject; Enter keeps it."""

from __future__ import annotations

from cli.asking.interview import Interview
from cli.options.openings import said_otherwise
from cli.words.regulations import by_subject, in_force
from ledger.errors import Misuse
from ledger.laws.profile_loader import ONLY_WITH, changed, load_profile, with_what_goes
from ledger.laws.regulation_names import Described, described, value_text, values
from ledger.laws.regulations import Regulations

_TIED = {*ONLY_WITH, *(other for other, _ in ONLY_WITH.values())}
"""What is right or wrong only together with another."""


def ask_regulations(interview: Interview) -> None:
    """Whose they are, then the choices of each subject that is gone through; of those typed already nothing."""
    typed = said_otherwise(interview.typed_words("changes"))
    base = load_profile(interview.typed("base") or "default")
    said = with_what_goes(base, typed)
    changed(base, {name: value for name, value in typed.items() if name not in _TIED})  # no answer puts it right
    _ask_wanted(interview, base, said)
    changed(base, said)
    if interview.typed("title") is None:
        interview.text("--title", "Whose regulations are they?", more="The title that `session show` heads them with.")
    for subject, several in by_subject(in_force(base)):
        names = [each.regulation.name for each in several if each.regulation.name not in typed]
        if names and interview.yes_or_no(
            f"{subject}: go through the {len(names)} choices? Enter goes on to the next.", "", "", _SUBJECT
        ):
            for name in names:
                if name not in said and _makes_sense(name, base, said):
                    _ask(interview, described()[name], base, said)
                    _ask_wanted(interview, base, said)


_SUBJECT = "y asks each of them, and Enter keeps what it is; n, as Enter, goes on to the next subject."


def _makes_sense(name: str, base: Regulations, said: dict[str, str]) -> bool:
    """Whether the regulation it makes sense with has the value for it."""
    other, value = ONLY_WITH.get(name, ("", ""))
    return not other or said.get(other, value_text(values(base)[other])) == value


def _ask_wanted(interview: Interview, base: Regulations, said: dict[str, str]) -> None:
    """The tables without which what was said cannot be: at once, so that nothing after it is refused for them."""
    for name in ONLY_WITH:
        if name not in said and _makes_sense(name, base, said) and not _can_be(base, said):
            _ask(interview, described()[name], base, said, needed=True)


def _can_be(base: Regulations, said: dict[str, str]) -> bool:
    try:
        changed(base, said)
    except Misuse:
        return False
    return True


def _ask(
    interview: Interview, each: Described, base: Regulations, said: dict[str, str], *, needed: bool = False
) -> None:
    """One choice, added as --set where it is another than before."""
    now = value_text(values(base)[each.name])
    mark = " Nobody has verified what it is now." if each.name in base.unverified else ""
    asked = f"{each.name}: {each.title}. {each.says}{mark}"
    if each.choices:
        answer = interview.choice(asked, [(value, each.values[value]) for value in each.values], now, more=each.source)
    else:

        def read(text: str) -> None:
            changed(base, {**said, each.name: text})

        may_be = "; ".join(f"{value}: {meaning}" for value, meaning in each.values.items())
        kept = "It is needed here." if needed else f"It is {now} now, and Enter keeps it."
        answer = interview.ask(f"{asked} {may_be}. {kept}", read, needed=needed, more=each.source)
    if answer and answer != now:
        said |= with_what_goes(base, {**said, each.name: answer})
        interview.add("--set", f"{each.name}={answer}")
