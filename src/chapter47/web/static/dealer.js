/* Play the dealer: choose what the dealer does, and about which hand or wager; the rules judge each act. */
import { call } from "./api.js";
import { $, failed, settings, unlessBusy, why } from "./page.js";
import { svgOf } from "./patch.js";
import { handIn } from "./hand_in.js";
import { keep } from "./results_kept.js";
import { dollars, escape } from "./wording.js";

const query = new URLSearchParams(location.search);
const CHIPS = [50, 100, 500, 2500, 10000];
const WORDS = { say: "Announce", card: "Deal a card", turn: "Turn up", done: "Stand: the hand is complete", take: "Take", pay: "Pay", push: "Return", fee: "Mark a fee", mark: "Move the marker", move: "Move a come bet" };
const NAMES = { D: "the dealer", player: "the Player's Hand", banker: "the Banker's Hand" };
let round = null;
let now = null;
let amount = 0;

const hand = (name) => NAMES[name] || `box ${name}`;

function begin(game) {
  return send({ game, seed: query.get("seed") || String(Math.floor(Math.random() * 1e9)), number: round && round.game === game ? round.number + 1 : 0, acts: [], table: query.get("table") || "" });
}

/** Sends a round with its acts unless the answer to the one before is still on its way; a round that is refused is not kept. */
function send(next) {
  return unlessBusy($("dealer"), async () => {
    const answer = await call("POST", "/school/dealer", { ...next, width: $("dealer-felt").clientWidth || 800, felt: settings.felt });
    if (!answer.ok) return failed(answer);
    [round, now] = [next, answer.data];
    return draw();
  });
}

function draw() {
  const right = now.marks.filter((mark) => mark.right).length;
  const last = now.marks[now.marks.length - 1];
  $("dealer-title").textContent = `${now.title}: you are the dealer`;
  $("dealer-felt").replaceChildren(svgOf(now.svg));
  $("dealer-said").innerHTML = now.said.map((line) => `<li>${escape(line)}</li>`).join("");
  $("dealer-said").scrollTop = $("dealer-said").scrollHeight;
  $("dealer-score").textContent = now.marks.length ? `${right} of ${now.marks.length} acts right` : "The wagers are down. What do you do next?";
  $("dealer-mark").className = last ? (last.right ? "right" : "wrong") : "";
  $("dealer-mark").innerHTML = last ? `${last.right ? "Right." : `No: ${escape(last.should)}`}${why(last.by)}` : "";
  $("dealer-detail").replaceChildren();
  if (now.over) return finish(right);
  $("dealer-kinds").innerHTML = now.kinds.map((kind, place) => `<button type="button" data-kind="${kind}" data-key="${place + 1}">${WORDS[kind]} <kbd aria-hidden="true">${place + 1}</kbd></button>`).join("");
  return null;
}

function finish(right) {
  const wrong = now.marks.filter((mark) => !mark.right);
  keep((all) => all.drills.push({ drill: "dealer", game: round.game, right, asked: now.marks.length, seconds: 0, seed: round.seed, at: Date.now() }));
  $("dealer-kinds").innerHTML = '<button type="button" class="go" data-again="yes" data-key="Enter">Next round <kbd aria-hidden="true">⏎</kbd></button>';
  $("dealer-detail").innerHTML = `<h3>The round is over</h3>${wrong.length ? `<ul>${wrong.map((mark) => `<li>You: ${escape(mark.did)}. The rules: ${escape(mark.should)}${why(mark.by)}</li>`).join("")}</ul>` : "<p>No mistake.</p>"}<p id="handed-in" role="status"></p>`;
  $("dealer-kinds").querySelector("button").focus();
  if (round.number === 0) handIn({ acts: round.acts });
}

function act(kind, what = "", cents = 0) {
  return send({ ...round, acts: [...round.acts, { kind, what, amount: cents }] });
}

const choices = (list, attribute) => `<div class="choices">${list.map(([value, text]) => `<button type="button" data-${attribute}="${escape(value)}">${text}</button>`).join("")}</div>`;
const wagers = () => now.wagers.map((wager) => [wager.name, `${escape(wager.name)} <b>${dollars(wager.amount)}</b>`]);

function detail(kind) {
  amount = 0;
  const bettors = [...new Set(now.wagers.map((wager) => wager.name.split(":")[0]))];
  const POINTS = ["4", "5", "6", "8", "9", "10"];
  const lists = {
    say: () => choices(now.phrases.map((words) => [words, `“${escape(words)}”`]), "what"),
    card: () => choices(now.hands.map((name) => [name, hand(name)]), "what"),
    turn: () => choices(now.hands.map((name) => [name, hand(name)]), "what"),
    take: () => choices(wagers(), "what"),
    push: () => choices(wagers(), "what"),
    mark: () => choices([...POINTS, "off"].map((name) => [name, name]), "what"),
    move: () => choices(now.wagers.filter((wager) => /: (don't )?come at/.test(wager.name)).flatMap((wager) => POINTS.map((point) => [`${wager.name.replace(/^([^:]*): (.*) at .*$/, "$1's $2")} to ${point}`, `${escape(wager.name)} to ${point}`])), "what"),
    pay: () => tray() + choices(wagers(), "paid"),
    fee: () => tray() + choices(bettors.map((name) => [name, escape(name)]), "paid"),
  };
  if (kind === "done") return act(kind);
  $("dealer-detail").dataset.kind = kind;
  $("dealer-detail").innerHTML = `<h3>${WORDS[kind]}</h3>${lists[kind]()}`;
  $("dealer-detail").querySelector("button")?.focus();
  return null;
}

const tray = () => `<div class="moves-row chip-row" role="group" aria-label="Chips from the tray">${CHIPS.map((cents) => `<button type="button" data-chip="${cents}" class="chip-${cents}">+${dollars(cents)}</button>`).join("")}<button type="button" data-chip="0">Clear</button>
  <button type="button" data-chip="25">+${dollars(25)}</button></div><p><label>Amount in dollars <input id="dealer-amount" inputmode="decimal" value="0" autocomplete="off"></label></p>`;

document.addEventListener("click", (event) => {
  const button = event.target.closest("#dealer button");
  if (!button || $("dealer").ariaBusy === "true") return null;
  const { kind, what, paid, chip, again } = button.dataset;
  if (again) return begin(round.game);
  if (kind) return detail(kind);
  if (what !== undefined) return act($("dealer-detail").dataset.kind, what);
  if (paid !== undefined) return act($("dealer-detail").dataset.kind, paid, Math.round(100 * Number($("dealer-amount").value.replace(/[$,]/g, ""))) || 0);
  if (chip !== undefined) {
    amount = Number(chip) ? Math.round(100 * Number($("dealer-amount").value)) + Number(chip) : 0;
    $("dealer-amount").value = String(amount / 100);
  }
  return null;
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
  if (event.key === "Enter" && event.target.matches("button, a")) return;
  const button = document.querySelector(`#dealer-kinds [data-key="${CSS.escape(event.key)}"]`);
  if (button) event.preventDefault(), button.click();
});

async function start() {
  const form = $("dealer-start");
  const answer = await call("GET", "/games");
  if (!answer.ok) return failed(answer);
  form.game.innerHTML = answer.data.map((game) => `<option value="${escape(game.name)}">${escape(game.title)}</option>`).join("");
  if (query.get("game")) form.game.value = query.get("game");
  form.addEventListener("submit", (event) => (event.preventDefault(), begin(form.game.value)));
  return begin(form.game.value);
}

start();
