/* A paragraph with everything that is connected to it. */
import { call } from "./api.js";
import { brief, daysBar, lawLink } from "./days.js";
import { newestOf } from "./newest.js";
import { $, trouble } from "./page.js";
import { errorMessage, escape } from "./wording.js";

const citation = document.querySelector("[data-citation]").dataset.citation;
const on = new URLSearchParams(location.search).get("on") || "";
const askChanges = newestOf();
const link = (cited) => `<a href="${lawLink(cited, on)}">${escape(brief(cited))}</a>`;
const links = (cited) => cited.map(link).join(", ");
const linked = (parts) => parts.map((part) => (part.citation ? `<a href="${lawLink(part.citation, on)}">${escape(part.text)}</a>` : escape(part.text))).join("");

function text(paragraph, row) {
  const about = [row.editions.length ? `text of ${row.editions.join(" and ")}` : "", row.kinds.join(", "), row.since ? `since ${row.since}` : ""];
  const said = `<p class="quiet">${escape(about.filter(Boolean).join(" · "))}</p>`;
  if (row.kinds.includes("heading")) return "";
  if (row.citation === paragraph.citation) return `${said}<p class="says">${linked(row.parts)}</p>`;
  return `<div class="part"><div>${link(row.citation)}${said}</div><p>${linked(row.parts)}</p></div>`;
}

function standing(paragraph) {
  const held = paragraph.in_force;
  if (!held) return "";
  if (held.held) return `<p>On ${escape(paragraph.on)} the text of ${escape(held.editions.join(" and "))} was in force${paragraph.says ? "." : ", which has no such paragraph."}</p>`;
  const days = [held.after && `from ${held.after}`, held.before && `until ${held.before}`].filter(Boolean).join(" ");
  return `<p>No text of that date is held: ${escape(held.why)}${days ? ` (${escape(days)})` : ""}.</p>`;
}

/** Several editions often share a doubtful passage. */
function readings(rows) {
  const editions = new Map();
  for (const { edition, ...row } of rows) editions.set(JSON.stringify(row), [...(editions.get(JSON.stringify(row)) || []), edition]);
  return [...editions].map(([row, of]) => reading({ ...JSON.parse(row), of: of.join(" and ") })).join("");
}

const reading = (row) => `<div class="reading"><p><b>Doubtful (text of ${escape(row.of)}):</b> ${escape(row.problem)}. <b>Read as:</b> ${escape(row.reading)}.
  ${row.other ? `<b>Other reading${row.name ? ` “${escape(row.name)}”` : ""}:</b> ${escape(row.other)}.` : ""}</p></div>`;

/** What the paragraph asks, where it asks several things: each with its home, or the reason why no program can do it. */
function duties(paragraph) {
  const editions = paragraph.in_force?.held ? paragraph.in_force.editions : null;
  const rows = paragraph.duties.filter((duty) => !editions || duty.editions.some((edition) => editions.includes(edition)));
  if (rows.length < 2) return "";
  const several = new Set(rows.map((duty) => duty.editions.join())).size > 1;
  const done = (duty) => duty.outside ? `outside any program: ${escape(duty.outside)}` : `${duty.home.map((home) => `<code>${escape(home)}</code>`).join(", ")} · ${duty.tests.length ? `ran in ${duty.tests.length} test${duty.tests.length === 1 ? "" : "s"}` : "not run in the last full test run"}`;
  const row = (duty) => `<li><p>${escape(duty.says)}</p><p class="quiet">${several ? `text of ${escape(duty.editions.join(" and "))} · ` : ""}${escape(duty.kind)} · ${done(duty)}</p></li>`;
  return `<h3>What it asks</h3><ol class="duties">${rows.map(row).join("")}</ol>`;
}

const fact = ([name, words]) => (words ? `<dt>${name}</dt><dd>${words}</dd>` : "");

function facts(page) {
  const paragraph = page.paragraph;
  const options = page.options.map((row) => `<code>${escape(row.key)}</code> ${escape(row.name)}, since ${row.since}${row.until ? ` until ${row.until}` : ""} (${link(row.citation)})`);
  const commands = page.commands.map((row) => `<code>${escape(row.command)}</code>: ${escape(row.shows)}`);
  const calls = paragraph.irregularities.map((row) => `<b>${escape(row.name)}</b> (${link(row.citation)}), ${escape(row.when)}`);
  const rows = [
    ["Amended", page.amended.map(escape).join(", ")],
    ["Defined terms", page.terms.map((term) => `<b>${escape(term.name)}</b> (${link(term.citation)}): ${escape(term.means)}`).join("<br>")],
    ["Refers to", links(page.refers_to)],
    ["Referred to by", links(page.referred_by)],
    ["Options of a table", options.join("<br>")],
    ["Irregularities", calls.join("<br>")],
    ["Try it", commands.join("<br>")],
    ["Carried out by", paragraph.home.map((home) => `<code>${escape(home)}</code>`).join("<br>")],
    ["Tests", paragraph.tests.map((test) => `<code>${escape(test)}</code>`).join("<br>")],
    ["Last full test run", paragraph.home.length ? (page.ran ? "carried out" : "not carried out") : ""],
    ["Outside any program", paragraph.outside ? escape(paragraph.outside) : ""],
  ];
  return `<dl class="facts">${rows.map(fact).join("")}</dl>`;
}

function show(page) {
  const paragraph = page.paragraph;
  document.querySelector("h1").textContent = paragraph.citation;
  document.title = `${paragraph.citation} – Chapter 47`;
  $("above").innerHTML += page.above.map((cited) => (cited.includes(".") ? link(cited) : `<a href="/law">${escape(brief(cited))}</a>`)).join("");
  const beside = [page.before && `<a href="${lawLink(page.before, on)}" rel="prev">← ${escape(brief(page.before))}</a>`, page.after && `<a href="${lawLink(page.after, on)}" rel="next">${escape(brief(page.after))} →</a>`];
  const nothing = page.texts.length || paragraph.in_force ? "" : "<p>Nothing but the title is known.</p>";
  $("paragraph").innerHTML = `<h2>${escape(paragraph.title || paragraph.citation)}</h2>${daysBar(page.section, page.amended, on)}${standing(paragraph)}${nothing}
    ${page.texts.map((row) => text(paragraph, row)).join("")}${readings(paragraph.readings)}${duties(paragraph)}${facts(page)}
    <p class="crumbs">${beside.filter(Boolean).join(" · ")}</p><p class="quiet">In our own words; the regulation itself is the authority.</p>`;
  $("compare").hidden = false;
}

async function changes(event) {
  event.preventDefault();
  const asked = new URLSearchParams({ citation, first: $("first").value, second: $("second").value });
  const isNewest = askChanges();
  const answer = await call("GET", `/law/changes?${asked}`);
  if (!isNewest()) return null;
  if (!answer.ok) return trouble(errorMessage(answer.data));
  const { between, amended, changes, options } = answer.data;
  const texts = between.map((day) => `${day.on}: text of ${day.edition || "no edition"}${day.held ? "" : ", the nearest one held"}`);
  const rows = changes.map((row) => `<div class="sides"><h3>${link(row.citation)} ${escape(row.change)}</h3><p>${escape(row.before || "–")}</p><p>${escape(row.after || "–")}</p></div>`);
  const lawful = options.map((row) => `<li>${row.on}: <code>${escape(row.key)}</code> (${escape(row.name)}) ${row.lawful ? "became lawful" : "stopped being lawful"} by ${link(row.citation)}</li>`);
  $("changes").innerHTML = `<p>${escape(texts.join("; "))}. ${amended.length ? `Amended ${escape(amended.join(", "))}.` : "No amendment in between."}</p>
    ${rows.join("") || "<p>Nothing changed in substance.</p>"}${lawful.length ? `<ul>${lawful.join("")}</ul>` : ""}`;
}

async function load() {
  const answer = await call("GET", `/law/paragraphs/${encodeURI(citation)}${on ? `?on=${on}` : ""}`);
  if (answer.ok) return show(answer.data);
  $("paragraph").innerHTML = '<p class="words">There is no such paragraph in the editions held. <a href="/law">Look it up in the contents</a></p>';
  if (answer.status !== 404) trouble(errorMessage(answer.data));
}

$("on").value = on;
$("dated").addEventListener("submit", (event) => {
  event.preventDefault();
  location.href = lawLink(citation, $("on").value);
});
$("newest").addEventListener("click", () => (location.href = lawLink(citation)));
$("between").addEventListener("submit", changes);
load();
