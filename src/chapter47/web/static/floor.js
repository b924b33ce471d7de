/* The floor at a glance. */
import { fill } from "./patch.js";
import { $, role } from "./page.js";
import { alarms, every, get, requestList, requestWork } from "./staff.js";
import { dollars, escape } from "./wording.js";

const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const crew = role !== "auditor";

function tile(table) {
  const name = `${escape(table.name)}${table.practice ? " (practice)" : ""}`;
  const state = table.paused ? "paused" : table.closing ? "closing" : table.stopped ? "deal stopped" : table.in_round ? `round ${table.round}` : "between rounds";
  const facts = [
    ["Game", `${escape(table.title)}, ${dollars(table.minimum)} to ${dollars(table.maximum)}`],
    ["Seats", `${table.players.length} of ${table.seats}${table.players.length ? `: ${table.players.map((one) => escape(one.name)).join(", ")}` : ""}`],
    ["On the layout", dollars(table.on_layout)],
    ["In the tray", dollars(table.in_tray)],
    ["Pace", table.rounds_per_hour === null ? "–" : `${table.rounds_per_hour} rounds an hour`],
    ["State", `${escape(state)}${table.waits_for ? `, waiting for ${escape(table.waits_for)}` : ""}`],
    ["Dealer", escape(table.dealer || "not assigned")],
  ];
  return `<li id="table-${escape(table.id)}" class="${table.alarms.length ? "alarm" : ""}"><h3>${crew ? `<a href="/floor/tables/${escape(table.id)}">${name}</a>` : name}</h3>
    <ul class="alarms" aria-label="Alarms">${alarms(table)}</ul><dl class="facts">${facts.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`).join("")}</dl>
    <a href="/table/${escape(table.id)}">Watch the felt<span class="heard"> of ${name}</span></a></li>`;
}

async function refresh() {
  const floor = await get("/floor");
  if (!floor) return;
  const sum = (name) => floor.tables.reduce((total, table) => total + table[name], 0);
  const seated = floor.tables.reduce((total, table) => total + table.players.length, 0);
  const alarmed = floor.tables.filter((table) => table.alarms.length).length;
  $("totals").textContent = `${count(floor.tables.length, "table")} open, ${count(seated, "player")} seated, ${dollars(sum("on_layout"))} on the layouts, ${dollars(sum("in_tray"))} in the trays${alarmed ? `, ${alarmed} with alarms` : ""}.`;
  fill($("tables"), floor.tables.map(tile).join("") || '<li class="words">No table is open.</li>');
  const names = Object.fromEntries(floor.tables.map((table) => [table.id, table.name]));
  $("requests-section").hidden = !floor.requests.length;
  fill($("requests"), requestList(floor.requests, names));
}

requestWork(refresh);
every(2, refresh);
