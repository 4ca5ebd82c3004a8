"""The devices in options."""

from enum import StrEnum


class DeviceChoice(StrEnum):
    CPU = "cpu"
    GPU = "gpu"
    ALL = "all"
    EMULATED = "emulated"


class SubmitDevice(StrEnum):
    EMULATED = "emulated"


class Requirement(StrEnum):
    GPU = "gpu"
