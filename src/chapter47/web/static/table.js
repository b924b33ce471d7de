/* The page of a table: the felt, the chips that are laid, the moves, what the dealer says. Nothing here knows a game. */
"use strict";
(() => {
  const { $, money, text, patch, fill, trouble, calm, why, settings, does, motion } = felt;
  let state = null;
  let pending = new Map(); // spot -> cents that are laid there and not sent yet
  let sent = new Map(); // the same on its way to the server
  let sentCents = 0; // what all of that costs
  let order = []; // spot and what lay there before, chip by chip, for undo
  let made = []; // the wagers of this round: spot and cents
  let known = new Map(); // moves that this table had before: they stay in their place, greyed
  let results = new Map(); // how the own wagers of this round ended
  let ownPlace = ""; // how the felt was drawn last and how high the own place is there: when that changes, it is shown again
  let caption = null; // the event that is told above the moves
  let earlier = []; // what happened in this round before the page was opened
  let sending = false;
  let ends = 0;
  const phone = window.matchMedia("(max-width: 699px)");
  const table = () => document.querySelector("[data-table]").dataset.table;

  // Wagers ---------------------------------------------------------------------------------------------------------------
  const all = (kind) => (state ? state.may.filter((offer) => offer.kind === kind) : []);
  const open = (offer) => !offer.after || pending.has(offer.after);
  const bets = () => all("bet").filter(open);
  const seats = () => all("seat");
  const each = (offer) => offer?.times || 1; // a wager on a box with two hands is made for each of them
  const laid = () => [...pending].reduce((total, [spot, cents]) => total + cents * each(offerAt(spot)), 0);
  const offerAt = (spot) => bets().find((offer) => offer.spot === spot);
  const plain = (spot) => spot?.dataset.plain || spot?.getAttribute("aria-label") || ""; // as the felt names it, without what can be done
  const named = (spot) => plain($("felt").querySelector(`[id="${spot}"]`)).replace(/, empty$/, "");

  function last() {
    try {
      return JSON.parse(sessionStorage.getItem(`last-${table()}`) || "[]");
    } catch {
      return [];
    }
  }

  function lay(spot) {
    const offer = offerAt(spot);
    if (!offer) return;
    const chosen = Number(document.querySelector("input[name=chip]:checked")?.value || offer.least);
    const chip = offer.least === offer.most ? offer.least : chosen; // a wager of one amount is laid with any chip
    const before = pending.get(spot) || 0;
    const cents = Math.ceil(Math.max(before + chip, offer.least) / offer.step) * offer.step;
    const cost = cents * each(offer);
    const free = (state.chips ?? 0) - laid() + before * each(offer);
    if (cents > offer.most)
      return trouble({ text: `At most $${money(offer.most)} can be laid here${offer.most < chip ? ": choose a smaller chip" : ""}.`, by: offer.by });
    if (cost > free)
      return trouble({ text: `Not enough chips: this needs $${money(cost)} and you have $${money(free)}. Choose a smaller chip, or clear what you laid.` });
    pending.set(spot, cents);
    order.push([spot, before]);
    refresh();
    say(`${named(spot) || offer.label}: $${money(cents)} laid${each(offer) > 1 ? ` for each of ${each(offer)} hands` : ""}`);
  }

  /** What lies after a wager that is gone goes too. */
  function loose() {
    for (const spot of [...pending.keys()]) if (!offerAt(spot)) pending.delete(spot), loose();
    order = order.filter(([spot]) => pending.has(spot));
  }

  function undo() {
    const [spot, before] = order.pop() || [];
    if (!spot) return;
    before ? pending.set(spot, before) : pending.delete(spot);
    loose();
    refresh();
  }

  function clear() {
    pending.clear();
    order = [];
    refresh();
  }

  /** What was wagered last and does not lie there still. */
  const again = () => last().filter(([spot]) => all("bet").some((offer) => offer.spot === spot) && /, empty$/.test(plain($(spot))));

  function rebet() {
    for (const [spot, cents] of again()) {
      const offer = offerAt(spot);
      if (offer && cents >= offer.least && cents <= offer.most && laid() + cents * each(offer) <= state.chips) {
        order.push([spot, 0]);
        pending.set(spot, cents);
      }
    }
    refresh();
  }

  // The felt -------------------------------------------------------------------------------------------------------------
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
      const lies = pending.get(id) ? `, $${money(pending.get(id))} laid` : "";
      const what = offer.kind === "seat" ? "take this seat" : `lay chips, from $${money(offer.least)}${lies}`;
      spot.classList.add("may");
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "0");
      spot.setAttribute("aria-label", `${spot.dataset.plain}, ${what}`);
    }
  }

  /** A spot where nothing can be laid any more keeps the focus that it has: whoever uses keys goes on from there. */
  function keepFocus(spot, has) {
    if (has) spot.setAttribute("tabindex", "-1");
    else spot.removeAttribute("tabindex");
  }

  function drawFelt(source, events) {
    const fresh = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    markSpots(fresh);
    const frame = $("felt");
    const focused = frame.contains(document.activeElement) ? document.activeElement.id : "";
    const same = focused && fresh.querySelector(`[id="${focused}"]`);
    if (same && !same.classList.contains("may")) keepFocus(same, true);
    const old = frame.querySelector("svg");
    const was = motion.before(old);
    for (const chips of frame.querySelectorAll(".pending")) chips.remove();
    if (old) patch(old, document.adoptNode(fresh));
    else frame.replaceChildren(document.adoptNode(fresh));
    drawPending();
    if (focused && document.activeElement.id !== focused) $(focused)?.focus({ preventScroll: true });
    if (old && events.length) motion.after(old, was, events.filter((event) => event.moved).map(hands), events.some((event) => event.kind === "Thrown"));
  }

  /** Chips that changed hands, and how the ids of the stacks begin that they lay in. */
  function hands({ kind, moved }) {
    const [box, hand = "0"] = moved.at.split(".");
    const mine = `chips-${box}-${hand}-${moved.wager}-`;
    return { kind: moved.fee ? "" : kind, stacks: [`${mine}${(moved.spot || 0) + 1}-`, mine, `chips-${moved.wager}-${moved.bet || 0}-`] };
  }

  function drawPending() {
    const frame = $("felt");
    for (const chips of frame.querySelectorAll(".pending")) chips.remove();
    for (const [id, cents] of [...sent, ...pending]) {
      const spot = frame.querySelector(`[id="${id}"]`);
      if (!spot) continue;
      const edge = spot.querySelector(".room") || spot.querySelector("rect.edge, circle.edge, .edge:not(path)");
      const room = (edge || spot.querySelector("text") || spot).getBBox();
      const r = Math.max(13, Math.min(room.width, room.height, 80) * 0.3);
      const chip = document.createElementNS("http://www.w3.org/2000/svg", "g");
      chip.setAttribute("class", "pending");
      chip.setAttribute("transform", `translate(${room.x + room.width / 2},${room.y + room.height / 2})`);
      chip.innerHTML = `<circle r="${r}"/><circle class="ring" r="${r * 0.82}"/><text y="${r * 0.3}"
        font-size="${Math.max(12, r * 0.8)}">${money(cents)}</text>`;
      spot.append(chip);
    }
  }

  // The bar --------------------------------------------------------------------------------------------------------------
  function button(id, label, attributes, key = "", mood = "") {
    const mark = key ? `<kbd aria-hidden="true">${key === "Enter" ? "⏎" : text(key)}</kbd>` : "";
    return `<button type="button" id="${id}" class="${mood}" ${key ? `data-key="${text(key)}" aria-keyshortcuts="${text(key)}"` : ""} ${attributes}>
      <span>${text(label)}</span>${mark}</button>`;
  }

  const most = (offer) => Math.min(offer.most, Math.floor((state.chips ?? offer.most) / offer.step) * offer.step);
  const chosen = (offer) => offer.stack > 0 || (offer.most > 0 && (offer.kind !== "move" || offer.least < most(offer)));

  /** A button for an offer, and where an amount can be chosen a second one that asks for it. */
  function offered(id, offer, key, mood) {
    const line = `data-line="${text(offer.line)}"`;
    if (offer.stack) return button(id, offer.label, `${line} data-ask="1"`, key, mood);
    if (!offer.most && offer.cost > state.chips) return button(id, `${offer.label} $${money(offer.cost)}`, 'disabled title="not enough chips"', key, `${mood} off`);
    if (!offer.most) return button(id, offer.label + (offer.cost ? ` $${money(offer.cost)}` : ""), line, key, mood);
    if (offer.least > most(offer)) return button(id, `${offer.label} $${money(offer.least)}`, 'disabled title="not enough chips"', key, `${mood} off`);
    if (offer.kind !== "move") return button(id, `${offer.label}…`, `${line} data-ask="1"`, key, mood);
    const whole = button(id, `${offer.label} $${money(most(offer))}`, `${line} data-cents="${most(offer)}"`, key, mood);
    return chosen(offer) ? whole + button(`${id}-less`, "for less…", `${line} data-ask="1"`, "", "less") : whole;
  }

  function moves() {
    if (!state.you) return button("guest", "Take a guest seat", 'data-do="guest"', "Enter", "go");
    if (state.closed) return "";
    const drawn = [];
    if (state.chips !== null && state.chips < state.minimum && !state.awaited && !state.staked)
      drawn.push(button("more-chips", "Take $1,000 in play chips", 'data-do="chips"', "", "go"));
    if (seats().length && !bets().length)
      drawn.push(button("sit", "Sit down", `data-line="${text(seats()[Math.floor(seats().length / 2)].line)}"`, "Enter", "go"));
    const can = new Map(all("move").map((offer) => [offer.label, offer]));
    for (const [label, offer] of can) known.set(label, offer);
    for (const [label, offer] of known) {
      const id = `move-${label.replace(/\W+/g, "-")}`;
      drawn.push(can.has(label) ? offered(id, can.get(label), offer.key, "move") : button(id, label, "disabled", offer.key, "move off"));
    }
    if (pending.size) {
      drawn.push(button("play", `Play $${money(laid())}`, 'data-do="play"', "Enter", "go"));
      drawn.push(button("place", "Place only", 'data-do="place"', "o"));
      drawn.push(button("undo", "Undo", 'data-do="undo"', "u"));
      drawn.push(button("clear", "Clear", 'data-do="clear"', "c"));
    } else {
      for (const offer of all("close")) drawn.push(button("close", offer.label, `data-line="${text(offer.line)}"`, "Enter", "go"));
      if (again().some(([spot]) => offerAt(spot)) && !made.length) {
        const offers = new Map(all("bet").map((offer) => [offer.spot, offer]));
        const cents = again().reduce((total, [spot, one]) => total + one * each(offers.get(spot)), 0);
        drawn.push(button("rebet", `Rebet $${money(cents)}`, 'data-do="rebet"', "z"));
      }
    }
    return drawn.join("");
  }

  const besides = (offer) => offered(`more-${offer.line.replace(/\W+/g, "-")}`, offer, "", "");

  function more() {
    const [chips, rest] = [all("chips"), [...all("cut"), ...all("leave")].map(besides).join("")];
    if (!chips.length && !rest) return "";
    const few = chips.length + all("cut").length + all("leave").length <= 3;
    if (few && !phone.matches) return chips.map(besides).join("") + rest;
    const rows = [...Map.groupBy(chips, (offer) => offer.spot)].map(row).join("");
    const folded = `${rows}${phone.matches && rest ? `<p class="row">${rest}</p>` : ""}`;
    const list = `<details id="more-list"><summary>${phone.matches ? "More" : "Chips that lie there"}</summary><div class="folded">${folded}</div></details>`;
    return phone.matches ? list : (chips.length ? list : "") + rest;
  }

  /** What can be done with the chips of one wager, in a line; each button is read aloud with the wager's name. */
  function row([spot, offers]) {
    const wager = ($(spot)?.dataset.wager || "").replaceAll("-", " ").replace(/\bdont\b/, "don't");
    const name = wager && offers[0].label.match(new RegExp(`${wager}( \\d+)?`))?.[0];
    const drawn = offers.map((offer) => {
      const verb = name ? offer.label.replace(name, "").replace(/\s+/g, " ").trim() : offer.label;
      return besides({ ...offer, label: verb }).replace("<button ", `<button aria-label="${text(offer.label)}${chosen(offer) ? "…" : ""}" `);
    });
    return `<p class="row"><b>${text(name || named(spot))}</b>${drawn.join("")}</p>`;
  }

  function hint() {
    if (state.closed) return "The table is closed. Your chips stay yours: take them to another table.";
    if (state.paused) return `The table is paused: ${state.paused}. It goes on by itself; nothing is lost.`;
    if (state.awaited && state.awaited === state.you) return bets().length && !pending.size ? "Choose a chip and tap a bright spot, or choose a move." : "Your move.";
    if (state.awaited) return `${state.awaited} decides.`;
    if (state.closing) return "The table closes as soon as every wager is decided.";
    if (pending.size) return "Press Play, or lay more.";
    const others = state.waits_for.filter((name) => name !== state.you);
    if (others.length && state.staked) return `The dealer waits for ${others.join(", ")}.`;
    if (bets().length && !state.staked) return "Choose a chip, then tap a bright spot.";
    if (bets().length && !all("close").length) return "Choose a chip and tap a bright spot, or choose a move.";
    if (all("close").length) return `Press ${all("close")[0].label}${bets().length ? ", or lay more" : ""}.`;
    if (seats().length && !bets().length) return $("felt").querySelector(`[id="${seats()[0].spot}"]`) ? `Tap a free ${state.place}, or sit down.` : "Sit down to take part.";
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
    $("chips").textContent = state.chips === null ? "" : `$${money(state.chips - laid() - sentCents)} in chips`;
    $("chip-tray").classList.toggle("off", !bets().length);
    $("moves").classList.toggle("laying", pending.size > 0);
    $("turn").textContent = hint();
  }

  function tick() {
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
    const clock = $("time");
    if (clock) clock.textContent = ends && left ? `${left} s left` : "";
    clock?.classList.toggle("late", ends > 0 && left <= 5);
    if (ends && left <= 1 && pending.size && !sending) send(false);
  }

  // What the server sends ------------------------------------------------------------------------------------------------
  function show(now) {
    const before = state;
    state = now;
    sent = new Map();
    sentCents = 0;
    ends = now.seconds_left ? Date.now() + now.seconds_left * 1000 : 0;
    loose();
    if (!before) now.events.unshift(...earlier);
    for (const event of now.events) note(event);
    drawFelt(now.svg, now.events);
    captions(now.events, now.note, before);
    refresh();
    showResults();
    if (!before) {
      document.body.classList.add("ready");
      new ResizeObserver(resized).observe(document.querySelector(".stage"));
    }
    const place = `${now.drawn_for} ${$("felt").querySelector(".own")?.getBoundingClientRect().height} ${now.awaited === now.you}`;
    if (place !== ownPlace) reveal();
    ownPlace = place;
    $("felt").dataset.drawn = now.drawn_for;
    document.body.dataset.version = now.version;
  }

  function note(event) {
    if (event.kind === state.closes) results = new Map();
    if (event.kind === "RoundOver") {
      if (made.length) sessionStorage.setItem(`last-${table()}`, JSON.stringify(made));
      made = [];
    }
    if (event.moved && event.moved.bettor === state.you) result(event);
  }

  function captions(events, note, aloud) {
    const said = [...events, ...(note ? [{ text: note[0].toUpperCase() + note.slice(1) + ".", by: "" }] : [])];
    if (!said.length) return;
    for (const event of said) if (!event.stays && !(event.follows && caption?.kind === "Said")) caption = event;
    if (caption) $("said").innerHTML = text(caption.text) + why(caption.by);
    if (aloud) hear(said.filter((event) => !event.stays || (event.moved?.bettor === state.you && event.moved.why !== "won")).map((event) => event.text).join(" "));
    for (const event of said) {
      const item = document.createElement("li");
      item.innerHTML = text(event.text) + why(event.by);
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

  // How the own wagers ended, with the odds that were paid ------------------------------------------------------------------
  function result(event) {
    const moved = event.moved;
    const key = [moved.at, moved.wager, moved.bet, moved.spot].join();
    const one = results.get(key) || { name: moved.name, at: moved.at, spot: moved.spot || 0, stake: 0, paid: 0, lost: 0, fee: 0, why: "", by: event.by };
    if (!moved.wager) one.owed = (one.owed || 0) + moved.amount;
    else if (moved.fee) one.fee += event.kind === "FeeReturned" ? -moved.amount : moved.amount;
    else if (event.kind === "Paid") Object.assign(one, { paid: one.paid + moved.amount, why: moved.why, by: event.by });
    else if (event.kind === "Collected") Object.assign(one, { lost: one.lost + moved.amount, why: moved.why, by: event.by });
    else if (event.kind === "Returned") Object.assign(one, { stake: one.stake + moved.amount, why: one.paid ? one.why : moved.why });
    results.set(key, one);
  }

  function odds(paid, stake) {
    let [a, b] = [paid, stake];
    while (b) [a, b] = [b, a % b];
    return a && stake / a <= 100 ? `${paid / a} to ${stake / a}` : "";
  }

  function outcome(one) {
    const fee = one.fee ? `, fee $${money(one.fee)}` : "";
    if (one.owed) return ["lost", `$${money(one.owed)} is owed`];
    const says = ` won lost lose void ${one.name.toLowerCase()} `.includes(` ${one.why} `); // nothing besides the name
    const how = one.why && !says ? ` – ${one.why}` : "";
    if (one.paid) {
      const told = / to /.test(one.why) || !one.stake ? "" : odds(one.paid, one.stake);
      return ["won", `won $${money(one.paid)}${told ? ` at ${told}` : ""}${fee}${how}`];
    }
    if (one.lost && one.stake) return ["lost", `lost $${money(one.lost)}, $${money(one.stake)} back${how}`];
    if (one.lost) return ["lost", `lost $${money(one.lost)}${how}`];
    return ["push", `$${money(one.stake)} back${how}`];
  }

  /** Where a box has several hands or a bettor several wagers of a kind, which one it is. */
  function fullName(one, others) {
    const alike = others.filter((other) => other.name === one.name && other.at.split(".")[0] === one.at.split(".")[0]);
    const differ = (part) => new Set(alike.map(part)).size > 1;
    const hand = differ((other) => other.at) ? `, hand ${Number(one.at.split(".")[1] || 0) + 1}` : "";
    return `${one.name}${differ((other) => other.spot) ? ` ${one.spot + 1}` : ""}${hand}`;
  }

  function showResults() {
    const ended = [...results.values()].filter((one) => one.paid || one.lost || one.stake || one.owed);
    const items = ended.map((one) => {
      const [mood, words] = outcome(one);
      return `<li class="${mood}"><b>${text(fullName(one, ended))}</b> ${text(words)}${why(one.by)}</li>`;
    });
    if (ended.length > 2) items.unshift(together(ended));
    fill($("results"), items.join(""));
    $("results").hidden = !items.length;
  }

  function together(ended) {
    const net = ended.reduce((total, one) => total + one.paid - one.lost - one.fee - (one.owed || 0), 0);
    const words = net > 0 ? `won $${money(net)}` : net < 0 ? `lost $${money(-net)}` : "even";
    return `<li class="${net > 0 ? "won" : net < 0 ? "lost" : "push"}"><b>Together</b> ${words}</li>`;
  }

  // What the page asks -----------------------------------------------------------------------------------------------------
  function ask(what) {
    if (what.do === "act") calm(); // whoever goes on has read what was told
    emitEvent("felt", what);
  }

  function send(play) {
    const offers = all("bet").filter((offer) => pending.has(offer.spot));
    const wagers = offers.map((offer) => [offer.spot, pending.get(offer.spot)]);
    const lines = offers.map((offer) => `${offer.line} ${pending.get(offer.spot) / 100}`);
    sending = true;
    sentCents = laid();
    made.push(...wagers);
    sent = new Map(wagers);
    pending.clear();
    order = [];
    refresh();
    ask({ do: "act", lines, spots: wagers.map(([spot]) => spot), play });
    setTimeout(() => (sending = false), 400);
  }

  /** Wagers that were refused lie in the hand again, so that they can be changed. */
  function refused(spots) {
    sent = new Map();
    sentCents = 0;
    for (const spot of spots) {
      const place = made.findLastIndex(([other]) => other === spot);
      if (place < 0) continue;
      const [[, cents]] = made.splice(place, 1);
      if (all("bet").some((offer) => offer.spot === spot)) pending.set(spot, cents), order.push([spot, 0]);
    }
    refresh();
  }

  function act(line, cents) {
    ask({ do: "act", lines: [cents ? `${line} ${cents / 100}` : line] });
  }

  // An amount, or the place of a cut ------------------------------------------------------------------------------------------
  function askAmount(line) {
    const offer = state.may.find((one) => one.line === line);
    if (!offer) return;
    const [field, slider] = [$("amount-field"), $("amount-slider")];
    const cut = offer.stack > 0;
    const unit = cut ? 1 : 100;
    const [from, to, step] = cut ? [10, offer.stack - 10, 1] : [offer.least, most(offer), offer.step];
    $("amount").dataset.line = line;
    $("amount").dataset.cut = cut ? "1" : "";
    $("amount-title").textContent = offer.label;
    $("amount-label").textContent = cut ? "Cards before the cutting card" : "Dollars";
    $("amount-range").textContent = cut ? `${from} to ${to} cards` : `$${money(from)} to $${money(to)} in steps of $${money(step)}`;
    for (const input of [field, slider]) Object.assign(input, { min: from / unit, max: to / unit, step: step / unit });
    field.value = slider.value = cut ? Math.round((from + to) / 2) : (offer.kind === "move" ? to : from) / unit;
    $("amount-no").hidden = !cut;
    $("amount").showModal();
    field.select();
  }

  function giveAmount(value) {
    const { line, cut } = $("amount").dataset;
    $("amount").close();
    cut ? act(line.replace("CARDS", value)) : act(line, Math.round(Number(value) * 100));
    if (cut) say(value === "no" ? "No cut" : `You will cut after ${value} cards when they are shuffled next.`);
  }

  Object.assign(does, {
    chips: () => ask({ do: "chips" }),
    play: () => send(true),
    place: () => send(false),
    undo, clear, rebet,
    "amount-no": () => giveAmount("no"),
    "amount-cancel": () => $("amount").close(),
  });

  document.addEventListener("input", (event) => {
    if (event.target.id === "amount-slider") $("amount-field").value = event.target.value;
    if (event.target.id === "amount-field" && event.target.validity.valid) $("amount-slider").value = event.target.value;
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "amount-form") return;
    event.preventDefault();
    giveAmount($("amount-field").value);
  });

  document.addEventListener("click", (event) => {
    const spot = event.target.closest("#felt .may");
    if (spot) {
      const seat = seats().find((offer) => offer.spot === spot.id);
      return seat ? act(seat.line) : lay(spot.id);
    }
    const target = event.target.closest("[data-line]");
    if (!target || target.disabled || target.id === "amount") return;
    target.dataset.ask ? askAmount(target.dataset.line) : act(target.dataset.line, Number(target.dataset.cents || 0));
  });

  // A tap lays chips and leaves the focus where it is, so that Enter goes on to play.
  document.addEventListener("mousedown", (event) => event.target.closest("#felt .may") && event.preventDefault());

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !state) return;
    const on = document.activeElement;
    if (on && event.key === "Escape" && $("felt").contains(on)) return ($("moves").querySelector(".go") || $("moves").querySelector("button:enabled"))?.focus();
    if (on && on.id && event.key.startsWith("Arrow") && $("felt").contains(on)) return event.preventDefault(), step(on, event.key);
    if (on && on.classList.contains("may")) {
      if (event.key === "Enter" || event.key === " ") return event.preventDefault(), on.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      if (event.key === "Backspace" || event.key === "Delete") return pending.delete(on.id), loose(), refresh();
    }
    if (on && on.matches("input:not([type=radio]), select, textarea")) return;
    if (event.key === "Enter" && on && on.matches("button, a, summary")) return;
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
  /** The felt has the room that head and bar leave; the server draws it so wide that it fits in. */
  function look() {
    const stage = document.querySelector(".stage");
    const pad = parseFloat(getComputedStyle(stage).paddingLeft) * 2;
    const [wide, high] = [stage.clientWidth - pad, stage.clientHeight];
    const width = wide < 700 ? wide : Math.max(700, Math.min(wide, Math.round(high * 2.1)));
    return { width: Math.floor(width), height: high, felt: settings.felt, four_colours: settings.four_colours };
  }

  let resizing = 0;
  let screen = "";
  function resized() {
    const bar = document.querySelector(".bar");
    const now = `${window.innerWidth} ${window.innerHeight}`;
    if (now !== screen) bar.style.minHeight = "";
    screen = now;
    bar.style.minHeight = `${bar.offsetHeight}px`; // once higher it stays so: the felt does not jump with every move
    clearTimeout(resizing);
    resizing = setTimeout(() => state && ask({ do: "look", ...look() }), 150);
  }

  /** The own place on a felt that is longer than its room. */
  function reveal() {
    const [stage, own] = [document.querySelector(".stage"), $("felt").querySelector(".own")];
    if (!own || stage.scrollHeight <= stage.clientHeight) return;
    const [around, box] = [stage.getBoundingClientRect(), own.getBoundingClientRect()];
    if (box.bottom > around.bottom) stage.scrollTop += Math.min(box.bottom - around.bottom + 6, box.top - around.top);
    else if (box.top < around.top) stage.scrollTop -= around.top - box.top + 6;
  }

  phone.addEventListener("change", () => refresh());
  felt.listeners.push(() => state && ask({ do: "look", ...look() }));
  setInterval(tick, 250);

  Object.assign(felt, { show, look, refused, recall: (events) => (earlier = events), now: () => state });
})();
