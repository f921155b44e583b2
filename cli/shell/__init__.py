"""A desk that stays open: typed lines answered by one warm office, and a screen that watches."""
