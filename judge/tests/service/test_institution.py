"""The file of an institution, and what follows from what an institution says."""

from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.service.institution import IdentifiedPerson, RoleRule, account_name, read_institution, role_of
from judge.store.catalogue_records import Role

OIDC = '[oidc]\ntitle = "U"\nissuer = "https://id.example"\nclient_id = "judge"\n'
LDAP = '[ldap]\ntitle = "U"\nurl = "ldaps://dir.example"\nbase = "dc=example"\n'
RULE = '[[oidc.roles]]\nvalue = "staff"\nrole = "jury"\n'


def written(tmp_path: Path, text: str, mode: int = 0o600) -> Path:
    file = tmp_path / "institution.toml"
    file.write_text(text)
    file.chmod(mode)
    return file


def test_a_file_that_is_as_it_should_be_is_read(tmp_path: Path) -> None:
    found = read_institution(written(tmp_path, OIDC + RULE + LDAP))
    assert found.oidc
    assert found.ldap
    assert found.oidc.roles == (RoleRule("staff", Role.JURY),)
    assert read_institution(written(tmp_path, OIDC.replace("https://id.example", "http://localhost:9"))).oidc


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(JudgeError, match="chmod 600"):
        read_institution(written(tmp_path, OIDC, mode))


@pytest.mark.parametrize(
    "text",
    ["", "[oidc]\n", OIDC + "secret = 1\n", OIDC.replace("https", "http"), OIDC + 'scopes = ["profile"]\n', "\0",
     OIDC + RULE.replace("jury", "visitor"), OIDC + RULE.replace("jury", "root"), LDAP.replace("ldaps", "http"),
     LDAP + 'filter = "(uid=x)"\n', LDAP + 'group_base = "x"\ngroup_filter = "(member=x)"\n', "x" * 70_000],
)  # fmt: skip
def test_a_file_that_says_what_cannot_be_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(JudgeError, match=r"institution\.toml"):
        read_institution(written(tmp_path, text))


def test_a_role_is_given_by_a_whole_value_of_the_rule_s_own_claim() -> None:
    rules = (RoleRule("staff", Role.JURY), RoleRule("boss", Role.ADMIN, "eduPersonAffiliation"))
    assert role_of(rules, {"groups": ["staff", "x"]}) is Role.JURY
    assert role_of(rules, {"groups": ["staff"], "eduPersonAffiliation": "boss"}) is Role.ADMIN
    others: tuple[dict[str, Any], ...] = (
        {},
        {"groups": ["boss", "Staff", "staff2"]},
        {"groups": "staff2"},
        {"groups": {"staff": 1}},
        {"groups": [["staff"], 1]},
    )
    assert {role_of(rules, has) for has in others} == {Role.TEAM}
    assert role_of((), {"groups": ["staff"]}) is None


@pytest.mark.parametrize(
    ("said", "name"),
    [("anna", "anna"), ("anna@uni.example", "anna"), ("Anna Ada", "Anna-Ada"), ("李雷", "李雷"), ("", "user"),
     ("--", "user"), ("../../etc", "etc"), ("<b>", "b"), ("a" * 99, "a" * 30),
     ("ａｎｎａ", "anna"), ("x\u202ey", "x-y")],
)  # fmt: skip
def test_what_an_institution_says_becomes_a_name_that_an_account_may_have(said: str, name: str) -> None:
    assert account_name(said) == name
    assert IdentifiedPerson("i", "s", said, "Eve\n\u202e").as_user().full_name == "Eve"
