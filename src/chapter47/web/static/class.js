/* Classes: a trainer assigns lessons, drills, rounds as the dealer and tables with a seed; members do them, the trainer sees the results. */
import { call } from "./api.js";
import { $, demo, failed, leaveFor, role, unlessBusy, you } from "./page.js";
import { dollars, escape } from "./wording.js";

const page = $("class");
const id = location.pathname.split("/")[3] || "";
const KINDS = { lesson: "Lesson", drill: "Drill", dealer: "Play the dealer", practice: "Practice from a seed" };
let games = [];
let courses = [];
let drills = [];
let tables = [];
let chosen = [];
let own = null; // the trainer's own lesson file, and its course

const title = (name) => games.find((game) => game.name === name)?.title || name;
const called = (one) => {
  if (one.kind === "lesson") return `Lesson “${one.title || courses.find((course) => course.course === one.game)?.lessons.find((lesson) => lesson.name === one.name)?.title || one.name}”, ${title(one.game)}${one.own || one.file ? ", the trainer's own" : ""}`;
  return `${calledAtTable(one)}${one.table ? ", at the trainer's table" : ""}`;
};
const calledAtTable = (one) => {
  if (one.kind === "drill") return `Drill “${drills.find((drill) => drill.name === one.name)?.title || one.name}”, ${title(one.game)}, ${one.number} tasks, seed ${one.seed}`;
  if (one.kind === "dealer") return `Play the dealer, ${title(one.game)}, seed ${one.seed}`;
  return `Practice, ${title(one.game)}, ${one.number} rounds, seed ${one.seed}`;
};

function address(one, item) {
  const words = new URLSearchParams({ class: id, item, seed: one.seed, game: one.game, tasks: one.number, ...(one.table ? { table: one.table } : {}) });
  if (one.own) return `/school/lessons/class/${encodeURIComponent(one.name)}?${new URLSearchParams({ class: id, item })}`;
  if (one.kind === "lesson") return `/school/lessons/${encodeURIComponent(one.game)}/${encodeURIComponent(one.name)}?${new URLSearchParams({ class: id, item })}`;
  if (one.kind === "drill") return `/school?${words}&drill=${encodeURIComponent(one.name)}`;
  return one.kind === "dealer" ? `/school/dealer?${words}` : `/practice?${words}`;
}

// All classes ------------------------------------------------------------------------------------------------------------
async function showAll() {
  const answer = await call("GET", "/school/classes");
  if (!answer.ok) return failed(answer);
  const teaches = demo || ["dealer", "supervisor", "administrator"].includes(role);
  page.innerHTML = `<h2>My classes</h2>${answer.data.length ? `<ul>${answer.data.map((one) => `<li><a href="/school/class/${one.id}">${escape(one.title)}</a> ${one.trainer === you ? "(you teach it)" : `(${escape(one.trainer)})`}</li>`).join("")}</ul>` : "<p>You belong to no class yet.</p>"}
    <form id="join"><label>Join a class: the word your trainer gave you <input name="word" required maxlength="40" autocomplete="off"></label><button class="go">Join</button></form>
    ${teaches ? `<section aria-labelledby="open-title"><h2 id="open-title">Open a class</h2><p>Choose what everybody does. The same seed gives the same cards, dice and tasks to all.</p>
    <form id="assign"><label>What <select name="kind">${Object.entries(KINDS).map(([kind, words]) => `<option value="${kind}">${words}</option>`).join("")}</select></label><label>Game <select name="game">${games.map((game) => `<option value="${game.name}">${escape(game.title)}</option>`).join("")}</select></label>
    <label>Which <select name="name"></select></label><label>Table <select name="table"></select></label><label>Seed <input name="seed" value="class-1" maxlength="60"></label><label>Tasks or rounds <input name="number" type="number" min="1" max="100" value="10"></label><button>Add</button></form>
    <p><label class="plain-label">Lessons of your own file <input type="file" id="own-file" accept=".toml,text/plain"></label> <span id="own-file-told" role="status"></span></p>
    <ol id="chosen"></ol><form id="open"><label>Name of the class <input name="title" required maxlength="80"></label><button class="go">Open the class</button></form></section>` : ""}`;
  $("join").addEventListener("submit", (event) => {
    event.preventDefault();
    unlessBusy(event.target, async () => {
      const joined = await call("POST", `/school/classes/${encodeURIComponent(event.target.word.value.trim())}/join`, {});
      return joined.ok ? leaveFor(`/school/class/${joined.data.id}`) : failed(joined);
    });
  });
  if (teaches) assigning();
  return null;
}

function assigning() {
  const form = $("assign");
  const list = () => {
    const lessons = courses.find((course) => course.course === form.game.value)?.lessons || [];
    const mine = own?.course.game === form.game.value ? own.course.lessons.map((one) => ({ name: `own:${one.name}`, title: `${one.title} (your own)` })) : [];
    const named = { lesson: [...mine, ...lessons], drill: drills.filter((drill) => drill.games.includes(form.game.value)) }[form.kind.value] || [];
    form.name.innerHTML = named.map((one) => `<option value="${escape(one.name)}">${escape(one.title)}</option>`).join("");
    form.name.disabled = !named.length;
    const fitting = form.kind.value === "lesson" ? [] : tables.filter((one) => one.game === form.game.value);
    form.table.innerHTML = `<option value="">the lawful defaults</option>${fitting.map((one) => `<option value="${escape(one.id)}">${escape(one.name)}</option>`).join("")}`;
    form.table.disabled = !fitting.length;
  };
  $("own-file").addEventListener("change", async (event) => {
    const file = await event.target.files[0].text();
    const answer = await call("POST", "/school/lessons/check", { file });
    if (!answer.ok) return failed(answer);
    const { course, problems } = answer.data;
    own = problems.length ? null : { file, course };
    $("own-file-told").textContent = own ? `${course.lessons.length} lesson${course.lessons.length === 1 ? "" : "s"}, no problem.` : `${problems.length} problem${problems.length === 1 ? "" : "s"}: see them on the page “Lessons”.`;
    if (own) form.kind.value = "lesson", form.game.value = course.game;
    return list();
  });
  form.addEventListener("change", (event) => ["kind", "game"].includes(event.target.name) && list());
  list();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { kind, game, name, seed, number, table } = form;
    const isOwn = kind.value === "lesson" && name.value.startsWith("own:");
    chosen.push({ kind: kind.value, game: game.value, name: name.disabled ? "" : name.value.replace(/^own:/, ""), seed: seed.value || "class-1", number: Number(number.value), file: isOwn ? own.file : "", table: table.disabled ? "" : table.value });
    drawChosen();
  });
  const drawChosen = () => ($("chosen").innerHTML = chosen.map((one, place) => `<li>${escape(called(one))} <button type="button" class="plain" data-remove="${place}" aria-label="Remove ${escape(called(one))}">Remove</button></li>`).join(""));
  $("chosen").addEventListener("click", (event) => {
    const button = event.target.closest("[data-remove]");
    if (button) chosen.splice(Number(button.dataset.remove), 1), drawChosen();
  });
  $("open").addEventListener("submit", (event) => {
    event.preventDefault();
    unlessBusy(event.target, async () => {
      const opened = await call("POST", "/school/classes", { title: event.target.title.value, assignments: chosen });
      return opened.ok ? leaveFor(`/school/class/${opened.data.id}`) : failed(opened);
    });
  });
}

// One class --------------------------------------------------------------------------------------------------------------
async function showOne() {
  const answer = await call("POST", `/school/classes/${encodeURIComponent(id)}/join`, {});
  if (!answer.ok) return failed(answer);
  const known = answer.data;
  const teaches = known.trainer === you;
  const best = (results) => results?.reduce((one, two) => (two.right / (two.asked || 1) > one.right / (one.asked || 1) ? two : one));
  const cell = (results) => { const one = best(results); return one ? `${one.right} of ${one.asked}${one.cost ? `, mistakes ${dollars(one.cost)}` : ""}` : "–"; };
  page.innerHTML = `<h2>${escape(known.title)}</h2><p>Trainer: ${escape(known.trainer)}. ${teaches ? `To join: <a href="/school/class/${known.id}">${escape(`${location.origin}/school/class/${known.id}`)}</a>, or the word <b>${known.id}</b>.` : ""}</p>
    <h3>Assignments</h3><ol>${known.assignments.map((one, item) => `<li><a href="${escape(address(one, item))}">${escape(called(one))}</a></li>`).join("")}</ol>
    <h3>${teaches ? "Results" : "My results"}</h3><div class="scrolled" tabindex="0" role="group" aria-label="Results"><table class="values"><thead><tr><th scope="col">Member</th>${known.assignments.map((_, item) => `<th scope="col">${item + 1}</th>`).join("")}</tr></thead>
    <tbody>${Object.entries(known.members).map(([name, own]) => `<tr><th scope="row">${escape(name)}</th>${known.assignments.map((_, item) => `<td>${cell(own[item])}</td>`).join("")}</tr>`).join("") || `<tr><td colspan="${known.assignments.length + 1}">Nobody has joined yet.</td></tr>`}</tbody></table></div>
    <p class="quiet">The best result of each counts. The server judges all work again from its seed.</p><p><a href="/school/class">All classes</a></p>`;
  return null;
}

async function start() {
  const answers = await Promise.all([call("GET", "/games"), call("GET", "/school/lessons"), call("GET", "/school/drills"), call("GET", "/lobby")]);
  const bad = answers.find((answer) => !answer.ok);
  if (bad) return failed(bad);
  [games, courses, drills, { tables }] = answers.map((answer) => answer.data);
  return id ? showOne() : showAll();
}

start();
