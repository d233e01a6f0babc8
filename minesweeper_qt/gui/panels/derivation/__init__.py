"""The derivation panel: the derivation of a sentence or verdict, and its consequences, as trees."""
