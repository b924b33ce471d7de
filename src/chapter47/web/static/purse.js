/* A player's own chips: what there is, requests for more, and a day's statement in words. */
import { call } from "./api.js";
import { newestOf } from "./newest.js";
import { $, you } from "./page.js";
import { amountOf, citation, every, facts, get, list, query, refused, send, signed, time, work } from "./staff.js";
import { dollars, escape } from "./wording.js";

const me = encodeURIComponent(you);
const [askStatement, askChips] = [newestOf(), newestOf()];
let tables = {};
let known; // the chips as last shown: the statement is read again when they change

const SAYS = {
  "buy-in": (line) => `Bought chips at ${line.where}`, "cash-out": () => "Cashed out", "laid down": (line) => `Bet at ${line.where}`, "taken back": (line) => `Took a bet back at ${line.where}`,
  paid: (line) => `Won ${line.wager} at ${line.where}`, returned: (line) => `${line.wager} returned at ${line.where}`, "fee due": (line) => `Fee set free at ${line.where}`, "fee marked": (line) => `Fee marked at ${line.where}`,
};

function words(line) {
  const [head, wager = ""] = line.why.split(": ");
  const entry = { ...line, wager: wager.replaceAll("-", " ") || "bet", where: tables[line.table] || (line.table ? `table ${line.table}` : "the house") };
  const say = line.kind === "correction" ? `Correction by the house: ${line.why}` : (SAYS[head]?.(entry) ?? line.why);
  const round = line.round ? ` <a href="/rounds/${escape(line.table)}/${line.round}">round ${line.round}</a>` : "";
  return `${escape(say.slice(0, 1).toUpperCase() + say.slice(1))}${round} ${line.citation ? citation(line.citation) : ""}`;
}

async function statement() {
  const isNewest = askStatement();
  const day = new Date(`${$("day").value}T00:00`).getTime();
  if (Number.isNaN(day)) return;
  const found = await get(`/players/${me}/statement?${query({ since: day, until: day + 86400000 })}`, isNewest);
  if (!found) return;
  const sum = found.closing - found.opening;
  $("statement").innerHTML = `<p>You began the day with ${dollars(found.opening)} and ended it with ${dollars(found.closing)} (${signed(sum)}), bets on the table not counted.</p>
    ${list([["At", (line) => time(line.at)], ["What", words], ["Change", (line) => signed(line.change), "number"], ["Chips after it", (line) => dollars(line.balance), "number"]], found.lines, "Nothing moved on this day.")}`;
}

async function show() {
  const isNewest = askChips();
  const [chips, waiting] = await Promise.all([get(`/players/${me}/chips`, isNewest), get(`/players/${me}/buy-in-requests`, isNewest)]);
  if (!chips || !waiting) return;
  if (known !== undefined && known !== chips.bankroll) statement();
  known = chips.bankroll;
  $("chips").innerHTML = facts([["Chips", `<b>${dollars(chips.bankroll)}</b>`], ["Coupons", dollars(chips.coupons)], ["Bets on the tables", dollars(chips.on_layout)], ["Fees set aside", dollars(chips.owed)]]);
  const withdraw = (one) => `<button type="button" data-work="withdraw" data-request="${escape(one.id)}">Withdraw</button>`;
  $("requests").innerHTML = waiting.length ? list([["Table", (one) => `<a href="/table/${escape(one.table)}">${escape(tables[one.table] || one.table)}</a>`], ["Amount", (one) => dollars(one.amount), "number"], ["Asked", (one) => time(one.at)], ["", withdraw, "acts"]], waiting, "") : "";
}

$("request")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const amount = amountOf(form.amount);
  if (!amount) return;
  const answer = await call("POST", `/players/${me}/buy-in-requests`, { table: form.table.value, amount });
  answer.ok ? (form.amount.value = "") : refused(answer);
  await show();
});
work.withdraw = async (target) => (await send("DELETE", `/players/${me}/buy-in-requests/${target.dataset.request}`), show());

const open = (await get("/tables")) || [];
tables = Object.fromEntries(open.map((table) => [table.id, table.name]));
if ($("request")) {
  $("request").table.innerHTML = open.map((table) => `<option value="${escape(table.id)}">${escape(table.name)}</option>`).join("");
  const asked = new URLSearchParams(location.search).get("table");
  if (tables[asked]) $("request").table.value = asked;
}
const today = new Date();
$("day").value = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, "0")}-${String(today.getDate()).padStart(2, "0")}`;
$("day").addEventListener("change", statement);
every(3, show);
statement();
