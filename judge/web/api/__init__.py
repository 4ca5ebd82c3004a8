"""The REST API under /api: the content of the pages, as JSON, for programs that act for a user by a token.

`shapes.py` defines requests and answers, `problem_details.py` refusals (RFC 9457), `bearer.py` the user. Litestar
makes the description of all of it, /api/schema/openapi.json.
"""
