"""A desk that stays open, whose lines are answered by one open office, and a screen that watches."""
