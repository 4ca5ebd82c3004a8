"""The institution's data, which `judge serve` reads before root becomes the pages' user, who cannot."""

from importlib.util import find_spec

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.web_addresses import LOOPBACK
from judge.commands.options.serve import ServeOptions
from judge.service.institution import Institution, read_institution


def institution_of(options: ServeOptions) -> Institution:
    """Raises JudgeError if it is not available."""
    if options.institution is None:
        return Institution()
    found = read_institution(options.institution)
    for wanted, module in ((found.oidc, "authlib"), (found.ldap, "ldap3")):
        if wanted and find_spec(module) is None:
            raise JudgeError(
                f"{options.institution}: {module} is missing.",
                RunJudge(("--with-institution", "--version"), "Install it"),
            )
    if found.oidc and options.url is None and options.host not in LOOPBACK:
        raise JudgeError(
            "--institution: the provider sends people back to a known address: give it with --url."
        )
    return found
