/* An audit run from the page: progress, then its result. */
import { $ } from "./page.js";
import { facts, get, send, time, work } from "./staff.js";
import { escape } from "./wording.js";

async function show() {
  const run = await get("/audits");
  if (!run) return;
  const running = run.state === "running";
  $("start").disabled = running;
  $("progress").hidden = !running;
  $("progress").value = run.part;
  const words = { never: "No audit has run since the server started.", running: `Running for ${run.by}: ${run.doing}, ${Math.round(run.part * 100)} %.`, failed: `The audit could not run: ${run.error}`, done: "" };
  $("state").textContent = words[run.state];
  $("result").hidden = run.state !== "done";
  if (run.state === "done") result(run);
  if (running) setTimeout(show, 400);
}

function result({ result: found, ended, by, started }) {
  const problems = found.problems.map((one) => `<li><b>${escape(one.where)}</b>: ${escape(one.what)}</li>`).join("");
  $("result").innerHTML = `<h2 class="${found.ok ? "ok" : "bad"}">${found.ok ? "Everything holds" : `${found.problems.length} ${found.problems.length === 1 ? "problem" : "problems"} found`}</h2>
    <dl class="facts">${facts([["Rounds", found.rounds.toLocaleString()], ["Transactions", found.transactions.toLocaleString()], ["Corrections", found.corrections.toLocaleString()], ["Rows of the journal", found.units.toLocaleString()], ["Head", `<code>${escape(found.head)}</code>`], ["Ended", time(ended)], ["Took", `${((ended - started) / 1000).toFixed(1)} s`], ["Started by", escape(by)]])}</dl>${problems ? `<ul>${problems}</ul>` : ""}
    <p class="quiet">Note the head down outside the house. Later, <code>chapter47 audit --head HASH</code> checks that the journal still contains it.</p>`;
}

work.audit = async () => (await send("POST", "/audits"), await show());
show();
