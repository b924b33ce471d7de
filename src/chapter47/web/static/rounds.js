/* The list of one's own rounds. */
import { call } from "./api.js";
import { $, failed, role, you } from "./page.js";
import { dollars, escape } from "./wording.js";

const ON_A_PAGE = 50;
const before = new URLSearchParams(location.search).get("before");

function row(round) {
  const won = round.results[you] || 0;
  const result = won ? `${won > 0 ? "won" : "lost"} ${dollars(Math.abs(won))}` : "even";
  const at = new Date(round.at);
  return `<tr><td>${escape(round.title)}</td><td><a href="/rounds/${escape(round.table)}/${round.round}">round ${round.round}</a></td>
    <td>${result}</td><td><time datetime="${at.toISOString()}">${escape(at.toLocaleString())}</time></td></tr>`;
}

async function show() {
  const asked = new URLSearchParams({ titles: "true", limit: ON_A_PAGE, ...(before && { before }) });
  const answer = await call("GET", `/players/${encodeURIComponent(you)}/rounds?${asked}`);
  if (!answer.ok) return failed(answer);
  const rounds = answer.data;
  if (!rounds.length) return ($("rounds").innerHTML = '<p class="words">You have not played a round yet. <a href="/">Choose a table</a></p>');
  const older = rounds.length === ON_A_PAGE ? `<p><a href="/rounds?before=${rounds.at(-1).at}">Older rounds</a></p>` : "";
  $("rounds").innerHTML = `<table><thead><tr><th scope="col">game</th><th scope="col">round</th><th scope="col">result</th>
    <th scope="col">ended</th></tr></thead><tbody>${rounds.map(row).join("")}</tbody></table>${older}`;
}

if (role === "player") show();
