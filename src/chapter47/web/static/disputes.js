/* A disputed round: the form asks for one thing after another and writes the notes; the ruling is at the right. */
import { call } from "./api.js";
import { brief, lawLink } from "./days.js";
import { newestOf, worked } from "./newest.js";
import { $, failed, trouble } from "./page.js";
import { capital, dollars, escape } from "./wording.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "?"];
const SUITS = { "": "no suit", s: "♠", h: "♥", d: "♦", c: "♣" };
const START = { baccarat: "Ann sit at 1\ndealer open\n", craps: "Ann join\n" };
const FIRST_BET = { baccarat: "banker", craps: "pass" };
const SOON = 400; // after the last key, in milliseconds
const heads = () => [...$("heads").querySelectorAll("input")];
const law = (citation) => `<a href="${lawLink(citation)}" target="_blank">${escape(brief(citation))}</a>`;
const signed = (cents) => (cents === null || cents === undefined ? "" : `${cents > 0 ? "+" : ""}${dollars(cents)}`);
const [askRuling, askNext] = [newestOf(), newestOf()];
let report = "";
let ruled = null;
let files = {};
let soon = 0;

// The notes ----------------------------------------------------------------------------------------------------------------
const lines = () => $("notes").value.split("\n").filter((line) => line.trim());
const quoted = (name) => (/\s/.test(name) ? `"${name}"` : name);

function write(all) {
  $("notes").value = all.length ? `${all.join("\n")}\n` : "";
  $("notes").scrollTop = $("notes").scrollHeight;
  ask();
}

function add(line) {
  const all = lines();
  const last = all.at(-1) || "";
  if (line.startsWith("cards ") && last.startsWith("cards ")) all[all.length - 1] = `${last} ${line.slice(6)}`;
  else all.push(line);
  write(all);
}

function undo() {
  const all = lines();
  const last = all.pop() || "";
  const cards = last.split(" ");
  if (last.startsWith("cards ") && cards.length > 2) all.push(cards.slice(0, -1).join(" "));
  write(all);
}

/** The notes with the headings of the report above them. */
function whole() {
  const given = heads().filter((input) => input.value.trim()).map((input) => `${input.name}: ${input.value.trim()}`);
  return [...given, ...lines()].join("\n");
}

// What comes next ----------------------------------------------------------------------------------------------------------
const button = (line, label, words = "plain") => `<button type="button" class="${words}" data-line="${escape(line)}">${escape(label)}</button>`;
const suits = () => `<label for="suit">Suit</label><select id="suit">${Object.entries(SUITS).map(([suit, sign]) => `<option value="${suit}">${sign}</option>`).join("")}</select>`;
const dice = (name) => `<select aria-label="${name}">${[1, 2, 3, 4, 5, 6].map((face) => `<option>${face}</option>`).join("")}</select>`;

function offer(row) {
  if (!row.most) return button(row.line, row.label);
  const range = `${dollars(row.least)} to ${dollars(row.most)}`;
  return `<form class="asked amount" data-line="${escape(row.line)}"><label>${escape(row.label)} <input size="6" inputmode="decimal" autocomplete="off" aria-label="${escape(row.label)}: amount, ${range}" placeholder="${range}"></label><button class="plain">Add</button></form>`;
}

function bets(received) {
  const kind = $("game").value;
  const [closing, ...others] = [...received.offers.filter((row) => !row.most), ...received.offers.filter((row) => row.most)];
  const choices = others.filter((row) => row.most).map((row) => `<option value="${escape(row.line)}">${escape(`${row.line.split(" ")[0]}: ${row.label}`)}</option>`).join("");
  const more = choices ? `<form id="more" class="asked"><label for="which">Another wager</label><select id="which">${choices}</select><label for="stake">amount</label><input id="stake" size="6" inputmode="decimal" autocomplete="off"><button class="plain">Add</button></form>` : "";
  return `<form id="bet" class="asked"><label for="better">Player</label><input id="better" size="8" value="Ann" autocomplete="off"><label for="amount">bets</label><input id="amount" size="6" inputmode="decimal" placeholder="25" autocomplete="off">
    <label for="place">on</label><input id="place" size="8" value="${FIRST_BET[kind] || "1"}" autocomplete="off"><button class="plain">Add</button></form>${more}
    ${[closing, ...others.filter((row) => !row.most)].filter(Boolean).map(offer).join(" ")}`;
}

const ASKED = {
  card: () => `<div class="ranks" role="group" aria-label="The card">${RANKS.map((rank) => `<button type="button" class="plain" data-rank="${rank}">${rank}</button>`).join("")}</div><div class="asked">${suits()}
    <form id="cards" class="asked"><label for="card">Cards in the order they were dealt</label><input id="card" autocomplete="off" placeholder="T 7 9h ?"><button class="plain">Add</button></form></div>`,
  dice: () => `<form id="dice" class="asked"><label>The dice ${dice("First die")}</label>${dice("Second die")}<button class="plain">Add</button></form>`,
  amount: () => '<form id="display" class="asked"><label for="shown">The display showed, dollars</label><input id="shown" size="6" inputmode="decimal" autocomplete="off"><button class="plain">Add</button></form>',
  decision: (received) => received.offers.map(offer).join(" "),
  bets,
  nothing: () => '<p class="quiet">Add what was paid, then press “Rule on it”.</p>',
};

function showNext(received) {
  $("next").removeAttribute("aria-busy");
  if (received.problems.length) {
    $("next").innerHTML = `<p class="no">${received.problems.map((row) => escape(`${row.key}: ${row.got}. Possible: ${row.allowed}`) + (row.citation ? ` (${law(row.citation)})` : "")).join("<br>")}</p>`;
    return;
  }
  const asked = ASKED[received.needs](received);
  $("next").innerHTML = `<p><b>Next:</b> ${escape(received.words)}</p>${asked}`;
  $("call").innerHTML = received.calls.map((row) => `<option value="${escape(row.line)}">${escape(capital(row.label))}${row.citation ? ` (${escape(brief(row.citation))})` : ""}</option>`).join("") || '<option value="">nothing that can be called now</option>';
}

async function showWhatIsNext() {
  const answer = await worked("next", { text: $("text").value, notes: lines().join("\n") }, askNext());
  if (!answer) return;
  answer.ok ? showNext(answer.data) : failed(answer);
}

function ask() {
  $("next").setAttribute("aria-busy", "true");
  clearTimeout(soon);
  soon = setTimeout(showWhatIsNext, SOON);
}

/** An offered line with another amount: the first number of it. */
const withAmount = (line, amount) => line.replace(/ \d+(\.\d+)?/, ` ${amount}`);
const clean = (input) => input.value.trim().replace(/^\$/, "");

$("next").addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-rank], button[data-line]");
  if (!pressed) return;
  const { rank, line } = pressed.dataset;
  add(rank ? `cards ${rank === "10" ? "T" : rank}${rank === "?" ? "" : $("suit").value}` : line);
});

$("next").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.id === "cards" && clean($("card"))) add(`cards ${clean($("card"))}`);
  else if (form.id === "dice") add(`dice ${[...form.querySelectorAll("select")].map((die) => die.value).join(" ")}`);
  else if (form.id === "display" && clean($("shown"))) add(`display ${clean($("shown"))}`);
  else if (form.id === "bet" && clean($("amount"))) add(`${quoted(clean($("better")) || "Ann")} bet ${clean($("amount"))} on ${clean($("place"))}`);
  else if (form.id === "more" && clean($("stake"))) add(withAmount($("which").value, clean($("stake"))));
  else if (form.matches(".amount") && clean(form.querySelector("input"))) add(withAmount(form.dataset.line, clean(form.querySelector("input"))));
});

function adds(form, field, line) {
  $(form).addEventListener("submit", (event) => {
    event.preventDefault();
    if (clean($(field))) add(line(clean($(field))));
    if ($(field).tagName === "INPUT") $(field).value = "";
  });
}
adds("wrong", "call", (chosen) => chosen);
adds("did", "what", (what) => `dealer did: ${what}`);
adds("late", "act", (act) => `disputed ${act}`);
adds("seen", "paid", (paid) => `observed ${quoted(clean($("who")) || "Ann")} ${paid.replace("−", "-")}${clean($("on")) ? ` on ${clean($("on"))}` : ""}`);

// The ruling ---------------------------------------------------------------------------------------------------------------
const row = (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const table = (head, rows) => `<div class="wide"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
const list = (items) => (items.length ? `<ul>${items.map((line) => `<li>${escape(line)}</li>`).join("")}</ul>` : "");

function correctionLink(player) {
  const due = player.correction;
  if (!due || !document.querySelector('a[href="/floor/rounds"]')) return "";
  const asked = new URLSearchParams({ player: player.player, amount: Math.abs(due) / 100, to: due > 0 ? "player" : "house" });
  for (const name of ["table", "round"]) {
    const value = $("heads").querySelector(`[name="${name}"]`).value.trim();
    if (value) asked.set(name, value);
  }
  return ` <a href="/floor/corrections?${asked}">Correct it</a>`;
}

function show(received) {
  if (received.problems.length) {
    $("ruling").innerHTML = `<p class="headline no">The notes cannot have happened this way</p><ul>${received.problems
      .map((problem) => `<li>${escape(`${problem.key}: ${problem.got}. Possible: ${problem.allowed}`)} ${problem.citation ? `(${law(problem.citation)})` : ""}</li>`).join("")}</ul>
      <p class="quiet">If it did happen, begin the line with <code>disputed</code>: the ruling leaves out what the rules refuse.</p>`;
    return;
  }
  const wagers = received.settlement.map((line) => row([law(line.citation), escape(line.bettor), escape(line.hand), escape(line.wager), escape(`${line.result} ${dollars(line.amount)}: ${line.why}`)]));
  const players = received.players.map((player) => {
    const owed = player.owed === null ? `${signed(player.low)} to ${signed(player.high)}` : signed(player.owed);
    return row([escape(player.player), escape(owed), escape(signed(player.observed)), `<b>${escape(player.due)}</b>${correctionLink(player)}`]);
  });
  const depends = received.players.flatMap((player) => player.depends.map((words) => `${player.player}: ${words}`));
  const beside = received.beside.length ? `<h3>The dealer and the rules</h3>${table(["what the dealer did", "what the rules say", "paragraph"], received.beside.map(([did, says, by]) => row([escape(did), escape(says), by ? law(by) : ""])))}` : "";
  const seen = received.seen.length ? table(["player", "wager", "by the rules", "observed", "correction"], received.seen.map((cells) => row(cells.map(escape)))) : "";
  const disputed = received.disputed_acts.length ? `<h3>Disputed acts</h3>${list(received.disputed_acts)}` : "";
  $("ruling").innerHTML = `<p class="headline ${received.certain ? "yes" : ""}">${escape(received.headline)}</p>${list(received.open)}
    <h3>What each player is owed</h3>${seen}${table(["player", "by the rules", "observed", "correction"], players)}${list(depends)}${disputed}${beside}
    <h3>What the rules do with each wager</h3>${table(["paragraph", "player", "hand", "wager", "ruling"], wagers)}`;
  report = received.report;
  $("report").disabled = $("paper").disabled = false;
}

async function rule() {
  $("report").disabled = $("paper").disabled = true;
  $("ruling").innerHTML = '<p class="quiet">Trying every possible card…</p>';
  ruled = { text: $("text").value, notes: whole() };
  const answer = await worked("rule", ruled, askRuling());
  if (!answer) return;
  if (answer.ok) return show(answer.data);
  $("ruling").replaceChildren();
  failed(answer);
}

function save(content, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function paper() {
  $("paper").disabled = true;
  const answer = await worked("paper", ruled, () => true);
  $("paper").disabled = false;
  if (!answer.ok) return failed(answer);
  if (answer.data.problems.length) return trouble({ text: "This server cannot write PDFs. Download the report and print it from the browser." });
  save(Uint8Array.from(atob(answer.data.pdf), (char) => char.charCodeAt(0)), "application/pdf", "ruling.pdf");
}

function choose() {
  $("text").value = files[$("game").value];
  write((START[$("game").value] || "").split("\n").filter(Boolean));
}

$("rule").addEventListener("click", rule);
$("undo").addEventListener("click", undo);
$("notes").addEventListener("input", ask);
$("text").addEventListener("input", ask);
$("report").addEventListener("click", () => save(report, "text/html", "ruling.html"));
$("paper").addEventListener("click", paper);

const asked = new URLSearchParams(location.search);
for (const input of heads()) input.value = asked.get(input.name) || "";
const games = await call("GET", "/games");
if (games.ok) {
  files = Object.fromEntries(games.data.map((game) => [game.name, game.file]));
  $("game").innerHTML = games.data.map((game) => `<option value="${escape(game.name)}">${escape(capital(game.title))}</option>`).join("");
  $("game").addEventListener("change", choose);
  choose();
} else failed(games);
