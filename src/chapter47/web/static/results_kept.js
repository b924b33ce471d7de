/* What a learner has done: drills, lessons, sessions, puzzles. It is kept in this browser, and for people with an account on the server too.
   It can be exported and imported. */
import { call } from "./api.js";
import { demo, you } from "./page.js";

const NAME = "chapter47-school";
const EMPTY = { form: 1, drills: [], fouls: [], lessons: {}, rounds: [], decisions: [], puzzles: [], sessions: [] };
const MOST = 2000;
const MOST_SESSIONS = 30;
const onServer = Boolean(you) && !demo;
let waiting = 0;

export function kept() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(NAME) || "{}") };
  } catch {
    return { ...EMPTY };
  }
}

function store(now) {
  try {
    localStorage.setItem(NAME, JSON.stringify(now));
  } catch {
    /* a browser that keeps nothing */
  }
}

/** Sends the book to the server a moment after the last change. */
function send() {
  if (!onServer) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => call("PUT", "/school/book", { book: kept() }), 400);
}

/** Takes what the server has, if it has more than this browser. */
export async function fetched() {
  if (!onServer) return kept();
  const answer = await call("GET", "/school/book");
  const theirs = answer.ok ? answer.data.book : {};
  const changed = (book) => book.changed || 0;
  if (theirs.form === 1 && changed(theirs) > changed(kept())) store({ ...EMPTY, ...theirs });
  return kept();
}

export function keep(change) {
  const now = kept();
  change(now);
  for (const list of ["drills", "fouls", "rounds", "decisions", "puzzles"]) now[list] = now[list].slice(-MOST);
  now.sessions = now.sessions.slice(-MOST_SESSIONS);
  now.changed = Date.now();
  store(now);
  send();
  return now;
}

/** Replaces everything by an exported file; false where the text is not one. */
export function imported(text) {
  try {
    const data = JSON.parse(text);
    if (data.form !== 1 || !Array.isArray(data.drills) || !Array.isArray(data.rounds)) return false;
    store({ ...EMPTY, ...data, changed: Date.now() });
    send();
    return true;
  } catch {
    return false;
  }
}

/** A session of practice under its id, with the newest acts. */
export const keepSession = (session) => keep((now) => (now.sessions = [...now.sessions.filter((one) => one.id !== session.id), session]));
export const keptSession = (id) => kept().sessions.find((one) => one.id === id);

/** A missed decision comes back as a puzzle, once for each situation. */
export function keepPuzzle(puzzle) {
  if (!kept().puzzles.some((one) => one.name === puzzle.name)) keep((now) => now.puzzles.push({ ...puzzle, card: "", due: Date.now() }));
}
