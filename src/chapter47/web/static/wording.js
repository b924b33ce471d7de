/* What the page says about errors and notices. They arrive as data: a code or a kind with fields; words are made here. */

export const money = (cents) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 });
export const dollars = (cents) => `${cents < 0 ? "−" : ""}$${money(Math.abs(cents))}`;
export const escape = (words) => String(words).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
export const short = (by) => by.replace(/^19:4[67]-/, "");
export const spoken = (name) => name.replaceAll("-", " ").replace(/\bdont\b/g, "don't");

const LOBBY = { where: "/", label: "Go to the lobby" };
const KEPT = "Your chips stay yours";

const ERRORS = {
  offline: () => "The server does not answer. Try again in a moment.",
  "act.not_now": () => "The dealer is busy. Wait until it is your turn, then try again.",
  "chips.short": (error) => `Not enough chips: this costs ${error.got} and you have ${error.allowed.replace(/^up to /, "")}. Choose less, or take bets back.`,
  "rate.exceeded": () => "Too many requests. Wait a second, then try again.",
  "server.busy": () => "The server is busy. Wait a second, then try again.",
  "server.stops": () => "The server is stopping. Your chips and bets are kept; this page reconnects when the server is back.",
  "table.closed": () => `This table is closed. ${KEPT}: take them to another table.`,
  "table.closing": () => "This table is closing and takes no new bets. Bets on the table are still decided.",
  "table.failed": () => "That did not work, and nothing was changed. Try again.",
  "table.not_written": () => "That could not be saved, and nothing was changed. Try again.",
  "table.paused": (error) => `The table is paused: ${error.message}. Nothing is lost.`,
  "table.unknown": () => `There is no table at this address. It may have been closed. ${KEPT}.`,
  "version.old": () => "The table has changed since. Look at the felt and choose again.",
  "sign-in.refused": () => "The name or the password is wrong, or the account is locked. Try again; after three failures the account is locked for 30 minutes.",
  "round.unknown": () => "There is no such round of yours.",
};
const LEADS = { "table.closed": LOBBY, "table.unknown": LOBBY };

/** What happened and what to do: `{text, by, where, label, stays, more}`. */
export function errorMessage(error, { demo = false } = {}) {
  if (error.code === "sign-in.needed" || error.code === "token.not-good") return signedOut(demo);
  const say = error.citation ? null : ERRORS[error.code];
  const text = say ? say(error) : asRefused(error);
  const findings = error.findings || error.problems || [];
  return { text, by: error.citation || "", more: findings.slice(0, 12).map(finding), ...LEADS[error.code] };
}

export function signedOut(demo) {
  const text = "You are signed out: you were idle for a long time, or signed out in another window.";
  if (demo) return { text: `${text} Guest seats cannot be restored.`, stays: true, where: "/", label: "Take a new guest seat" };
  return { text: `${text} Your chips and bets are kept.`, stays: true, where: location.pathname, label: "Sign in again" };
}

function asRefused({ message = "That did not work", got, allowed }) {
  const plain = (words) => words.replace(/\.+$/, "");
  const words = `${plain(message)}${got ? `: ${plain(got)}` : ""}.${allowed ? ` Possible: ${plain(allowed)}.` : ""}`;
  return capital(words.replace(/\b[a-z]+(-[a-z\d]+)+\b/g, spoken)); // names of wagers, such as over-under-13
}

function finding(found) {
  const wanted = found.want || found.allowed;
  const by = found.citation ? ` (${short(found.citation)})` : "";
  return `${found.message || found.key || ""}${found.got ? `: ${found.got}` : ""}${wanted ? `; required: ${wanted}` : ""}${by}`;
}

// Notices ----------------------------------------------------------------------------------------------------------------
const reason = (notice) => (notice.reason ? `: ${notice.reason}` : "");
const DECISIONS = { keep: "keep the cards", "let-stand": "keep the double", "decline-dice": "pass the dice", "take-dice": "take the dice", "decline-line": "no line bet" };
const decision = ({ move, amount }) => `${DECISIONS[move] || spoken(move)}${amount ? ` ${dollars(amount)}` : ""}`;
const hand = ({ place = "" }) => (place.includes(".") ? ` for hand ${Number(place.split(".")[1]) + 1}` : "");

const NOTICES = {
  "timed-out": (notice) =>
    notice.reason === "too-few-wagers"
      ? `${notice.player} made too few bets in time, so they were returned.`
      : `${notice.player}${notice.reason === "disconnected" ? " is away" : "'s time is up"}. The house decided: ${decision(notice)}${hand(notice)}.`,
  "wagers-closed": () => "Time is up: no more bets.",
  "seat-freed": (notice) => `${notice.player} was away and lost the seat.`,
  "house-acted": (notice) => `The table is closing. The house decided${notice.player ? ` for ${notice.player}` : ""}: ${decision(notice)}.`,
  opened: () => "The table is open.",
  paused: (notice) => `The table is paused${reason(notice)}.`,
  resumed: (notice) => `The table goes on${reason(notice)}.`,
  "deal-stopped": (notice) => `The deal is stopped${reason(notice)}.`,
  "deal-started": () => "The dealer goes on.",
  "dealer-assigned": (notice) => (notice.dealer ? `${notice.dealer} deals at this table.` : "No dealer is assigned to this table."),
  "rules-changing": (notice) => `New rules from ${new Date(notice.at).toLocaleTimeString()}${reason(notice)}. The table closes then after its round and opens again. ${notice.notices.join(" ")}`.trim(),
  "rules-kept": () => "The rules stay as they are.",
  "pace-chosen": ({ seconds, clock }) => `${clock ? "The usual time limit" : "No time limit"}, ${seconds === null ? "the usual pace" : seconds ? `${seconds} s for each step` : "no pause between steps"}.`,
  closing: (notice) => `The table closes when every bet is decided${reason(notice)}.`,
  closed: (notice) => `The table is closed${reason(notice)}.`,
  restarted: () => "The server restarted. The table continues as it was last confirmed.",
  "rolled-back": () => "The last command could not be saved and did not happen.",
  "waiting-for-store": () => "The database cannot be written. The table continues by itself as soon as it can.",
};

/** For everybody at the table; empty for a kind that this page does not know. */
export const notice = (one) => NOTICES[one.kind]?.(one) || "";

/** For the player it is about, where it is something that player should know: else nothing. */
export function ownNotice(one, you, absences) {
  if (!you || one.player !== you) return "";
  if (one.kind === "seat-freed") return "You were away for too long and lost your seat. Your chips stay yours: sit down again when you like.";
  if (one.kind !== "timed-out") return "";
  if (one.reason === "too-few-wagers") return "You made too few bets in time, so they were returned to you.";
  const seat = absences > 1 ? ` After ${absences} missed turns in a row you lose your seat.` : "";
  const time = one.seconds ? ` You have ${one.seconds} seconds for each decision.` : "";
  return `Your time was up, so the house decided for you: ${decision(one)}${hand(one)}.${time}${seat}`;
}

/** Why a table does not go on, and who lets it. */
export function pausedBecause(state) {
  const why = `The table is paused: ${state.paused}.`;
  return state.resumed_by === "server" ? `${why} It continues by itself; nothing is lost.` : `${why} A supervisor resumes it; nothing is lost.`;
}
