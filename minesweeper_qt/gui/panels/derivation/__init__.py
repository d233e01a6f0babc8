"""The derivation of a sentence and its consequences, as trees."""
