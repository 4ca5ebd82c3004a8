"""The REST API under /api: what the pages show, as JSON, for programs that act for a user by a token.

`shapes.py` is what is sent and answered, `problem_details.py` how it is refused (RFC 9457), `bearer.py` who asks.
Litestar makes the description of all of it, /api/schema/openapi.json.
"""
