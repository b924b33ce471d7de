"""The desk: reports for managers and compliance officers, such as verdicts over time, comparisons and guides."""
