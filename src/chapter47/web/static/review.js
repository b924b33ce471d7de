/* Review of a session of practice: its figures, the bankroll, the worst hands, and each round step by step. A session is its seed and acts,
   kept in the browser or in the learner's book; every picture is played again from them. */
import { call } from "./api.js";
import { $, failed, settings, unlessBusy } from "./page.js";
import { svgOf } from "./patch.js";
import { fetched, keptSession } from "./results_kept.js";
import { capital, dollars, escape, spoken } from "./wording.js";

const page = $("review");
const signed = (cents) => `${cents > 0 ? "+" : ""}${dollars(cents)}`;
let session = null;
let rounds = [];
let ends = [];
let shown = null;
let step = 0;

const asked = (acts, coached) => ({ game: session.game, seed: session.seed, others: session.others, skill: session.skill, hands: session.hands, spots: session.spots || [], table: session.table || "", auto: Boolean(session.auto), acts, coached, felt: settings.felt, width: ($("review-felt")?.clientWidth || page.clientWidth || 800) });

// The session ------------------------------------------------------------------------------------------------------------
function summary() {
  const decisions = rounds.flatMap((round) => round.decisions);
  const right = decisions.filter((one) => one.judged.right).length;
  const total = (name) => rounds.reduce((sum, round) => sum + round[name], 0);
  const per100 = rounds.length ? (-100 * total("skill")) / rounds.length : 0;
  const rows = [
    ["Rounds", rounds.length], ["Decisions", decisions.length], ["By basic strategy", decisions.length ? `${Math.round((100 * right) / decisions.length)} %` : "–"],
    ["Mistakes cost per 100 hands", dollars(Math.round(per100))], ["Result", signed(total("result"))], ["Expected by the rules", signed(total("expected"))], ["Mistakes", signed(total("skill"))], ["Luck", signed(total("luck"))],
  ];
  return `<section aria-labelledby="figures"><h2 id="figures">Session</h2><dl class="figures">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>
    <p class="quiet">Result = expected by the rules + mistakes + luck, to the cent.</p>${bankroll()}${worst(decisions)}</section>`;
}

/** The bankroll with its expected line and the band of one and two standard deviations of this session's luck. */
function bankroll() {
  if (rounds.length < 2) return "";
  const sums = (name) => rounds.reduce((all, round) => [...all, all[all.length - 1] + round[name]], [0]);
  const [won, expected] = [sums("result"), sums("expected")];
  const mean = rounds.reduce((sum, round) => sum + round.luck, 0) / rounds.length;
  const spread = Math.sqrt(rounds.reduce((sum, round) => sum + (round.luck - mean) ** 2, 0) / (rounds.length - 1));
  const band = (many) => expected.map((cents, place) => many * spread * Math.sqrt(place) + cents);
  const all = [...won, ...band(2), ...band(-2)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (place) => (40 + (740 * place) / rounds.length).toFixed(1);
  const y = (cents) => (15 + (190 * (high - cents)) / (high - low || 1)).toFixed(1);
  const line = (values) => values.map((cents, place) => `${x(place)},${y(cents)}`).join(" ");
  const area = (many) => `${line(band(many))} ${[...band(-many)].map((cents, place) => `${x(place)},${y(cents)}`).reverse().join(" ")}`;
  return `<figure class="bankroll"><svg viewBox="0 0 800 230" role="img" aria-label="Bankroll after ${rounds.length} rounds: ${signed(won[won.length - 1])}; expected ${signed(expected[expected.length - 1])}; one standard deviation ${dollars(Math.round(spread * Math.sqrt(rounds.length)))}">
    <polygon class="band two" points="${area(2)}"/><polygon class="band one" points="${area(1)}"/><polyline class="expected" points="${line(expected)}"/><polyline class="won" points="${line(won)}"/>
    <text x="4" y="${y(0)}">$0</text><text x="4" y="20">${dollars(Math.round(high))}</text><text x="4" y="222">${dollars(Math.round(low))}</text></svg>
    <figcaption>Bankroll (solid), expected by the rules (dashed), one and two standard deviations of your rounds.</figcaption></figure>`;
}

function worst(decisions) {
  const wrong = decisions.filter((one) => one.judged.cost >= 0.5).sort((a, b) => b.judged.cost - a.judged.cost).slice(0, 8);
  if (!wrong.length) return "<p>No mistake that costs a cent.</p>";
  return `<h3>Worst hands</h3><ol>${wrong.map((one) => `<li><button type="button" class="plain" data-round="${rounds.findIndex((round) => round.decisions.includes(one))}" data-act="${one.act}"><b class="wrong">${one.mark}</b> ${escape(one.values.hand)} against ${escape(one.values.against)}</button> ${escape(one.judged.line)}</li>`).join("")}</ol>
    <p><a href="/school#puzzles">Learn from these mistakes</a></p>`;
}

// A round ----------------------------------------------------------------------------------------------------------------
function list() {
  return `<section aria-labelledby="rounds-title"><h2 id="rounds-title">Rounds</h2><div class="moves-row">${rounds.map((round, place) => `<button type="button" data-round="${place}">${round.number}: ${signed(round.result)} <b class="wrong">${round.decisions.map((one) => one.mark).join("")}</b></button>`).join("")}</div></section>`;
}

/** The acts of a round: from the end of the round before to its own last act. */
const actsOf = (place) => ({ from: place ? ends[place - 1] : 0, to: ends[place] });

async function openRound(place, act = null) {
  shown = place;
  const { from, to } = actsOf(place);
  return go(Math.min(Math.max(act === null ? from + 1 : act, from), to));
}

async function go(number) {
  const { from, to } = actsOf(shown);
  const chosen = Math.min(Math.max(number, from), to);
  const answer = await call("POST", "/school/practice", asked(session.acts.slice(0, chosen), false));
  if (!answer.ok) return failed(answer);
  step = chosen;
  const round = rounds[shown];
  const now = round.decisions.find((one) => one.act === step);
  const before = round.decisions.filter((one) => one.act < step);
  $("review-round").innerHTML = `<h2 id="round-title">Round ${round.number}: ${signed(round.result)}</h2><p>${signed(round.expected)} expected by the rules, ${signed(round.skill)} mistakes, ${signed(round.luck)} luck.</p>
    <div id="review-felt" class="felt"></div><p class="steps player"><button type="button" data-step="${from}">First</button><button type="button" data-step="${step - 1}" ${step <= from ? "disabled" : ""}>Back <kbd aria-hidden="true">←</kbd></button>
    <button type="button" data-step="${step + 1}" ${step >= to ? "disabled" : ""}>Forward <kbd aria-hidden="true">→</kbd></button><button type="button" data-step="${to}">Last</button><span>Step ${step - from} of ${to - from}</span></p>
    ${worth(round, step, to)}<p aria-live="polite" id="review-said">${escape(step > from ? `${session.acts[step - 1].replace(/^You /, "You: ")}. ` : "")}${escape(answer.data.said.slice(-4).join(" "))}</p>
    ${now ? decision(now) : before.length ? `<p>${escape(before[before.length - 1].judged.line)}</p>` : ""}`;
  $("review-felt").replaceChildren(svgOf(answer.data.svg));
  $("review-round").scrollIntoView({ block: "nearest" });
  return null;
}

const bar = (cents, stake) => Math.max(0, Math.min(100, 50 + (50 * cents) / (stake || 1)));
const picture = (cents, stake, name) => `<svg class="${name}" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="Expected value ${signed(Math.round(cents))}"><rect class="ground" width="100" height="8"/><rect class="${cents < 0 ? "lost" : "gained"}" x="${Math.min(50, bar(cents, stake))}" width="${Math.abs(bar(cents, stake) - 50)}" height="8"/></svg>`;

/** What the round is worth at this step: expected by the rules, then by the best move, by the move that was made, and its result. */
function worth(round, at, last) {
  const stake = 2 * round.wagered || 1;
  if (at === last) return picture(round.result, stake, "ev ev-wide") + `<p>Worth now: <b>${signed(round.result)}</b>, the result</p>`;
  const now = round.decisions.find((one) => one.act === at);
  const made = round.decisions.filter((one) => one.act < at).at(-1);
  const cents = now ? Math.max(...Object.values(now.values.basic)) : made ? made.values.basic[made.judged.move] : round.expected;
  return picture(cents, stake, "ev ev-wide") + `<p>Worth now: <b>${signed(Math.round(cents))}</b> on average${now ? " with the best move" : ""}</p>`;
}

function decision(one) {
  const { values, judged } = one;
  const row = ([move, cents]) => `<tr><th scope="row">${escape(capital(spoken(move)))}${move === judged.move ? ` (yours) <b class="wrong">${one.mark}</b>` : ""}</th><td class="${move === judged.best ? "best" : ""}">${signed(Math.round(cents))}</td>
    <td>${picture(cents, values.stake, "ev")}</td>
    <td>${move === judged.move ? "" : `<button type="button" data-what-if="${escape(move)}" data-act="${one.act}">What if?</button>`}</td></tr>`;
  return `<p><b>${escape(values.hand)} against ${escape(values.against)}</b>: ${escape(judged.line)}</p><table class="values"><caption>Your decision, by basic strategy</caption><thead><tr><th scope="col">Move</th><th scope="col">Expected</th><th scope="col">Bar</th><th scope="col">Same cards</th></tr></thead>
    <tbody>${Object.entries(values.basic).sort((a, b) => b[1] - a[1]).map(row).join("")}</tbody></table>`;
}

async function whatIf(button) {
  const answer = await call("POST", "/school/practice/what-if", { session: asked(session.acts, true), act: Number(button.dataset.act), move: button.dataset.whatIf });
  if (!answer.ok) return failed(answer);
  button.replaceWith(Object.assign(document.createElement("span"), { textContent: signed(answer.data.result), role: "status" }));
  return null;
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return null;
  const { whatIf: move, step: to, round, act } = button.dataset;
  if (move) return unlessBusy(page, () => whatIf(button));
  if (to !== undefined) return unlessBusy(page, () => go(Number(to)));
  if (round !== undefined) return unlessBusy(page, () => openRound(Number(round), act === undefined ? null : Number(act)));
  return null;
});

document.addEventListener("keydown", (event) => {
  if (shown === null || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (way) event.preventDefault(), unlessBusy(page, () => go(step + way));
});

async function start() {
  await fetched();
  session = keptSession(decodeURIComponent(location.pathname.split("/").pop()));
  if (!session) {
    page.innerHTML = '<h2>No such session</h2><p>This browser has no session under this address. <a href="/practice">Practise</a>, or import your results under <a href="/school#progress">My results</a>.</p>';
    return null;
  }
  const answer = await call("POST", "/school/practice", asked(session.acts, true));
  if (!answer.ok) return failed(answer);
  rounds = answer.data.rounds;
  ends = answer.data.ends;
  page.innerHTML = `<p class="lead">${escape(answer.data.title)}, seed ${escape(session.seed)}. <a href="/practice?game=${encodeURIComponent(session.game)}">Practise</a></p>${summary()}${list()}<section id="review-round" aria-labelledby="round-title"></section>`;
  return rounds.length ? openRound(0) : null;
}

unlessBusy(page, start);
