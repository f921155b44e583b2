"""What questions answer: typed values, shown on a screen, on a page, and as JSON."""
