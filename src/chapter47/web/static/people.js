/* People: add, role, one-time password, lock, unlock, tokens. */
import { $, you } from "./page.js";
import { call } from "./api.js";
import { confirm, get, list, refused, send, time, work } from "./staff.js";
import { escape } from "./wording.js";

const ROLES = ["player", "dealer", "supervisor", "auditor", "administrator"];
let people = [];

async function show() {
  people = (await get("/users")) || people;
  draw();
}

function draw() {
  const wanted = $("find").value.trim().toLowerCase();
  const found = people.filter((one) => `${one.name} ${one.role}`.toLowerCase().includes(wanted));
  const state = (one) => (one.disabled ? '<span class="bad">locked</span>' : one.one_time ? "has a one-time password" : "active");
  const role = (one) => `<select data-role-of="${escape(one.name)}" aria-label="Role of ${escape(one.name)}">${ROLES.map((name) => `<option${name === one.role ? " selected" : ""}>${name}</option>`).join("")}</select>`;
  const button = (does, one, label) => `<button type="button" data-work="${does}" data-name="${escape(one.name)}" aria-label="${label} ${escape(one.name)}">${label}</button>`;
  const acts = (one) => `${button("reset", one, "New password")} ${one.disabled ? button("unlock", one, "Unlock") : one.name === you ? "" : button("lock", one, "Lock")} ${button("tokens", one, "Tokens")}`;
  $("people").innerHTML = list([["Name", (one) => escape(one.name)], ["Role", role], ["State", state], ["Added", (one) => time(one.created)], ["", acts, "acts"]], found, "Nobody matches.");
}

function once(name, password) {
  $("password").hidden = !password;
  $("password").innerHTML = password ? `One-time password of <b>${escape(name)}</b>, shown only here: <code>${escape(password)}</code><br>${escape(name)} signs in with it once and chooses a new one.` : "";
}

async function change(name, body) {
  const answer = await call("PATCH", `/users/${encodeURIComponent(name)}`, body);
  answer.ok ? once(name, answer.data.password) : refused(answer);
  await show();
}

$("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const answer = await call("POST", "/users", { name: form.name.value.trim(), role: form.role.value });
  if (!answer.ok) return refused(answer);
  once(answer.data.name, answer.data.password);
  form.name.value = "";
  form.name.focus();
  await show();
});
$("find").addEventListener("input", draw);
$("people").addEventListener("change", async (event) => {
  const name = event.target.dataset.roleOf;
  if (name && (await confirm(`Make ${name} ${event.target.value}?`, `<p>${escape(name)} is signed out everywhere and signs in again in the new role.</p>`, "Change the role"))) return change(name, { role: event.target.value });
  draw();
});

work.reset = async ({ dataset: { name } }) => (await confirm(`New password for ${name}?`, "<p>The old password and every session end. You get a one-time password to hand over.</p>", "Make a one-time password")) && change(name, { reset_password: true });
work.lock = async ({ dataset: { name } }) => (await confirm(`Lock ${name}?`, "<p>Every session ends, and the name cannot sign in until you unlock it. Chips and wagers stay.</p>", "Lock", true)) && change(name, { disabled: true });
work.unlock = ({ dataset: { name } }) => change(name, { disabled: false });
work.tokens = async ({ dataset: { name } }) => {
  const tokens = await get(`/users/${encodeURIComponent(name)}/tokens`);
  if (!tokens) return;
  $("tokens-panel").hidden = false;
  $("tokens-title").textContent = `Signed in as ${name}`;
  const end = (one) => `<button type="button" data-work="end-token" data-name="${escape(name)}" data-token="${escape(one.id)}">End</button>`;
  $("tokens").innerHTML = list([["Kind", (one) => (one.kind === "page" ? "page in a browser" : `token ${escape(one.label)}`)], ["Good for", (one) => escape(one.scope.join(", "))], ["Since", (one) => time(one.created)], ["Ends", (one) => time(one.ends)], ["", end, "acts"]], tokens, "Nobody is signed in under this name.");
  $("tokens-panel").scrollIntoView({ block: "nearest" });
};
work["end-token"] = async (target) => (await send("DELETE", `/users/${encodeURIComponent(target.dataset.name)}/tokens/${target.dataset.token}`), work.tokens(target));
show();
