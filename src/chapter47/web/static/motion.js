/* Motion on the felt: cards fly from the shoe and turn, chips slide to where they belong, dice tumble. Nothing here knows a
   game; elements are matched by ids and classes. The page is patched first and is true at once; an element then comes from
   where it lay before, or a copy of a removed element slides away above the felt. A click or a key press skips to the end. */
import { quiet } from "./page.js";

const [FLIGHT, TURN, SLIDE, TUMBLE] = [220, 160, 250, 600]; // milliseconds
const LONGEST = 1800; // of all that waits for one another
const NEAR = 120; // pixels
const MOVES = ".card, .chips, .die, .marker";
export const running = new Set();
const flying = new WeakMap(); // element -> its motions
let free = 0; // when the last one that others wait for has come

const shown = () => !quiet.matches && document.visibilityState === "visible";
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where everything lies now, to be handed to `after` once the felt is patched. */
export function before(svg) {
  const lay = new Map();
  if (!svg || !shown()) return { lay, laid: [] };
  for (const element of svg.querySelectorAll(MOVES)) {
    lay.set(element.id, {
      id: element.id,
      element,
      at: middle(element.getBoundingClientRect()),
      within: element.parentNode.getScreenCTM(),
      home: element.getAttribute("transform"),
      face: element.dataset.card || "",
      back: element.matches(".back") && element.cloneNode(true),
      amount: element.dataset.amount,
      looks: element.getAttribute("aria-label"),
    });
  }
  const laid = [...svg.querySelectorAll(".pending")].map((chip) => middle(chip.getBoundingClientRect()));
  return { lay, laid, table: svg.getBoundingClientRect() };
}

/** `moved` are chips that changed hands: how, and how the ids of their stacks may begin; `thrown` where the dice were. */
export function after(svg, was, moved = [], thrown = false) {
  if (!was.table || !shown()) return;
  shift(svg, was);
  if (free - performance.now() > LONGEST) hurry();
  const now = [...svg.querySelectorAll(MOVES)];
  const gone = new Set(was.lay.values());
  for (const element of now) gone.delete(was.lay.get(element.id));
  dealt(svg, now.filter((element) => element.matches(".card")), was.lay, gone);
  for (const die of now.filter((element) => element.matches(".die"))) {
    if (thrown || was.lay.get(die.id)?.looks !== die.getAttribute("aria-label")) tumble(svg, die);
  }
  for (const element of now) {
    const item = was.lay.get(element.id);
    if (element.matches(".marker") && item) comeFrom(element, item, SLIDE);
    else if (element.matches(".chips")) lies(element, item, gone, was.laid);
  }
  settle(svg, was, gone, moved);
}

/** Where the whole felt has moved on the screen, nothing on it has. */
function shift(svg, was) {
  const table = svg.getBoundingClientRect();
  const [x, y] = [table.x - was.table.x, table.y - was.table.y];
  const moved = new DOMMatrix().translate(x, y);
  for (const item of was.lay.values()) item.within = moved.multiply(item.within);
  for (const at of [...was.laid, ...[...was.lay.values()].map((item) => item.at)]) Object.assign(at, { x: at.x + x, y: at.y + y });
  was.table = table;
}

// Cards ----------------------------------------------------------------------------------------------------------------
const place = (element) => Number(element.id.split("-").at(-1)) || 0;
const box = (id) => id.split("-").slice(0, 2).join("-");

/** Those that are new come from the shoe, one after the other as they are dealt: first cards first. */
function dealt(svg, cards, lay, gone) {
  const shoe = svg.querySelector("#shoe");
  const fresh = [];
  for (const card of cards) {
    const item = lay.get(card.id);
    const face = card.dataset.card || "";
    const other = [...lay.values()].find((old) => face && old.face === face && old.id !== card.id && box(old.id) === box(card.id));
    if (item && item.face === face) comeFrom(card, item, TURN);
    else if (item && !item.face) turn(svg, card, item);
    else if (other) comeFrom(card, other, SLIDE), gone.delete(other); // split, or switched
    else fresh.push(card);
  }
  fresh.sort((one, two) => place(one) - place(two));
  const step = Math.min(FLIGHT, LONGEST / Math.max(fresh.length, 1));
  for (const card of fresh) if (shoe) fly(card, middle(shoe.getBoundingClientRect()), wait(step));
}

/** On an arc, and into its own slant. */
function fly(card, from, delay) {
  const by = offset(card, from);
  const [high, centre] = [Math.hypot(by.x, by.y) * 0.12, middle(card.getBBox())];
  const frames = [1, 0.75, 0.5, 0.25, 0].map((t) => {
    const rise = 4 * t * (1 - t) * high;
    return { transform: moves(card, { x: by.x * t, y: by.y * t - rise, turn: -28 * t, size: 1 - 0.15 * t, centre }), opacity: t === 1 ? 0 : 1 };
  });
  aloft(card, frames, { duration: FLIGHT, delay, easing: "cubic-bezier(.25,.7,.35,1)" });
}

/** The back narrows, then the face widens. */
function turn(svg, card, item) {
  const delay = wait(TURN);
  const centre = middle(card.getBBox());
  const [wide, thin] = [moves(card, { centre }), moves(card, { centre, across: 0.02 })];
  play(card, [{ transform: thin, opacity: 0 }, { transform: thin, opacity: 1, offset: 0.5 }, { transform: wide, opacity: 1 }], { duration: TURN, delay });
  const back = likeness(svg, item);
  play(back, [{ transform: wide }, { transform: thin }], { duration: TURN / 2, delay, fill: "both" }, () => back.parentNode.remove());
}

// Chips and dice -------------------------------------------------------------------------------------------------------
const name = (id) => id.split("-").slice(0, -2).join("-");

/** A stack that was laid slides in from the player; one that travelled comes from where it lay. */
function lies(element, item, gone, laid) {
  if (item) return comeFrom(element, item, SLIDE);
  const travelled = [...gone].find((old) => old.amount === element.dataset.amount && name(old.id) === name(element.id));
  if (travelled) return gone.delete(travelled), comeFrom(element, travelled, SLIDE);
  const room = element.getBoundingClientRect();
  const at = middle(room);
  const own = laid.find((chip) => Math.hypot(chip.x - at.x, chip.y - at.y) < NEAR); // the player's own hand laid it near there
  slideIn(element, own || { x: at.x, y: at.y + 3 * room.height }, SLIDE, own ? 1 : 0);
}

function tumble(svg, die) {
  const table = svg.getBoundingClientRect();
  const centre = middle(die.getBBox());
  const by = offset(die, { x: table.x + table.width * 0.55, y: table.y + table.height * 0.75 });
  const frames = [1, 0.55, 0.25, 0.08, 0].map((t, step) => ({
    transform: moves(die, { x: by.x * t, y: by.y * t - (step % 2 ? 24 : 0), turn: -420 * t, centre }),
  }));
  aloft(die, frames, { duration: TUMBLE, easing: "cubic-bezier(.2,.6,.4,1)" });
  free = Math.max(free, performance.now() + TUMBLE);
}

/** Lost chips go to the dealer's tray; a payment comes from there and goes with the wager to its player. */
function settle(svg, was, gone, moved) {
  const tray = svg.querySelector("#tray") || svg.querySelector(".sign");
  const bank = tray ? middle(tray.getBoundingClientRect()) : { x: was.table.x + was.table.width / 2, y: was.table.y };
  const [rack, delay] = [svg.querySelector("#rack"), gone.size || moved.length ? wait(0) : 0];
  const paid = moved.some((one) => one.kind === "Paid") ? SLIDE : 0;
  for (const { kind, stacks } of moved) {
    for (const item of first(stacks, [...was.lay.values()])) {
      if (kind === "Collected" && gone.delete(item)) slide(svg, item, bank, delay);
      if (kind === "Paid") payment(svg, item, bank, delay);
    }
  }
  for (const item of gone) {
    if (item.id.startsWith("chips")) slide(svg, item, { x: item.at.x, y: item.at.y + 60 }, delay + paid);
    else if (item.id.startsWith("card") && rack) slide(svg, item, middle(rack.getBoundingClientRect()), delay);
  }
}

/** The stacks whose ids begin so; of several beginnings the first that any of them has. */
function first(stacks, items) {
  const fits = stacks.map((start) => items.filter((item) => item.id.startsWith(start)));
  return fits.find((some) => some.length) || [];
}

function slide(svg, item, to, delay) {
  const copy = likeness(svg, item);
  const by = offset(copy, to, item.at);
  const frames = [{ transform: moves(copy, {}), opacity: 1 }, { transform: moves(copy, { x: by.x, y: by.y }), opacity: 1, offset: 0.85 }, { transform: moves(copy, { x: by.x, y: by.y }), opacity: 0 }];
  play(copy, frames, { duration: SLIDE, delay, easing: "ease-in-out", fill: "both" }, () => copy.parentNode.remove());
}

function payment(svg, item, bank, delay) {
  const copy = likeness(svg, item);
  const [from, beside] = [offset(copy, bank, item.at), offset(copy, { x: item.at.x + 22, y: item.at.y }, item.at)];
  const at = (by, opacity, when) => ({ transform: moves(copy, by), opacity, offset: when });
  const frames = [at(from, 0, 0), at(from, 1, 0.05), at(beside, 1, 0.45), at(beside, 1, 0.6), at({ x: beside.x, y: beside.y + 60 }, 0, 1)];
  play(copy, frames, { duration: 2 * SLIDE, delay, easing: "ease-in-out", fill: "both" }, () => copy.parentNode.remove());
}

// How it is done -------------------------------------------------------------------------------------------------------
/** When the next motion may begin, in milliseconds from now. */
function wait(takes) {
  const now = performance.now();
  const begins = Math.max(now, free);
  free = begins + takes;
  return begins - now;
}

/** Moves an element from its previous place, unless it has not moved. */
function comeFrom(element, item, duration) {
  if (element === item.element && item.home === element.getAttribute("transform") && same(item.within, element.parentNode.getScreenCTM())) return;
  for (const motion of flying.get(element) || []) motion.finish();
  slideIn(element, item.at, duration, 1);
}

const same = (one, two) => ["a", "b", "e", "f"].every((part) => Math.abs(one[part] - two[part]) < 0.01);

function slideIn(element, at, duration, opacity) {
  const by = offset(element, at);
  if (Math.abs(by.x) + Math.abs(by.y) < 1) return;
  aloft(element, [{ transform: moves(element, by), opacity }, { transform: moves(element, {}), opacity: 1 }], { duration, delay: element.matches(".card") ? 0 : wait(0), easing: "ease-out" });
}

/** How far it is from an element to a point of the screen, in the units in which its parent is drawn. */
function offset(element, to, from = middle(element.getBoundingClientRect())) {
  const back = element.parentNode.getScreenCTM().inverse();
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { x: back.a * dx + back.c * dy, y: back.b * dx + back.d * dy };
}

/** Its own place, shifted, and turned and sized around its middle. */
function moves(element, { x = 0, y = 0, turn = 0, size = 1, across = 1, centre = { x: 0, y: 0 } }) {
  let own = new DOMMatrix();
  for (const part of element.transform.baseVal) own = own.multiply(part.matrix);
  const matrix = `matrix(${own.a},${own.b},${own.c},${own.d},${own.e},${own.f})`;
  return `translate(${x}px,${y}px) ${matrix} translate(${centre.x}px,${centre.y}px) rotate(${turn}deg) scale(${size * across},${size}) translate(${-centre.x}px,${-centre.y}px)`;
}

/** Draws a removed element above the felt, hidden from screen readers and clicks. */
function likeness(svg, item) {
  const layer = above(svg);
  const matrix = DOMMatrix.fromMatrix(layer.getScreenCTM()).inverse().multiply(item.within);
  const holder = document.createElementNS(svg.namespaceURI, "g");
  holder.setAttribute("transform", `matrix(${matrix.a},${matrix.b},${matrix.c},${matrix.d},${matrix.e},${matrix.f})`);
  const copy = (item.back || item.element).cloneNode(true);
  copy.removeAttribute("id");
  holder.append(copy);
  layer.append(holder);
  return copy;
}

function above(svg) {
  const stage = svg.closest(".stage");
  const layer = stage.querySelector(".above") || stage.appendChild(document.createElementNS(svg.namespaceURI, "svg"));
  const [outer, inner] = [stage.getBoundingClientRect(), svg.getBoundingClientRect()];
  layer.setAttribute("class", "above");
  layer.setAttribute("aria-hidden", "true");
  layer.setAttribute("viewBox", svg.getAttribute("viewBox"));
  Object.assign(layer.style, { left: `${inner.x - outer.x + stage.scrollLeft}px`, top: `${inner.y - outer.y + stage.scrollTop}px`, width: `${inner.width}px`, height: `${inner.height}px` });
  return layer;
}

/** Above everything on the felt: a likeness moves, and the element itself is not seen until that has come. */
function aloft(element, frames, how) {
  const copy = likeness(element.ownerSVGElement, { element, within: element.parentNode.getScreenCTM() });
  const hidden = play(element, [{ opacity: 0 }, { opacity: 0 }], { duration: how.duration, delay: how.delay || 0 });
  flying.set(element, [hidden, play(copy, frames, { ...how, fill: "both" }, () => copy.parentNode.remove())]);
}

function play(element, frames, how, then = () => {}) {
  const motion = element.animate(frames, { fill: "backwards", ...how });
  running.add(motion);
  const done = () => {
    running.delete(motion);
    then();
  };
  motion.finished.then(done, done);
  return motion;
}

export function hurry() {
  free = 0;
  for (const motion of running) motion.finish();
}

document.addEventListener("pointerdown", hurry, true);
document.addEventListener("keydown", hurry, true);
