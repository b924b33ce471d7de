"""A table in the terminal: `chapter47 play` deals one, `chapter47 replay` shows a past one."""
