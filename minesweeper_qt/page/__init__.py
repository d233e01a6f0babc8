"""Answers the page of the site that needs no installation: values in, HTML and text out. It runs in Pyodide."""
