// What happens to a submission, shown as it comes; and times in the browser's own time zone.
"use strict";

function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.title = time.textContent;
    time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "medium" });
  }
}

function put(element, html) {
  element.innerHTML = html;
  localTimes(element);
}

function watch(page) {
  const source = new EventSource(page.dataset.live);
  source.addEventListener("whole", (event) => put(page, event.data));
  source.addEventListener("head", (event) => put(page.querySelector("#head"), event.data));
  source.addEventListener("run", (event) => {
    const rows = page.querySelector("#runs");
    if (!rows) return;
    const made = document.createElement("tbody");
    made.innerHTML = event.data;
    const row = made.firstElementChild;
    const old = document.getElementById(row.id);
    if (old) old.replaceWith(row);
    else rows.append(row);
    rows.closest("section").hidden = false;
  });
  source.addEventListener("end", () => {
    source.close();
    document.title = page.querySelector("[data-title]").dataset.title;
  });
}

// What is under way elsewhere is asked for again every few seconds, until it says no more that it is.
function again(part) {
  setTimeout(async () => {
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const made = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      const main = document.querySelector("main");
      if (!main.contains(document.activeElement)) main.innerHTML = made.innerHTML;
      localTimes(main);
    } catch (error) {
      // It is asked again: the judge may be starting anew.
    }
    const next = document.querySelector("[data-again]");
    if (next) again(next);
  }, 1000 * part.dataset.again);
}

// A button at each sample that copies it.
for (const statement of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  for (const text of statement.querySelectorAll("pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet copy";
    button.textContent = statement.dataset.copy;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = statement.dataset.copied;
      setTimeout(() => { button.textContent = statement.dataset.copy; }, 2000);
    });
    text.before(button);
  }
}

// Files say by their names what language they are in, whatever the last submission was in.
document.getElementById("files")?.addEventListener("change", () => {
  const language = document.getElementById("language");
  if (language) language.value = "";
});

// A time zone to be named is most likely the browser's own.
for (const field of document.querySelectorAll("[data-zone]")) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...field.list.options].some((option) => option.value === own)) field.value = own;
}

// The time that is left, by the judge's own clock; pages that wait for a start do not all ask in the same moment.
function tick(clock, skew) {
  if (!clock.isConnected) return;
  const left = Math.max(0, Number(clock.dataset.until) - Date.now() - skew);
  const s = Math.ceil(left / 1000);
  const days = Math.floor(s / 86400);
  const two = (number) => String(number).padStart(2, "0");
  const text = `${Math.floor(s / 3600) % 24}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  clock.querySelector("b").textContent = days ? `${days} d ${text}` : text;
  if (left > 0) setTimeout(tick, Math.min(1000, left % 1000 || 1000), clock, skew);
  else setTimeout(() => location.reload(), 300 + Math.random() * 2000);
}

// Only while the page is seen: over HTTP/1.1 a browser has six connections to a server, for all of its tabs. A stream
// begins with all that there is.
function news(part) {
  let source = null;
  const leave = () => {
    if (source) source.close();
    source = null;
  };
  const look = () => {
    if (document.hidden) leave();
    else if (!source) source = newsOf(part, over, lost);
  };
  const over = () => {
    document.removeEventListener("visibilitychange", look);
    leave();
  };
  // After an answer of 503, as while the judge's store is away, a browser does not ask again by itself.
  const lost = () => {
    leave();
    setTimeout(look, 10000 + Math.random() * 10000);
  };
  document.addEventListener("visibilitychange", look);
  look();
}

function newsOf(part, end, lost) {
  const source = new EventSource(part.dataset.news);
  let waits = false;
  source.addEventListener("notice", (event) => put(document.getElementById("notices"), event.data));
  source.addEventListener("clock", (event) => {
    const clock = document.getElementById("clock");
    if (!clock) return;
    put(clock, event.data);
    runClocks(clock);
  });
  source.addEventListener("end", end);
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) lost();
  });
  source.addEventListener("board", () => {
    if (!part.dataset.board || waits) return;
    waits = true;
    setTimeout(async () => {
      waits = false;
      const answer = await fetch(part.dataset.board);
      if (answer.ok) put(document.getElementById("board"), await answer.text());
    }, Math.random() * 500);
  });
  return source;
}

function runClocks(root) {
  for (const clock of root.querySelectorAll("[data-until]")) tick(clock, Number(clock.dataset.now) - Date.now());
}

runClocks(document);
const part = document.querySelector("[data-news]");
if (part) news(part);
localTimes(document);
const begun = document.querySelector("[data-again]");
if (begun) again(begun);
const page = document.querySelector("[data-live]");
if (page) watch(page);
