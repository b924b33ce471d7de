/* Corrections: from one account to another, with a reason, reviewed before they are made. */
import { $, trouble, you } from "./page.js";
import { account, amountOf, confirm, get, list, send, time, work } from "./staff.js";
import { dollars, escape } from "./wording.js";

const form = $("correction");
let tables = {};

async function offer() {
  const [floor, balances] = await Promise.all([get("/floor"), get("/balances")]);
  if (!floor || !balances) return;
  tables = Object.fromEntries(floor.tables.map((table) => [table.id, table.name]));
  const names = new Set(["outside", ...floor.players.map((name) => `player/${name}/bankroll`), ...Object.keys(balances).filter((name) => /^player\/[^/]+\/(bankroll|coupons)$|^table\/[^/]+\/(inventory|drop)$/.test(name))]);
  const html = [...names].sort().map((name) => `<option value="${escape(name)}">${escape(account(name, tables))}${balances[name] === undefined ? "" : ` (${dollars(balances[name])})`}</option>`).join("");
  for (const field of [form.debit, form.credit]) field.innerHTML = `<option value="">choose…</option>${html}`;
  await waiting();
  const asked = new URLSearchParams(location.search);
  const named = asked.get("table");
  const played = { ...(named ? { [named]: `table ${named}` } : {}), ...tables }; // a closed table is not on the floor
  form.table.innerHTML = `<option value="">none</option>${Object.entries(played).map(([id, name]) => `<option value="${escape(id)}">${escape(name)}</option>`).join("")}`;
  form.table.value = named || "";
  form.round.value = asked.get("round") || "";
  if (asked.get("table")) form.debit.value = `table/${asked.get("table")}/inventory`;
  if (asked.get("player")) form.credit.value = `player/${asked.get("player")}/bankroll`;
  if (asked.get("to") === "house") [form.debit.value, form.credit.value] = [form.credit.value, form.debit.value];
  if (asked.get("amount")) form.amount.value = asked.get("amount");
}

/** Corrections above the limit of one supervisor. */
async function waiting() {
  const pending = await get("/corrections");
  const round = (one) => (one.table ? `<a href="/rounds/${escape(one.table)}/${one.round}">${escape(tables[one.table] || one.table)}, round ${one.round}</a>` : "");
  const moves = (one) => one.entries.map((entry) => `${dollars(entry.amount)} from ${escape(account(entry.debit, tables))} to ${escape(account(entry.credit, tables))}`).join("; ");
  const acts = (one) => `${one.by === you ? "" : `<button type="button" data-work="approve" data-correction="${escape(one.id)}">Approve</button>`} <button type="button" data-work="reject" data-correction="${escape(one.id)}">Reject</button>`;
  $("waiting").innerHTML = pending?.length ? `<h2>Waiting for a second supervisor</h2>${list([["Asked by", (one) => escape(one.by)], ["At", (one) => time(one.at)], ["What", moves], ["Round", round], ["Reason", (one) => escape(one.reason)], ["", acts, "acts"]], pending, "")}` : "";
}
const decide = (verb) => async ({ dataset: { correction } }) => {
  if (await confirm(`${verb} this correction?`, `<p>${verb === "Approve" ? "The entries are booked with both names." : "Nothing moves."}</p>`, verb)) await send("POST", `/corrections/${correction}/${verb.toLowerCase()}`, {});
  await offer();
};
work.approve = decide("Approve");
work.reject = decide("Reject");

work.review = async () => {
  const amount = amountOf(form.amount);
  if (!amount) return;
  const [debit, credit, reason] = [form.debit.value, form.credit.value, form.reason.value.trim()];
  if (!debit || !credit || debit === credit) return trouble({ text: "Choose two different accounts: where the chips come from and where they go." });
  if (!reason) return trouble({ text: "Give the reason. It stays in the journal with your name." }), form.reason.focus();
  const round = Number(form.round.value.trim() || 0);
  if (form.round.value.trim() && !(Number.isInteger(round) && round > 0 && form.table.value)) return trouble({ text: "Choose the table of the round and enter its number, such as 12, or leave the number empty." }), form.round.focus();
  const of = round ? { table: form.table.value, round } : {};
  const text = `<p><b>${dollars(amount)}</b> from ${escape(account(debit, tables))} to ${escape(account(credit, tables))}.</p>${round ? `<p>It corrects round ${round} of ${escape(form.table.selectedOptions[0].textContent)}.</p>` : ""}<p>Reason: ${escape(reason)}</p><p>The entry stays for good. To undo it, make the opposite correction.</p>`;
  if (!(await confirm("Make this correction?", text, "Make the correction", true))) return;
  const done = await send("POST", "/corrections", { entries: [{ debit, credit, amount }], reason, ...of });
  if (!done) return;
  const what = `${dollars(amount)} from ${account(debit, tables)} to ${account(credit, tables)}`;
  $("corrected").className = done.done === "correction" ? "ok" : "bad";
  $("corrected").textContent = done.done === "correction" ? `Done: ${what}.` : `Not booked yet: ${what} is above the limit of one supervisor. Another supervisor approves it on this page.`;
  form.amount.value = form.reason.value = "";
  await offer();
};
offer();
