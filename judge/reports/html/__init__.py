"""The report as one HTML page: modules turn parts of the report into drawing data, templates draw it.

Nothing here measures or judges. To add a part: a module that picks it from the report, a template, an include in
page.html.j2.
"""
