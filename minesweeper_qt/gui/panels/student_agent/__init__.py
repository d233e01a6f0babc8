"""The panel about a student's agent: its differences, the case, its output, its times, and the audit of its file."""
