"""Queries of the history: what a user's commands judged, session by session, in the user's own store.

That store is an SQLite file (`judge/store/user_store.py`), and these queries are specific to SQLite: they name the
index to use, and their patterns are those of GLOB. An attempt is a judgement that was made in a session.
"""
