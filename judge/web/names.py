"""The fault of an account name, as a key of the texts; empty: none."""

from judge.service.rosters import ACCOUNT, MOST_OF_A_NAME


def name_fault(name: str) -> str:
    return "" if ACCOUNT.fullmatch(name) else "name_malformed"


def full_name_fault(full_name: str, name: str) -> str:
    is_fine = len(full_name) <= MOST_OF_A_NAME and (full_name or name).isprintable()
    return "" if is_fine else "full_name_malformed"
