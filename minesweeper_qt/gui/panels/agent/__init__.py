"""The panel about a student's agent: its first difference, all differences, the case, the output, the times, the audit.

May import what ``gui.panels`` may, but no other panel.
"""
