"""A desk that stays open, and a screen that updates itself."""
