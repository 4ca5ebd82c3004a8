"""Certificates: a stranger's is refused with what to do, and one that is trusted here is taken."""

import ssl
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import SetVariable
from judge.client.connection import RemoteJudge
from judge.client.failures import ServerGone
from judge.tests.client.stubs import send, stub
from judge.tests.web.test_serve_addresses import pair
from judge.web.api.shapes import Problems


@pytest.fixture
def context(tmp_path: Path) -> ssl.SSLContext:
    certificate, key = pair(tmp_path, "own", "-addext", "subjectAltName=IP:127.0.0.1")
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    found.load_cert_chain(certificate, key)
    return found


def test_a_certificate_that_nobody_vouches_for_is_refused(context: ssl.SSLContext) -> None:
    with (
        stub(lambda handler: send(handler, {"problems": []}), context) as made,
        RemoteJudge(made.address, "s3cret") as judge,
        pytest.raises(JudgeError) as refused,
    ):
        judge.get("/problems", Problems)
    assert not isinstance(refused.value, ServerGone)
    assert isinstance(refused.value.next_step, SetVariable)
    assert made.address in refused.value.message
    assert made.asked == []


def test_a_certificate_that_is_named_is_trusted(
    context: ssl.SSLContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))
    with stub(lambda handler: send(handler, {"problems": []}), context) as made:
        with RemoteJudge(made.address) as judge:
            assert judge.get("/problems", Problems) == Problems(())
        with RemoteJudge(made.address.replace("https", "http")) as judge, pytest.raises(ServerGone):
            judge.get("/problems", Problems)
    with (
        stub(lambda handler: send(handler, {"problems": []})) as plain,
        RemoteJudge(plain.address.replace("http", "https")) as judge,
        pytest.raises(JudgeError, match="TLS"),
    ):
        judge.get("/problems", Problems)
