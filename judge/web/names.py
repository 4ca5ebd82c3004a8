"""The names of accounts: what is wrong with one, as a key of the words; empty: nothing."""

import re

NAME = re.compile(r"\w(?:[\w.\-]{0,38}\w)?")
"""Of an account: letters of any script, digits, and between them . - _"""
MOST_OF_A_NAME = 200


def name_fault(name: str) -> str:
    return "" if NAME.fullmatch(name) else "name_malformed"


def full_name_fault(full_name: str, name: str) -> str:
    is_fine = len(full_name) <= MOST_OF_A_NAME and (full_name or name).isprintable()
    return "" if is_fine else "full_name_malformed"
