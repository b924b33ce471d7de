/* Foul!: a round line by line. The learner stops the game where a rule is broken, names the fault and chooses the remedy; a supervisor rules on
   irregularities. Lines come from the server one by one: a page knows nothing that has not happened yet. */
import { call } from "./api.js";
import { $, failed, unlessBusy, why } from "./page.js";
import { keep, kept } from "./results_kept.js";
import { dollars, escape } from "./wording.js";

const LEVELS = { kind: "name the fault", by: "name the paragraph", supervisor: "supervisor: rule on irregularities", "supervisor-by": "supervisor: give the paragraph" };
const ALL = 10000;
let score = 0;

/** Catches, misses, false calls and money, in words. Results of earlier versions are outcomes without money. */
export function tally(fouls) {
  const all = fouls.map((one) => (typeof one === "string" ? { outcome: one, cents: 0 } : one));
  const of = (...outcomes) => all.filter((one) => outcomes.includes(one.outcome));
  const money = (list) => dollars(list.reduce((sum, one) => sum + (one.cents || 0), 0));
  const rulings = of("ruling", "wrong-ruling");
  return `${all.length} round${all.length === 1 ? "" : "s"} watched: ${of("catch").length} caught (${money(of("catch"))}), ${of("miss", "wrong-reason").length} missed (${money(of("miss", "wrong-reason"))}), ${of("false-call").length} false calls, ${of("clean").length} clean rounds passed${rulings.length ? `, ${of("ruling").length} of ${rulings.length} rulings right` : ""}.`;
}

export function showFoul(part, games) {
  part.innerHTML = `<h2>Foul!</h2><p>Watch a round line by line. The dealer may break a rule. Stop the game at the line that is wrong, name the fault and say what is
    done now, or let the round pass. A wrong accusation costs more than a miss. As a supervisor you rule on irregularities.</p><p class="quiet">${tally(kept().fouls)}</p>
    <form id="foul-start"><label>Game <select name="game">${games.map((game) => `<option value="${game.name}">${escape(game.title)}</option>`).join("")}</select></label>
    <label>Level <select name="level">${Object.entries(LEVELS).map(([name, words]) => `<option value="${name}">${words}</option>`).join("")}</select></label><button class="go">Watch a round</button></form>`;
  const query = new URLSearchParams(location.search);
  if (query.get("game")) $("foul-start").game.value = query.get("game");
  if (query.get("level")) $("foul-start").level.value = query.get("level");
  $("foul-start").addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, level } = event.target;
    unlessBusy(part, () => watch(part, game.value, level.value, 0, query.get("seed") || String(Math.floor(Math.random() * 1e9))));
  });
}

const watch = (part, game, level, number, seed) => (level.startsWith("supervisor") ? rule(part, game, level, number, seed) : round(part, game, level, number, seed));

/** Ends a round with its points and the button for the next. */
function ended(part, words, points, more, again) {
  score += points;
  part.innerHTML = `<div class="mark ${points > 0 ? "right" : "wrong"}"><p role="status">${words} ${points > 0 ? "+" : ""}${points}</p>${more}
    <p>${score} point${Math.abs(score) === 1 ? "" : "s"}. ${tally(kept().fouls)}</p><p class="steps"><button type="button" class="go" id="foul-again">Next round</button><a href="#drills">All drills</a></p></div>`;
  $("foul-again").addEventListener("click", () => unlessBusy(part, again));
  $("foul-again").focus();
}

const choices = (list) => `<div class="choices">${list.map((text, place) => `<button type="submit" name="answer" value="${escape(text)}">${escape(text)} <kbd aria-hidden="true">${place + 1}</kbd></button>`).join("")}</div>`;

// The dealer's faults ----------------------------------------------------------------------------------------------------
async function round(part, game, level, number, seed) {
  const path = `/school/foul/${game}/${encodeURIComponent(seed)}/${number}`;
  let known = null;
  let shown = 0;
  part.innerHTML = '<h2 id="foul-title">Foul!</h2><p class="quiet" id="foul-score"></p><ol id="foul-lines" class="foul-lines" aria-live="polite" aria-label="The round so far" tabindex="0"></ol>'
    + `<p class="steps"><button type="button" class="go" id="foul-next">Next line <kbd aria-hidden="true">⏎</kbd></button><button type="button" id="foul-all" disabled>Show all</button>
    <button type="button" class="danger" id="foul-stop" disabled>Stop the game</button></p><div id="foul-call"></div>`;
  const look = async (many) => {
    $("foul-stop").disabled = true; // until the lines that were asked for are there
    const answer = await call("GET", `${path}?shown=${many}`);
    if (!$("foul-lines")) return null; // another part of the school was opened meanwhile
    if (!answer.ok) return failed(answer);
    known = answer.data;
    for (const name of ["foul-all", "foul-stop"]) $(name).disabled = false;
    $("foul-title").textContent = `${known.title}, round ${number + 1}`;
    $("foul-score").textContent = `${score} points`;
    for (const line of known.lines.slice(shown)) $("foul-lines").append(Object.assign(document.createElement("li"), { textContent: line.text, tabIndex: -1 }));
    $("foul-lines").lastElementChild?.scrollIntoView({ block: "nearest" });
    shown = known.lines.length;
    if (known.over) $("foul-next").firstChild.textContent = "No fault: let it pass ";
    return null;
  };
  const calls = async (place, named = {}) => {
    const marked = await call("POST", path, { place, ...named });
    if (!marked.ok) return failed(marked);
    return marked.data.remedies.length ? remedy(marked.data, place, named) : show(marked.data);
  };
  const remedy = (ruling, place, named) => {
    $("foul-call").innerHTML = `<form id="foul-remedy" aria-labelledby="remedy-title"><div><h3 id="remedy-title">Caught at line ${ruling.place + 1}. What is done now?</h3>${choices(ruling.remedies)}</div></form>`;
    $("foul-remedy").querySelector("button").focus();
    $("foul-remedy").addEventListener("submit", (event) => {
      event.preventDefault();
      unlessBusy(part, () => calls(place, { ...named, remedy: event.submitter.value }));
    });
  };
  const WORDS = { catch: "Caught.", "wrong-reason": "There is a fault, but not the one you named.", miss: "Missed.", "false-call": "A wrong accusation: up to that line no rule was broken.", clean: "Right: no rule was broken." };
  const show = (ruling) => {
    keep((now) => now.fouls.push({ outcome: ruling.outcome, cents: ruling.cents, game, kind: ruling.kind }));
    const remedied = ruling.remedied === null ? "" : ` ${ruling.remedied ? "The remedy is right." : "The remedy is wrong."}`;
    const fault = ruling.by ? `<p>${escape(ruling.title)}, at line ${ruling.place + 1}. It should have been: ${escape(ruling.should)}${why(ruling.by)}${ruling.cents ? ` Money at stake: ${dollars(ruling.cents)}.` : ""}</p><p>Remedy: ${escape(ruling.remedy)}</p>` : "";
    ended(part, `${WORDS[ruling.outcome]}${remedied}`, ruling.points, fault, () => watch(part, game, level, number + 1, seed));
  };
  const stop = () => {
    const field = level === "kind"
      ? `<label>What is wrong? <select name="kind">${known.kinds.map((kind) => `<option value="${kind.name}">${escape(kind.title)}</option>`).join("")}</select></label>`
      : '<label>Which paragraph is broken? <input name="by" placeholder="19:47-2.12(b)" required maxlength="40"></label>';
    const options = known.lines.map((line) => `<option value="${line.place}">${line.place + 1}: ${escape(line.text)}</option>`).reverse().join("");
    $("foul-call").innerHTML = `<form id="foul-form"><label>At which line? <select name="place">${options}</select></label>${field}<button class="go">Call it</button></form>`;
    $("foul-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const { place, kind, by } = event.target;
      unlessBusy(part, () => calls(Number(place.value), level === "kind" ? { kind: kind.value } : { by: by.value.trim() }));
    });
    $("foul-form").querySelector("select").focus();
  };
  $("foul-next").addEventListener("click", () => unlessBusy(part, () => (known?.over ? calls(null) : look(shown + 1))));
  $("foul-all").addEventListener("click", () => unlessBusy(part, () => look(ALL)));
  $("foul-stop").addEventListener("click", stop);
  await look(1);
  $("foul-next")?.focus();
  return null;
}

// The supervisor ---------------------------------------------------------------------------------------------------------
async function rule(part, game, level, number, seed) {
  const path = `/school/supervisor/${game}/${encodeURIComponent(seed)}/${number}`;
  const answer = await call("GET", path);
  if (!answer.ok) return failed(answer);
  const { lines, what, title, choices: rulings } = answer.data;
  const field = level === "supervisor" ? choices(rulings) : '<label>Which paragraph rules? <input name="by" placeholder="19:47-2.15(c)" required maxlength="40"></label><button class="go">Rule</button>';
  part.innerHTML = `<h2>${escape(title)}, round ${number + 1}</h2><ol class="foul-lines" aria-label="The round so far" tabindex="0">${lines.map((line) => `<li>${escape(line)}</li>`).join("")}</ol>
    <form id="foul-ruling" aria-labelledby="what"><div><p class="prompt" id="what">You are called to the table: ${escape(what)}. What is your ruling?</p>${field}</div></form>`;
  part.querySelector(".foul-lines").scrollTop = 1e6;
  $("foul-ruling").querySelector("input, button").focus();
  $("foul-ruling").addEventListener("submit", (event) => {
    event.preventDefault();
    const given = level === "supervisor" ? { answer: event.submitter.value } : { by: event.target.by.value.trim() };
    unlessBusy(part, async () => {
      const marked = await call("POST", path, given);
      if (!marked.ok) return failed(marked);
      const { right, answer: ruling, by, follows, points } = marked.data;
      keep((now) => now.fouls.push({ outcome: right ? "ruling" : "wrong-ruling", cents: 0, game, kind: what }));
      const then = follows.length ? `<h3>What happens then</h3><ul>${follows.map((line) => `<li>${escape(line)}</li>`).join("")}</ul>` : "";
      return ended(part, right ? "Right." : "Wrong.", points, `<p>${escape(ruling)}${why(by)}</p>${then}`, () => watch(part, game, level, number + 1, seed));
    });
  });
  return null;
}
