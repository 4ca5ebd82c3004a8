"""Lists of cores, in the kernel's format."""


def cores_in(text: str) -> set[int]:
    """The numbers in a list like "0-2,5"."""
    cores: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        cores.update(range(int(first), int(last or first) + 1))
    return cores
