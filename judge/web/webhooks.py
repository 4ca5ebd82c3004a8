"""The loop that sends callbacks to webhooks, in its own threads: receivers may answer as slowly as they like."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from judge.base.errors import JudgeError
from judge.base.events import Warned
from judge.service.webhook_sending import WebhookSender
from judge.store.catalogue_records import ContestRecord
from judge.store.webhooks import Webhook
from judge.web.site import Site

LOOKED_S = 1.0
"""The time between two looks for news."""
AT_ONCE = 4
"""The number of webhooks that are served at the same time."""


async def tell_webhooks(site: Site) -> None:
    """Runs until it is cancelled."""
    loop = asyncio.get_running_loop()
    telling: dict[int, asyncio.Future[None]] = {}
    sender = site.webhook_sender
    executor = ThreadPoolExecutor(AT_ONCE, "webhooks")
    told = ""
    try:
        while True:
            try:
                for hook, contests in await asyncio.to_thread(sender.due):
                    if hook.id not in telling or telling[hook.id].done():
                        telling[hook.id] = loop.run_in_executor(executor, _send, site, sender, hook, contests)
                told = ""
            except JudgeError as error:
                if told != str(error):  # an unavailable store is reported once
                    site.tell(Warned(f"webhooks wait: {error}"))
                told = str(error)
            await asyncio.sleep(LOOKED_S)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _send(site: Site, sender: WebhookSender, hook: Webhook, contests: list[ContestRecord]) -> None:
    try:
        sender.send(hook, contests)
    except JudgeError as error:  # it is due again once nobody holds it
        site.tell(Warned(f"webhook {hook.id} waits: {error}"))
