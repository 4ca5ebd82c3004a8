"""The mail server of `judge serve`, with its password, read before root becomes the pages' user, who cannot."""

from judge.base.errors import JudgeError
from judge.base.web_addresses import LOOPBACK
from judge.commands.options.serve import ServeOptions
from judge.service.mail_server import MailServer, mail_server


def mail_of(options: ServeOptions) -> MailServer | None:
    """The mail server; None: there is none. Raises JudgeError if it cannot be used."""
    if options.mail is None:
        if options.mail_from or options.mail_password:
            raise JudgeError("--mail-from and --mail-password say how --mail sends: give that, too.")
        return None
    found = mail_server(options.mail, options.mail_from, options.mail_password)
    if options.url is None and options.host not in LOOPBACK:
        raise JudgeError("--mail: links in mails lead to a known address: give it with --url.")
    return found
