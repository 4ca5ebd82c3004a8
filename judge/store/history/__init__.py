"""Queries of the history: what the commands of a user judged, session by session, in the user's own store.

That store is an SQLite file (`judge/store/user_store.py`), and these queries are in SQLite's words: they name the index
that serves them, and their patterns are those of GLOB. An attempt is a judgement that was made in a session.
"""
