/* Solo practice: a session is its seed and acts. Each act is sent with all before it; the server plays them again. */
import { call } from "./api.js";
import { svgOf } from "./patch.js";
import { $, failed, settings, unlessBusy } from "./page.js";
import { handIn } from "./hand_in.js";
import { keep, keepPuzzle, keepSession, kept } from "./results_kept.js";
import { capital, dollars, escape, spoken } from "./wording.js";

const query = new URLSearchParams(location.search);
let session = null;
let state = null;
let lastBets = [];
let counted = 0;

const asked = () => ({ ...Object.fromEntries(Object.entries(session).filter(([name]) => name !== "id")), width: $("practice-felt").clientWidth || 800, felt: settings.felt });
const signed = (cents) => `${cents > 0 ? "+" : ""}${dollars(cents)}`;

/** Sends an act unless the answer to the one before is still on its way: both would name the same acts before them. */
function act(line) {
  return unlessBusy($("practice-moves"), async () => {
    const pause = Number($("practice-start").speed.value);
    const answer = await call("POST", "/school/practice", { ...asked(), acts: [...session.acts, line], frames: pause > 0 });
    if (!answer.ok) return failed(answer), false;
    session.acts.push(line);
    for (const frame of answer.data.frames) {
      $("practice-felt").replaceChildren(svgOf(frame.svg));
      await new Promise((next) => setTimeout(next, pause));
    }
    show(answer.data);
    return true;
  });
}

/** The value of each move before the decision, when the learner asks for it. */
async function values() {
  const answer = await call("POST", "/school/practice/values", asked());
  if (!answer.ok) return failed(answer);
  const { decision: worth, why } = answer.data;
  if (!worth) return void ($("practice-values").innerHTML = `<p>${escape(capital(why))}.</p>`);
  const rows = Object.entries(worth.basic).sort((a, b) => b[1] - a[1]).map(([move, cents]) => `<tr><th scope="row">${escape(capital(spoken(move)))}</th><td class="${move === worth.best ? "best" : ""}">${signed(Math.round(cents))}</td><td class="${move === worth.best_seen ? "best" : ""}">${worth.cards_seen ? signed(Math.round(worth.cards_seen[move])) : "–"}</td></tr>`);
  $("practice-values").innerHTML = `<table class="values"><caption>${escape(capital(worth.situation))}</caption><thead><tr><th scope="col">Move</th><th scope="col">Basic strategy</th><th scope="col">Cards seen</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return null;
}

async function begin(form) {
  const spots = form.hands.value === "chosen" ? weakCells(form.game.value) : [];
  session = { id: `p${Date.now().toString(36)}`, game: form.game.value, seed: query.get("seed") || String(Math.floor(Math.random() * 1e9)), acts: [], others: Number(form.others.value), skill: Number(form.skill.value), hands: spots.length || form.hands.value !== "chosen" ? form.hands.value : "any", spots, table: query.get("table") || "", auto: form.auto.checked };
  [lastBets, counted] = [[], 0];
  const answer = await call("POST", "/school/practice", asked());
  if (!answer.ok) return failed(answer);
  return show(answer.data);
}

/** Two cards and the dealer's for each situation that this learner has missed. */
function weakCells(game) {
  const ranks = (cards) => cards.split(" ").map((card) => (/^[JQK]/.test(card) ? "T" : card[0]));
  const cells = kept().puzzles.filter((one) => one.game === game && one.hand && ranks(one.hand).length === 2).map((one) => [...ranks(one.hand), ranks(one.against)[0]].join(""));
  return [...new Set(cells)].filter((cell) => /^[2-9TA]{3}$/.test(cell)).slice(-60);
}

function show(now) {
  state = now;
  $("practice-values").replaceChildren();
  $("practice-felt").replaceChildren(svgOf(now.svg));
  $("practice-said").textContent = now.said.slice(-4).join(" ");
  $("practice-line").textContent = now.judged ? now.judged.line : "";
  $("practice-line").className = `coach-line ${now.judged ? (now.judged.right ? "right" : "wrong") : ""}`;
  $("practice-net").textContent = `${now.rounds.length} ${now.rounds.length === 1 ? "round" : "rounds"}, ${signed(now.net)}. Seed ${session.seed}.`;
  $("practice-session").href = `/review/${session.id}`;
  $("practice-session").hidden = !now.rounds.length;
  buttons();
  review();
  for (const round of now.rounds.slice(counted)) {
    const right = round.decisions.filter((one) => one.judged.right).length;
    keep((all) => all.rounds.push({ game: session.game, decisions: round.decisions.length, right, cost: -round.skill, result: round.result, expected: round.expected, at: Date.now() }));
  }
  for (const one of now.rounds.slice(counted).flatMap((round) => round.decisions)) {
    if (!one.judged.right && one.judged.cost >= 0.5) keepPuzzle({ ...asked(), felt: undefined, width: undefined, name: `${session.game}: ${one.values.situation}`, hand: one.values.hand, against: one.values.against, acts: session.acts.slice(0, one.act) });
  }
  if (now.rounds.length > counted) {
    keepSession({ ...session, at: Date.now(), rounds: now.rounds.length, net: now.net });
    handIn({ answers: session.acts }, now.rounds.length);
  }
  counted = now.rounds.length;
}

const KEYS = { hit: "h", stand: "s", double: "d", split: "p", surrender: "r", insure: "i", decline: "n" };

function buttons() {
  const moves = state.may.filter((offer) => offer.kind === "move" || offer.kind === "turn");
  const bets = state.may.filter((offer) => offer.kind === "bet");
  const line = (offer) => (offer.most && offer.kind === "move" ? offer.text.replace(/ for [\d.]+$/, ` for ${offer.most / 100}`) : offer.text);
  const key = (offer) => KEYS[offer.act.move] || "";
  const drawn = moves.map((offer) => `<button type="button" data-line="${escape(line(offer))}" data-key="${key(offer)}">${escape(capital(spoken(offer.act.move || offer.label)))} ${key(offer) ? `<kbd aria-hidden="true">${key(offer)}</kbd>` : ""}</button>`);
  if (moves.some((offer) => offer.kind === "move")) drawn.push('<button type="button" class="plain" data-values="yes" data-key="v">Show the values <kbd aria-hidden="true">v</kbd></button>');
  if (!moves.length) {
    if (state.may_deal) drawn.push('<button type="button" class="go" data-line="deal" data-key="Enter">Deal <kbd aria-hidden="true">⏎</kbd></button>');
    else if (lastBets.length) drawn.push('<button type="button" class="go" data-again="yes" data-key="Enter">Same bets, deal <kbd aria-hidden="true">⏎</kbd></button>');
    for (const offer of bets.slice(0, 40)) drawn.push(`<button type="button" data-bet="${escape(offer.text)}">${escape(offer.label)} ${dollars(offer.least)}</button>`);
  }
  $("practice-moves").innerHTML = drawn.join("");
}

async function again() {
  for (const line of lastBets) if (!(await act(line))) return;
  await act("deal");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("#practice-moves button, [data-what-if]");
  if (!button) return;
  if (button.dataset.whatIf) return unlessBusy($("practice-review"), () => whatIf(button));
  if (button.dataset.again) return again();
  if (button.dataset.values) return unlessBusy($("practice-moves"), values);
  if (button.dataset.bet) {
    if (state.rounds.length !== button.closest("div").dataset.rounds * 1) lastBets = [];
    button.closest("div").dataset.rounds = state.rounds.length;
    if (await act(button.dataset.bet)) lastBets.push(button.dataset.bet);
    return;
  }
  await act(button.dataset.line);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  const button = document.querySelector(`#practice-moves [data-key="${CSS.escape(event.key)}"]`);
  if (button) event.preventDefault(), button.click();
});

// Review -----------------------------------------------------------------------------------------------------------------
function review() {
  const rounds = [...state.rounds].reverse().slice(0, 20);
  const open = new Set([...document.querySelectorAll("#practice-review details[open]")].map((one) => one.id));
  $("practice-review").innerHTML = rounds.map((round) => `<details id="round-${round.number}" ${open.has(`round-${round.number}`) ? "open" : ""}><summary>Round ${round.number}: ${signed(round.result)}
    = ${signed(round.expected)} expected ${signed(round.skill)} mistakes ${signed(round.luck)} luck ${round.decisions.map((one) => `<b class="wrong">${one.mark}</b>`).join("")}</summary>
    ${round.decisions.map((one) => decision(one)).join("") || "<p>No decision.</p>"}</details>`).join("") || "<p>No round is finished yet.</p>";
}

function decision(one) {
  const { values, judged } = one;
  const row = ([move, cents]) => `<tr><th scope="row">${escape(capital(spoken(move)))}${move === judged.move ? " (yours)" : ""}</th><td class="${move === judged.best ? "best" : ""}">${signed(Math.round(cents))}</td>
    <td><meter min="${-2 * values.stake}" max="${2 * values.stake}" value="${cents}" aria-label="Expected value of ${escape(spoken(move))}"></meter></td>
    <td>${move === judged.move ? "" : `<button type="button" data-what-if="${escape(move)}" data-act="${one.act}">What if?</button>`}</td></tr>`;
  return `<p><b class="wrong">${one.mark}</b> ${escape(values.hand)} against ${escape(values.against)}: ${escape(judged.line)}</p>
    <table class="values"><thead><tr><th scope="col">Move</th><th scope="col">Expected</th><th scope="col">Bar</th><th scope="col">Same cards</th></tr></thead><tbody>${Object.entries(values.basic)
      .sort((a, b) => b[1] - a[1]).map(row).join("")}</tbody></table>`;
}

async function whatIf(button) {
  const answer = await call("POST", "/school/practice/what-if", { session: asked(), act: Number(button.dataset.act), move: button.dataset.whatIf });
  if (!answer.ok) return failed(answer);
  button.replaceWith(Object.assign(document.createElement("span"), { textContent: signed(answer.data.result), role: "status" }));
}

async function start() {
  const form = $("practice-start");
  const answer = await call("GET", "/games");
  if (!answer.ok) return failed(answer);
  form.game.innerHTML = answer.data.map((game) => `<option value="${escape(game.name)}">${escape(game.title)}</option>`).join("");
  if (query.get("game")) form.game.value = query.get("game");
  form.addEventListener("submit", (event) => (event.preventDefault(), unlessBusy($("practice-moves"), () => begin(form))));
  return unlessBusy($("practice-moves"), () => begin(form));
}

start();
