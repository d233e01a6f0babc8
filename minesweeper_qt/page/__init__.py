"""What the page of the site that needs no installation asks Python: values in, HTML and text out; runs in Pyodide."""
