/* A disputed round: notes at the left, the ruling at the right. */
import { call } from "./api.js";
import { brief, lawLink } from "./days.js";
import { newestOf, worked } from "./newest.js";
import { $, failed } from "./page.js";
import { capital, dollars, escape } from "./wording.js";

const DID = {
  cards: ["bet 10 on 1", "stand", "hit", "double for 10", "split", "surrender", "insure for 5", "decline", "even-money", "switch", "keep", "refuse"],
  baccarat: ["sit at 1", "bet 20 on banker", "bet 20 on player", "bet 10 on tie"],
  craps: ["join", "take dice", "bet 10 on pass", "bet 10 on dont-pass", "bet 10 on field", "bet 12 on place-to-win 6", "take odds 10 on 6"],
};
const STAFF = { cards: ["dealer deal", "dealer step", "dealer call exposed-card", "dealer call dealer-overdrew", "dealer call missed-hit"], baccarat: ["dealer open", "dealer deal"], craps: ["dice 4 3", "dealer call die-off-table"] };
const START = { cards: "cards \nAnn bet 10 on 1\ndealer deal\n", baccarat: "Ann sit at 1\ndealer open\ncards A 2\ncards \nAnn bet 20 on banker\ndealer deal\n", craps: "Ann join\nAnn take dice\nAnn bet 10 on pass\ndice 4 3\n" };
const kind = () => ({ baccarat: "baccarat", craps: "craps" })[$("game").value] || "cards";
const law = (citation) => `<a href="${lawLink(citation)}" target="_blank">${escape(brief(citation))}</a>`;
const signed = (cents) => (cents === null || cents === undefined ? "" : `${cents > 0 ? "+" : ""}${dollars(cents)}`);
const askRuling = newestOf();
let report = "";
let files = {};

function add(line) {
  const notes = $("notes");
  notes.value = `${notes.value.replace(/\n*$/, "")}${notes.value.trim() ? "\n" : ""}${line}\n`;
  notes.scrollTop = notes.scrollHeight;
}

const row = (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const table = (head, rows) => `<div class="wide"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;

function show(received) {
  if (received.problems.length) {
    $("ruling").innerHTML = `<p class="headline no">The notes cannot have happened this way</p><ul>${received.problems
      .map((problem) => `<li>${escape(`${problem.key}: ${problem.got}. Possible: ${problem.allowed}`)} ${problem.citation ? `(${law(problem.citation)})` : ""}</li>`).join("")}</ul>`;
    return;
  }
  const wagers = received.settlement.map((line) => row([law(line.citation), escape(line.bettor), escape(line.hand), escape(line.wager), escape(`${line.result} ${dollars(line.amount)}: ${line.why}`)]));
  const players = received.players.map((player) => {
    const owed = player.owed === null ? `${signed(player.low)} to ${signed(player.high)}` : signed(player.owed);
    return row([escape(player.player), escape(owed), escape(signed(player.observed)), `<b>${escape(player.due)}</b>`]);
  });
  const depends = received.players.flatMap((player) => player.depends.map((words) => `<li>${escape(`${player.player}: ${words}`)}</li>`));
  $("ruling").innerHTML = `<p class="headline ${received.certain ? "yes" : ""}">${escape(received.headline)}</p>
    ${received.open.length ? `<ul>${received.open.map((line) => `<li>${escape(line)}</li>`).join("")}</ul>` : ""}
    <h3>What each player is owed</h3>${table(["player", "by the rules", "observed", "correction"], players)}${depends.length ? `<ul>${depends.join("")}</ul>` : ""}
    <h3>What the rules do with each wager</h3>${table(["paragraph", "player", "hand", "wager", "ruling"], wagers)}`;
  report = received.report;
  $("report").disabled = false;
}

async function rule() {
  $("report").disabled = true;
  $("ruling").innerHTML = '<p class="quiet">Trying every possible card…</p>';
  const answer = await worked("rule", { text: $("text").value, notes: $("notes").value }, askRuling());
  if (!answer) return;
  if (answer.ok) return show(answer.data);
  $("ruling").replaceChildren();
  failed(answer);
}

function choose() {
  $("text").value = files[$("game").value];
  $("did").innerHTML = [...DID[kind()], ...STAFF[kind()]].map((did) => `<option>${escape(did)}</option>`).join("");
  $("notes").value = START[kind()];
  $("cards").hidden = kind() === "craps";
}

$("cards").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("card").value.trim()) add(`cards ${$("card").value.trim()}`);
  $("card").value = "";
});
$("bet").addEventListener("submit", (event) => {
  event.preventDefault();
  const did = $("did").value;
  add(STAFF[kind()].includes(did) ? did : `${$("who").value.trim() || "Ann"} ${did}`);
});
$("seen").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("paid").value.trim()) add(`observed ${$("who").value.trim() || "Ann"} ${$("paid").value.trim()}`);
  $("paid").value = "";
});
$("rule").addEventListener("click", rule);
$("report").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([report], { type: "text/html" }));
  link.download = "ruling.html";
  link.click();
  URL.revokeObjectURL(link.href);
});

const games = await call("GET", "/games");
if (games.ok) {
  files = Object.fromEntries(games.data.map((game) => [game.name, game.file]));
  $("game").innerHTML = games.data.map((game) => `<option value="${escape(game.name)}">${escape(capital(game.title))}</option>`).join("");
  $("game").addEventListener("change", choose);
  choose();
} else failed(games);
