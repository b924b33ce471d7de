/* The second factor of one's own account: set it up, confirm it with a code, switch it off. */
import { call } from "./api.js";
import { $, calm, trouble } from "./page.js";
import { get, refused, work } from "./staff.js";

const PARTS = ["off", "seed", "on"];
const only = (shown) => PARTS.forEach((part) => ($(part).hidden = part !== shown));

async function show() {
  const session = await get("/session");
  if (session) only(session.second_factor ? "on" : "off");
}

/** Sends the fields of a form; an empty one is asked for first, and passwords do not stay in the page. */
async function ask(form, path) {
  calm();
  const empty = [...form.elements].find((field) => field.name && !field.value.trim());
  if (empty) return trouble({ text: `Enter your ${empty.name} first.` }), empty.focus(), null;
  const answer = await call("POST", path, Object.fromEntries(new FormData(form)));
  if (!answer.ok) return refused(answer), null;
  form.reset();
  return answer.data || {};
}

work.offer = async () => {
  const offered = await ask($("offer"), "/second-factor");
  if (!offered) return;
  $("key").textContent = offered.seed.match(/.{1,4}/g).join(" ");
  $("link").href = offered.uri;
  only("seed");
  $("code").code.focus();
};
work["switch-on"] = async () => (await ask($("code"), "/second-factor/confirm")) && show();
work["switch-off"] = async () => (await ask($("end"), "/second-factor/end")) && show();
show();
