"""The version of this program: the one place it is written."""

VERSION = "0.1.0"
