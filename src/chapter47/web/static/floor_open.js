/* Open a table from an example or a file, after its verdict. */
import { call } from "./api.js";
import { $, calm } from "./page.js";
import { get, refused, send, verdict } from "./staff.js";
import { escape } from "./wording.js";

const form = $("open");
let games = [];

async function check() {
  calm();
  const file = form.text.value;
  const answer = await call("POST", "/verdict", { file });
  if (file !== form.text.value) return; // the verdict of another file
  $("verdict").innerHTML = answer.ok ? verdict(answer.data) : "";
  $("open-table").disabled = !(answer.ok && (answer.data.lawful || form.practice.checked));
  if (!answer.ok) refused(answer);
}

function changed() {
  $("open-table").disabled = true;
  $("verdict").innerHTML = '<p class="quiet">Check the table to see its verdict.</p>';
}

form.game.addEventListener("change", () => ((form.text.value = games.find((game) => game.name === form.game.value)?.file || ""), check()));
form.file.addEventListener("change", async () => ((form.text.value = (await form.file.files[0]?.text()) || ""), check()));
form.text.addEventListener("input", changed);
form.practice.addEventListener("change", check);
$("check").addEventListener("click", check);
$("open-table").addEventListener("click", async () => {
  const made = await send("POST", "/tables", { file: form.text.value, name: form.name.value.trim(), practice: form.practice.checked });
  if (made) location.href = `/floor/tables/${made.table}`;
});

games = (await get("/games")) || [];
form.game.innerHTML = games.map((game) => `<option value="${escape(game.name)}">${escape(game.title)}</option>`).join("");
form.text.value = games[0]?.file || "";
check();
