"""The best play and the best chart.

Read in this order: `chart` (codes by cell, and a chart spelled out for every hand), `best_play` (each decision by the
cards of its hand), `best_chart` (cell by cell until none can be bettered), `rescue`, `chart_exceptions`.
"""
