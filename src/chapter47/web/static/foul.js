/* Foul!: a round line by line; the learner stops the game where a rule is broken and names the fault. */
import { call } from "./api.js";
import { $, failed, unlessBusy, why } from "./page.js";
import { keep, kept } from "./results_kept.js";
import { dollars, escape } from "./wording.js";

let score = 0;

export function showFoul(part, games) {
  const past = kept().fouls;
  part.innerHTML = `<h2>Foul!</h2><p>Watch a round line by line. The dealer may break a rule. Stop the game at the line that is wrong and name the fault,
    or let the round pass. A wrong accusation costs more than a miss.</p><p class="quiet">${past.length} rounds watched, ${past.filter((one) => one === "catch").length} caught.</p>
    <form id="foul-start"><label>Game <select name="game">${games.map((game) => `<option value="${game.name}">${escape(game.title)}</option>`).join("")}</select></label>
    <label>Level <select name="level"><option value="kind">name the fault</option><option value="by">name the paragraph</option></select></label><button class="go">Watch a round</button></form>`;
  $("foul-start").addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, level } = event.target;
    unlessBusy(part, () => watch(part, games, game.value, level.value, 0, new URLSearchParams(location.search).get("seed") || String(Math.floor(Math.random() * 1e9))));
  });
}

async function watch(part, games, game, level, number, seed) {
  const path = `/school/foul/${game}/${encodeURIComponent(seed)}/${number}`;
  const answer = await call("GET", path);
  if (!answer.ok) return failed(answer);
  const { lines, kinds, title } = answer.data;
  part.innerHTML = `<h2>${escape(title)}, round ${number + 1}</h2><p class="quiet">${score} points</p><ol id="foul-lines" class="foul-lines" aria-live="polite" aria-label="The round so far" tabindex="0"></ol>
    <p class="steps"><button type="button" class="go" id="foul-next">Next line <kbd aria-hidden="true">⏎</kbd></button><button type="button" id="foul-all">Show all</button>
    <button type="button" class="danger" id="foul-stop">Stop the game</button></p><div id="foul-call"></div>`;
  let shown = 0;
  const next = () => {
    if (shown === lines.length) return rule(null);
    const item = document.createElement("li");
    item.textContent = lines[shown].text;
    item.tabIndex = -1;
    $("foul-lines").append(item);
    item.scrollIntoView({ block: "nearest" });
    shown += 1;
    if (shown === lines.length) $("foul-next").firstChild.textContent = "No fault: let it pass ";
    return null;
  };
  const rule = (place, named = {}) => unlessBusy(part, async () => {
    const marked = await call("POST", path, { place, ...named });
    if (!marked.ok) return failed(marked);
    return show(marked.data);
  });
  const WORDS = { catch: "Caught.", "wrong-reason": "There is a fault, but not the one you named.", miss: "Missed.", "false-call": "A wrong accusation: up to that line no rule was broken.", clean: "Right: no rule was broken." };
  const show = (ruling) => {
    score += ruling.points;
    keep((now) => now.fouls.push(ruling.outcome));
    const fault = ruling.by ? `<p>${escape(ruling.title)}, at line ${ruling.place + 1}. It should have been: ${escape(ruling.should)}${why(ruling.by)}${ruling.cents ? ` Money at stake: ${dollars(ruling.cents)}.` : ""}</p>` : "";
    part.innerHTML = `<div class="mark ${ruling.points > 0 ? "right" : "wrong"}"><p role="status">${WORDS[ruling.outcome]} ${ruling.points > 0 ? "+" : ""}${ruling.points}</p>${fault}
      <p>${score} points</p><p class="steps"><button type="button" class="go" id="foul-again">Next round</button><a href="#drills">All drills</a></p></div>`;
    $("foul-again").addEventListener("click", () => unlessBusy(part, () => watch(part, games, game, level, number + 1, seed)));
    $("foul-again").focus();
  };
  const stop = () => {
    const field = level === "kind"
      ? `<label>What is wrong? <select name="kind">${kinds.map((kind) => `<option value="${kind.name}">${escape(kind.title)}</option>`).join("")}</select></label>`
      : '<label>Which paragraph is broken? <input name="by" placeholder="19:47-2.12(b)" required maxlength="40"></label>';
    const options = lines.slice(0, shown).map((line) => `<option value="${line.place}">${line.place + 1}: ${escape(line.text)}</option>`).reverse().join("");
    $("foul-call").innerHTML = `<form id="foul-form"><label>At which line? <select name="place">${options}</select></label>${field}<button class="go">Call it</button></form>`;
    $("foul-form").addEventListener("submit", (event) => {
      event.preventDefault();
      rule(Number(event.target.place.value), level === "kind" ? { kind: event.target.kind.value } : { by: event.target.by.value });
    });
    $("foul-form").querySelector("select").focus();
  };
  $("foul-next").addEventListener("click", next);
  $("foul-all").addEventListener("click", () => { while (shown < lines.length) next(); });
  $("foul-stop").addEventListener("click", stop);
  next();
  $("foul-next").focus();
  return null;
}
