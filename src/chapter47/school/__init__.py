"""The school: coach, review, drills, faults and lessons, judged by the games' own rules."""
