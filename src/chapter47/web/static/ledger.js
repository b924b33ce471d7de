/* Accounts of the ledger, and one account with its running balance. */
import { newestOf } from "./newest.js";
import { $ } from "./page.js";
import { account, at, citation, get, list, query, signed, time } from "./staff.js";
import { dollars, escape } from "./wording.js";

const form = $("filters");
const ask = newestOf();
const link = (name) => `<a href="?account=${encodeURIComponent(name)}">${escape(name)}</a>`;

function all(balances) {
  const rows = Object.entries(balances).sort();
  const total = rows.reduce((sum, [, held]) => sum + held, 0);
  $("found").innerHTML = `<p class="${total ? "bad" : "ok"}">All accounts add up to ${dollars(total)}.</p>${list([["Account", ([name]) => link(name)], ["In words", ([name]) => escape(account(name))], ["Holds", ([, held]) => dollars(held), "number"]], rows, "The ledger is empty.")}`;
}

async function one(name, isNewest) {
  const found = await get(`/ledger?${query({ account: name, since: at(form.since), until: at(form.until), limit: 500 })}`, isNewest);
  if (!found) return;
  $("found").innerHTML = `<h2>${escape(found.account)}</h2><p>${escape(account(found.account))}; holds <b>${dollars(found.balance)}</b>. <a href="/floor/ledger">All accounts</a></p>
    ${list([["Row", (line) => line.seq, "number"], ["At", (line) => time(line.at)], ["What", (line) => `${escape(line.why)} ${line.citation ? citation(line.citation) : ""}`], ["From or to", (line) => link(line.other)], ["By", (line) => escape(line.actor)], ["Change", (line) => signed(line.change), "number"], ["Balance", (line) => dollars(line.balance), "number"]], found.lines.toReversed(), "No entry in this time.")}`;
}

form.addEventListener("submit", (event) => (event.preventDefault(), show()));
function show() {
  const isNewest = ask();
  return form.account.value ? one(form.account.value.trim(), isNewest) : all(balances);
}
const balances = (await get("/balances")) || {};
$("accounts").innerHTML = Object.keys(balances).sort().map((name) => `<option value="${escape(name)}"></option>`).join("");
form.account.value = new URLSearchParams(location.search).get("account") || "";
show();
