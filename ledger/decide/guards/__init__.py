"""What every command passes, whatever it says: who may record it, in time, on a board where it may stand."""
