"""Figures as people read them."""


def seconds(ns: int) -> str:
    return f"{ns / 1e9:.2f} s" if ns >= 995_000_000 else f"{ns / 1e6:.1f} ms"


def duration(whole_s: float) -> str:
    """A remaining time: "40 s", "3 min"."""
    return f"{whole_s:.0f} s" if whole_s < 100 else f"{whole_s / 60:.0f} min"


def fine_time(ns: int) -> str:
    """A time in the precision that kernels need: "8.4 us", "0.84 ms", "12.0 ms", "1.20 s"."""
    if ns < 99_500:
        return f"{ns / 1e3:.1f} us"
    return f"{ns / 1e6:.2f} ms" if ns < 9_995_000 else seconds(ns)


def mebibytes(count: int) -> str:
    return f"{count / 2**20:.1f} MiB"


def size(count: int) -> str:
    """Bytes in the largest unit of which there is one: "512 B", "1.5 MiB", "43.0 GiB"."""
    value, unit = float(count), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1023.95:
            break
        value, unit = value / 1024, larger
    return f"{count} B" if unit == "B" else f"{value:.1f} {unit}"


def plural(count: int, noun: str, many: str | None = None) -> str:
    """`many`: the plural, where it does not simply end in s."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {many or noun + 's'}"


def factor(value: float) -> str:
    """A ratio: "41", "2.3", "1.04"."""
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 1.95 else f"{value:.2f}"


def percent(share: float) -> str:
    """Two digits: "41%", "4.1%", "0.41%", "below 0.01%"."""
    if share < 0.0001:
        return "below 0.01%"
    return f"{share:.0%}" if share >= 0.0995 else f"{share:.1%}" if share >= 0.00995 else f"{share:.2%}"
