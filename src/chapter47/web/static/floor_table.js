/* One table as its crew works it: the deal, players, chips, the tray. */
import { fill } from "./patch.js";
import { $, role, you } from "./page.js";
import { alarms, amountOf, confirm, dealButtons, dealState, dealWork, every, facts, get, list, requestList, requestWork, send, time, work } from "./staff.js";
import { dollars, escape } from "./wording.js";

const table = $("desk").dataset.table;
const path = `/tables/${table}`;
const supervisor = role === "supervisor";
const CHIPS = [100, 500, 2500, 10000, 50000];
let version = -1;
let name = "";

const options = (names, chosen, none) => `${none ? `<option value="">${none}</option>` : ""}${names.map((one) => `<option${one === chosen ? " selected" : ""}>${escape(one)}</option>`).join("")}`;

function keep(select, html) {
  if (select.dataset.drawn === html) return;
  const { value } = select;
  select.innerHTML = select.dataset.drawn = html;
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

async function refresh() {
  const floor = await get("/floor");
  const now = floor?.tables.find((one) => one.id === table);
  if (!floor) return;
  if (!now) return gone();
  const view = await get(path);
  name = now.name;
  document.querySelector("h1").textContent = name;
  if (view && view.version !== version) {
    version = view.version;
    $("felt-picture").src = `/api/v1${path}/picture.svg?version=${version}`;
  }
  fill($("state"), facts([
    ["Game", `${escape(now.title)}, ${dollars(now.minimum)} to ${dollars(now.maximum)}`],
    ["Round", now.in_round ? `${now.round}, in play` : `${now.round} played`],
    ["On the layout", dollars(now.on_layout)], ["In the tray", dollars(now.in_tray)], ["In the drop box", dollars(now.drop)],
    ["Pace", now.rounds_per_hour === null ? "–" : `${now.rounds_per_hour} rounds an hour`], ["Dealer", escape(now.dealer || "not assigned")],
  ]));
  fill($("alarms"), alarms(now));
  const [state, buttons] = dealState(now, view?.may || []);
  $("deal-state").textContent = state;
  fill($("deal-buttons"), dealButtons(buttons));
  fill($("players"), list([["Player", (one) => escape(one.name)], ["Chips", (one) => dollars(one.chips), "number"], ["On the layout", (one) => dollars(one.on_layout), "number"],
    ["Owes", (one) => (one.owed ? dollars(one.owed) : "–"), "number"], ["Coupons", (one) => (one.coupons ? dollars(one.coupons) : "–"), "number"], ["State", (one) => (one.away ? "not connected" : "here")]], now.players, "Nobody sits here."));
  const waiting = floor.requests.filter((one) => one.table === table);
  fill($("requests"), waiting.length ? `<h3>Waiting for chips</h3>${requestList(waiting, { [table]: name })}` : "");
  const seated = now.players.map((one) => one.name);
  keep($("cage").player, options([...seated, ...floor.players.filter((one) => !seated.includes(one))], "", ""));
  if (supervisor) {
    fill($("table-buttons"), [now.paused ? ["resume", "Resume"] : ["pause", "Pause"], ["close", "Close the table"]].map(([does, label]) => `<button type="button" data-work="${does}" id="table-${does}">${label}</button>`).join(" "));
    keep($("assign").dealer, options(floor.dealers, now.dealer, "nobody"));
    const slips = await get(`/slips?table=${table}&limit=5`);
    fill($("slips"), slips?.length ? `<h3>Last slips</h3>${list([["Slip", (one) => `<a href="/floor/slips/${one.number}${one.series ? `?series=${escape(one.series)}` : ""}">No. ${one.series ? "A" : ""}${one.number}</a>`], ["Kind", (one) => `${one.kind}${one.automatic ? " (automatic)" : ""}`], ["Amount", (one) => dollars(one.amount), "number"], ["At", (one) => time(one.at)]], slips, "")}` : "");
  }
}

function gone() {
  $("desk").innerHTML = `<p class="words">This table is closed.</p><p class="words">${supervisor ? `<a href="/floor/tables/${table}/count">Count sheet</a> · ` : ""}<a href="/floor">Back to the floor</a></p>`;
  document.querySelector("h1").textContent = "Table closed";
}

// Chips ------------------------------------------------------------------------------------------------------------------
async function move(form, title, say, label, request) {
  const amount = amountOf(form.amount);
  if (!amount || !(await confirm(title(amount), `<p>${say(amount)}</p>`, label))) return;
  const done = await send("POST", request.path(), { amount });
  if (!done) return;
  form.amount.value = "";
  if (done.slip && done.done !== "buy-in") location.href = `/floor/slips/${done.slip}`;
  await refresh();
}

const cage = $("cage");
const player = () => cage.player.value;
work["buy-in"] = () => move(cage, (amount) => `Sell ${dollars(amount)} to ${player()}?`, () => `You have the cash of ${escape(player())}. It goes into the drop box; the chips come out of the tray.`, "Sell the chips", { path: () => `${path}/buy-in/${encodeURIComponent(player())}` });
work["cash-out"] = () => move(cage, (amount) => `Pay ${dollars(amount)} to ${player()}?`, () => `${escape(player())} hands in the chips and gets cash.`, "Pay the cash", { path: () => `/players/${encodeURIComponent(player())}/cash-out` });
work.coupons = () => move(cage, (amount) => `Give ${dollars(amount)} in match play coupons to ${player()}?`, () => "Coupons are played with a wager of chips; they cannot be cashed.", "Issue the coupons", { path: () => `/players/${encodeURIComponent(player())}/coupons` });
work.fill = () => move($("tray"), (amount) => `Fill ${name} with ${dollars(amount)}?`, () => "The cage sends the chips. You get a numbered slip to print.", "Order the fill", { path: () => `${path}/fill` });
work.credit = () => move($("tray"), (amount) => `Credit ${dollars(amount)} from ${name}?`, () => "The chips go from the tray back to the cage. You get a numbered slip to print.", "Order the credit", { path: () => `${path}/credit` });

const colour = $("colour");
for (const select of [colour.give_value, colour.take_value]) select.innerHTML = CHIPS.map((value) => `<option value="${value}">${dollars(value)}</option>`).join("");
colour.take_value.value = "2500";
work.colour = async () => {
  const [number, gives, takes] = [Number(colour.give_number.value), Number(colour.give_value.value), Number(colour.take_value.value)];
  const back = (number * gives) / takes;
  if (!Number.isInteger(number) || number < 1 || !Number.isInteger(back)) return (await import("./page.js")).trouble({ text: `${number || 0} chips of ${dollars(gives)} cannot be changed into whole chips of ${dollars(takes)}. Enter another number.` });
  if (!(await confirm(`Change colour for ${player()}?`, `<p>${escape(player())} hands in ${number} × ${dollars(gives)} and gets ${back} × ${dollars(takes)}.</p>`, "Change colour"))) return;
  if (await send("POST", `${path}/colour-change/${encodeURIComponent(player())}`, { gives: [{ value: gives, number }], takes: [{ value: takes, number: back }] })) colour.give_number.value = "";
};

// The table --------------------------------------------------------------------------------------------------------------
const reasonField = '<label>Reason <input id="confirm-reason" maxlength="500"></label>';
async function withReason(what, title, say, label, danger) {
  if (!(await confirm(title, `<p>${say}</p>${reasonField}`, label, danger))) return;
  await send("POST", `${path}/${what}`, { reason: $("confirm-reason").value });
  await refresh();
}
work.pause = () => withReason("pause", `Pause ${name}?`, "Nothing is dealt or decided until you resume the table. Players see the reason.", "Pause the table");
work.resume = () => withReason("resume", `Resume ${name}?`, "The table goes on where it stopped.", "Resume the table");
work.close = () => withReason("close", `Close ${name}?`, "No more wagers are taken. What is on the layout is decided first; then the table closes for good.", "Close the table", true);
work.assign = async () => (await send("POST", `${path}/dealer`, { dealer: $("assign").dealer.value }), refresh());

dealWork(table, refresh);
requestWork(refresh);
every(1.5, refresh);
export { you };
