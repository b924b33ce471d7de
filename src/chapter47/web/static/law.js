/* The contents of the chapter, and the search. */
import { call } from "./api.js";
import { brief, daysBar, lawLink } from "./days.js";
import { $, failed } from "./page.js";
import { capital, escape } from "./wording.js";

const asked = new URLSearchParams(location.search);
const CITATION = /^(19:4\d-)?\d+[A-Z]?(\.\d+[A-Z]?(\([a-z]\)(\d+)?[ivx]*)?)?$/;

const section = (on) => (row) => `<li><a href="${lawLink(row.citation, on)}">${escape(brief(row.citation))}</a>
  <span>${escape(capital(row.title || ""))}</span>${daysBar(row.held, [], on)}</li>`;

async function contents() {
  const on = asked.get("on") || "";
  const [reply, held] = await Promise.all([call("GET", `/law${on ? `?on=${on}` : ""}`), call("GET", "/law/held")]);
  if (!reply.ok || !held.ok) return failed(reply.ok ? held : reply);
  const days = Object.fromEntries(held.data.sections.map((row) => [row.citation, row]));
  $("contents").innerHTML = reply.data.contents
    .map((part) => {
      const rows = part.sections.map((row) => ({ ...row, held: days[row.citation] }));
      return `<h2>${escape(brief(part.citation))} ${escape(capital(part.title))}</h2><ul class="sections">${rows.map(section(on)).join("")}</ul>`;
    })
    .join("");
}

const match = (found) => `<li><a href="${lawLink(found.citation)}">${escape(brief(found.citation))}</a>
  <span class="quiet">${found.edition ? `text of ${escape(found.edition)}, ` : ""}found in the ${escape(found.found_in)}</span><p>${escape(found.says)}</p></li>`;

async function search(words) {
  const answer = await call("GET", `/law/search?${new URLSearchParams({ words })}`);
  if (!answer.ok) return failed(answer);
  const found = answer.data.matches;
  $("count").textContent = `${found.length || "No"} paragraph${found.length === 1 ? "" : "s"} found for “${words}”.`;
  $("matches").innerHTML = `<ul class="found">${found.slice(0, 60).map(match).join("")}</ul>`;
}

$("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = $("words").value.trim();
  const on = $("on").value;
  if (CITATION.test(words)) location.href = lawLink(words, on);
  else location.search = new URLSearchParams({ ...(words && { words }), ...(on && { on }) });
});

$("words").value = asked.get("words") || "";
$("on").value = asked.get("on") || "";
if (asked.get("words")) search(asked.get("words"));
contents();
