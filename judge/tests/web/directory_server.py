"""A directory of its own: Debian's slapd, with people and groups, a certificate, and only addresses of this machine."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.tests.ports import own_ports
from judge.tests.watching import soon

MISSING = "no directory here; judge --with-institution test"
BASE = "dc=uni,dc=example"
PEOPLE = f"""
dn: {BASE}
objectClass: domain
dc: uni

dn: ou=people,{BASE}
objectClass: organizationalUnit
ou: people

dn: ou=groups,{BASE}
objectClass: organizationalUnit
ou: groups

dn: uid=anna,ou=people,{BASE}
objectClass: inetOrgPerson
uid: anna
cn: Anna Ada
sn: Ada
userPassword: anna's

dn: uid=tom,ou=people,{BASE}
objectClass: inetOrgPerson
uid: tom
cn: Tom (the teacher)
sn: Tom
userPassword: tom's

dn: cn=teaching,ou=groups,{BASE}
objectClass: groupOfNames
cn: teaching
member: uid=tom,ou=people,{BASE}
"""
CONFIGURATION = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile {folder}/pid
TLSCertificateFile {folder}/cert.pem
TLSCertificateKeyFile {folder}/key.pem
database mdb
suffix "{base}"
directory {folder}/data
{more}
"""


@dataclass
class DirectoryServer:
    plain: str
    """The address without encryption, where StartTLS may be asked for."""
    encrypted: str
    certificate: Path


@contextmanager
def directory_server(folder: Path, more: str = "") -> Iterator[DirectoryServer]:
    slapd, openssl = shutil.which("slapd", path="/usr/sbin:/usr/bin"), shutil.which("openssl")
    if slapd is None or openssl is None:
        pytest.skip(MISSING)
    (folder / "data").mkdir()
    certify = [
        openssl,
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    certify += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    certify += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(certify, check=True, capture_output=True)
    configuration = folder / "slapd.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, base=BASE, more=more))
    add = [slapd, "-T", "add", "-f", str(configuration)]
    subprocess.run(add, input=PEOPLE, text=True, check=True, capture_output=True)
    with own_ports(2) as ports:
        addresses = [f"ldap://localhost:{ports[0]}", f"ldaps://localhost:{ports[1]}"]
        command = [slapd, "-f", str(configuration), "-h", " ".join(addresses), "-d", "0"]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                assert soon(lambda: process.poll() is not None or all(_listens(port) for port in ports))
                assert process.poll() is None, "slapd did not start"
                yield DirectoryServer(addresses[0], addresses[1], folder / "cert.pem")
            finally:
                process.terminate()


def _listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
