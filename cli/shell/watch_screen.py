"""The screen of `watch`, drawn every second and whenever the window changes its size."""

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth, create_output

from cli.shell import layout
from cli.shell.background import PAUSE_SECONDS, Background
from cli.shell.watched_session import WatchedStream
from cli.terminal.prompts import EndedBySignal, ending_on_signal
from cli.terminal.settings import Settings

LEAVES = "q leaves"


def show(watched: WatchedStream, asked: Settings) -> int:
    """Show the screen until the user leaves; return the exit code. Within a desk, EndedBySignal is raised again."""
    background = Background(asked.database, watched.look, watched.say)
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
        with ending_on_signal():
            background.start()
            application.run()
    except EndedBySignal as ended:
        if asked.offices:
            raise  # the surrounding desk must end too
        return ended.exit_code
    finally:
        background.end()
    return 0


def fragments(watched: WatchedStream, width: int, height: int) -> StyleAndTextTuples:
    """Return the text of the screen: the overview, and in the last line an error, or how to leave."""
    lines = layout.lines(watched.seen, width, height - 1)
    padded = [*lines, *([layout.ScreenLine("")] * (height - 1 - len(lines)))]
    styled: StyleAndTextTuples = [("bold" if line.heading else "", f"{line.text}\n") for line in padded]
    return [*styled, ("reverse", layout.cut(watched.trouble or LEAVES, width))]
