/* The lobby: the tables that are open, refreshed every two seconds; a new table from an example or a file. */
import { call } from "./api.js";
import { fill } from "./patch.js";
import { $, demo, failed, guest, trouble, you } from "./page.js";
import { dollars, escape } from "./wording.js";

const LONGEST_FILE = 100000;
const EVERY = 2000;

/** With its name on the floor, where it has one of its own. */
const named = ({ name, game, title }) => ([game, title.toLowerCase()].includes(name.toLowerCase()) ? title : `${name}: ${title}`);

function tile(table) {
  const here = table.players ? `${table.players} at the table` : "free seats";
  const state = table.seated ? "you sit here" : table.paused ? "paused" : table.practice ? "practice" : here;
  return `<li class="tile${table.seated ? " seated" : ""}" id="tile-${escape(table.id)}"><a href="/table/${escape(table.id)}" data-sit>
    <img src="/api/v1/tables/${escape(table.id)}/picture.svg" alt="" loading="lazy" width="1280" height="720">
    <span class="title">${escape(named(table))}</span><span class="limits">${dollars(table.minimum)} to ${dollars(table.maximum)}</span>
    <span class="rules">${escape(table.rules)}</span><span class="edge">${escape(table.edge || "house edge: working…")}</span>
    <span class="state">${escape(state)}${table.round ? `, round ${table.round}` : ""}</span></a></li>`;
}

async function refresh() {
  if (document.visibilityState === "visible" || !$("tables").querySelector(".tile")) {
    const answer = await call("GET", "/lobby");
    if (answer.ok) {
      const tiles = answer.data.tables.map(tile).join("");
      fill($("tables"), tiles || '<li class="words">No table is open. A supervisor opens tables.</li>');
      $("progress").textContent = answer.data.progress;
    }
  }
  setTimeout(refresh, EVERY);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-sit]");
  if (!link || you || !demo || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  guest(link.getAttribute("href"));
});

async function offerGames(form) {
  const answer = await call("GET", "/games");
  if (!answer.ok) return failed(answer);
  form.game.innerHTML = answer.data.map((game) => `<option value="${escape(game.name)}">${escape(game.title)}</option>`).join("");
  const files = new Map(answer.data.map((game) => [game.name, game.file]));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(form, files);
  });
}

async function open(form, files) {
  const chosen = form.file.files[0];
  if (chosen && chosen.size > LONGEST_FILE) return trouble({ text: "The table file is too long. Possible: 100,000 characters." });
  if (!you) return trouble({ text: "Take a guest seat first: choose any table." });
  const file = chosen ? await chosen.text() : files.get(form.game.value);
  const answer = await call("POST", "/tables", { file, practice: form.practice.checked });
  answer.ok ? (location.href = `/table/${answer.data.table}`) : failed(answer);
}

if ($("open")) offerGames($("open"));
refresh();
