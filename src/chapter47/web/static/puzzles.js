/* Learn from your mistakes: missed decisions come back as puzzles, spaced by the server's scheduler. */
import { call } from "./api.js";
import { $, failed, settings, unlessBusy } from "./page.js";
import { svgOf } from "./patch.js";
import { keep, kept } from "./results_kept.js";
import { capital, escape, spoken } from "./wording.js";

const due = () => kept().puzzles.filter((one) => one.due <= Date.now()).sort((a, b) => a.due - b.due);
const body = (puzzle, acts, part) => ({ game: puzzle.game, seed: puzzle.seed, others: puzzle.others, skill: puzzle.skill, hands: puzzle.hands, spots: puzzle.spots || [], table: puzzle.table || "", auto: Boolean(puzzle.auto), acts, width: part.clientWidth || 800, felt: settings.felt });

export function showPuzzles(part) {
  const [waiting, all] = [due(), kept().puzzles];
  if (!waiting.length) {
    const next = all.length ? ` The next comes back on ${new Date(Math.min(...all.map((one) => one.due))).toLocaleString()}.` : ' <a href="/practice">Practise</a> first: your mistakes become puzzles.';
    part.innerHTML = `<h2>Learn from your mistakes</h2><p role="status">No puzzle is due now; ${all.length} in all.${next}</p>`;
    return null;
  }
  return ask(part, waiting[0], waiting.length);
}

async function ask(part, puzzle, number) {
  const answer = await call("POST", "/school/practice", { ...body(puzzle, puzzle.acts, part), coached: false });
  if (!answer.ok) return failed(answer);
  const moves = answer.data.may.filter((offer) => offer.kind === "move");
  const line = (offer) => (offer.most ? offer.text.replace(/ for [\d.]+$/, ` for ${offer.most / 100}`) : offer.text);
  part.innerHTML = `<h2>Learn from your mistakes</h2><p class="quiet">${number} due</p><div class="practice"><div id="puzzle-felt" class="felt"></div></div><p class="prompt">What is basic strategy?</p>
    <div class="choices" id="puzzle-moves">${moves.map((offer, place) => `<button type="button" data-line="${escape(line(offer))}">${escape(capital(spoken(offer.act.move)))} <kbd aria-hidden="true">${place + 1}</kbd></button>`).join("")}</div>`;
  $("puzzle-felt").replaceChildren(svgOf(answer.data.svg));
  $("puzzle-moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) unlessBusy(part, () => judge(part, puzzle, button.dataset.line));
  });
  $("puzzle-moves").querySelector("button")?.focus();
  return null;
}

async function judge(part, puzzle, line) {
  const answer = await call("POST", "/school/practice", body(puzzle, [...puzzle.acts, line], part));
  if (!answer.ok) return failed(answer);
  const { right, line: words } = answer.data.judged;
  const next = await call("POST", "/school/puzzles/schedule", { card: puzzle.card, right, now: Date.now() });
  if (!next.ok) return failed(next);
  keep((now) => Object.assign(now.puzzles.find((one) => one.name === puzzle.name), next.data));
  const box = document.createElement("div");
  box.className = `mark ${right ? "right" : "wrong"}`;
  box.innerHTML = `<p role="status">${escape(words)} It comes back on ${new Date(next.data.due).toLocaleString()}.</p><button type="button" class="go" id="next">Next <kbd aria-hidden="true">⏎</kbd></button>`;
  $("puzzle-moves").replaceWith(box);
  $("next").addEventListener("click", () => unlessBusy(part, () => showPuzzles(part)));
  $("next").focus();
  return null;
}
