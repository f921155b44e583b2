"""What is raised when notation cannot be read."""


class Unreadable(ValueError):
    """A text that is not notation the office uses.

    `code` is stable and listed by `help errors`; `text` is what was typed; `marks` are the
    places in it that are wrong, as (start, end); `hint` says what to type instead.
    """

    def __init__(
        self, code: str, message: str, *, text: str = "", marks: tuple[tuple[int, int], ...] = (), hint: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.text = text
        self.marks = marks
        self.hint = hint
