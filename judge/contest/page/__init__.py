"""The scoreboard as an HTML page, in one file, with the style of all pages of the judge."""
