"""The knowledge base as a table: its item model, filters, columns, menus and panel."""
