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

localTimes(document);
const begun = document.querySelector("[data-again]");
if (begun) again(begun);
const page = document.querySelector("[data-live]");
if (page) watch(page);
