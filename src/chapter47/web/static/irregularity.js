/* A guided irregularity: what happened, when it applies, what follows under which paragraph, then two steps to confirm. */
import { fill } from "./patch.js";
import { $ } from "./page.js";
import { citation, confirm, dealButtons, dealState, dealWork, every, facts, get, send, work } from "./staff.js";
import { escape } from "./wording.js";

const table = $("guide").dataset.table;
let calls = [];
let chosen = "";
let dealing = null;

async function refresh() {
  const [floor, view, listed] = await Promise.all([get("/floor"), get(`/tables/${table}`), get(`/tables/${table}/irregularities`)]);
  const now = floor?.tables.find((one) => one.id === table);
  if (!now || !listed) return;
  dealing = now;
  document.querySelector("h1").textContent = `Call an irregularity: ${now.name}`;
  const [state, buttons] = dealState(now, view?.may || []);
  $("deal-state").textContent = state;
  fill($("deal-buttons"), dealButtons(buttons));
  calls = listed;
  fill($("choices"), [...listed].sort((one, two) => two.now - one.now).map(choice).join(""));
  review();
}

const choice = (one) => `<label id="choice-${escape(one.kind)}" class="${one.now ? "" : "not-now"}"><input type="radio" name="kind" value="${escape(one.kind)}"${one.kind === chosen ? " checked" : ""}><span>${escape(one.what)}
  <small>${one.now ? "can be called now" : `only ${escape(one.when)}`}</small></span></label>`;

function review() {
  const one = calls.find((call) => call.kind === chosen);
  $("review").hidden = !one;
  if (!one) return;
  fill($("facts"), facts([
    ["What happened", escape(one.what)], ["When it applies", escape(one.when)],
    ["What will happen", escape(one.then)], ["Paragraph", `${citation(one.citation)}${one.text_held ? "" : " (its text is not held; this follows a reading)"}`],
  ]));
  const wait = dealing.stopped ? "It cannot be called now. Press “Next step” until it can." : "It cannot be called now. Stop the deal, then go step by step until it can.";
  fill($("review-buttons"), one.now ? '<button type="button" id="call" class="danger" data-work="call">Call it…</button>' : `<span class="bad">${wait}</span>`);
}

work.call = async () => {
  const one = calls.find((call) => call.kind === chosen);
  const text = `<p>${escape(one.then)}</p><p>${citation(one.citation)} is carried out at once, in the round in play. To undo it afterwards, make a correction.</p>`;
  if (!(await confirm(`${one.what}. Call it?`, text, "Call the irregularity", true))) return;
  const done = await send("POST", `/tables/${table}/acts`, { act: one.act });
  if (!done) return refresh();
  const steps = done.events.map((event) => `<li>${escape(event.sentence)} ${event.by ? citation(event.by) : ""}</li>`).join("");
  chosen = "";
  $("done").hidden = false;
  $("done").innerHTML = `<h2>3. Done: ${escape(one.what)}</h2><ul>${steps}</ul><p class="steps"><a href="/floor/tables/${table}">Back to the table</a> <a href="/floor/corrections?table=${table}">Correct a mistake</a></p>`;
  await refresh();
};

$("choices").addEventListener("change", (event) => ((chosen = event.target.value), review()));
dealWork(table, refresh);
every(1.5, refresh);
