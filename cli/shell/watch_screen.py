"""The screen of `watch`: drawn again every second, and whenever the window is another size."""

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth, create_output

from cli.shell import layout
from cli.shell.background import PAUSE_SECONDS, Background
from cli.shell.watched_session import WatchedStream
from cli.terminal.prompts import EndedBySignal, told_to_end
from cli.terminal.settings import Settings

LEAVES = "q leaves"


def show(watched: WatchedStream, asked: Settings) -> int:
    """Show a session until somebody leaves it, or the program is told to end; the exit code."""
    others = Background(asked.database, watched.look, watched.say)
    output, keys = create_output(), KeyBindings()

    def leave(event: KeyPressEvent) -> None:
        event.app.exit()

    for key in ("q", "Q", "c-c", "c-d", "escape"):
        keys.add(key)(leave)

    def drawn() -> StyleAndTextTuples:
        size = output.get_size()
        return fragments(watched, size.columns, size.rows)

    application: Application[None] = Application(
        layout=Layout(Window(FormattedTextControl(drawn, show_cursor=False), wrap_lines=False)),
        key_bindings=keys,
        full_screen=True,
        refresh_interval=PAUSE_SECONDS,
        output=output,
        color_depth=ColorDepth.DEPTH_1_BIT,
    )
    try:
        with told_to_end():
            others.start()
            application.run()
    except EndedBySignal as ended:
        if asked.offices:
            raise  # the desk it was asked at is to end too
        return ended.exit_code
    finally:
        others.end()
    return 0


def fragments(watched: WatchedStream, width: int, height: int) -> StyleAndTextTuples:
    """The screen: the overview, and at its foot how to leave, or what is in the way."""
    told = layout.lines(watched.seen, width, height - 1)
    filled = [*told, *([layout.ScreenLine("")] * (height - 1 - len(told)))]
    shown: StyleAndTextTuples = [("bold" if line.heading else "", f"{line.text}\n") for line in filled]
    return [*shown, ("reverse", layout.cut(watched.trouble or LEAVES, width))]
