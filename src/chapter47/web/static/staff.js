/* What all staff pages share: lists, amounts, times, two-step confirmation, refreshing. */
import { call, newKey } from "./api.js";
import { $, calm, role, trouble } from "./page.js";
import { dollars, errorMessage, escape, short } from "./wording.js";

export const time = (ms) => (ms ? `<time datetime="${new Date(ms).toISOString()}">${escape(new Date(ms).toLocaleString())}</time>` : "");
export const signed = (cents) => `<span class="${cents < 0 ? "loss" : "gain"}">${cents > 0 ? "+" : ""}${dollars(cents)}</span>`;
export const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined)).toString();
export const at = (field) => (field.value ? new Date(field.value).getTime() : "");

/** A list as a table; on phones each row is a card. Columns are [label, cell(row) as HTML, class]. */
export function list(columns, rows, empty) {
  if (!rows.length) return `<p class="quiet">${escape(empty)}</p>`;
  const head = columns.map(([label, , mood]) => `<th scope="col"${mood ? ` class="${mood}"` : ""}>${label ? escape(label) : '<span class="heard">Actions</span>'}</th>`).join("");
  const body = rows.map((row) => `<tr${row.id ? ` id="row-${escape(row.id)}"` : ""}>${columns.map(([label, cell, mood]) => `<td data-label="${escape(label)}"${mood ? ` class="${mood}"` : ""}>${cell(row)}</td>`).join("")}</tr>`).join("");
  return `<table class="list"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

export const facts = (pairs) => pairs.map(([term, html]) => `<dt>${escape(term)}</dt><dd>${html}</dd>`).join("");

/** Dollars as somebody types them, in cents; 0 where it is not an amount above nothing. */
export function cents(text) {
  const plain = String(text).replace(/[$,\s]/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
}

export function amountOf(field) {
  const amount = cents(field.value);
  if (!amount) trouble({ text: "Enter an amount in dollars, such as 100 or 2.50." }), field.focus();
  return amount;
}

/** A refusal in the words of staff: what is wrong, what was found, what is possible. */
export function refused(answer) {
  const error = answer.data;
  const plain = error.code === "chips.short" ? { ...error, code: "", message: accountIn(error.message) } : error;
  trouble(errorMessage(plain));
}

const accountIn = (message) => message.replace(/^(\S+\/\S+)/, (name) => account(name));

/** An account in words. */
export function account(name, tables = {}) {
  const [kind, whose, what, who] = name.split("/");
  if (kind === "outside") return "The cage and beyond";
  const table = tables[whose] || `table ${whose}`;
  if (kind === "player") return `${whose}'s ${what === "coupons" ? "coupons" : "chips"}`;
  const words = { inventory: `Tray of ${table}`, drop: `Drop box of ${table}`, layout: `Wagers of ${who} at ${table}`, owed: `Fees of ${who} at ${table}`, meter: `Meter ${who} of ${table}`, coupons: `Coupons of ${who} at ${table}` };
  return words[what] || name;
}

/** Asks again before anything is done; Cancel has the focus, so that no key confirms by itself. */
export function confirm(title, html, label, danger = false) {
  const dialog = $("confirm");
  $("confirm-title").textContent = title;
  $("confirm-text").innerHTML = html;
  const [yes, no] = [$("confirm-yes"), $("confirm-no")];
  yes.textContent = label;
  yes.className = danger ? "danger" : "go";
  return new Promise((answer) => {
    let confirmed = false;
    yes.onclick = () => ((confirmed = true), dialog.close());
    no.onclick = () => dialog.close();
    dialog.onclose = () => answer(confirmed);
    dialog.showModal();
    no.focus();
  });
}

/** Sends a command once; a refusal is shown. */
export async function send(method, path, body) {
  calm();
  const answer = await call(method, path, body && method !== "DELETE" ? { ...body, key: newKey() } : body);
  if (!answer.ok) refused(answer);
  return answer.ok ? answer.data || {} : null;
}

/** The answer; `null` where it is a refusal, which is shown, or where a newer question was asked meanwhile. */
export async function get(path, isNewest = () => true) {
  const answer = await call("GET", path);
  document.body.dataset.asked = Number(document.body.dataset.asked || 0) + 1; // tests wait for the first answers
  if (!isNewest()) return null;
  if (!answer.ok) refused(answer);
  return answer.ok ? answer.data : null;
}

/** Now and then, while somebody looks. */
export function every(seconds, refresh) {
  const again = async () => {
    if (document.visibilityState === "visible") await refresh();
    setTimeout(again, seconds * 1000);
  };
  again();
}

/** Buttons with `data-work` do what is listed here under that name. */
export const work = {};
document.addEventListener("click", async (event) => {
  const target = event.target.closest("button[data-work]");
  if (!target || target.disabled || !work[target.dataset.work]) return;
  target.disabled = true;
  await work[target.dataset.work](target);
  target.disabled = false;
});
/* Enter in a form of staff does nothing but move on: money and calls have no default key. */
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("form.form input") && !event.target.form.querySelector("button:not([type=button])")) event.preventDefault();
});

work.print = () => window.print();

const ALARMS = {
  "store-lost": () => "The database cannot be written",
  paused: () => "Paused",
  stopped: () => "The deal is stopped",
  "tray-low": () => "The tray is low: order a fill",
  "request-waiting": (alarm) => `${alarm.player} has waited over a minute for chips`,
  "player-away": (alarm) => `${alarm.player} is not connected`,
  closing: () => "Closing after its wagers are decided",
  "rules-change": (alarm) => `New rules from ${new Date(alarm.since).toLocaleTimeString()}`,
};
export const alarm = (one) => escape(ALARMS[one.code]?.(one) || one.code);
export const alarms = (table) => table.alarms.map((one) => `<li>${alarm(one)}</li>`).join("");

/** The deal of a table: what it does now, and its buttons. */
export function dealState(table, may) {
  if (table.paused) return [`Paused: ${escape(table.paused)}`, []];
  const close = may.find((offer) => offer.kind === "close");
  const buttons = table.stopped
    ? [["step", "Next step"], ["start", "Start the deal"]]
    : [["stop", "Stop the deal"]];
  if (close) buttons.unshift(["close-wagers", close.label]);
  const waits = table.waits_for ? `Waiting for ${escape(table.waits_for)}.` : "";
  return [table.stopped ? `The deal is stopped: the dealer goes on only by “Next step”. ${waits}` : `The dealer works by itself. ${waits}`, buttons];
}

export function dealWork(table, refresh) {
  const path = `/tables/${table}`;
  work.stop = async () => (await send("POST", `${path}/deal`, { on: false }), refresh());
  work.start = async () => (await send("POST", `${path}/deal`, { on: true }), refresh());
  work.step = async () => (await send("POST", `${path}/steps`, { number: 1 }), refresh());
  work["close-wagers"] = async () => {
    const view = await get(path);
    const offer = view?.may.find((one) => one.kind === "close");
    if (offer) await send("POST", `${path}/acts`, { act: offer.text });
    await refresh();
  };
}

export const dealButtons = (buttons) => buttons.map(([name, label]) => `<button type="button" data-work="${name}" id="deal-${name}">${escape(label)}</button>`).join(" ");
export const citation = (by) => `<button type="button" class="why" data-by="${escape(by)}">${escape(short(by))}</button>`;

/** Sells the chips a player asked for, or declines. */
export function requestWork(refresh) {
  const found = async (target) => (await get("/buy-in-requests"))?.find((one) => one.id === target.dataset.request);
  work.sell = async (target) => {
    const one = await found(target);
    if (one && (await confirm(`Sell ${dollars(one.amount)} to ${one.player}?`, "<p>You have the cash. The chips come out of the table's tray.</p>", "Sell the chips")))
      await send("POST", `/tables/${one.table}/buy-in/${encodeURIComponent(one.player)}`, { amount: one.amount, request: one.id });
    await refresh();
  };
  work.decline = async (target) => {
    const one = await found(target);
    if (one) await send("DELETE", `/players/${encodeURIComponent(one.player)}/buy-in-requests/${one.id}`);
    await refresh();
  };
}

export const canSell = role === "dealer" || role === "supervisor";
export const requestList = (requests, names) =>
  list(
    [["Player", (one) => escape(one.player)], ["Table", (one) => escape(names[one.table] || one.table)], ["Wants", (one) => dollars(one.amount), "number"], ["Since", (one) => time(one.at)],
      ...(canSell ? [["", (one) => `<button type="button" data-work="sell" data-request="${escape(one.id)}">Sell</button> <button type="button" data-work="decline" data-request="${escape(one.id)}">Decline</button>`, "acts"]] : [])],
    requests, "Nobody waits for chips.");

/** The verdict on a table file. */
export function verdict(found) {
  const line = (one) => `<li>${escape(one.message)}${one.got ? ` <span class="quiet">found ${escape(one.got)}, required ${escape(one.want)}</span>` : ""} ${citation(one.citation)}</li>`;
  const section = (title, lines) => (lines.length ? `<h3>${title}</h3><ul>${lines.map(line).join("")}</ul>` : "");
  return `<div class="panel"><h2>Verdict</h2><p class="${found.lawful ? "lawful" : "unlawful"}">${escape(found.title)}: ${escape(found.headline)}</p>${section("Findings", found.findings)}${section("This change must be announced", found.changes)}
    <details><summary>${found.notices.length} signs and notices for this table</summary><ul>${found.notices.map(line).join("")}</ul></details></div>`;
}
