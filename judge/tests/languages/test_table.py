"""The table of languages is read strictly: each fault names the row, the key, what is expected and what was found."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.languages.language import COMPILE_PLACEHOLDERS, RUN_PLACEHOLDERS
from judge.languages.table import FILE, LANGUAGES, emulated_language, language_of, read_languages, without_gpu

GOOD = """\
[lua]
title = "Lua"
suffixes = [".lua"]
tools = ["lua"]
install = "apt-get install lua5.4"
version = ["lua", "-v"]
compile = ["luac", "-p", "{source}"]
run = ["lua", "{source}"]
self_test = "print(io.read('n') + io.read('n'))"

[other]
title = "Other"
suffixes = [".other"]
tools = ["other"]
install = "none"
version = ["other"]
compile = ["other", "{sources}"]
run = ["{program}"]
self_test = ""
"""


def read(tmp_path: Path, text: str) -> str:
    """What is said of a table; empty when it is right."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    try:
        read_languages(file)
    except JudgeError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("install", "instal", ["unknown key 'instal'", "Did you mean 'install'"]),
        ('install = "none"\n', "", ["'other', key 'install'", "expected a value, found none"]),
        ('title = "Lua"', "title = 5", ["'title': Expected str, got int, found 5"]),
        ('suffixes = [".lua"]', 'suffixes = ".lua"', ["'suffixes' must be at least one", "found '.lua'"]),
        ('suffixes = [".lua"]', "suffixes = [1]", ["'suffixes' must be at least one", "found 1"]),
        ('suffixes = [".lua"]', "suffixes = []", ["'suffixes' must be at least one", "found []"]),
        ('".lua"', '"lua"', ["'suffixes' must be at least one, each a dot", "found 'lua'"]),
        (
            'title = "Lua"',
            'title = "Lua"\ndevice = "tpu"',
            ["'device' must be one of cpu, gpu, emulated", "found 'tpu'"],
        ),
        ('title = "Lua"', 'title = "Lua"\nprocesses = "many"', ["'processes': Expected int", "found 'many'"]),
        ('title = "Lua"', 'title = "Lua"\nprocesses = -1', ["'processes': Expected int >= 0", "found -1"]),
        ('title = "Lua"', 'title = "Lua"\nwithout_gpu = "luajit"', ["key 'without_gpu'", "'luajit'"]),
        ('title = "Lua"', 'title = "Lua"\ntoolkit = "rocm"', ["key 'toolkit'", "cuda", "'rocm'"]),
        (
            'title = "Lua"',
            'title = "Lua"\nvisible = ["etc"]',
            ["'visible' must be a path that begins with /", "found 'etc'"],
        ),
        ('title = "Lua"', 'title = "Lua"\nfile_name = "("', ["key 'file_name'", "regular expression"]),
        ('title = "Lua"', 'title = "Lua"\nfile_name = "x"', ["key 'file_name'", "found 0 groups"]),
        ('title = "Lua"', 'title = "Lua"\nrefusals = [{patern = "x"}]', ["'refusals': unknown key 'patern'"]),
        (
            'title = "Lua"',
            'title = "Lua"\nrefusals = [{reason = "x"}]',
            ["'refusals': the key 'pattern' is missing"],
        ),
        ('title = "Lua"', 'title = "Lua"\naliases = ["other"]', ["'other' again"]),
        ("[lua]", "[Lua]", ["language 'Lua': 'id' must be lower-case letters", "found 'Lua'"]),
        ("{source}", "{sourse}", ["key 'compile'", "{source}", "found {sourse}"]),
        ('"{sources}"', '"--files={sources}"', ["key 'compile'", "an argument of its own", "--files="]),
        ('run = ["{program}"]', 'run = ["a.out"]', ["key 'run'", "{program} or {source}", "a.out"]),
        ('tools = ["other"]', "tools = []", ["key 'tools'", "found none"]),
        ("[other]", "[lua]", ["cannot be read"]),
        ("[lua]", "lua = 1\n[others]", ["'lua'", "expected a table", "found 1"]),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_a_fault_is_named(tmp_path: Path, before: str, after: str, words: list[str]) -> None:
    assert read(tmp_path, GOOD) == ""
    said = read(tmp_path, GOOD.replace(before, after, 1))
    for word in ["table.toml", *words]:
        assert word in said


def test_every_row_and_key_is_in_the_documentation() -> None:
    text = (Path(__file__).parents[3] / "docs/languages.md").read_text("utf-8")
    fields = set(LANGUAGES[0].__struct_fields__) - {"id"}
    assert {name for name in fields if f"`{name}`" not in text} == set()
    placeholders = {"toolkit", *COMPILE_PLACEHOLDERS, *RUN_PLACEHOLDERS}
    assert {name for name in placeholders if f"`{{{name}}}`" not in text} == set()
    assert [one.id for one in LANGUAGES if f"| `{one.id}`" not in text] == []


def test_the_table_is_data_and_no_module_knows_a_row() -> None:
    package = FILE.parent
    for module in package.glob("*.py"):
        if module.name == "toolkits.py":
            continue
        text = module.read_text("utf-8")
        assert [word for word in ("nvcc", '"cuda', "'cuda", "cuda_toolkit", "emulator") if word in text] == []


def test_aliases_are_other_names() -> None:
    assert language_of("x", "python3numpy").id == "python3"


def test_without_a_gpu_another_row_takes_the_submission() -> None:
    cuda = language_of("x.cu")
    assert cuda.device.needs_gpu
    stand_in = without_gpu(cuda)
    assert stand_in is not None
    assert stand_in.device.is_emulated
    assert without_gpu(language_of("x.cpp")) is None
    assert emulated_language(None) == emulated_language("cuda") == emulated_language(stand_in.id) == stand_in
    with pytest.raises(JudgeError, match=r"judges CUDA.*, not the language 'cpp'"):
        emulated_language("cpp")
