/* The journal with filters, and its head. */
import { newestOf } from "./newest.js";
import { $ } from "./page.js";
import { at, get, list, query, time, work } from "./staff.js";
import { escape } from "./wording.js";

const form = $("filters");
const ON_A_PAGE = 50;
const ask = newestOf();
let rows = [];

async function show(before = "") {
  const asked = { stream: form.stream.value.trim(), kind: form.kind.value, actor: form.actor.value.trim(), since: at(form.since), until: at(form.until), before, limit: ON_A_PAGE };
  if (!before) $("more").hidden = true; // the rows that are shown may be of other filters
  const page = await get(`/journal?${query(asked)}`, ask());
  if (!page) return;
  rows = before ? [...rows, ...page.rows] : page.rows;
  if (form.kind.options.length === 1) form.kind.innerHTML += page.kinds.map((kind) => `<option>${escape(kind)}</option>`).join("");
  const what = (one) => [one.act, one.reason, one.player].filter(Boolean).map(escape).join("; ");
  const stream = (one) => (one.round ? `<a href="/rounds/${escape(one.stream.replace("table/", ""))}/${one.round}">${escape(one.stream)}, round ${one.round}</a>` : escape(one.stream));
  $("found").innerHTML = list([["Row", (one) => one.seq, "number"], ["At", (one) => time(one.at)], ["Stream", stream], ["Kind", (one) => escape(one.kind)], ["Who", (one) => escape(one.actor)], ["What", what], ["Hash", (one) => `<code title="${one.hash}">${one.hash.slice(0, 12)}…</code>`]], rows, "No row matches.");
  $("more").hidden = page.rows.length < ON_A_PAGE;
}

work.more = () => show(rows.at(-1).seq);
form.addEventListener("submit", (event) => (event.preventDefault(), show()));
const head = await get("/journal/head");
if (head) $("head").textContent = head.hash || "empty";
if (head) $("head-at").innerHTML = `row ${head.seq}, ${time(head.at)}`;
show();
