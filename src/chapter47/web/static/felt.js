/* Pages of Chapter 47. The server sends data, this patches what is new; nothing here knows a game. */
"use strict";
const felt = (() => {
  const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");
  const $ = (id) => document.getElementById(id);
  const money = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : (cents / 100).toLocaleString("en-US"));
  const text = (words) => String(words).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const short = (by) => by.replace(/^19:4[67]-/, "");
  let state = null;
  let pending = new Map(); // line of a wager -> cents that are laid and not sent yet
  let order = []; // lines in the order in which chips were laid, for undo
  let last = []; // the wagers of the last round, for rebet
  let made = []; // the wagers of this one
  let known = new Map(); // moves that this table had before: they stay in their place, greyed
  let sending = false;
  let ends = 0;

  // Patching ---------------------------------------------------------------------------------------------------------
  function patch(old, now, added) {
    if (old.nodeType === Node.TEXT_NODE) {
      if (old.data !== now.data) old.data = now.data;
      return;
    }
    for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const byId = new Map();
    for (const child of old.children) if (child.id) byId.set(child.id, child);
    let place = old.firstChild;
    for (const fresh of [...now.childNodes]) {
      const alike = place && !place.id && !fresh.id && place.nodeName === fresh.nodeName ? place : null;
      const match = fresh.id ? byId.get(fresh.id) : alike;
      if (match && match.nodeName === fresh.nodeName) {
        if (match === place) place = place.nextSibling;
        else old.insertBefore(match, place);
        patch(match, fresh, added);
      } else {
        old.insertBefore(fresh, place);
        if (added && fresh.nodeType === Node.ELEMENT_NODE) added.push(fresh, ...fresh.querySelectorAll("[id]"));
      }
    }
    while (place) {
      const next = place.nextSibling;
      place.remove();
      place = next;
    }
  }

  function fill(element, html) {
    const fresh = element.cloneNode(false);
    fresh.innerHTML = html;
    const focused = document.activeElement && document.activeElement.id;
    patch(element, fresh);
    if (focused && document.activeElement.id !== focused) $(focused)?.focus();
  }

  // The felt ---------------------------------------------------------------------------------------------------------
  const bets = () => (state ? state.may.filter((offer) => offer.kind === "bet") : []);
  const seats = () => (state ? state.may.filter((offer) => offer.kind === "seat") : []);
  const laid = () => [...pending.values()].reduce((sum, cents) => sum + cents, 0);

  function makeClickable(svg) {
    for (const offer of [...bets(), ...seats()]) {
      const spot = offer.spot && svg.querySelector(`[id="${offer.spot}"]`);
      if (!spot || spot.classList.contains("may")) continue;
      const what = offer.kind === "seat" ? "take this seat" : `lay chips, from $${money(offer.least)}`;
      spot.classList.add("may");
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "0");
      spot.setAttribute("aria-label", `${spot.getAttribute("aria-label") || offer.label}, ${what}`);
      spot.setAttribute("data-line", offer.line);
    }
  }

  function drawFelt(source) {
    const fresh = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    makeClickable(fresh);
    const frame = $("felt");
    const focused = frame.contains(document.activeElement) ? document.activeElement.id : "";
    for (const chips of frame.querySelectorAll(".pending")) chips.remove();
    const old = frame.querySelector("svg");
    const added = [];
    if (old) patch(old, document.adoptNode(fresh), added);
    else frame.replaceChildren(document.adoptNode(fresh));
    drawPending();
    if (focused && document.activeElement.id !== focused) $(focused)?.focus({ preventScroll: true });
    if (old && !quiet.matches && document.visibilityState === "visible") added.forEach(fly);
  }

  function fly(element) {
    const kind = (element.id || "").split("-")[0];
    if (!["card", "chips", "die"].includes(kind) || !element.isConnected) return;
    const from = kind === "card" ? $("shoe") : kind === "chips" ? $("tray") : $("rail");
    const matrix = element.parentNode.getScreenCTM();
    if (!from || !matrix) return;
    const [a, b] = [from.getBoundingClientRect(), element.getBoundingClientRect()];
    const back = matrix.inverse();
    const dx = a.x + a.width / 2 - b.x - b.width / 2;
    const dy = kind === "chips" ? b.height : a.y + a.height / 2 - b.y - b.height / 2;
    const x = back.a * (kind === "chips" ? 0 : dx) + back.c * dy;
    const y = back.b * (kind === "chips" ? 0 : dx) + back.d * dy;
    element.animate([{ translate: `${x}px ${y}px`, opacity: 0.4 }, { translate: "0 0", opacity: 1 }], {
      duration: kind === "die" ? 600 : kind === "card" ? 220 : 250,
      easing: "cubic-bezier(.2,.7,.3,1)",
    });
  }

  function drawPending() {
    const frame = $("felt");
    for (const chips of frame.querySelectorAll(".pending")) chips.remove();
    for (const [line, cents] of pending) {
      const offer = bets().find((one) => one.line === line);
      const spot = offer && frame.querySelector(`[id="${offer.spot}"]`);
      if (!spot) continue;
      const edge = spot.querySelector("rect.edge, circle.edge, .edge:not(path)");
      const room = (edge || spot.querySelector("text") || spot).getBBox();
      const r = Math.max(13, Math.min(room.width, room.height) * 0.3);
      const chip = document.createElementNS("http://www.w3.org/2000/svg", "g");
      chip.setAttribute("class", "pending");
      chip.setAttribute("transform", `translate(${room.x + room.width / 2},${room.y + room.height / 2})`);
      chip.innerHTML = `<circle r="${r}"/><circle class="ring" r="${r * 0.82}"/><text y="${r * 0.3}"
        font-size="${Math.max(12, r * 0.8)}">${money(cents)}</text>`;
      spot.append(chip);
    }
  }

  function lay(line) {
    const offer = bets().find((one) => one.line === line);
    if (!offer) return;
    const chip = Number(document.querySelector("input[name=chip]:checked")?.value || offer.least);
    const before = pending.get(line) || 0;
    let cents = Math.max(before + chip, offer.least);
    cents = Math.ceil(cents / offer.step) * offer.step;
    const free = (state.chips ?? 0) - laid() + before;
    if (cents > offer.most) return trouble({ text: `At most $${money(offer.most)} can lie here.`, by: offer.by });
    if (cents > free) return trouble({ text: `You have $${money(free)} in chips. Lay less, or take more chips.` });
    pending.set(line, cents);
    order.push([line, before]);
    refresh();
    say(`${offer.label}: ${money(cents)} dollars laid`);
  }

  function undo() {
    const [line, before] = order.pop() || [];
    if (!line) return;
    before ? pending.set(line, before) : pending.delete(line);
    refresh();
  }

  function clear() {
    pending.clear();
    order = [];
    refresh();
  }

  function rebet() {
    for (const [line, cents] of last) {
      const offer = bets().find((one) => one.line === line);
      if (offer && cents >= offer.least && cents <= offer.most && laid() + cents <= state.chips) {
        order.push([line, pending.get(line) || 0]);
        pending.set(line, cents);
      }
    }
    refresh();
  }

  // The bar ----------------------------------------------------------------------------------------------------------
  function button(id, label, attributes, key = "", mood = "") {
    const mark = key ? `<kbd>${key === "Enter" ? "⏎" : text(key)}</kbd>` : "";
    return `<button type="button" id="${id}" class="${mood}" ${key ? `data-key="${text(key)}"` : ""} ${attributes}>
      <span>${text(label)}</span>${mark}</button>`;
  }

  function cost(offer) {
    return offer.most ? ` $${money(Math.min(offer.most, state.chips ?? offer.most))}` : "";
  }

  function moves() {
    const drawn = [];
    if (!state.you) return button("guest", "Take a guest seat", 'data-do="guest"', "Enter", "go");
    if (state.chips !== null && state.chips < 100 && !state.awaited)
      drawn.push(button("more-chips", "Take $1,000 in play chips", 'data-do="chips"', "", "go"));
    if (seats().length && !bets().length)
      drawn.push(button("sit", "Sit down", `data-line="${text(seats()[Math.floor(seats().length / 2)].line)}"`, "Enter", "go"));
    const can = new Map(state.may.filter((offer) => offer.kind === "move").map((offer) => [offer.label, offer]));
    for (const [label, offer] of can) known.set(label, offer);
    for (const [label, offer] of known) {
      const now = can.get(label);
      const id = `move-${label.replace(/\W+/g, "-")}`;
      drawn.push(button(id, label + (now ? cost(now) : ""), now ? `data-line="${text(now.line)}" data-most="${now.most}"` : "disabled", offer.key, now ? "move" : "move off"));
    }
    if (pending.size) {
      drawn.push(button("play", `Play $${money(laid())}`, 'data-do="play"', "Enter", "go"));
      drawn.push(button("place", "Place only", 'data-do="place"', "o"));
      drawn.push(button("undo", "Undo", 'data-do="undo"', "u"));
      drawn.push(button("clear", "Clear", 'data-do="clear"', "c"));
    } else {
      for (const offer of state.may.filter((one) => one.kind === "close"))
        drawn.push(button("close", offer.label, `data-line="${text(offer.line)}"`, "Enter", "go"));
      const again = last.filter(([line]) => bets().some((offer) => offer.line === line));
      if (again.length && !made.length)
        drawn.push(button("rebet", `Rebet $${money(again.reduce((sum, [, cents]) => sum + cents, 0))}`, 'data-do="rebet"', "z"));
    }
    return drawn.join("");
  }

  function more() {
    const rest = state.may.filter((offer) => offer.kind === "chips" || offer.kind === "leave");
    if (!rest.length) return "";
    const drawn = rest.map((offer, place) => button(`more-${place}`, offer.label + (offer.least ? ` $${money(offer.least)}` : ""), `data-line="${text(offer.line)}" data-most="${offer.least}"`));
    return rest.length > 3 ? `<details id="more-list"><summary>Chips that lie there</summary>${drawn.join("")}</details>` : drawn.join("");
  }

  function refresh() {
    if (!state) return;
    drawPending();
    fill($("moves"), moves());
    const open = $("more-list")?.open;
    fill($("more"), more());
    if (open && $("more-list")) $("more-list").open = true;
    $("chips").textContent = state.chips === null ? "" : `$${money(state.chips - laid())} in chips`;
    $("tray").classList.toggle("off", !bets().length);
    const waits = state.awaited && state.awaited !== state.you ? `${state.awaited} decides.` : "";
    const hint = bets().length && !pending.size && !made.length ? "Choose a chip and tap a bright spot on the felt." : "";
    const sit = !waits && seats().length && !bets().length ? "Tap a free box, or sit down." : "";
    const mine = state.awaited && state.awaited === state.you ? "Your move." : "";
    $("turn").textContent = state.paused ? `The table is paused: ${state.paused}.` : mine || waits || hint || sit;
  }

  function tick() {
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
    const clock = $("time");
    if (clock) clock.textContent = ends && left ? `${left} s left` : "";
    if (ends && left <= 1 && pending.size && !sending) send([...pending], false);
  }

  // What the server sends --------------------------------------------------------------------------------------------
  function show(now) {
    const before = state;
    state = now;
    ends = now.seconds_left ? Date.now() + now.seconds_left * 1000 : 0;
    for (const line of [...pending.keys()]) if (!bets().some((offer) => offer.line === line)) pending.delete(line);
    order = order.filter(([line]) => pending.has(line));
    if (now.events.some((event) => event.kind === "round-over" || event.kind === "RoundOver")) {
      if (made.length) last = made;
      made = [];
    }
    drawFelt(now.svg);
    captions(now.events, now.note);
    refresh();
    if (!before) document.body.classList.add("ready");
    document.body.dataset.version = now.version;
  }

  const why = (by) => (by ? ` <button type="button" class="why" data-by="${text(by)}">why? ${text(short(by))}</button>` : "");

  function captions(events, note) {
    const said = [...events, ...(note ? [{ text: note, by: "" }] : [])];
    if (!said.length) return;
    const line = said.at(-1);
    $("said").innerHTML = text(line.text) + why(line.by);
    for (const event of said) {
      const item = document.createElement("li");
      item.innerHTML = text(event.text) + why(event.by);
      $("log").prepend(item);
    }
    while ($("log").children.length > 120) $("log").lastChild.remove();
  }

  function say(words) {
    $("said").textContent = words;
  }

  let hiding = 0;
  function trouble(told) {
    const more = (told.more || []).map((line) => `<li>${text(line)}</li>`).join("");
    $("trouble").innerHTML = `<p>${text(told.text)}${why(told.by || "")}</p>${more ? `<ul>${more}</ul>` : ""}
      <button type="button" class="plain" data-do="dismiss">Close</button>`;
    clearTimeout(hiding);
    if (!more) hiding = setTimeout(() => $("trouble").replaceChildren(), 12000);
    sending = false;
  }

  function explain(told) {
    const parts = told.parts.map((part) => `<p><b>${text(short(part.citation))}</b> ${text(part.says)}</p>`).join("");
    const readings = told.readings.map((one) => `<p class="reading"><b>Doubtful:</b> ${text(one.problem)}. <b>Read so:</b> ${text(one.reading)}.</p>`).join("");
    $("why-title").textContent = `N.J.A.C. ${told.citation}`;
    $("why-text").innerHTML = `<p class="quiet">${text(told.title)}</p><p>${text(told.says)}</p>${parts}${readings}
      <p class="quiet">In our own words; the regulation itself is the authority.</p>`;
    if (!$("why").open) $("why").showModal();
  }

  // What the page asks -----------------------------------------------------------------------------------------------
  const ask = (what) => emitEvent("felt", what);

  function send(wagers, close) {
    sending = true;
    made.push(...wagers);
    pending.clear();
    order = [];
    refresh();
    ask({ do: "act", lines: wagers.map(([line, cents]) => `${line} ${cents / 100}`), close });
    setTimeout(() => (sending = false), 400);
  }

  function act(line, most) {
    ask({ do: "act", lines: [most ? `${line} ${Math.min(most, state.chips ?? most) / 100}` : line] });
  }

  const hasSeat = () => document.querySelector("nav a[href='/rounds']") !== null;

  async function guest(then) {
    const answer = await fetch("/api/v1/guests", { method: "POST" });
    if (!answer.ok) return trouble({ text: "No guest seat is free now. Wait a moment and try again." });
    location.href = then;
  }

  async function signIn(form) {
    const asked = Object.fromEntries(new FormData(form));
    const answer = await fetch("/api/v1/session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
    if (answer.ok) return (location.href = "/");
    const told = await answer.json();
    trouble({ text: `${told.message}. Possible: ${told.allowed}.` });
  }

  async function open(form) {
    const asked = new FormData(form);
    const file = asked.get("file");
    if (file && file.size > 12000) return trouble({ text: "The table file is too long. Possible: 12,000 characters." });
    const source = file && file.size ? await file.text() : "";
    emitEvent("lobby", { game: asked.get("game"), file: source, practice: asked.get("practice") === "on" });
  }

  const does = {
    guest: () => guest(location.pathname),
    chips: () => ask({ do: "chips" }),
    play: () => send([...pending], true),
    place: () => send([...pending], false),
    undo, clear, rebet,
    dismiss: () => $("trouble").replaceChildren(),
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-by], [data-line], button[data-do], a[data-do=sit]");
    if (!target || target.disabled) return;
    if (target.dataset.by) return ask({ do: "why", by: target.dataset.by });
    if (target.matches("a[data-do=sit]")) {
      if (hasSeat()) return;
      event.preventDefault();
      return guest(target.getAttribute("href"));
    }
    if (target.dataset.line) {
      if (target.closest("#felt") && bets().some((offer) => offer.line === target.dataset.line)) return lay(target.dataset.line);
      return act(target.dataset.line, Number(target.dataset.most || 0));
    }
    does[target.dataset.do]?.();
  });

  // A tap lays chips and leaves the focus where it is, so that Enter goes on to play.
  document.addEventListener("mousedown", (event) => event.target.closest("#felt .may") && event.preventDefault());

  document.addEventListener("submit", (event) => {
    const what = event.target.dataset.do;
    if (!what) return;
    event.preventDefault();
    what === "open" ? open(event.target) : signIn(event.target);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("why")?.open || !state) return;
    const on = document.activeElement;
    if (on && on.classList.contains("may")) {
      if (event.key === "Enter" || event.key === " ") return event.preventDefault(), on.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      if (event.key === "Backspace" || event.key === "Delete") return pending.delete(on.dataset.line), refresh();
      if (event.key.startsWith("Arrow")) return event.preventDefault(), step(on, event.key);
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

  function size() {
    const stage = document.querySelector(".stage");
    if (!stage) return 1280;
    const wide = stage.clientWidth;
    return wide < 700 ? wide : Math.max(Math.min(wide, 700), Math.min(wide, Math.round((window.innerHeight - 230) * 1.75)));
  }

  let resizing = 0;
  window.addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => state && ask({ do: "size", width: size() }), 150);
  });
  setInterval(tick, 250);

  return {
    show, trouble, size,
    why: explain,
    go: (where) => (hasSeat() ? (location.href = where) : guest(where)),
    lobby: (told) => {
      fill($("tables"), told.tables);
      $("progress").textContent = told.progress;
    },
  };
})();
