"""The version of this program, in the one place where it is written."""

__version__ = "0.1.0"
"""Every event names the version of the program that recorded it."""
