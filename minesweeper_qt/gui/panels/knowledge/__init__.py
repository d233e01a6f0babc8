"""The knowledge panel: the sentences in force as a table, with its item models, filters, columns and menus."""
