"""The similarity inside a class as an HTML page, in one file, with the style of the judge's pages."""
