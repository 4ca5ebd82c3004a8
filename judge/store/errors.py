"""Errors of the store."""

from judge.base.errors import JudgeError, NoSpace


class StoreError(JudgeError):
    """The store cannot be used, or refuses a request. Nothing of the call was written."""


class NotInStore(StoreError):
    """The record with the requested number does not exist."""


class Unavailable(StoreError):
    """The store's file or server cannot be reached, or was busy for too long. Calls that are safe to repeat (each with
    a key or a lease) can be made again."""


class StoreFull(Unavailable, NoSpace):
    """The disk of the store is full. Its data can be read; calls can be made again once there is room."""


class ChangedMeanwhile(StoreError):
    """A change rests on an earlier state than the current one."""


class LeaseLost(StoreError):
    """A worker no longer has its lease: it expired and the job was requeued, or the job was cancelled."""
