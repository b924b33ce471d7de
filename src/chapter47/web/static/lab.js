/* The lab: a table file with everything that follows from it, while it is being written. */
import { call } from "./api.js";
import { Chart } from "./chart.js";
import { brief, lawLink } from "./days.js";
import { newestOf, worked } from "./newest.js";
import { $, failed, guest, trouble, you } from "./page.js";
import { capital, escape } from "./wording.js";

const text = $("text");
const NOT_VARIED = new Set(["game", "on", "minimum", "maximum", "chip", "pit", "coupons"]);
const KEPT = 3; // tables to compare with, at most
const percent = (share) => (share === null || share === undefined ? "not priced" : `${(100 * share).toFixed(5)} %`);
const law = (citation) => `<a href="${lawLink(citation, $("on").value)}" target="_blank">${escape(brief(citation))}</a>`;
const waiting = (box, words) => (box.innerHTML = `<p class="quiet">${words}…</p>`);
let kept = [];
const [fileChanges, variations, simulations, lawChanges] = [newestOf(), newestOf(), newestOf(), newestOf()];
let isUnchanged = fileChanges(); // whether the file is still the one that was last written

/** The answer; `null` where it is a refusal, which is shown, or where it is no longer wanted. */
async function ask(path, body, isWanted) {
  const answer = await worked(path, body, isWanted);
  if (answer && !answer.ok) failed(answer);
  return answer?.ok ? answer.data : null;
}

/** Shows in a box the newest answer about the file as it is now; an answer that is no longer wanted clears what waits for it. */
async function showNewest(box, words, questions, path, body, show) {
  const [isSameFile, isNewest] = [isUnchanged, questions()];
  waiting(box, words);
  const reply = await ask(path, body, () => isSameFile() && isNewest());
  if (!isNewest()) return;
  box.innerHTML = reply ? show(reply) : "";
}

// Verdict ----------------------------------------------------------------------------------------------------------------
const lineButton = (line) => `<button type="button" class="line plain" data-line="${line}">line ${line}</button>`;
const problem = (row) => `<li>${escape(row.message || `${row.key}: ${row.got}. Allowed: ${row.allowed}`)} ${lineButton(row.line)}</li>`;
const finding = (row) => `<li>${escape(capital(row.message))}: found ${escape(row.got)}, required ${escape(row.want)} (${law(row.citation)}) ${lineButton(row.line)}</li>`;
const notice = (row) => `<li>${escape(capital(row.message))} <span class="quiet">${escape(row.kind)}, ${escape(row.when)}</span> (${law(row.citation)})</li>`;

function showVerdict(reply) {
  if (reply.problems.length) {
    $("verdict").innerHTML = `<p class="headline no">The file cannot be read</p><ul>${reply.problems.map(problem).join("")}</ul>`;
    return;
  }
  const kind = reply.lawful === true ? "yes" : reply.lawful === false ? "no" : "";
  $("verdict").innerHTML = `<p class="headline ${kind}">${escape(capital(reply.headline))}</p><p class="quiet">${escape(reply.on ? `by the law of ${reply.on}` : reply.text || "")}</p>
    ${reply.findings.length ? `<ul>${reply.findings.map(finding).join("")}</ul>` : ""}
    <details ${reply.findings.length ? "" : "open"}><summary>Notices, signs and inscriptions (${reply.notices.length})</summary><ul>${reply.notices.map(notice).join("")}</ul></details>`;
  const keys = reply.keys.filter((key) => !NOT_VARIED.has(key.key));
  if ($("key").dataset.game !== reply.game) {
    $("key").dataset.game = reply.game;
    $("key").innerHTML = keys.map((key) => `<option>${escape(key.key)}</option>`).join("");
    $("keys").innerHTML = reply.keys.map((key) => `<dt><code>${escape(key.key)}</code></dt><dd>${escape(capital(key.means))}. ${escape(key.allowed)}</dd>`).join("");
  }
}

// Price, what if, comparison ---------------------------------------------------------------------------------------------
function showPrice(reply) {
  if (reply.problems.length) return void ($("price").innerHTML = `<ul>${reply.problems.map(problem).join("")}</ul>`);
  const rows = [["main wager, basic strategy", reply.house_edge], ["main wager, optimal play", reply.house_edge_optimal]].filter(([, edge]) => edge !== undefined);
  for (const [name, wager] of Object.entries(reply.wagers || {})) {
    if (wager.bets) for (const [bet, priced] of Object.entries(wager.bets)) rows.push([`${name}: ${bet}`, priced.house_edge]);
    else rows.push([name, wager.house_edge]);
  }
  const variance = reply.variance ? `<p class="quiet">Variance ${reply.variance.toFixed(4)}, standard deviation ${Math.sqrt(reply.variance).toFixed(4)} of the wager.</p>` : "";
  $("price").innerHTML = `<div class="wide"><table><thead><tr><th scope="col">wager</th><th scope="col">house edge</th></tr></thead><tbody>
    ${rows.map(([name, edge]) => `<tr><td>${escape(name)}</td><td class="number">${percent(edge)}</td></tr>`).join("")}</tbody></table></div>${variance}
    ${(reply.notes || []).map((note) => `<p class="quiet">${escape(note)}</p>`).join("")}`;
  const chart = new Chart($("chart"), "");
  chart.data = reply.chart;
  chart.draw();
}

const difference = ({ difference }) => (typeof difference === "number" && difference ? `${difference > 0 ? "+" : "−"}${percent(Math.abs(difference))}` : "");
const change = (row) => (typeof row.house_edge !== "number" ? escape(row.why || "not priced") : percent(row.house_edge));

function variation(key, reply) {
  if (reply.problems.length) return `<p>${escape(reply.problems.map((row) => row.message || `${row.got}. Allowed: ${row.allowed}`).join("; "))}</p>`;
  const rows = reply.vary.map((row) => `<tr><td><code>${escape(key)} = ${escape(String(row[key]))}</code></td><td class="number">${change(row)}</td>
    <td class="number">${difference(row)}</td><td>${row.lawful ? "" : `not lawful: ${row.forbidden_by.map(law).join(", ")}`}</td></tr>`);
  return `<div class="wide"><table><thead><tr><th scope="col">option</th><th scope="col">house edge</th><th scope="col">change</th><th scope="col">law</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

const money = (value) => (value === null || value === undefined ? "–" : `${value < 0 ? "−" : ""}$${Math.abs(value).toFixed(2)}`);
const FIGURES = { house_edge: ["house edge", percent], house_edge_optimal: ["house edge, optimal play", percent], variance: ["variance", (value) => value?.toFixed(4) ?? "–"], win_per_hour: ["win per hour", money] };
const line = (name, cells) => `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const which = (row, tables) => tables.map((table) => (row.tables.includes(table.name) ? "yes" : "–"));

/** Tables side by side: verdict, figures, what an hour brings, keys, findings, notices and cells of the chart that differ. */
function sideBySide(reply, names) {
  const { keys, figures, chart, findings, notices } = reply.differences;
  const tables = reply.tables;
  const hour = tables.map((table) => table.win_per_hour);
  const rows = [
    line("verdict", tables.map((table) => escape(capital(table.headline)))),
    ...figures.map((row) => line(FIGURES[row.figure][0], row.values.map(FIGURES[row.figure][1]))),
    line("… standard deviation, main wager", hour.map((one) => money(one.standard_deviation))),
    line("rounds an hour, boxes, average wager", hour.map((one) => `${one.rounds_per_hour}, ${one.boxes}, ${money(one.average_wager)}`)),
    ...(hour.some((one) => one.hold !== null) ? [line("hold (win over drop)", hour.map((one) => percent(one.hold)))] : []),
    ...keys.map((row) => line(`<code>${escape(row.key)}</code>`, row.values.map((value) => escape(value === null ? "–" : String(value))))),
    ...findings.map((row) => line(`${escape(capital(row.message))} (${law(row.citation)})`, which(row, tables))),
    ...notices.map((row) => line(`${escape(capital(row.message))} (${law(row.citation)})`, which(row, tables))),
  ];
  const cell = (row) => line(escape(`${row.grid} ${row.hand} against ${row.up}`), row.codes.map((code) => escape(code ?? "–")));
  const cells = chart.length ? `<details><summary>${chart.length} cell${chart.length === 1 ? "" : "s"} of the chart differ${chart.length === 1 ? "s" : ""}</summary><div class="wide"><table><tbody>${chart.map(cell).join("")}</tbody></table></div></details>` : '<p class="quiet">No cell of the chart differs.</p>';
  return `<div class="wide"><table><thead><tr><td></td>${names.map((name) => `<th scope="col">${escape(name)}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>${cells}`;
}

/** What is assumed of an hour, as the API takes it. */
function assumed() {
  const form = $("hour");
  const given = (name, times = 1) => (Number(form[name].value) > 0 ? { [name]: times * Number(form[name].value) } : {});
  const takeUp = form.take_up.value.trim();
  return { hour: { ...given("players"), ...given("wager", 100), ...given("rounds_per_hour"), ...given("drop", 100) }, take_up: takeUp ? takeUp.split(/[\s,]+/) : [] };
}

function showCompared(reply, texts) {
  if (reply.problems) return void ($("compared").innerHTML = `<p>${escape(reply.problems.map((row) => row.message || `${row.got}. Allowed: ${row.allowed}`).join("; "))}</p>`);
  $("compared").innerHTML = sideBySide(reply, texts.map((_, place) => (place === texts.length - 1 ? "now" : texts.length > 2 ? `kept ${place + 1}` : "kept")));
}

function changes(reply) {
  if (reply.problems.length) return `<ul>${reply.problems.map((row) => `<li>${escape(row.message || `${row.got}. Allowed: ${row.allowed}`)}</li>`).join("")}</ul>`;
  return sideBySide(reply, reply.tables.map((table) => table.name));
}

// Simulation -------------------------------------------------------------------------------------------------------------
function interval(reply, exact) {
  const [low, high] = [reply.house_edge - 1.96 * reply.standard_error, reply.house_edge + 1.96 * reply.standard_error];
  const known = typeof exact === "number";
  const [least, most] = [Math.min(low, known ? exact : low), Math.max(high, known ? exact : high)];
  const room = (most - least) * 0.15 || 0.001;
  const x = (share) => Math.round(20 + (560 * (share - least + room)) / (most - least + 2 * room));
  const mark = known ? `<line class="exact" x1="${x(exact)}" y1="14" x2="${x(exact)}" y2="46"/><text x="${x(exact)}" y="66" text-anchor="middle">exact, full shoe ${percent(exact)}</text>` : "";
  return `<svg class="interval" viewBox="0 0 600 74" role="img" aria-label="Simulated ${percent(reply.house_edge)}, 95 % from ${percent(low)} to ${percent(high)}">
    <line class="axis" x1="20" y1="30" x2="580" y2="30"/><line class="error" x1="${x(low)}" y1="30" x2="${x(high)}" y2="30"/><circle cx="${x(reply.house_edge)}" cy="30" r="5"/>
    <text x="${x(reply.house_edge)}" y="12" text-anchor="middle">simulated ${percent(reply.house_edge)}</text>${mark}</svg>`;
}

let exactEdge = null;

function simulation(reply) {
  if (reply.problems.length) return `<ul>${reply.problems.map(problem).join("")}</ul>`;
  return `<p>House edge ${percent(reply.house_edge)} ± ${percent(reply.standard_error)} (one standard error) over ${reply.rounds.toLocaleString("en-US")} rounds.</p>${interval(reply, exactEdge)}`;
}

// What is done while somebody writes -------------------------------------------------------------------------------------
let soon = 0;

async function work() {
  const isWanted = (isUnchanged = fileChanges());
  remember();
  const reply = await ask("check", { text: text.value, ...($("on").value && { on: $("on").value }) }, isWanted);
  if (!reply) return;
  showVerdict(reply);
  if (reply.problems.length) return;
  waiting($("price"), "Working out the exact house edge");
  const price = await ask("price", { text: text.value }, isWanted);
  if (!price) return;
  exactEdge = price.house_edge ?? null;
  showPrice(price);
  await compare(isWanted);
}

async function compare(isWanted) {
  const others = kept.filter((file) => file !== text.value);
  if (!others.length) return;
  waiting($("compared"), "Comparing");
  const texts = [...others, text.value];
  const reply = await ask("compare", { texts, ...assumed() }, isWanted);
  if (reply) showCompared(reply, texts);
}

/** Saves what the server has made, or says why it cannot. */
async function save(path, pick, type, name) {
  const reply = await ask(path, { text: text.value }, () => true);
  if (!reply) return;
  if (reply.problems.length) return trouble({ text: reply.problems.map((row) => `${row.key}: ${row.got}. ${row.allowed}`).join("; ") });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pick(reply)], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function remember() {
  try {
    sessionStorage.setItem("lab", text.value);
  } catch {
    /* this browser keeps nothing */
  }
}

const changed = (delay) => {
  isUnchanged = fileChanges();
  clearTimeout(soon);
  soon = setTimeout(work, delay);
};

function download() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text.value], { type: "application/toml" }));
  link.download = "table.toml";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function openTable() {
  if (!you) return guest("/lab");
  const answer = await call("POST", "/tables", { file: text.value, practice: true });
  answer.ok ? (location.href = `/table/${answer.data.table}`) : failed(answer);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-line]");
  if (!button) return;
  const lines = text.value.split("\n");
  const start = lines.slice(0, button.dataset.line - 1).join("\n").length + (button.dataset.line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[button.dataset.line - 1] || "").length);
});
text.addEventListener("input", () => changed(350));
$("on").addEventListener("change", () => changed(0));
$("vary").addEventListener("submit", (event) => {
  event.preventDefault();
  const key = $("key").value;
  showNewest($("varied"), "Working it out", variations, "vary", { text: text.value, key }, (reply) => variation(key, reply));
});
$("simulate").addEventListener("submit", (event) => {
  event.preventDefault();
  showNewest($("simulated"), "Playing the rounds", simulations, "simulate", { text: text.value, rounds: Number($("rounds").value), seed: Number($("seed").value) }, simulation);
});
$("download").addEventListener("click", download);
$("open")?.addEventListener("click", openTable);
$("keep").addEventListener("click", () => {
  kept = [...kept.filter((file) => file !== text.value), text.value].slice(-KEPT);
  $("compared").innerHTML = `<p class="quiet">Kept${kept.length > 1 ? `: ${kept.length} tables` : ""}. Change the table to compare it.</p>`;
});
$("hour").addEventListener("submit", (event) => (event.preventDefault(), compare(isUnchanged)));
$("between").addEventListener("submit", (event) => {
  event.preventDefault();
  showNewest($("changed"), "Comparing both dates", lawChanges, "between", { text: text.value, first: $("first").value, second: $("second").value }, changes);
});
$("guide").addEventListener("click", () => save("guide", (reply) => reply.html, "text/html", "guide.html"));
$("guide-pdf").addEventListener("click", () => save("paper", (reply) => Uint8Array.from(atob(reply.pdf), (char) => char.charCodeAt(0)), "application/pdf", "guide.pdf"));

async function load() {
  const answer = await call("GET", "/games");
  if (!answer.ok) return failed(answer);
  $("game").innerHTML = answer.data.map((game) => `<option value="${escape(game.name)}">${escape(capital(game.title))}</option>`).join("");
  const files = Object.fromEntries(answer.data.map((game) => [game.name, game.file]));
  $("game").addEventListener("change", () => {
    text.value = files[$("game").value];
    changed(0);
  });
  text.value ||= sessionStorage.getItem("lab") || files[$("game").value]; // what somebody has written meanwhile stays
  changed(0);
}

load();
