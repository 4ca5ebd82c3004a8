"""The pages, by subject: each route reads what it was given, asks the service, and fills a template."""
