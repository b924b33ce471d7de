/* The list of slips, and one slip to print. */
import { $ } from "./page.js";
import { facts, get, list, time } from "./staff.js";
import { capital, dollars, escape } from "./wording.js";

const serial = (slip) => `${slip.series ? "A" : ""}${String(slip.number).padStart(8, "0")}`;
const address = (slip) => `/floor/slips/${slip.number}${slip.series ? `?series=${encodeURIComponent(slip.series)}` : ""}`;
const ordered = (slip) => (slip.automatic ? "the house, automatically" : escape(slip.by));

async function all() {
  const slips = await get("/slips?limit=500");
  if (slips) $("slips").innerHTML = list([["Slip", (one) => `<a href="${escape(address(one))}">No. ${serial(one)}</a>`], ["Kind", (one) => capital(one.kind)], ["Table", (one) => escape(one.name)], ["Amount", (one) => dollars(one.amount), "number"], ["Ordered by", ordered], ["At", (one) => time(one.at)]], slips, "No slip yet. A fill or credit at a table makes one.");
}

async function one(number) {
  const slip = await get(`/slips/${number}${location.search}`);
  if (!slip) return;
  document.querySelector("h1").textContent = `${capital(slip.kind)} slip ${serial(slip)}`;
  $("paper").innerHTML = `<p class="serial">No. ${serial(slip)}</p><h2>${slip.kind === "fill" ? "Fill: cage to table" : "Credit: table to cage"}</h2>
    <dl class="facts">${facts([["Table", `${escape(slip.name)} (${escape(slip.table)})`], ["Amount", `<b>${dollars(slip.amount)}</b>`], ["Ordered by", ordered(slip)], ["At", time(slip.at)], ["Tray afterwards, by the ledger", dollars(slip.tray)]])}</dl>
    <p class="sign"><span>Cage</span><span>Runner</span><span>Dealer</span><span>Supervisor</span></p>
    <p class="steps no-print"><a href="/floor/tables/${escape(slip.table)}">Back to the table</a></p>`;
}

if ($("slip")) one($("slip").dataset.number);
else all();
