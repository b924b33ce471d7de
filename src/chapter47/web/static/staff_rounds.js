/* Rounds of any player, table and time; each leads to its replay with pictures. */
import { newestOf } from "./newest.js";
import { $ } from "./page.js";
import { at, get, list, query, signed, time } from "./staff.js";
import { escape } from "./wording.js";

const form = $("filters");
const ON_A_PAGE = 50;
const ask = newestOf();

async function show(before = "") {
  const asked = { player: form.player.value.trim(), table: form.table.value, since: at(form.since), before: before || at(form.before), limit: ON_A_PAGE };
  const rounds = await get(`/rounds?${query(asked)}`, ask());
  if (!rounds) return;
  const results = (one) => Object.entries(one.results).map(([name, won]) => `${escape(name)} ${signed(won)}`).join(", ");
  const older = rounds.length === ON_A_PAGE ? `<p><button type="button" class="plain" id="older">Older rounds</button></p>` : "";
  $("found").innerHTML = `${list([["Round", (one) => `<a href="/rounds/${escape(one.table)}/${one.round}">${escape(one.title)}, round ${one.round}</a>`], ["Table", (one) => escape(one.table)], ["Results", results], ["Began", (one) => time(one.at)]], rounds, "No round matches.")}${older}`;
  $("older")?.addEventListener("click", () => show(rounds.at(-1).at));
}

form.addEventListener("submit", (event) => (event.preventDefault(), show()));
const tables = (await get("/tables")) || [];
form.table.innerHTML += tables.map((table) => `<option value="${escape(table.id)}">${escape(table.name)}</option>`).join("");
show();
