/* The house: status of database, key and backups, retention, settings and limits in force. */
import { $ } from "./page.js";
import { every, facts, get, time } from "./staff.js";
import { dollars, escape, spoken } from "./wording.js";

const ok = (good, words) => `<span class="${good ? "ok" : "bad"}">${escape(words)}</span>`;
const IN_CENTS = ["inventory", "second_supervisor_above"];
const shown = (name, value) => (value === "" ? "not set" : IN_CENTS.includes(name) ? dollars(value) : value);
const plain = (values) => facts(Object.entries(values).map(([name, value]) => [spoken(name.replaceAll("_", " ")), escape(shown(name, value))]));
const size = (bytes) => (bytes === null ? "" : `, ${(bytes / 1e6).toFixed(1)} MB`);

function backup({ folder, newest, at, overdue }) {
  if (!folder) return `${ok(false, "No backup folder is set.")} Set <code>backup_folder</code> so that this page can watch it.`;
  return newest ? `${ok(!overdue, overdue ? "Overdue" : "In time")}: ${escape(newest)}, ${time(at)}` : ok(false, `There is no file in ${folder}`);
}

async function show() {
  const house = await get("/house");
  if (!house) return;
  const { database, key } = house;
  $("status").innerHTML = facts([
    ["Version", escape(house.version)],
    ["Database", `${ok(database.writable, database.writable ? "can be written" : "cannot be written")}: ${escape(database.kind)}${size(database.bytes)}<br><code>${escape(database.shown)}</code>`],
    ["Journal", `${database.journal.toLocaleString()} rows, last ${time(database.last_at)}`],
    ["Key", `${ok(key.present && key.owner_only, !key.present ? "the key file is missing" : key.owner_only ? "present, for its owner alone" : "others may read it: chmod 600")}<br><code>${escape(key.file)}</code><br>fingerprint <code>${escape(key.fingerprint)}</code>`],
    ["Backups", backup(house.backups)],
    ["Retention", house.retention_years ? `${house.retention_years} years; events of tables closed before ${time(house.purged_before)} are purged` : "everything is kept"],
    ["Started", time(house.started)], ["Clock of the server", time(house.now)],
  ]);
  $("in-force").innerHTML = plain(house.settings);
  $("limits-in-force").innerHTML = plain(house.limits);
}

every(10, show);
