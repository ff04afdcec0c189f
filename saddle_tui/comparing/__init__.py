"""Two nodes side by side, of one run or of two: only tasks that both have run count."""
