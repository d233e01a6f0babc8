"""The panels of the inspector, one package each."""
