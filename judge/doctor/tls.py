"""A certificate for HTTPS, tested as a browser would: in a handshake with itself, without a network."""

import ssl
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from judge.doctor.diagnosis import Diagnosis, Health, judged

SOON_DAYS = 14
EXPIRED, NOT_YET, OTHER_NAME = 10, 9, 62
"""OpenSSL's names of these errors (X509_V_ERR_...)."""
RENEW = "renew it, then start the judge again"


def check_tls(cert: Path, key: Path, name: str | None) -> Iterator[Diagnosis]:
    """Checks a certificate. `name`: the host's, as browsers ask for it; None: it is not known."""
    what = "certificate"
    try:
        for file in (cert, key):
            with file.open("rb"):
                pass
    except OSError as error:
        yield Diagnosis(
            what,
            Health.BAD,
            f"{error.filename}: {error.strerror}",
            "serve does not start",
            "see its path and owner",
        )
        return
    is_private = stat.S_IMODE(key.stat().st_mode) & 0o007 == 0
    yield judged(
        "private key", is_private, str(key), "everybody on this machine can read it", f"chmod o= {key}"
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        server.load_cert_chain(cert, key)
    except (OSError, ssl.SSLError) as error:
        why, advice = "serve does not start", "give a certificate in PEM, and the key that it was made for"
        yield Diagnosis(what, Health.BAD, f"{cert} and {key}: {error}", why, advice)
        return
    try:
        ends = _accepted(server, cert, name)
    except ssl.SSLCertVerificationError as error:
        advice = f"get one for {name}" if error.verify_code == OTHER_NAME else RENEW
        yield Diagnosis(what, Health.BAD, error.verify_message, "browsers refuse it", advice)
        return
    except ssl.SSLError as error:
        yield Diagnosis(
            what,
            Health.WEAK,
            f"could not be tried: {error}",
            "browsers may refuse it",
            "try it with a browser",
        )
        return
    days = int((ends - time.time()) / 86_400)
    found = f"holds for {days} days" + (f", for {name}" if name else "")
    yield judged(what, days >= SOON_DAYS, found, "then browsers refuse it", RENEW)


def _accepted(server: ssl.SSLContext, cert: Path, name: str | None) -> float:
    """The end of the certificate's validity. Its issuer is treated as trusted, so that everything else is tested.
    Raises SSLError."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.load_verify_locations(cert)
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.check_hostname = name is not None
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(to_server, to_client, server_side=True)
    theirs = client.wrap_bio(to_client, to_server, server_hostname=name)
    for _ in range(4):
        for side in (theirs, ours):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    told = theirs.getpeercert() or {}
    return ssl.cert_time_to_seconds(str(told["notAfter"]))
