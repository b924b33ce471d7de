/* The count sheet of a table: what tray and drop box must hold, and what was counted. */
import { $, trouble } from "./page.js";
import { cents, facts, get, list, send, work } from "./staff.js";
import { capital, dollars, escape } from "./wording.js";

const table = $("sheet").dataset.table;

async function show() {
  const sheet = await get(`/tables/${table}/count`);
  if (!sheet) return;
  $("paper").innerHTML = `<h2>Count sheet: ${escape(sheet.name)}</h2><p class="quiet">Table ${escape(sheet.table)}, ${escape(sheet.status)}, ${escape(new Date().toLocaleString())}</p>
    <dl class="facts">${facts([["Tray must hold", dollars(sheet.tray)], ["Drop box must hold", dollars(sheet.drop)], ["On the layout", dollars(sheet.on_layout)], ["On meters", dollars(sheet.meters)], ["Table win", `<b>${dollars(sheet.win)}</b>`]])}</dl>
    <h3>Into and out of the tray</h3>${list([["Reason", (one) => escape(capital(one.why))], ["In", (one) => (one.came ? dollars(one.came) : "–"), "number"], ["Out", (one) => (one.went ? dollars(one.went) : "–"), "number"]], sheet.sums, "Nothing has moved.")}
    <p class="sign"><span>Supervisor</span><span>Dealer</span></p>`;
}

work.count = async () => {
  const form = $("count");
  if (!form.chips.value.trim() || !form.cash.value.trim()) return trouble({ text: "Enter both counts in dollars; enter 0 where there is nothing." });
  const [chips, cash] = [cents(form.chips.value), cents(form.cash.value)];
  const done = await send("POST", `/tables/${table}/count`, { chips, cash });
  if (!done) return;
  const say = (name, counted, due) => (counted === due ? `${name} agrees: ${dollars(due)}.` : `${name} is ${counted > due ? "over" : "short"} by ${dollars(Math.abs(counted - due))}: counted ${dollars(counted)}, ledger ${dollars(due)}.`);
  const lines = [say("Tray", done.counted.chips, done.ledger.chips), say("Drop box", done.counted.cash, done.ledger.cash)];
  const agrees = done.counted.chips === done.ledger.chips && done.counted.cash === done.ledger.cash;
  $("counted").className = agrees ? "ok" : "bad";
  $("counted").textContent = lines.join(" ");
};
show();
