"""A client of the online judge in a container: `image_client.py LINK PACKAGE`.

The link signs the administrator in. The client offers the package with a second statement, in LaTeX, reads both
statements as pages, and submits a solution.
"""

import re
import sys
import time
import zipfile
from io import BytesIO
from pathlib import Path

import httpx

CHINESE = r"""\problemname{不同的数}
给定 $N$ 个数，其中有多少个\emph{不同}的数，$1 \leq N \leq 200\,000$？
\begin{itemize}
\item 一个数是 $\frac{N}{N}$ 个不同的数。
\end{itemize}
"""
WITHIN_S = 600
SOLUTION = "submissions/accepted/sorting.py"


def main(link: str, package: Path) -> None:
    with httpx.Client(base_url=link.partition("/sign-in/")[0], timeout=60) as client:
        post(client, "/sign-in/" + link.rpartition("/")[2], {})
        post(client, "/packages", {"opens_as": "open"}, {"package": ("numbers.zip", zipped(package))})
        english = once(client, "/problems/numbers", "How many different numbers")
        assert "<math" in english, english
        solution = (package / SOLUTION).read_text("utf-8")
        place = post(client, "/problems/numbers/submit", {"source": solution, "language": "python3"})
        once(client, place, 'class="verdict AC"')
        client.get("/language/zh")
        chinese = once(client, "/problems/numbers", "给定")
        assert "<em>不同</em>" in chinese, chinese
        assert "<mfrac>" in chinese, chinese
        assert "\\begin" not in chinese, chinese
        print("offered a package, read its statements in Markdown and LaTeX, and had a solution accepted")


def zipped(package: Path) -> bytes:
    """The package with both statements, and with the one submission that its check needs."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for file in sorted(package.rglob("*")):
            name = str(file.relative_to(package))
            if (
                file.is_file()
                and name != "problem.yaml"
                and (name == SOLUTION or not name.startswith("submissions/"))
            ):
                archive.write(file, f"numbers/{name}")
        keys = (package / "problem.yaml").read_text("utf-8")
        named = re.sub(r"^name: (.*)$", r"name: {en: \1, zh: 不同的数}", keys, flags=re.MULTILINE)
        archive.writestr("numbers/problem.yaml", named)
        archive.writestr("numbers/statement/problem.zh.tex", CHINESE)
    return content.getvalue()


def post(client: httpx.Client, path: str, fields: dict[str, str], files: object = None) -> str:
    """Sends a form as the pages do. Returns where it leads."""
    found = re.search(r'name="token" value="([0-9a-f]{64})"', client.get("/sign-in").text)
    assert found
    answer = client.post(path, data={"token": found[1], **fields}, files=files)  # type: ignore[arg-type]
    assert answer.status_code == 303, f"{path}: {answer.status_code} {answer.text}"
    return answer.headers["location"]


def once(client: httpx.Client, path: str, text: str) -> str:
    """The page, as soon as it has the text."""
    ends_s = time.monotonic() + WITHIN_S
    while True:
        answer = client.get(path)
        if answer.status_code == 200 and text in answer.text:
            return answer.text
        assert time.monotonic() < ends_s, f"{path} lacks {text!r}: {answer.status_code} {answer.text}"
        time.sleep(1)


main(sys.argv[1], Path(sys.argv[2]))
