"""Games and boards that other programs have written."""
