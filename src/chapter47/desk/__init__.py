"""The desk: what managers and compliance officers take away from a table: verdicts over time, comparisons, guides."""
