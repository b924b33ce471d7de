/* How one's own bets of a round ended: the total first, then the main bets, then the others. */
import { fill } from "./patch.js";
import { $, why } from "./page.js";
import { dollars, escape } from "./wording.js";

let results = new Map();
let isOld = false; // they are those of the round before: shown until the first of this one, or until no more bets are taken

export function clearResults() {
  results = new Map();
  isOld = false;
}

export function roundBegins() {
  isOld = true;
}

export function betsClosed() {
  if (isOld) clearResults();
}

/** Takes in one event by which chips of this player moved. */
export function addResult(event) {
  const { moved } = event;
  if (isOld) clearResults();
  const key = [moved.at, moved.wager, moved.bet, moved.spot].join();
  const one = results.get(key) || { name: moved.name, wager: moved.wager, at: moved.at, spot: moved.spot || 0, stake: 0, paid: 0, lost: 0, fee: 0, owed: 0, why: "", by: event.by };
  if (!moved.wager) one.owed += moved.amount;
  else if (moved.fee) one.fee += event.kind === "FeeReturned" ? -moved.amount : moved.amount;
  else if (event.kind === "Paid") Object.assign(one, { paid: one.paid + moved.amount, why: moved.why, by: event.by });
  else if (event.kind === "Collected") Object.assign(one, { lost: one.lost + moved.amount, why: moved.why, by: event.by });
  else if (event.kind === "Returned") Object.assign(one, { stake: one.stake + moved.amount, why: one.paid ? one.why : moved.why });
  results.set(key, one);
}

const net = (one) => one.paid - one.lost - one.fee - one.owed;

function odds(paid, stake) {
  let [a, b] = [paid, stake];
  while (b) [a, b] = [b, a % b];
  return a && stake / a <= 100 ? `${paid / a} to ${stake / a}` : "";
}

function outcome(one) {
  const charged = one.fee < 0 ? `fee ${dollars(-one.fee)} returned` : one.fee ? `fee ${dollars(one.fee)}` : "";
  const fee = charged && `, ${charged}`;
  if (one.owed) return ["lost", `${dollars(one.owed)} owed`];
  const says = ` won lost lose void ${one.name.toLowerCase()} `.includes(` ${one.why} `); // adds nothing to the name
  const how = one.why && !says ? ` – ${one.why}` : "";
  if (one.paid) {
    const at = / to /.test(one.why) || !one.stake ? "" : odds(one.paid, one.stake);
    return ["won", `won ${dollars(one.paid)}${at ? ` at ${at}` : ""}${fee}${how}`];
  }
  if (one.lost && one.stake) return ["lost", `lost ${dollars(one.lost)}, ${dollars(one.stake)} back${how}`];
  if (one.lost) return ["lost", `lost ${dollars(one.lost)}${fee}${how}`];
  if (one.fee) return [one.fee > 0 ? "lost" : "won", charged];
  const each = /^(\S+) against \1$/.exec(one.why)?.[1];
  return ["push", `push${each ? `, ${each} each` : ""}: ${dollars(one.stake)} returned${each ? "" : how}`];
}

/** Where a box has several hands or a player several bets of a kind, which one it is. */
function fullName(one, others) {
  const alike = others.filter((other) => other.name === one.name && other.at.split(".")[0] === one.at.split(".")[0]);
  const differ = (part) => new Set(alike.map(part)).size > 1;
  const hand = differ((other) => other.at) ? `, hand ${Number(one.at.split(".")[1] || 0) + 1}` : "";
  return `${one.name}${differ((other) => other.spot) ? ` ${one.spot + 1}` : ""}${hand}`;
}

const isMain = (one) => one.wager === "main";
const inOrder = new Intl.Collator("en", { numeric: true }).compare; // 4, 4.1, 10: the dealer settles from the other end

export function showResults() {
  const ended = [...results.values()].filter((one) => one.paid || one.lost || one.stake || one.owed || one.fee);
  ended.sort((one, two) => isMain(two) - isMain(one) || inOrder(one.at, two.at) || one.spot - two.spot);
  const items = ended.map((one) => {
    const [mood, words] = outcome(one);
    return `<li class="${mood}${isMain(one) ? " main" : ""}"><b>${escape(fullName(one, ended))}</b> ${escape(words)}${why(one.by)}</li>`;
  });
  if (ended.length) items.unshift(total(ended));
  fill($("results"), items.join(""));
  $("results").hidden = !items.length;
}

function total(ended) {
  const sum = ended.reduce((cents, one) => cents + net(one), 0);
  const words = sum > 0 ? `+${dollars(sum)}` : dollars(sum);
  return `<li class="total ${sum > 0 ? "won" : sum < 0 ? "lost" : "push"}" data-cents="${sum}"><b>Round total:</b> ${words}</li>`;
}
