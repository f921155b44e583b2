"""One module per form of scoring, all of one shape: the lines of one board in, scores with their derivation out. Pure."""
