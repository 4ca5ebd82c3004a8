"""`judge similar`: copies in a class are found with both sources on the page, and independent solutions are not."""

import re
import zipfile
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.similar import SimilarOptions
from judge.commands.similar import similar
from judge.project.host import JudgeHost
from judge.tests.hostile import NAME, acting_in, harm_in
from judge.tests.similarity.sources import INDEPENDENT, NAMES, ORIGINAL

pytestmark = pytest.mark.built

RENAMED = re.sub(r"\b[a-z]+\b", lambda found: NAMES.get(found[0], found[0]), ORIGINAL)
CLASS = {
    "anna": ORIGINAL,
    "bob": RENAMED,
    "cleo": INDEPENDENT["padded.cpp"],
    "dan": INDEPENDENT["summed.cpp"],
}


def class_of(folder: Path, sources: dict[str, str]) -> Path:
    for author, text in sources.items():
        (folder / author).mkdir(parents=True)
        (folder / author / "main.cpp").write_text(text)
    return folder


def told(
    host: JudgeHost, capsys: pytest.CaptureFixture[str], *given: Path, **options: object
) -> tuple[int, str]:
    capsys.readouterr()
    status = similar(host, SimilarOptions(tuple(map(str, given)), **options))  # type: ignore[arg-type]
    printed = capsys.readouterr()
    return status, printed.out


def test_a_copy_stands_out_and_both_sources_are_on_the_page(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = class_of(tmp_path / "class", {**CLASS, "eve": "int main() {}\n"})
    page = tmp_path / "page.html"
    status, printed = told(tree, capsys, folder, html=page)
    assert status == 1
    rows = [line for line in printed.splitlines() if "anna" in line]
    assert any("bob" in row and "100%" in row for row in rows)
    assert printed.splitlines()[-1].startswith("1 of 6 pairs stands out")
    text = page.read_text()
    assert text.count('class="side-by-side"') == 1
    assert "anna / bob" in text
    assert "4 of 5 submissions were compared" in text
    assert "Not compared, with fewer than 60 words of their own: eve." in text
    assert text.count('<li class="shared') > 40
    for link in re.findall(r'href="#(p1[ab]\d+)"', text):
        assert f'id="{link}"' in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text


def test_independent_solutions_do_not(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = {name: text for name, text in CLASS.items() if name != "bob"}
    status, printed = told(tree, capsys, class_of(tmp_path / "class", sources))
    assert status == 0
    assert printed.splitlines()[-1].startswith("0 of 3 pairs stand out")


def test_what_everybody_was_given_counts_for_nobody_and_a_zip_file_is_a_class(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = class_of(tmp_path / "class", CLASS)
    file, template = tmp_path / "class.zip", tmp_path / "given.cpp"
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(folder.rglob("*.cpp")):
            archive.write(path, path.relative_to(tmp_path))
    template.write_text(ORIGINAL)
    assert told(tree, capsys, file)[0] == 1
    status, printed = told(tree, capsys, file, template=(template,))
    assert status == 0
    assert "of their own: anna, bob" in printed.replace("\n", " ")


def test_what_cannot_be_read_is_named_and_the_others_are_compared(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = class_of(tmp_path / "class", {**CLASS, "eve": ORIGINAL})
    (folder / "eve/link.cpp").symlink_to("/etc/passwd")
    capsys.readouterr()
    status = similar(tree, SimilarOptions((str(folder),)))
    printed = capsys.readouterr()
    assert status == 2
    assert "eve" in printed.err
    assert printed.out.splitlines()[-1].startswith("1 of 6 pairs")
    with pytest.raises(JudgeError, match="one solution"):
        similar(tree, SimilarOptions((str(folder / "anna"),)))
    with pytest.raises(JudgeError, match="no-such"):
        similar(tree, SimilarOptions((str(folder), str(tmp_path / "no-such"))))
    with pytest.raises(JudgeError, match="does not exist"):
        similar(tree, SimilarOptions((str(folder),), html=tmp_path / "no/page.html"))


def test_nobodys_name_or_source_acts(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = "<script>document.title='harmed'</script>"
    sources = {NAME[:100]: f"{ORIGINAL}// {mark}\n", "bob": RENAMED, "a<b>": INDEPENDENT["padded.cpp"]}
    page = tmp_path / "page.html"
    status, printed = told(tree, capsys, class_of(tmp_path / "class", sources), html=page)
    assert status == 1
    assert harm_in(printed) == []
    text = page.read_text()
    assert mark not in text
    assert acting_in(text) == []
