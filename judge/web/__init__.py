"""The online judge's pages: routes of a few lines over judge/service, templates, one style, one small script.

`app.py` combines them. Every page works without script; with it, live.js applies events of a submission as they arrive
(live.py). `security.py` and `sessions.py` apply to every route, so that none can forget them.
judge/service/visibility.py, not this package, decides what a viewer may see.
"""
