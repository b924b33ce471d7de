"""The sections of subchapter 1, a module for each; the wagers of 1.2 in four."""
