"""Answers: typed values for questions, shown on a screen, on a page, and as JSON."""
