"""Wrong usage is one line: which option of which command, what was expected, what was found, where to read on."""

import pytest

from judge.base.records import replace
from judge.tests.checkout import Checkout


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("verify --repeat 0", "--repeat: expected a whole number from 1 to 1000, found 0"),
        ("verify --repeat often", "--repeat: expected a whole number from 1 to 1000, found often"),
        ("verify --gpu some", "--gpu: expected a whole number from 0 to 255, or all, found some"),
        (
            "submit double mine.cu --gpu 256",
            "--gpu: expected a whole number from 0 to 255, or all, found 256",
        ),
        ("history --limit -1", "--limit: expected a whole number of at least 1, found -1"),
        ("verify --time-limit 0", "--time-limit: expected a number from 0.001 to 100000, found 0"),
        ("verify --time-limit 1e9", "--time-limit: expected a number from 0.001 to 100000, found 1e9"),
        (
            "submit double x.cpp --time-limit 1e308",
            "--time-limit: expected a number from 0.001 to 100000, found 1e308",
        ),
        ("verify --time-factor nan", "--time-factor: expected a number from 1 to 100000, found nan"),
        ("limits --time-factor 1e308", "--time-factor: expected a number from 1 to 100000, found 1e308"),
        ("verify --device tpu", "--device: expected one of cpu, gpu, all, emulated, found tpu"),
        ("new x --language c", "--language / -l: expected one of cpp, python, found c"),
        ("verify -q -v", "expected one of --quiet and --verbose, found both"),
        ("submit double x.cpp --verbose --quiet", "expected one of --quiet and --verbose, found both"),
        ("submit double", "expected FILE...|-, found nothing"),
        ("history --session x", "--session: expected a whole number, found x"),
        ("doctor extra", "expected nothing more, found 'extra'"),
        ("doctor two more", "expected nothing more, found 'two more'"),
        ("verify --zzz", "unknown option '--zzz'"),
        ("verify --quite", "unknown option '--quite'. Did you mean '--quiet'?"),
    ],
)
def test_one_line(shared_checkout: Checkout, typed: str, words: str) -> None:
    done = shared_checkout.run(*typed.split())
    command = f"judge {typed.split()[0]}"
    assert (done.returncode, done.stdout) == (2, "")
    end = "" if words.endswith("?") else "."
    assert done.stderr == f"judge: {typed.split()[0]}: {words}{end} See: ./judge/{command} --help\n"


def test_a_command_that_there_is_not(shared_checkout: Checkout) -> None:
    done = shared_checkout.run("verfy")
    words = "unknown command 'verfy'. Did you mean 'verify'?"
    assert (done.returncode, done.stderr) == (2, f"judge: {words} See: ./judge/judge --help\n")


def test_an_option_without_its_value(shared_checkout: Checkout) -> None:
    done = shared_checkout.run("install", "--prefix")
    assert (done.returncode, done.stdout) == (2, "")
    words = "judge: install: --prefix: expected a value, found nothing."
    assert done.stderr == f"{words} See: ./judge/judge install --help\n"


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_the_list_of_commands_is_never_cut(shared_checkout: Checkout, columns: str) -> None:
    narrow = replace(shared_checkout, environment={**shared_checkout.environment, "COLUMNS": columns})
    text = " ".join(narrow.run("--help").stdout.split())
    assert "Judge every solver and every stored submission on every test." in text
    assert "..." not in text.partition("Judge a solution:")[2]


def test_no_command_shows_the_help(shared_checkout: Checkout) -> None:
    done = shared_checkout.run()
    assert done.returncode == 2
    assert "Usage: judge " in done.stderr
