/* The page of a table: the felt, the chips that are bet, the moves, what the dealer says. Nothing here knows a game. */
import { actOf, cutOf, isMain } from "./acts.js";
import { call, newKey } from "./api.js";
import { Coach } from "./coach.js";
import * as motion from "./motion.js";
import { fill, patch, svgOf } from "./patch.js";
import { $, calm, demo, does, listeners, role, settings, trouble, why, you } from "./page.js";
import { addResult, betsClosed, clearResults, roundBegins, showResults } from "./results.js";
import { TableStream } from "./stream.js";
import { capital, dollars, errorMessage, escape, money, notice, ownNotice, pausedBecause, signedOut, spoken } from "./wording.js";

const page = document.querySelector(".table-page");
const table = page.dataset.table;
const crew = role === "dealer" || role === "supervisor"; // nothing that deals or reveals a card sits on a key of theirs
const PLAY_CHIPS = Number(page.dataset.playChips);
const phone = window.matchMedia("(max-width: 999px)"); // where what is rarely used is folded under "More"
let state = null;
let pending = new Map(); // spot -> cents that are bet there and not sent yet
let sent = new Map(); // the same on its way to the server
let order = []; // spot and what was there before, chip by chip, for undo
let made = stored("made"); // the bets of this round: spot and cents
let known = new Map(); // moves that this table had before: they stay in their place, greyed
let ownPlace = ""; // the last layout of the felt and the height of your place in it; the page scrolls there when it changes
let caption = null; // the event above the moves
let busy = false; // commands are on their way
let ends = 0; // when the clock ends

function stored(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`${name}-${table}-${you}`) || "[]");
  } catch {
    return [];
  }
}

const store = (name, value) => sessionStorage.setItem(`${name}-${table}-${you}`, JSON.stringify(value));

// Bets -------------------------------------------------------------------------------------------------------------------
const all = (kind) => (state ? state.may.filter((offer) => offer.kind === kind) : []);
const isOpen = (offer) => !offer.after || pending.has(offer.after);
const bets = () => all("bet").filter(isOpen);
const seats = () => all("seat");
const each = (offer) => offer?.times || 1; // a bet on a box with two hands is made for each of them
/** Its places on the felt: a bet for several hands lies at each of them. */
const spotsOf = (offer) => Array.from({ length: each(offer) }, (_, more) => offer.spot.replace(/\d+$/, (number) => Number(number) + more));
const cost = (bets) => [...bets].reduce((total, [spot, cents]) => total + cents * each(all("bet").find((offer) => offer.spot === spot)), 0);
const laid = () => cost(pending);
const offerAt = (spot) => bets().find((offer) => offer.spot === spot);
const plain = (spot) => spot?.dataset.plain || spot?.getAttribute("aria-label") || ""; // as the felt names it, without what can be done
const named = (spot) => plain($("felt").querySelector(`[id="${spot}"]`)).replace(/, (empty|[^,]* of your own)$/, "");
const bet = (spot, cents, before) => (pending.set(spot, cents), order.push([spot, before]));

function lay(tapped) {
  const offer = bets().find((one) => spotsOf(one).includes(tapped));
  if (!offer) return tooEarly(tapped);
  const { spot } = offer;
  const chosen = Number(document.querySelector("input[name=chip]:checked")?.value || offer.least);
  const chip = offer.least === offer.most ? offer.least : chosen; // a bet of one amount is made with any chip
  const before = pending.get(spot) || 0;
  const cents = Math.ceil(Math.max(before + chip, offer.least) / offer.step) * offer.step;
  const needed = cents * each(offer);
  const free = (state.chips ?? 0) - laid() + before * each(offer);
  if (cents > offer.most)
    return trouble({ text: `The maximum here is ${dollars(offer.most)}${offer.most < chip ? ": choose a smaller chip" : ""}.`, by: offer.by });
  if (needed > free)
    return trouble({ text: `Not enough chips: this needs ${dollars(needed)} and you have ${dollars(free)}. Choose a smaller chip, or clear your bets.` });
  bet(spot, cents, before);
  refresh();
  coach.price(actOf(offer, cents), each(offer));
  say(`${capital(named(spot) || offer.label)}: ${dollars(cents)}${each(offer) > 1 ? ` on each of ${each(offer)} hands` : ""}`);
}

function tooEarly(spot) {
  const offer = all("bet").find((one) => one.spot === spot);
  if (offer) trouble({ text: `Bet on ${named(offer.after) || "the main spot"} first; then you can bet here.`, by: offer.by });
}

/** What depends on a bet that is gone goes too. */
function dropLoose() {
  for (const spot of [...pending.keys()]) if (!offerAt(spot)) pending.delete(spot), dropLoose();
  order = order.filter(([spot]) => pending.has(spot));
}

function undo() {
  const [spot, before] = order.pop() || [];
  if (!spot) return;
  before ? pending.set(spot, before) : pending.delete(spot);
  dropLoose();
  refresh();
}

function clear() {
  pending.clear();
  order = [];
  refresh();
}

/** The bets of the last round that are not on the table still. */
const lastBets = () => stored("last").filter(([spot]) => all("bet").some((offer) => offer.spot === spot) && /, empty$/.test(plain($(spot))));

/** Whether all of them were made again; if not, the page says which. */
function rebet() {
  const left = [];
  for (const [spot, cents] of lastBets()) {
    const offer = offerAt(spot);
    const fits = offer && cents >= offer.least && cents <= offer.most && laid() + cents * each(offer) <= state.chips;
    fits ? bet(spot, cents, 0) : left.push(`${named(spot)}, ${dollars(cents)}`);
  }
  refresh();
  if (left.length) trouble({ text: `Not bet again: ${left.join("; ")}. You have ${dollars(state.chips - laid())} in chips.` });
  return !left.length;
}

function rebetAndPlay() {
  if (rebet() && pending.size) send(true);
}

/** Whether the game asks for more main bets than are placed or pending. */
const missing = () => Math.max(0, (state.missing || 0) - all("bet").filter((offer) => pending.has(offer.spot) && isMain(offer)).length);

// The felt ---------------------------------------------------------------------------------------------------------------
function markSpots(svg) {
  const now = new Map([...bets(), ...seats()].filter((offer) => offer.spot).map((offer) => [offer.spot, offer]));
  for (const spot of svg.querySelectorAll(".may")) {
    if (now.has(spot.id)) continue;
    spot.classList.remove("may");
    spot.removeAttribute("role");
    keepFocus(spot, document.activeElement === spot);
    if (spot.dataset.plain) spot.setAttribute("aria-label", spot.dataset.plain);
  }
  for (const [id, offer] of now) {
    const spot = svg.querySelector(`[id="${id}"]`);
    if (!spot) continue;
    if (!spot.dataset.plain) spot.dataset.plain = spot.getAttribute("aria-label") || offer.label;
    const lies = pending.get(id) ? `, ${dollars(pending.get(id))} bet` : "";
    const what = offer.kind === "seat" ? "take this seat" : `bet chips, from ${dollars(offer.least)}${lies}`;
    spot.classList.add("may");
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("aria-label", `${spot.dataset.plain}, ${what}`);
  }
}

/** A spot that takes no bet any more keeps the focus it has, so that keys go on from there. */
function keepFocus(spot, has) {
  if (has) spot.setAttribute("tabindex", "-1");
  else spot.removeAttribute("tabindex");
}

function drawFelt(source, events) {
  const fresh = svgOf(source);
  markSpots(fresh);
  const frame = $("felt");
  const focused = frame.contains(document.activeElement) ? document.activeElement.id : "";
  const same = focused && fresh.querySelector(`[id="${focused}"]`);
  if (same && !same.classList.contains("may")) keepFocus(same, true);
  const old = frame.querySelector("svg");
  const was = motion.before(old);
  for (const chips of frame.querySelectorAll(".pending")) chips.remove();
  if (old) patch(old, fresh);
  else frame.replaceChildren(fresh);
  drawPending();
  if (focused && document.activeElement.id !== focused) $(focused)?.focus({ preventScroll: true });
  if (old && events.length) motion.after(old, was, events.filter((event) => event.moved).map(hands), events.some((event) => event.kind === "Thrown"));
}

/** Chips that changed hands, and how the ids of their stacks begin. */
function hands({ kind, moved }) {
  const [box, hand = "0"] = moved.at.split(".");
  const mine = `chips-${box}-${hand}-${moved.wager}-`;
  return { kind: moved.fee ? "" : kind, stacks: [`${mine}${(moved.spot || 0) + 1}-`, mine, `chips-${moved.wager}-${moved.bet || 0}-`] };
}

function drawPending() {
  const frame = $("felt");
  for (const chips of frame.querySelectorAll(".pending")) chips.remove();
  for (const [id, cents] of [...sent, ...pending]) {
    const offer = all("bet").find((one) => one.spot === id);
    for (const place of offer ? spotsOf(offer) : [id]) drawChip(frame.querySelector(`[id="${place}"]`), cents);
  }
}

function drawChip(spot, cents) {
  if (!spot) return;
  const edge = spot.querySelector(".room") || spot.querySelector("rect.edge, circle.edge, .edge:not(path)");
  const room = (edge || spot.querySelector("text") || spot).getBBox();
  const r = Math.max(13, Math.min(room.width, room.height, 80) * 0.3);
  const chip = document.createElementNS("http://www.w3.org/2000/svg", "g");
  chip.setAttribute("class", "pending");
  chip.setAttribute("transform", `translate(${room.x + room.width / 2},${room.y + room.height / 2})`);
  const words = money(cents);
  const size = Math.max(11, Math.min(Math.max(13, r * 0.8), (3 * r) / words.length));
  chip.innerHTML = `<circle r="${r}"/><circle class="ring" r="${r * 0.82}"/><text y="${size * 0.36}" font-size="${size}">${words}</text>`;
  spot.append(chip);
}

// The bar ----------------------------------------------------------------------------------------------------------------
function button(id, label, attributes, key = "", mood = "") {
  const mark = key ? `<kbd aria-hidden="true">${key === "Enter" ? "⏎" : escape(key)}</kbd>` : "";
  return `<button type="button" id="${id}" class="${mood}" ${key ? `data-key="${escape(key)}" aria-keyshortcuts="${escape(key)}"` : ""} ${attributes}>
    <span>${escape(label)}</span>${mark}</button>`;
}

const most = (offer) => Math.min(offer.most, Math.floor((state.chips ?? offer.most) / offer.step) * offer.step);
const isChosen = (offer) => offer.stack > 0 || (offer.most > 0 && (offer.kind !== "move" || offer.least < most(offer)));
const moveId = (offer) => `move-${capital(offer.name)}`;

/** A button for an offer, and where an amount can be chosen a second one that asks for it. */
function offered(id, offer, key, mood) {
  const data = `data-offer="${state.may.indexOf(offer)}"`;
  const paid = offer.label === "Yes" ? `${offer.label},` : offer.label;
  if (offer.stack) return button(id, offer.label, `${data} data-ask="1"`, key, mood);
  if (!offer.most && offer.cost > state.chips) return button(id, `${paid} ${dollars(offer.cost)}`, 'disabled title="not enough chips"', key, `${mood} off`);
  if (!offer.most) return button(id, offer.label + (offer.cost ? ` ${dollars(offer.cost)}` : ""), data, key, mood);
  if (offer.least > most(offer)) return button(id, `${paid} ${dollars(offer.least)}`, 'disabled title="not enough chips"', key, `${mood} off`);
  if (offer.kind !== "move") return button(id, `${offer.label}…`, `${data} data-ask="1"`, key, mood);
  const whole = button(id, `${paid} ${dollars(most(offer))}`, `${data} data-cents="${most(offer)}"`, key, mood);
  return isChosen(offer) ? whole + button(`${id}-less`, "for less…", `${data} data-ask="1"`, "", "less") : whole;
}

function moves() {
  if (!you) return demo ? button("guest", "Take a guest seat", 'data-do="guest"', "Enter", "go") : "";
  if (!state || state.closed) return "";
  const drawn = [];
  if (seats().length && !bets().length)
    drawn.push(button("sit", "Sit down", `data-offer="${state.may.indexOf(seats()[Math.floor(seats().length / 2)])}"`, "Enter", "go"));
  const short = state.chips !== null && state.chips < state.minimum && !state.awaited && !state.staked && state.role === "player";
  if (short && demo) drawn.push(button("more-chips", `Take ${dollars(PLAY_CHIPS)} in play chips`, 'data-do="chips"', "", "go"));
  if (short && !demo) drawn.push(`<a class="button" id="ask-chips" href="/purse?table=${escape(table)}">Ask the dealer for chips</a>`);
  const can = new Map([...all("move"), ...all("turn")].map((offer) => [offer.name, offer]));
  const asked = [...can.keys()].some((name) => ANSWERS.has(name));
  for (const [name, offer] of can) known.set(name, offer);
  for (const [name, offer] of known) if (can.has(name) || (!asked && !ANSWERS.has(name)))
    drawn.push(can.has(name) ? offered(moveId(offer), can.get(name), offer.key, "move") : button(moveId(offer), offer.label, "disabled", offer.key, "move off"));
  const laying = bets().length > 0 || pending.size > 0;
  const again = !pending.size && !made.length ? lastBets().filter(([spot]) => offerAt(spot) || all("bet").some((offer) => offer.spot === spot)) : [];
  if (laying || all("close").length) drawn.push(primary(again));
  if (laying) {
    const none = pending.size ? "" : "disabled";
    drawn.push(button("place", "Bet without dealing", `data-do="place" ${none}`, "o"));
    drawn.push(button("undo", "Undo", `data-do="undo" ${none}`, "u"));
    drawn.push(button("clear", "Clear", `data-do="clear" ${none}`, "c"));
    drawn.push(button("rebet", again.length ? `Rebet ${dollars(cost(again))}` : "Rebet", `data-do="rebet" ${again.length ? "" : "disabled"}`, "z"));
  }
  return drawn.join("");
}

/** The green button: it plays what is pending, or goes on with what is on the table, or bets the same again. */
function primary(again) {
  const [close] = all("close");
  if (pending.size && missing()) return button("play", `Play ${dollars(laid())}`, `disabled title="${missing()} more bets are required"`, "", "go");
  if (pending.size) return button("play", `Play ${dollars(laid())}`, 'data-do="play"', "Enter", "go");
  if (close) return button("close", close.label, `data-offer="${state.may.indexOf(close)}"`, crew ? "" : "Enter", "go");
  if (again.length) return button("again", "Rebet and play", 'data-do="again"', "Enter", "go");
  return button("play", "Play", "disabled", "", "go");
}

const besides = (offer) => offered(`more-${offer.name}`, offer, "", "");

function more() {
  if (!state) return "";
  const changes = all("change");
  const rest = [...all("cut"), ...all("leave")].map(besides).join("");
  if (crew) return state.closed ? "" : `<a class="call-link" href="/floor/tables/${escape(table)}/irregularity">Call an irregularity…</a> <a class="call-link" href="/floor/tables/${escape(table)}">Work at this table</a>`;
  if (!changes.length && !rest) return "";
  const few = changes.length + all("cut").length + all("leave").length <= 3;
  const folded = (title, content) => `<details id="more-list"><summary>${title}</summary><div class="folded">${content}</div></details>`;
  if (few && !phone.matches && changes.length < 2) return changes.map(besides).join("") + rest;
  const rows = [...Map.groupBy(changes, (offer) => offer.spot)].map(row).join("");
  if (phone.matches) return folded("More", `${rows}${rest ? `<p class="row">${rest}</p>` : ""}`);
  return (changes.length ? folded("My bets", rows) : "") + rest;
}

/** What can be done with one bet, in a line; each button is read aloud with the name of the bet. */
function row([spot, offers]) {
  const wager = spoken($(spot)?.dataset.wager || "");
  const name = (wager && offers[0].label.match(new RegExp(`${wager}.*$`))?.[0]) || named(spot).split(",")[0];
  const drawn = offers.map((offer) => {
    const verb = offer.label.replace(new RegExp(` ${name}$`), "").replace(/ bet on$/, " bet");
    return offered(`more-${offer.name}`, offer, "", "").replace(escape(offer.label), escape(verb)).replace("<button ", `<button aria-label="${escape(offer.label)}${isChosen(offer) ? "…" : ""}" `);
  });
  return `<p class="row"><b>${escape(name)}</b>${drawn.join("")}</p>`;
}

/** Moves that answer a question: they are on the bar only while it is asked, and alone. */
const ANSWERS = new Set(["insure", "even-money", "decline", "keep", "switch", "let-stand", "rescue", "take-dice", "decline-dice", "accept", "refuse", "second-card", "later", "dead"]);
const QUESTIONS = { insure: "Insurance#?", "even-money": "Even money?", rescue: "Keep the double, or give it up and lose half?", "take-dice": "The dice are offered to you.",
  refuse: "The next card was seen. Take it?", "second-card": "You were skipped. Take your second card?", later: "Your card was forgotten. Take it after the others?" };

const ownTotals = () => [...$("felt").querySelectorAll('.own [id^="badge-"]')].map((badge) => badge.getAttribute("aria-label").split(": ").pop());
const isSwitch = () => all("move").some((offer) => offer.name === "switch");
const switchQuestion = () => `You have ${ownTotals().join(" and ")}. Switch the top cards?`;

/** What is asked, in words. */
function question() {
  const asked = [...all("move"), ...all("turn")].map((offer) => QUESTIONS[offer.name]).find(Boolean);
  return asked?.replace("#", state.asked?.wager ? ` on wager ${state.asked.wager}` : "");
}

function hint() {
  if (state.closed) return "This table is closed. Your chips stay yours: take them to another table.";
  if (state.paused) return pausedBecause(state);
  if (state.role && state.role !== "player") return state.awaited ? `${state.awaited} decides.` : "";
  if (state.awaited && state.awaited === state.you) return question() || (bets().length && !pending.size ? "Tap a bright spot, or choose a move." : "Your turn.");
  if (state.awaited) return `${state.awaited} decides.`;
  if (state.stopped && state.staked && !all("close").length) return "The dealer has stopped the deal for a moment. Please wait.";
  if (state.closing) return "This table closes as soon as every bet is decided.";
  if (pending.size && missing()) return `Bet on ${missing()} more: this game requires ${state.missing} bets.`;
  if (pending.size) return "Press Play, or bet more.";
  if (state.chips !== null && state.chips < state.minimum && !state.staked && !demo && you)
    return `You have ${dollars(state.chips)} in chips. Ask the dealer for more.`;
  const others = state.waits_for.filter((name) => name !== state.you);
  if (others.length && state.staked) return `The dealer waits for ${others.join(", ")}.`;
  if (bets().length && !state.staked) return "Choose a chip, tap a bright spot.";
  if (bets().length && !all("close").length) return "Tap a bright spot, or choose a move.";
  if (all("close").length) return `Press ${all("close")[0].label}${bets().length ? ", or bet more" : ""}.`;
  if (seats().length && !bets().length) return $("felt").querySelector(`[id="${seats()[0].spot}"]`) ? `Tap a free ${state.place}, or press Sit down.` : "Sit down to play.";
  return "";
}

function refresh() {
  if (!state) return;
  const svg = $("felt").querySelector("svg");
  if (svg) markSpots(svg);
  drawPending();
  fill($("moves"), moves());
  const unfolded = $("more-list")?.open;
  fill($("more"), more());
  if (unfolded && $("more-list")) $("more-list").open = true;
  const owed = state.owed ? `, fee ${dollars(state.owed)} set aside` : "";
  $("chips").textContent = state.chips === null ? "" : `${dollars(state.chips - laid() - cost(sent))} in chips${owed}`;
  $("chips").classList.toggle("owes", Boolean(owed));
  $("chip-tray").classList.toggle("off", !bets().length && !pending.size);
  $("turn").textContent = hint();
}

function tick() {
  const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
  $("time").textContent = ends && left ? `${left} s left` : "";
  $("time").classList.toggle("late", ends > 0 && left <= 5);
}

// What the server sends --------------------------------------------------------------------------------------------------
function show(now) {
  if (!now.svg) return note(now); // nothing can be saved at the moment
  const before = state;
  state = now;
  sent = new Map();
  ends = now.seconds_left ? Date.now() + now.seconds_left * 1000 : 0;
  dropLoose();
  const events = before ? now.events : [...(now.earlier || []), ...now.events];
  if (!before) begin(now);
  for (const event of events) take(event);
  if (before && before.seated && !now.seated) clearResults();
  drawFelt(now.svg, now.events);
  captions(events, shownNotices(now), before);
  refresh();
  showResults();
  const place = `${now.drawn_for} ${$("felt").querySelector(".own")?.getBoundingClientRect().height} ${now.awaited === now.you}`;
  if (place !== ownPlace) reveal();
  ownPlace = place;
  $("felt").dataset.drawn = now.drawn_for;
  document.body.dataset.version = now.version;
  keepPace();
  coach.see(now);
}

// The pace, for somebody alone at a table that leaves it to its player --------------------------------------------------
const PACES = { house: null, slow: 1.5, fast: 0.25, "at-once": 0 };
let paced = ""; // what was asked for since you are alone here

function keepPace() {
  const [fields, alone] = [$("pace"), Boolean(state.own_pace && state.seated && state.alone && !state.closed)];
  fields.hidden = !state.own_pace || role !== "player";
  fields.disabled = !alone;
  const wanted = { pace: PACES[settings.pace] ?? null, clock: !settings.no_clock };
  const named = alone ? JSON.stringify(wanted) : "";
  const usual = wanted.pace === null && wanted.clock;
  if (named === paced) return;
  if (alone && !(usual && !paced)) choosePace(wanted);
  paced = named;
}

async function choosePace(wanted) {
  const answer = await call("POST", `/tables/${table}/pace`, { ...wanted, key: newKey() });
  if (!answer.ok && !/^pace\./.test(answer.data.code)) refusedWith(answer.data); // somebody else has sat down meanwhile
}

function begin(now) {
  const name = now.name.toLowerCase() === now.game ? now.title : now.name;
  document.querySelector("h1").textContent = name;
  document.title = `${name} – Chapter 47`;
  const title = name.toLowerCase() === now.title.toLowerCase() ? "" : `${now.title}, `;
  $("limits").innerHTML = `${escape(title)}${dollars(now.minimum)} to ${dollars(now.maximum)}${now.practice ? ' <span class="tag">practice</span>' : ""}`;
  const chips = [...document.querySelectorAll("input[name=chip]")];
  for (const chip of chips) chip.closest(".chip").hidden = Number(chip.value) > now.maximum;
  (chips.find((chip) => Number(chip.value) >= now.minimum) || chips.at(-1)).checked = true;
  document.body.classList.add("ready");
  new ResizeObserver(resized).observe(document.querySelector(".stage"));
  if (demo && now.chips === 0 && now.role === "player" && !now.staked) takeChips();
}

function note(now) {
  const words = (now.notices || []).map(notice).join(" ");
  if (words) say(words);
}

/** Notices for everybody, as captions; one that is about this player stays on the screen instead. */
function shownNotices(now) {
  const own = now.notices.map((one) => ownNotice(one, now.you, now.absences)).filter(Boolean);
  if (own.length) trouble({ text: own.join(" "), stays: true });
  return now.notices.filter((one) => !ownNotice(one, now.you, now.absences)).map((one) => ({ text: notice(one), by: "", kind: "Notice" })).filter((one) => one.text);
}

function take(event) {
  if (event.kind === "RoundBegan") roundBegins();
  if (event.kind === state.closes) betsClosed();
  if (event.kind === "RoundOver") {
    if (made.length) store("last", made);
    store("made", (made = []));
  }
  if (event.moved && event.moved.bettor === state.you) addResult(event);
}

function captions(events, notices, aloud) {
  const said = [...events, ...notices];
  if (!said.length) return;
  for (const event of said) if (!event.stays && !(event.follows && caption?.kind === "Said")) caption = event;
  if (caption) $("said").innerHTML = escape(isSwitch() ? switchQuestion() : caption.text) + why(caption.by);
  if (aloud) hear(said.filter((event) => !event.stays || (event.moved?.bettor === state.you && event.moved.why !== "won")).map((event) => event.text).join(" "));
  for (const event of said) {
    const item = document.createElement("li");
    item.innerHTML = escape(event.text) + why(event.by);
    $("log").prepend(item);
    if (aloud && event.kind === "Said") speak(event.text);
  }
  while ($("log").children.length > 120) $("log").lastChild.remove();
}

const SUITS = { "♠": " of spades", "♥": " of hearts", "♦": " of diamonds", "♣": " of clubs" };
function speak(words) {
  if (!settings.spoken || !window.speechSynthesis) return;
  const plain = words.replace(/[“”]/g, "").replace(/[♠♥♦♣]/g, (suit) => SUITS[suit]);
  window.speechSynthesis.speak(new SpeechSynthesisUtterance(plain));
}

function say(words) {
  $("said").textContent = words;
  hear(words);
}

/** For screen readers: all that has just happened, where the caption is only the last of it. */
function hear(words) {
  $("heard").textContent = words;
}

// What the page sends ----------------------------------------------------------------------------------------------------
const refusedWith = (error) => trouble(errorMessage(error, { demo }));

/** One act; a refusal is shown. */
async function act(act) {
  calm(); // to go on is to have read the message
  await coach.ready();
  coach.decided(act);
  try {
    await stream.act(act);
    return true;
  } catch (error) {
    refusedWith(error);
    return false;
  }
}

/** The pending bets one after the other; then play goes on, where that was asked for. */
async function send(play) {
  if (busy) return;
  busy = true;
  calm();
  const offers = all("bet").filter((offer) => pending.has(offer.spot));
  const wagers = offers.map((offer) => [offer, pending.get(offer.spot)]);
  sent = new Map(pending);
  clear();
  const left = [...wagers];
  try {
    for (const [place, [offer, cents]] of wagers.entries()) {
      await stream.act(actOf(offer, cents), { more: place + 1 < wagers.length });
      made.push([offer.spot, cents]);
      left.shift();
    }
    store("made", made);
    if (play) await playOn();
  } catch (error) {
    refusedWith(error);
    handBack(left);
  }
  busy = false;
}

/** Takes the turn and closes the wagers, or says what is missing for that. */
async function playOn() {
  const [turn] = all("turn");
  if (turn) await stream.act(actOf(turn));
  const [close] = all("close");
  if (close) await stream.act(actOf(close));
  else if (!state.awaited && state.not_closable) refusedWith(state.not_closable);
}

/** Bets that were refused are pending again, so that they can be changed. */
function handBack(wagers) {
  sent = new Map();
  for (const [{ spot }, cents] of wagers) if (all("bet").some((offer) => offer.spot === spot)) bet(spot, cents, 0);
  dropLoose();
  refresh();
}

async function takeChips() {
  const answer = await call("POST", `/tables/${table}/buy-in/${encodeURIComponent(you)}`, { amount: PLAY_CHIPS, key: newKey() });
  if (!answer.ok) refusedWith(answer.data);
}

// An amount, the place of a cut, or a question ---------------------------------------------------------------------------
let asked = null; // the offer that an amount is chosen for

function askAmount(offer) {
  const [field, slider] = [$("amount-field"), $("amount-slider")];
  const cut = offer.stack > 0;
  const unit = cut ? 1 : 100;
  const [from, to, step] = cut ? [10, offer.stack - 10, 1] : [offer.least, most(offer), offer.step];
  asked = offer;
  $("amount-title").textContent = offer.label;
  $("amount-label").textContent = cut ? "Cards before the cutting card" : "Dollars";
  $("amount-range").textContent = cut ? `${from} to ${to} cards` : `${dollars(from)} to ${dollars(to)} in steps of ${dollars(step)}`;
  for (const input of [field, slider]) Object.assign(input, { min: from / unit, max: to / unit, step: step / unit });
  field.value = slider.value = cut ? Math.round((from + to) / 2) : (offer.kind === "move" ? to : from) / unit;
  $("amount-no").hidden = !cut;
  $("amount").showModal();
  field.select();
}

async function giveAmount(value) {
  const offer = asked;
  $("amount").close();
  if (!offer.stack) return act(actOf(offer, Math.round(Number(value) * 100)));
  if (await act(cutOf(offer, value))) say(value === "no" ? "No cut" : `You will cut after ${value} cards at the next shuffle.`);
}

/** A question with a button for each answer; `answers` are [label, what is done, class]. */
function ask(title, text, answers) {
  $("ask-title").textContent = title;
  $("ask-text").textContent = text;
  $("ask-buttons").innerHTML = answers.map(([label, , mood], place) => `<button type="submit" value="${place}" class="${mood || "plain"}">${escape(label)}</button>`).join("");
  const dialog = $("ask");
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue !== "" && answers[Number(dialog.returnValue)][1]();
  dialog.showModal();
}

/** Asks a seated player before leaving for the lobby. */
function askToLeave(where) {
  const go = () => (location.href = where);
  const [leave] = all("leave");
  const text = leave ? "If you keep your seat, the dealer waits for you every round." : "Your bets stay on the table and are decided without you.";
  ask("Leave your seat?", text, [
    ...(leave ? [["Leave the seat", async () => (await act(actOf(leave))) && go(), "go"]] : []),
    [leave ? "Keep the seat" : "Go to the lobby", go],
    ["Stay at the table", () => {}],
  ]);
}

function showKeys() {
  const shown = [...document.querySelectorAll("#moves [data-key]")].map((one) => [one.dataset.key, one.querySelector("span").textContent]);
  const fixed = [["1 – 5", "choose a chip"], ["Arrow keys", "go from spot to spot"], ["Delete", "take the chips of a spot back"], ["Esc", "go to the buttons"], ["?", "show these keys"]];
  $("keys-list").innerHTML = [...shown, ...fixed].map(([key, what]) => `<dt><kbd>${escape(key)}</kbd></dt><dd>${escape(what)}</dd>`).join("");
  $("keys").showModal();
}

Object.assign(does, {
  chips: takeChips,
  play: () => send(true),
  place: () => send(false),
  again: rebetAndPlay,
  undo, clear, rebet,
  "amount-no": () => giveAmount("no"),
  "amount-cancel": () => $("amount").close(),
});

document.addEventListener("input", (event) => {
  if (event.target.id === "amount-slider") $("amount-field").value = event.target.value;
  if (event.target.id === "amount-field" && event.target.validity.valid) $("amount-slider").value = event.target.value;
});

$("amount-form").addEventListener("submit", (event) => {
  event.preventDefault();
  giveAmount($("amount-field").value);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".top a[href='/']");
  if (link && state?.seated && !state.closed) return event.preventDefault(), askToLeave("/");
  const spot = event.target.closest("#felt .may") || event.target.closest("#felt .spot");
  if (spot) {
    const seat = seats().find((offer) => offer.spot === spot.id);
    return seat ? act(actOf(seat)) : lay(spot.id);
  }
  const target = event.target.closest("[data-offer]");
  if (!target || target.disabled) return;
  const offer = state.may[target.dataset.offer];
  target.dataset.ask ? askAmount(offer) : act(actOf(offer, Number(target.dataset.cents || 0)));
});

// A tap bets chips and leaves the focus where it is, so that Enter goes on to play.
document.addEventListener("mousedown", (event) => event.target.closest("#felt .may") && event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !state) return;
  const on = document.activeElement;
  if (on && event.key === "Escape" && $("felt").contains(on)) return ($("moves").querySelector(".go:enabled") || $("moves").querySelector("button:enabled"))?.focus();
  if (on && on.id && event.key.startsWith("Arrow") && $("felt").contains(on)) return event.preventDefault(), step(on, event.key);
  if (on && on.classList.contains("may")) {
    if (event.key === "Enter" || event.key === " ") return event.preventDefault(), on.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (event.key === "Backspace" || event.key === "Delete") return pending.delete(on.id), dropLoose(), refresh();
  }
  if (on && on.matches("input:not([type=radio]), select, textarea")) return;
  if (event.key === "Enter" && on && on.matches("button, a, summary")) return;
  if (event.key === "?") return showKeys();
  if (/^[1-5]$/.test(event.key)) return document.querySelectorAll(".chip:not([hidden]) input")[Number(event.key) - 1]?.click();
  const target = document.querySelector(`#moves [data-key="${CSS.escape(event.key)}"]:not(:disabled)`);
  if (target) event.preventDefault(), target.click();
});

function step(on, key) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(on);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let nearest = Infinity;
  for (const spot of document.querySelectorAll("#felt .may")) {
    const [sx, sy] = middle(spot);
    const along = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (along > 4 && along + 2 * aside < nearest) [best, nearest] = [spot, along + 2 * aside];
  }
  best?.focus();
}

// How the felt is drawn in this browser ----------------------------------------------------------------------------------
/** The felt has the room that head and bar leave; the server draws it so wide that it fits. */
function look() {
  const stage = document.querySelector(".stage");
  const pad = parseFloat(getComputedStyle(stage).paddingLeft) * 2;
  const [wide, high] = [stage.clientWidth - pad, stage.clientHeight];
  const width = wide < 700 ? wide : Math.max(700, Math.min(wide, Math.round(high * 2.1)));
  return { width: Math.floor(width), height: high, felt: settings.felt, four_colours: settings.four_colours };
}

let resizing = 0;
function resized() {
  clearTimeout(resizing);
  resizing = setTimeout(() => state && stream.draw(look()), 150);
}

/** Scrolls to your place on a felt that is longer than the window. */
function reveal() {
  const [stage, own] = [document.querySelector(".stage"), $("felt").querySelector(".own")];
  if (!own || stage.scrollHeight <= stage.clientHeight) return;
  const [around, box] = [stage.getBoundingClientRect(), own.getBoundingClientRect()];
  if (box.bottom > around.bottom) stage.scrollTop += Math.min(box.bottom - around.bottom + 6, box.top - around.top);
  else if (box.top < around.top) stage.scrollTop -= around.top - box.top + 6;
}

const LOST = { text: "The server does not answer. Your chips and bets are kept; this page reconnects by itself.", stays: true };
let isLost = false;

function lost() {
  isLost = true;
  $("main").inert = true;
  trouble(LOST);
}

function back() {
  $("main").inert = false;
  if (isLost) calm();
  isLost = false;
}

const clock = setInterval(tick, 250);

function ended(reason) {
  clearInterval(clock);
  back();
  if (reason === "signed-out") return trouble(signedOut(demo));
  if (reason === "closed") return trouble({ ...errorMessage({ code: "table.closed" }), stays: true });
  const { text } = errorMessage(reason);
  document.querySelector("h1").textContent = "Table not found";
  $("main").innerHTML = `<p class="words">${escape(text)}</p><p class="words"><a href="/">Go to the lobby</a></p>`;
}

if (!you) $("moves").innerHTML = moves();
const coach = new Coach(table);
const stream = new TableStream(table, look, { message: show, lost, back, ended, isClosed: () => state?.closed });
phone.addEventListener("change", refresh);

/* The clock stops while somebody alone reads a dialog. */
let isHeld = false;
new MutationObserver(() => {
  const open = document.querySelector("dialog[open]") !== null;
  if (open === isHeld || !state || state.role !== "player" || !state.seated || (open && !state.alone)) return;
  isHeld = open;
  stream.hold(open);
}).observe(document.body, { subtree: true, attributeFilter: ["open"] });
listeners.push((name) => state && (name === "pace" || name === "no_clock" ? keepPace() : stream.draw(look())));

/* For the console and the tests. */
globalThis.felt = { look, settings, motion, show, now: () => state, pending: () => pending.size, act, breakConnection: () => stream.break() };
