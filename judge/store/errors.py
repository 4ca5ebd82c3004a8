"""Errors of the store."""

from judge.base.errors import JudgeError, NoSpace


class StoreError(JudgeError):
    """The store cannot be used, or refuses what it was asked for. Nothing of the call was written."""


class NotInStore(StoreError):
    """What was asked for by its number is not there."""


class Unavailable(StoreError):
    """The store's file or server cannot be reached, or was busy for too long. Calls that may be repeated (each with a
    key or a lease) can be made again."""


class StoreFull(Unavailable, NoSpace):
    """The disk of the store is full. What it holds can be read; calls can be made again once there is room."""


class LeaseLost(StoreError):
    """A worker's lease is no longer its own: it ran out and the job went back, or the job was cancelled."""
