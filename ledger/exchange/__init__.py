"""Files in and out: result files of other programs, and the office's own regulations."""
