/* The school: drills with a clock and a score, the audition, faults, lessons, results. A client of the public API. */
import { call } from "./api.js";
import { showFoul, tally } from "./foul.js";
import { $, demo, failed, unlessBusy, why, you } from "./page.js";
import { handIn } from "./hand_in.js";
import { svgOf } from "./patch.js";
import { showPuzzles } from "./puzzles.js";
import { kept, keep, fetched, imported } from "./results_kept.js";
import { escape } from "./wording.js";

const part = $("part");
const query = new URLSearchParams(location.search);
const randomSeed = () => String(Math.floor(Math.random() * 1e9));
let games = [];
let drills = [];
let counts = [];
const COUNTING = "chapter47-counting";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const face = (card) => {
  const rank = card[0] === "T" ? "10" : card[0];
  const red = "hd".includes(card[1]);
  return `<span class="face${red ? " red" : ""}" role="img" aria-label="${rank} of ${NAMES[card[1]]}">${rank}${SUITS[card[1]]}</span>`;
};

// Drills -----------------------------------------------------------------------------------------------------------------
/** How a counter trains: the count, the pace of the cards, the cards between two checks, and the ramp. */
const counting = () => ({ count: "hi-lo", pace: "0.7", cards: "8", ramp: "1:1 2:2 3:4 4:8 5:12", ...JSON.parse(localStorage.getItem(COUNTING) || "{}"), ...Object.fromEntries([...query].filter(([name]) => ["count", "pace", "cards", "ramp"].includes(name))) });

const FIELDS = { "running-count": ["count", "pace", "cards"], countdown: ["count", "pace"], "true-count": ["count"], "bet-sizing": ["ramp"], deviations: ["count"] };

function countingFields(drill) {
  const now = counting();
  const drawn = {
    count: () => `<label>Count <select name="count">${counts.filter((one) => (drill.name !== "deviations" || one.has_index) && (drill.name !== "true-count" || one.has_true_count)).map((one) => `<option value="${one.name}" ${one.name === now.count ? "selected" : ""}>${escape(one.title)}</option>`).join("")}</select></label>`,
    pace: () => `<label>Seconds per card <input name="pace" type="number" min="0.1" max="5" step="0.1" value="${escape(now.pace)}"></label>`,
    cards: () => `<label>Cards to a check <input name="cards" type="number" min="1" max="104" value="${escape(now.cards)}"></label>`,
    ramp: () => `<label>Your ramp, true count:units <input name="ramp" value="${escape(now.ramp)}" maxlength="200"></label>`,
  };
  return (FIELDS[drill.name] || []).map((name) => drawn[name]()).join("");
}

function listDrills() {
  const tile = (drill) => `<li class="tile-drill"><h3>${escape(drill.title)}</h3><p>${escape(drill.trains)}</p>
    <form data-drill="${drill.name}">${drill.counts ? countingFields(drill) : ""}<label>Game <select name="game">${drill.games.map((name) => `<option value="${name}">${escape(title(name))}</option>`).join("")}</select></label>
    <button class="go">Start</button></form></li>`;
  part.innerHTML = `<h2>Drills</h2><p>Ten tasks, a clock and a score. Answers come from the rules of the game.</p><ul class="drill-list">${drills.map(tile).join("")}</ul>`;
  for (const form of part.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = Object.fromEntries([...new FormData(form)].filter(([name]) => ["count", "pace", "cards", "ramp"].includes(name)));
      localStorage.setItem(COUNTING, JSON.stringify({ ...counting(), ...chosen }));
      run([...Array(10).keys()].map((number) => ({ drill: form.dataset.drill, number })), { game: form.game.value, seed: query.get("seed") || randomSeed(), title: titleOf(form.dataset.drill) });
    });
  }
}

const title = (name) => games.find((game) => game.name === name)?.title || name;
const titleOf = (name) => drills.find((drill) => drill.name === name)?.title || name;

/** Asks the tasks one after the other; `limits` are seconds for each, or nothing. A second start is ignored while the first task is on its way. */
export async function run(tasks, { game, seed, title: heading, done }) {
  if (part.ariaBusy === "true") return null;
  const marks = [];
  const begun = performance.now();
  for (const [place, task] of tasks.entries()) {
    const of = task.game || game;
    const path = `/school/drills/${task.drill}/${of}/${encodeURIComponent(seed)}/${task.number}${how(task.drill)}`;
    const asked = await unlessBusy(part, () => call("GET", path));
    if (!asked) return null; // another part of the school was opened meanwhile
    if (!asked.ok) return failed(asked);
    const from = performance.now();
    const given = await answerTo(asked.data, `${heading}: ${place + 1} of ${tasks.length}`, task.limit);
    const seconds = (performance.now() - from) / 1000;
    const marked = await call("POST", path, { answer: given }); // a form is answered once
    if (!marked.ok) return failed(marked);
    const late = task.limit && seconds > task.limit;
    marks.push({ ...marked.data, seconds, late, drill: task.drill, game: of, prompt: asked.data.prompt, given });
    await shown(marked.data, late, given);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (done) return done(marks, seconds);
  handIn({ answers: marks.map((mark) => mark.given) });
  keep((now) => now.drills.push({ drill: tasks[0].drill, game, right: marks.filter((mark) => mark.right).length, asked: marks.length, seconds, seed, at: Date.now() }));
  return finish(heading, marks, seconds);
}

function how(drill) {
  const { cards, ramp } = counting();
  const needs = { deviations: "has_index", "true-count": "has_true_count" }[drill];
  const count = counts.find((one) => one.name === counting().count && (!needs || one[needs]))?.name || "hi-lo";
  const table = query.get("drill") === drill && query.get("table");
  const words = new URLSearchParams({ ...(FIELDS[drill] && !query.get("class") ? { count, cards, ramp } : {}), ...(table ? { table } : {}) }).toString();
  return words && `?${words}`;
}

function answerTo(task, heading, limit) {
  const cards = task.one_by_one ? '<p id="dealt" class="faces one" aria-live="polite"></p>' : `<p class="faces">${task.cards.map(face).join(" ")}</p>`;
  const field = task.form === "choice"
    ? `<div class="choices">${task.choices.map((choice, place) => `<button type="submit" name="answer" value="${escape(choice)}">${escape(choice)} <kbd aria-hidden="true">${place + 1}</kbd></button>`).join("")}</div>`
    : `<label>${task.form === "dollars" ? "Dollars" : "Answer"} <input name="answer" inputmode="decimal" autocomplete="off" required></label><button class="go">Answer</button>`;
  part.innerHTML = `<h2 id="task-title">${escape(heading)}</h2>${task.cards.length ? cards : ""}<div id="task-picture" class="task-picture"></div><form id="task" aria-labelledby="task-title"><p class="prompt">${escape(task.prompt)}</p>${field}
    <p class="clock" id="clock">0.0 s</p></form>`;
  if (task.picture) $("task-picture").replaceChildren(svgOf(task.picture));
  part.querySelector("input, .choices button")?.focus();
  const from = performance.now();
  const ticking = setInterval(() => $("clock") && ($("clock").textContent = `${((performance.now() - from) / 1000).toFixed(1)} s${limit ? ` of ${limit} s` : ""}`), 100);
  if ($("dealt")) dealOut(task.cards);
  return new Promise((resolve) => {
    $("task").addEventListener("submit", (event) => {
      event.preventDefault();
      clearInterval(ticking);
      resolve(event.submitter?.value || new FormData(event.target).get("answer") || "");
    });
  });
}

/** Cards one by one, at the pace that the learner has set. */
function dealOut(cards) {
  const pace = 1000 * Math.max(0.1, Number(counting().pace) || 0.7);
  let place = 0;
  const next = () => {
    if (!$("dealt")) return;
    $("dealt").innerHTML = place < cards.length ? face(cards[place]) : "<i>no more cards</i>";
    place += 1;
    if (place <= cards.length) setTimeout(next, pace);
  };
  next();
}

function shown(mark, late, given) {
  const words = mark.right ? (late ? "Right, but too late." : "Right.") : `Wrong: you said ${given}; it is ${mark.answer}.`;
  const box = document.createElement("div");
  box.className = `mark ${mark.right && !late ? "right" : "wrong"}`;
  box.innerHTML = `<p role="status">${escape(words)} ${escape(mark.explains)}${why(mark.by)}</p><button type="button" class="go" id="next">Next <kbd aria-hidden="true">⏎</kbd></button>`;
  $("task").replaceWith(box);
  $("next").focus();
  return new Promise((resolve) => $("next").addEventListener("click", resolve, { once: true }));
}

function finish(heading, marks, seconds) {
  const right = marks.filter((mark) => mark.right).length;
  part.innerHTML = `<h2>${escape(heading)}: ${right} of ${marks.length} in ${seconds} s</h2>${mistakes(marks)}<p id="handed-in" role="status"></p><p><a class="go" href="/school#drills" id="again">All drills</a></p>`;
}

function mistakes(marks) {
  const wrong = marks.filter((mark) => !mark.right || mark.late);
  if (!wrong.length) return "<p>No mistake.</p>";
  return `<h3>Mistakes</h3><ul>${wrong.map((mark) => `<li>${escape(mark.prompt)} You said ${escape(mark.given)}; it is ${escape(mark.answer)}.${mark.late ? " Too late." : ""}${why(mark.by)}</li>`).join("")}</ul>`;
}

// The audition -----------------------------------------------------------------------------------------------------------
async function showAudition() {
  const answer = await call("GET", "/school/audition");
  if (!answer.ok) return failed(answer);
  const { sections, pass } = answer.data;
  part.innerHTML = `<h2>Audition</h2><p>A mixed exam with time limits. You pass with ${Math.round(pass * 100)} % right and in time.</p>
    <table class="values"><thead><tr><th scope="col">Part</th><th scope="col">Tasks</th><th scope="col">Seconds each</th></tr></thead><tbody>${sections
      .map((one) => `<tr><th scope="row">${escape(titleOf(one.drill))}, ${escape(title(one.game))}</th><td>${one.tasks}</td><td>${one.seconds}</td></tr>`).join("")}</tbody></table>
    <form id="begin"><label>Your name <input name="name" required maxlength="60" autocomplete="name"></label><button class="go">Begin the audition</button></form>`;
  $("begin").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = event.target.name.value;
    const tasks = sections.flatMap((one) => [...Array(one.tasks).keys()].map((number) => ({ ...one, number, limit: one.seconds })));
    run(tasks, { seed: query.get("seed") || randomSeed(), title: "Audition", done: (marks, seconds) => certificate(name, marks, seconds, pass) });
  });
}

function certificate(name, marks, seconds, pass) {
  const good = marks.filter((mark) => mark.right && !mark.late).length;
  const passed = good / marks.length >= pass;
  keep((now) => now.drills.push({ drill: "audition", game: "", right: good, asked: marks.length, seconds, at: Date.now() }));
  const paragraphs = [...new Set(marks.filter((mark) => mark.by).map((mark) => mark.by))];
  part.innerHTML = `<section class="certificate"><p>Chapter 47, the school</p><h2>${passed ? "Certificate" : "Not passed"}</h2><p class="name">${escape(name)}</p>
    <p>${good} of ${marks.length} tasks right and in time, ${seconds} s, ${new Date().toLocaleDateString()}</p>${mistakes(marks)}
    <h3>Paragraphs</h3><p>${paragraphs.map((by) => why(by)).join(" ")}</p><p><button type="button" id="print">Print</button> <a href="#drills">All drills</a></p></section>`;
  $("print").addEventListener("click", () => window.print());
}

// Results ----------------------------------------------------------------------------------------------------------------
const sessions = (now) => (now.sessions.length ? `<h3>Sessions</h3><ul>${[...now.sessions].reverse().map((one) => `<li><a href="/review/${encodeURIComponent(one.id)}">${escape(title(one.game))}, ${one.rounds} round${one.rounds === 1 ? "" : "s"}, $${(one.net / 100).toFixed(2)}, ${new Date(one.at).toLocaleString()}</a></li>`).join("")}</ul>` : "");

function showProgress() {
  const now = kept();
  const rows = now.drills.slice(-20).reverse().map((one) => `<tr><th scope="row">${escape(titleOf(one.drill))}</th><td>${escape(title(one.game))}</td><td>${one.right} of ${one.asked}</td><td>${one.seconds} s</td></tr>`).join("");
  const sum = (list, name) => list.reduce((all, one) => all + one[name], 0);
  const decisions = sum(now.rounds, "decisions") + now.decisions.length;
  const right = sum(now.rounds, "right") + sum(now.decisions, "right");
  const cost = sum(now.rounds, "cost") + sum(now.decisions, "cost");
  part.innerHTML = `<h2>My results</h2><p>${you && !demo ? "Kept on the server for you, and in this browser." : "Kept in this browser."} Export them to take them with you.</p>
    <p>${decisions ? `${now.rounds.length} rounds of practice, ${decisions} decisions, ${now.decisions.length} of them at tables, ${Math.round((100 * right) / decisions)} % by basic strategy, mistakes cost $${(cost / 100).toFixed(2)}.` : "No decisions yet."}
    <a href="/practice">Practise</a></p>
    ${rows ? `<table class="values"><thead><tr><th scope="col">Drill</th><th scope="col">Game</th><th scope="col">Right</th><th scope="col">Time</th></tr></thead><tbody>${rows}</tbody></table>` : "<p>No drills yet.</p>"}
    ${now.fouls.length ? `<h3>Foul!</h3><p>${tally(now.fouls)}</p>` : ""}${sessions(now)}<p class="steps"><button type="button" id="export">Export</button><label class="plain-label">Import <input type="file" id="import" accept=".json,application/json"></label></p><p id="import-result" role="status"></p>`;
  $("export").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(kept())], { type: "application/json" }));
    link.download = "chapter47-school.json";
    link.click();
  });
  $("import").addEventListener("change", async (event) => {
    const good = imported(await event.target.files[0].text());
    if (good) showProgress();
    $("import-result").textContent = good ? "Imported." : "This is not an exported file of the school.";
  });
}

const PARTS = { drills: listDrills, puzzles: () => showPuzzles(part), audition: showAudition, foul: () => showFoul(part, games), progress: showProgress };

function show() {
  const name = location.hash.slice(1) || "drills";
  for (const link of document.querySelectorAll(".tabs a")) link.toggleAttribute("aria-current", link.hash === `#${name}`);
  (PARTS[name] || listDrills)();
}

/** A drill that a class has to do begins at once. */
function assigned() {
  const [drill, game] = [query.get("drill"), query.get("game")];
  if (!drill || !game) return false;
  const number = Number(query.get("tasks") || 10);
  run([...Array(number).keys()].map((place) => ({ drill, number: place })), { game, seed: query.get("seed") || randomSeed(), title: titleOf(drill) });
  return true;
}

async function begin() {
  const answers = await Promise.all([call("GET", "/school/drills"), call("GET", "/games"), call("GET", "/school/counts")]);
  const bad = answers.find((answer) => !answer.ok);
  if (bad) return failed(bad);
  [drills, games, counts] = answers.map((answer) => answer.data);
  await fetched();
  window.addEventListener("hashchange", show);
  return assigned() || show();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
  const choice = part.querySelectorAll(".choices button")[Number(event.key) - 1];
  if (choice) event.preventDefault(), choice.click();
});

begin();
