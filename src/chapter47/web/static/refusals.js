/* Requests that were refused. */
import { $ } from "./page.js";
import { get, list, time } from "./staff.js";
import { escape } from "./wording.js";

const units = await get("/refusals?limit=500");
const rows = (units || []).flatMap((unit) => (unit.refused || []).map((one) => ({ at: unit.at, ...one }))).reverse();
$("found").innerHTML = list([["At", (one) => time(one.at)], ["Who", (one) => escape(one.who || "not signed in")], ["From", (one) => escape(one.address)], ["What", (one) => `<code>${escape(one.route)}</code>`], ["Why", (one) => escape(one.code)], ["Times", (one) => one.times ?? one.count ?? 1, "number"]], rows, "Nothing was refused.");
