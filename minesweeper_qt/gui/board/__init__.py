"""The board: its item model, its view, and the painting of tiles and highlights."""
