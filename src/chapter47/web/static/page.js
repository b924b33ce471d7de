/* What every page has: messages, reasons, settings, guest seats. */
import { call } from "./api.js";
import { escape, errorMessage, short } from "./wording.js";

export const $ = (id) => document.getElementById(id);
export const demo = document.body.dataset.demo === "yes";
export const role = document.body.dataset.role;
export const you = document.body.dataset.name;
export const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");

// Messages and reasons ---------------------------------------------------------------------------------------------------
export const why = (by) => (by ? ` <button type="button" class="why" data-by="${escape(by)}">why? ${escape(short(by))}</button>` : "");
let hiding = 0;

/** What happened and what to do; `stays` where it is so until it changes, `where` leads to what can be done. */
export function trouble(problem) {
  const more = (problem.more || []).map((line) => `<li>${escape(line)}</li>`).join("");
  const link = problem.where ? ` <a href="${escape(problem.where)}">${escape(problem.label)}</a>` : "";
  $("trouble").innerHTML = `<p>${escape(problem.text)}${why(problem.by || "")}${link}</p>${more ? `<ul>${more}</ul>` : ""}
    <button type="button" class="plain" data-do="dismiss">Close</button>`;
  clearTimeout(hiding);
  if (!more && !problem.stays) hiding = setTimeout(calm, 12000);
}

export function calm() {
  $("trouble").replaceChildren();
}

/** Does the work of a press, and ignores further presses inside this element until it is done. */
export async function unlessBusy(element, work) {
  if (element.ariaBusy === "true") return null;
  element.ariaBusy = "true";
  try {
    return await work();
  } finally {
    element.ariaBusy = "false";
  }
}

/** Opens another page; done when this one is left, so that a busy form stays busy until then. */
export function leaveFor(address) {
  const left = new Promise((resolve) => addEventListener("pagehide", resolve, { once: true }));
  location.href = address;
  return left;
}

export const failed = (answer) => trouble(errorMessage(answer.data, { demo }));

function explain(paragraph) {
  const parts = paragraph.parts.map((part) => `<p><b>${escape(short(part.citation))}</b> ${escape(part.says)}</p>`).join("");
  const readings = paragraph.readings
    .map((one) => `<p class="reading"><b>Doubtful:</b> ${escape(one.problem)}. <b>Read as:</b> ${escape(one.reading)}.</p>`)
    .join("");
  $("why-title").textContent = `N.J.A.C. ${paragraph.citation}`;
  $("why-text").innerHTML = `<p class="quiet">${escape(paragraph.title)}</p><p>${escape(paragraph.says)}</p>${parts}${readings}
    <p class="quiet">In our own words; the regulation itself is the authority. <a href="/law/${encodeURI(short(paragraph.citation))}" target="_blank">Read all about
    this paragraph</a></p>`;
  if (!$("why").open) $("why").showModal();
}

async function askWhy(by) {
  const answer = await call("GET", `/why/${encodeURIComponent(by)}`);
  answer.ok ? explain(answer.data) : failed(answer);
}

// Settings, kept in this browser -----------------------------------------------------------------------------------------
const USUAL = { theme: "auto", felt: "green", four_colours: false, spoken: false, pace: "house", no_clock: false };
export const settings = { ...USUAL };
export const listeners = [];

function readSettings() {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem("chapter47") || "{}"));
  } catch {
    Object.assign(settings, USUAL); // a browser that keeps nothing
  }
}

function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem("chapter47", JSON.stringify(settings));
  } catch {
    /* kept as long as the page is open */
  }
  applyTheme();
  for (const listener of listeners) listener(name);
}

function openSettings() {
  const form = $("settings").querySelector("form");
  for (const field of form.elements) {
    if (field.type === "radio") field.checked = String(settings[field.name]) === field.value;
    else if (field.type === "checkbox") field.checked = settings[field.name];
  }
  $("settings").showModal();
}

// Guest seats and signing out --------------------------------------------------------------------------------------------
export async function guest(then) {
  const answer = await call("POST", "/guests");
  if (answer.ok) location.href = then;
  else if (answer.status === 0) failed(answer);
  else trouble({ text: "No guest seat is free now. Wait a moment and try again." });
}

async function signOut() {
  const answer = await call("DELETE", "/session");
  answer.ok ? (location.href = "/") : failed(answer);
}

// What can be pressed on any page ----------------------------------------------------------------------------------------
export const does = { dismiss: calm, settings: openSettings, guest: () => guest(location.pathname), "sign-out": signOut };

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-by], button[data-do]");
  if (!target || target.disabled) return;
  target.dataset.by ? askWhy(target.dataset.by) : does[target.dataset.do]?.(target);
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.form?.closest("#settings")) choose(field.name, field.type === "checkbox" ? field.checked : field.value);
});

/* Enter never reopens what was just closed: the focus does not go back to the button that opened it. */
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("close", () => queueMicrotask(() => document.activeElement?.matches("header button, .why") && document.activeElement.blur()));
}

readSettings();
applyTheme();
