"""Figures as people read them."""


def seconds(ns: int) -> str:
    return f"{ns / 1e9:.2f} s" if ns >= 995_000_000 else f"{ns / 1e6:.1f} ms"


def mebibytes(count: int) -> str:
    return f"{count / 2**20:.1f} MiB"


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
