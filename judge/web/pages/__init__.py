"""The pages, by subject: each route reads the request, calls the service, and fills a template."""
