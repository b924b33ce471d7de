/* Lessons: the list of courses, and a lesson step by step on the felt. A client of the public API. */
import { call } from "./api.js";
import { $, failed, settings, unlessBusy, why } from "./page.js";
import { svgOf } from "./patch.js";
import { handIn } from "./hand_in.js";
import { keep, kept } from "./results_kept.js";
import { capital, dollars, escape, spoken } from "./wording.js";

const page = $("lessons");
const OWN = "own";
const OF_CLASS = "class"; // a lesson of the trainer's own file
const signed = (cents) => `${cents > 0 ? "+" : ""}${dollars(cents)}`;
const ownFile = () => sessionStorage.getItem("chapter47-lesson-file") || "";
const done = (course, lesson) => Boolean(kept().lessons[`${course}/${lesson}`]);

// The list ---------------------------------------------------------------------------------------------------------------
async function showList() {
  const answer = await call("GET", "/school/lessons");
  if (!answer.ok) return failed(answer);
  page.innerHTML = `<p class="lead">Short lessons on the real felt with chosen cards. Each step shows the paragraph behind it.</p>
    <ul class="drill-list courses">${answer.data.map((course) => tile(course, course.course)).join("")}</ul>
    <section aria-labelledby="own-title"><h2 id="own-title">Teach your own lesson</h2><p>Write a lesson file (<a href="/static/x/lesson.toml" id="sample" download="my-lesson.toml">an example</a>). The engine plays
    it and reports every problem.</p><form id="own"><label>Lesson file <input type="file" name="file" accept=".toml,text/plain" required></label><button class="go">Check it</button></form><div id="own-result" aria-live="polite"></div></section>`;
  $("sample").href = new URL("lesson.toml", import.meta.url).href;
  $("own").addEventListener("submit", (event) => (event.preventDefault(), unlessBusy(event.target, () => checkOwn(event.target))));
  return null;
}

const tile = (course, name) => `<li class="tile-drill"><h2>${escape(course.title)}</h2><ol>${course.lessons
  .map((lesson) => `<li><a href="/school/lessons/${encodeURIComponent(name)}/${encodeURIComponent(lesson.name)}">${escape(lesson.title)}</a>${done(name, lesson.name) ? ' <span class="good">done</span>' : ""}</li>`).join("")}</ol></li>`;

async function checkOwn(form) {
  const file = await form.file.files[0].text();
  const answer = await call("POST", "/school/lessons/check", { file });
  if (!answer.ok) return failed(answer);
  const { problems, course } = answer.data;
  if (!problems.length) sessionStorage.setItem("chapter47-lesson-file", file);
  $("own-result").innerHTML = problems.length
    ? `<p role="status">${problems.length} problem${problems.length > 1 ? "s" : ""}:</p><ul>${problems.map((one) => `<li><b>${escape(one.key)}</b>: ${escape(one.got)}. Allowed: ${escape(one.allowed)}${why(one.citation)}</li>`).join("")}</ul>`
    : `<p role="status">No problem. Teach it:</p><ul class="drill-list">${tile(course, OWN)}</ul>`;
  return null;
}

// A lesson ---------------------------------------------------------------------------------------------------------------
let lesson = null;
let now = null;

const source = () => {
  const query = new URLSearchParams(location.search);
  if (lesson.course === OF_CLASS) return { of_class: query.get("class"), item: Number(query.get("item")) };
  return lesson.course === OWN ? { file: ownFile() } : { course: lesson.course };
};
const asked = (step) => ({ ...source(), lesson: lesson.name, step, width: page.clientWidth || 800, felt: settings.felt });

async function go(step) {
  const answer = await call("POST", "/school/lessons/step", asked(step));
  if (!answer.ok) return failed(answer);
  now = answer.data;
  history.replaceState(null, "", `#${step + 1}`);
  return draw();
}

function draw() {
  const { title, step, steps, text, by, won, values, price } = now;
  document.title = `${title} – Chapter 47`;
  page.innerHTML = `<nav class="tabs" aria-label="Lessons"><a href="/school/lessons">All lessons</a></nav>
    <div class="lesson-table"><div id="lesson-felt" class="felt"></div>
    <section class="lesson" aria-labelledby="lesson-title"><h2 id="lesson-title">${escape(title)}</h2><p class="quiet">Step ${step + 1} of ${steps}</p><progress max="${steps}" value="${step + 1}" aria-label="Steps done"></progress>
    ${won === null ? "" : `<p class="won">Result of the round: <b>${signed(won)}</b></p>`}${values ? table(values) : ""}
    <div id="lesson-text" tabindex="-1"><p class="prompt">${escape(text)}</p>${now.ask && now.ask !== text ? `<p class="prompt">${escape(now.ask)}</p>` : ""}<p>${by.map(why).join(" ")}</p></div>
    ${price ? `<p class="price">Price of ${escape(spoken(price.wager))}: house edge ${(100 * price.house_edge).toFixed(2)} %, ${dollars(Math.round(price.expected_loss))} of ${dollars(price.amount)} on average.${price.advice ? ` ${escape(price.advice)}` : ""}</p>` : ""}
    <div id="lesson-acts" class="choices moves-row" role="group" aria-label="What you can do"></div><p id="lesson-line" role="status"></p>
    <p class="quiet" id="lesson-said">${escape(now.said.slice(-5).join(" "))}</p></section></div>`;
  $("lesson-felt").replaceChildren(svgOf(now.svg));
  $("lesson-acts").innerHTML = buttons().join("");
  $("lesson-text").focus({ preventScroll: true });
}

const table = (values) => `<table class="values"><caption>${escape(values.situation)}, by basic strategy</caption><thead><tr><th scope="col">Move</th><th scope="col">Worth on average</th></tr></thead><tbody>${Object.entries(values.basic)
  .sort((a, b) => b[1] - a[1]).map(([move, cents]) => `<tr><th scope="row">${escape(capital(spoken(move)))}</th><td class="${move === values.best ? "best" : ""}">${signed(Math.round(cents))}</td></tr>`).join("")}</tbody></table>`;

const KEYS = { hit: "h", stand: "s", double: "d", split: "p", surrender: "r", insure: "i", decline: "n" };

function buttons() {
  const key = (text) => (text ? ` <kbd aria-hidden="true">${text === "Enter" ? "⏎" : text}</kbd>` : "");
  if (now.ask) return now.choices.map((choice, place) => `<button type="button" data-answer="${escape(choice)}" data-key="${place + 1}">${escape(choice)}${key(String(place + 1))}</button>`);
  if (!now.acts) return [`<button type="button" class="go" data-next="yes" data-key="Enter">${now.step + 1 === now.steps ? "Finish" : "Go on"}${key("Enter")}</button>`];
  const amount = (offer) => (offer.most ? Math.min(Math.max(now.amount || offer.least, offer.least), offer.most) : 0);
  const line = (offer) => { const own = offer.text.replace(/^You /, ""); return offer.most ? own.replace(/^(bet |take odds |lay odds )[\d.]+/, `$1${amount(offer) / 100}`).replace(/ for [\d.]+$/, ` for ${amount(offer) / 100}`) : own; };
  const offers = now.may.filter((offer) => ["move", "bet", "turn"].includes(offer.kind));
  const drawn = offers.map((offer) => `<button type="button" data-answer="${escape(line(offer))}" data-key="${KEYS[offer.act.move] || ""}">${escape(offer.kind === "bet" ? `${offer.label} ${dollars(amount(offer))}` : capital(spoken(offer.act.move || offer.label)) + (offer.most ? ` for ${dollars(amount(offer))}` : ""))}${key(KEYS[offer.act.move] || "")}</button>`);
  if (now.may_deal) drawn.unshift(`<button type="button" class="go" data-answer="deal" data-key="Enter">${/craps/.test(lesson.course) ? "Throw the dice" : "Deal"}${key("Enter")}</button>`);
  return drawn;
}

const first = {};
/** The first answer to each step counts for a class. */
const noted = (given) => (first[now.step] ??= given);

async function answered(given) {
  noted(given);
  const answer = await call("POST", "/school/lessons/answer", { ...asked(now.step), answer: given });
  if (!answer.ok) return failed(answer);
  if (answer.data.right) return next();
  $("lesson-line").className = "wrong";
  $("lesson-line").innerHTML = `${escape(answer.data.line)}${why(answer.data.by)}`;
  return null;
}

function next() {
  if (now.step + 1 < now.steps) return go(now.step + 1);
  keep((all) => (all.lessons[`${lesson.course}/${lesson.name}`] = Date.now()));
  page.innerHTML = `<section class="certificate"><h2 id="lesson-title">${escape(now.title)}</h2><p role="status">Lesson finished.</p><p id="handed-in" role="status"></p><p><a class="go" id="lesson-list" href="/school/lessons">All lessons</a> <a href="/practice?game=${encodeURIComponent(lesson.course)}">Practise</a></p></section>`;
  $("lesson-list").focus();
  handIn({ answers: Object.keys(first).map(Number).sort((a, b) => a - b).map((step) => first[step]) });
  return null;
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("#lesson-acts button");
  if (!button) return null;
  return unlessBusy(page, () => (button.dataset.next ? next() : answered(button.dataset.answer)));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  const button = document.querySelector(`#lesson-acts [data-key="${CSS.escape(event.key)}"]`);
  if (button) event.preventDefault(), button.click();
});

const [, course, name] = location.pathname.match(/\/school\/lessons\/([^/]+)\/([^/]+)/) || [];
if (name) {
  lesson = { course: decodeURIComponent(course), name: decodeURIComponent(name) };
  go(Math.max(0, Number(location.hash.slice(1) || 1) - 1));
} else showList();
