/* Where one's name is signed in, and the way out everywhere. */
import { $ } from "./page.js";
import { confirm, get, list, send, time, work } from "./staff.js";
import { escape } from "./wording.js";

async function show() {
  const tokens = await get("/tokens");
  if (!tokens) return;
  const end = (one) => `<button type="button" data-work="end" data-token="${escape(one.id)}">Sign out</button>`;
  $("sessions").innerHTML = list([["Where", (one) => (one.kind === "page" ? "page in a browser" : `program ${escape(one.label)}`)], ["Good for", (one) => escape(one.scope.join(", "))], ["Since", (one) => time(one.created)], ["Ends at the latest", (one) => time(one.ends)], ["", end, "acts"]], tokens, "Nowhere.");
}

work.end = async (target) => (await send("DELETE", `/tokens/${target.dataset.token}`), show());
work.everywhere = async () => {
  if (!(await confirm("Sign out everywhere?", "<p>Every page and program under your name is signed out, this one too. Your chips and bets stay.</p>", "Sign out everywhere", true))) return;
  if (await send("DELETE", "/tokens")) location.href = "/";
};
show();
