"""Compiled code, random numbers, blocks of a run, progress."""
