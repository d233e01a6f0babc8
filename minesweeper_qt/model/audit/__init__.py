"""The audit of someone else's agent: games beside the reference, findings, smallest cases and likely causes."""
