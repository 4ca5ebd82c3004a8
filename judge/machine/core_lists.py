"""Lists of cores, as the kernel writes them."""


def cores_in(text: str) -> set[int]:
    """Numbers of a list like "0-2,5"."""
    cores: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        cores.update(range(int(first), int(last or first) + 1))
    return cores
