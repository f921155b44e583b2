"""Write the table that Tab reads, after commands or options changed: `python -m tests.cli.write_completion`."""

from cli.completion import writing

if __name__ == "__main__":
    writing.write()
