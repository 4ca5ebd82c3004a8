"""The online judge's pages: routes of a few lines over judge/service, templates, one style, one small script.

`app.py` puts them together. Every page works without script; where there is one, live.js takes what happens to a
submission as it comes (live.py). `security.py` and `sessions.py` hold for every route: none can forget them. What a
viewer may see is not decided here but in judge/service/visibility.py.
"""
