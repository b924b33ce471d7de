/* A round step by step: the picture of each step comes from the API, the hashes are worked out here. */
import { API, call } from "./api.js";
import * as motion from "./motion.js";
import { patch, svgOf } from "./patch.js";
import { $, listeners, settings, trouble, why } from "./page.js";
import { dollars, errorMessage, escape } from "./wording.js";

const page = document.querySelector(".replay");
const path = `/tables/${page.dataset.table}/rounds/${page.dataset.number}`;
const where = `${API}${path}`;
const slider = $("step");
let last = 0;
const pictures = new Map();
let at = 0;
let shown = 0;
let running = 0;

/** As wide as the page, and so high that the buttons under it are seen too. */
function width() {
  const wide = document.querySelector(".stage").clientWidth;
  return Math.round(wide < 700 ? Math.max(wide, 320) : Math.min(wide, Math.max(700, (window.innerHeight - 250) * 1.75), 1600));
}

function picture(step) {
  const asked = new URLSearchParams({ step, width: width(), felt: settings.felt, four_colours: settings.four_colours });
  const url = `${where}/picture.svg?${asked}`;
  if (!pictures.has(url)) pictures.set(url, fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status))));
  return pictures.get(url);
}

async function show(step) {
  at = Math.min(Math.max(step, 1), last);
  slider.value = at;
  const item = $(`step-${at}`);
  slider.setAttribute("aria-valuetext", `step ${at} of ${last}: ${item.querySelector("span").textContent}`);
  $("count").textContent = `step ${at} of ${last}`;
  $("said").innerHTML = `${escape(item.querySelector("span").textContent)} ${item.querySelector(".why")?.outerHTML || ""}`;
  for (const other of page.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  item.setAttribute("aria-current", "step");
  const wanted = at;
  try {
    const source = await picture(at);
    if (wanted !== at) return;
    const fresh = svgOf(source);
    const old = $("felt").querySelector("svg");
    const was = motion.before(old);
    old ? patch(old, fresh) : $("felt").replaceChildren(fresh);
    if (old && wanted === shown + 1) motion.after(old, was);
    shown = wanted;
    page.dataset.shown = at;
    if (at < last) picture(at + 1).catch(() => {});
  } catch {
    stop();
    pictures.clear();
    trouble({ text: "The server does not answer. Choose the step again in a moment." });
  }
}

function stop() {
  clearInterval(running);
  running = 0;
  $("run").textContent = "Play";
}

function run() {
  if (running) return stop();
  if (at === last) show(1);
  $("run").textContent = "Pause";
  running = setInterval(() => (at < last ? show(at + 1) : stop()), 700);
}

const steps = { first: () => show(1), previous: () => show(at - 1), next: () => show(at + 1), last: () => show(last), run };

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-at]");
  if (!button) return;
  if (button.dataset.step !== "run") stop();
  button.dataset.at ? show(Number(button.dataset.at)) : steps[button.dataset.step]();
});
slider.addEventListener("input", () => (stop(), show(Number(slider.value))));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target === slider) return;
  const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (step) event.preventDefault(), stop(), steps[step]();
});
listeners.push(() => show(at));
let [drawn, resizing] = [0, 0];
window.addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => drawn !== width() && (drawn = width(), show(at)), 150);
});

// The hash of what was opened, worked out by this browser itself ----------------------------------------------------------
async function hash(words) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function checked(secret) {
  if (secret.opened === null) return "not published yet";
  if (!window.crypto?.subtle) return "published";
  const same = (await hash(secret.kind === "order" ? `${secret.nonce} ${secret.value}` : secret.value)) === secret.commitment;
  return same ? "published, and your browser finds the same SHA-256" : "published, but your browser finds another SHA-256";
}

async function fairness() {
  const answer = await call("GET", `${path}/fairness`);
  if (!answer.ok) return ($("fairness").innerHTML = "<p>This could not be checked now. Open the page again.</p>");
  const reply = answer.data;
  const found = await Promise.all(reply.secrets.map(checked));
  const list = reply.secrets.map((secret, place) => `<li><code>${escape(secret.commitment)}</code><br>
    ${secret.kind === "order" ? "an order of cards" : "a seed"}, committed to at version ${secret.published} of the table, ${escape(found[place])}</li>`);
  const [first, ...rest] = reply.words;
  $("fairness").innerHTML = `<p class="${reply.verdict}"><b>${escape(first)}</b></p>${rest.map((line) => `<p>${escape(line)}</p>`).join("")}<ul>${list.join("")}</ul>`;
  page.dataset.fair = reply.verdict;
}


function step({ text, by }, place) {
  return `<li id="step-${place + 1}"><button type="button" class="at" data-at="${place + 1}">${place + 1}</button>
    <span>${escape(text)}</span>${why(by)}</li>`;
}

function correction({ player, amount, reason, by, asked_by: askedBy, at: made }) {
  const what = player ? `${dollars(Math.abs(amount))} ${amount < 0 ? "taken from" : "given to"} ${player}` : `${dollars(amount)} moved; no player's chips changed`;
  return `<li><b>${escape(what)}</b>: ${escape(reason)}. By ${escape(by)}${askedBy ? `, asked for by ${escape(askedBy)}` : ""}, <time datetime="${new Date(made).toISOString()}">${escape(new Date(made).toLocaleString())}</time></li>`;
}

async function begin() {
  const answer = await call("GET", `${path}/steps`);
  if (!answer.ok) {
    const { text } = errorMessage(answer.data);
    return ($("instead").innerHTML = `<p class="words">${escape(text)} <a href="/rounds">Go to your rounds</a></p>`);
  }
  const round = answer.data;
  last = Number((slider.max = round.steps.length));
  $("steps").innerHTML = round.steps.map(step).join("");
  $("corrections").hidden = !round.corrections.length;
  $("corrections").querySelector("ul").innerHTML = round.corrections.map(correction).join("");
  $("log-file").textContent = round.log_is_complete ? "Log for chapter47 replay" : "Log without the cards that only others saw";
  document.querySelector("h1").textContent = `${round.title}, round ${page.dataset.number}`;
  document.title = `${round.title}, round ${page.dataset.number} – Chapter 47`;
  $("instead").remove();
  page.hidden = false;
  show(1);
  fairness();
}

begin();
