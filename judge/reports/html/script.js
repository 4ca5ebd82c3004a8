"use strict";
// Sorting, filtering, opening, and the readout of the cell that is pointed at. All text goes in as text, never as markup.
const bodies = [...document.querySelectorAll(".matrix tbody")];

function sort(button) {
  const head = button.closest("th"), table = head.closest("table"), column = head.cellIndex;
  const descending = head.getAttribute("aria-sort") === "ascending";
  for (const other of head.parentNode.cells) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const key = (body) => {
    const cell = body.rows[0].cells[column];
    if (button.dataset.sort === "text") return cell.dataset.value ?? body.dataset.name;
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  };
  const compare = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null); // what has no figure stays below
    return (descending ? -1 : 1) * (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  };
  const keyed = [...table.tBodies].map((body) => [key(body), body]);
  keyed.sort(([a], [b]) => compare(a, b)).forEach(([, body]) => table.append(body));
}

function filter() {
  const value = (name) => document.getElementById(`filter-${name}`).value;
  const name = value("name").toLowerCase(), verdict = value("verdict"), kind = value("kind"), device = value("device");
  let shown = 0;
  for (const { dataset, classList } of bodies) {
    const fits =
      dataset.name.toLowerCase().includes(name) &&
      (!verdict || (verdict === "unexpected" ? "unexpected" in dataset : dataset.verdict === verdict)) &&
      (!kind || dataset.kind === kind) &&
      (!device || dataset.device === device);
    classList.toggle("filtered", !fits);
    shown += fits;
  }
  document.getElementById("shown").value = `${shown} of ${bodies.length} solutions`;
}

function toggle(button) {
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", open);
  document.getElementById(button.getAttribute("aria-controls")).classList.toggle("open", open);
}

const readout = document.getElementById("readout");
let aimed = null;

function part(text, tag = "span", kind = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = kind;
  return element;
}

function aim(cell) {
  if (aimed === cell) return;
  aimed?.head.classList.remove("aimed");
  aimed = cell;
  readout.hidden = !cell;
  if (!cell) return;
  cell.head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex];
  cell.head.classList.add("aimed");
  const [wall, cpu, memory] = cell.dataset.f.split("|"); // of what was emulated the first is all
  const parts = [
    part(cell.textContent, "b", cell.className),
    part(cell.closest("tbody").dataset.name),
    part(cell.head.firstElementChild.title, "i"),
    ...(memory ? [`${wall} wall`, `${cpu} CPU`, memory] : [wall]).map((text) => part(text)),
  ];
  if (cell.dataset.r) parts.push(part(cell.dataset.r));
  readout.replaceChildren(...parts);
}

const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// Each matrix is one stop of the Tab key; the arrow keys go from cell to cell.
function go(event) {
  const step = steps[event.key], cell = event.target.closest("td[data-f]");
  if (!step || !cell) return;
  const shown = [...cell.closest("table").tBodies].filter((body) => !body.classList.contains("filtered"));
  let row = shown.indexOf(cell.closest("tbody")), column = cell.cellIndex, next;
  do {
    row += step[0];
    column += step[1];
    next = shown[row]?.rows[0].cells[column];
  } while (next && next.dataset.f === undefined);
  event.preventDefault();
  if (next?.dataset.f !== undefined) focusOn(next);
}

function focusOn(cell) {
  cell.closest("table").querySelector("td[tabindex='0']")?.setAttribute("tabindex", "-1");
  cell.tabIndex = 0;
  cell.focus();
}

const cellOf = (event) => event.target.closest?.("td[data-f]") ?? null;
for (const table of document.querySelectorAll(".matrix")) {
  const first = table.querySelector("td[data-f]");
  if (first) first.tabIndex = 0;
  table.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.sort) sort(button);
    else if (button) toggle(button);
    else if (cellOf(event)) focusOn(cellOf(event));
  });
  table.addEventListener("keydown", go);
  table.addEventListener("mouseover", (event) => aim(cellOf(event)));
  table.addEventListener("mouseleave", () => aim(document.activeElement.closest("td[data-f]")));
  table.addEventListener("focusin", (event) => aim(cellOf(event)));
  table.addEventListener("focusout", () => aim(null));
}
document.addEventListener("keydown", (event) => event.key === "Escape" && aim(null));

const form = document.querySelector(".filters");
if (form) { // there is more than one solution
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}
