/* A change of rules: verdict, the notices it needs, and the time at which it takes effect. */
import { call } from "./api.js";
import { $, calm } from "./page.js";
import { confirm, get, refused, send, verdict, work } from "./staff.js";
import { escape } from "./wording.js";

const table = $("rules").dataset.table;
const form = $("change");

async function show() {
  const rules = await get(`/tables/${table}/rules`);
  if (!rules) return;
  if (!form.text.value) form.text.value = rules.file;
  $("announced").innerHTML = rules.change
    ? `<b>Announced by ${escape(rules.change.by)} for ${escape(new Date(rules.change.at).toLocaleString())}.</b> <button type="button" data-work="keep">Call it off</button>`
    : "";
}

async function check() {
  calm();
  const file = form.text.value;
  const answer = await call("POST", "/verdict", { file, instead_of: table });
  if (file !== form.text.value) return; // the verdict of another file
  $("verdict").innerHTML = answer.ok ? verdict(answer.data) : "";
  $("announce").disabled = !(answer.ok && answer.data.lawful);
  if (!answer.ok) refused(answer);
}

form.text.addEventListener("input", () => ($("announce").disabled = true));
$("check").addEventListener("click", check);
$("announce").addEventListener("click", async () => {
  const minutes = Number(form.minutes.value);
  if (!(await confirm("Announce these rules?", `<p>Players see the notice now. In ${escape(form.minutes.value)} minutes the table closes after its round and opens again under the new rules.</p>`, "Announce the change"))) return;
  await send("POST", `/tables/${table}/rules`, { file: form.text.value, minutes, reason: form.reason.value });
  await show();
});
work.keep = async () => (await send("DELETE", `/tables/${table}/rules`), show());
show();
