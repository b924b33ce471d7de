/* What every page of Chapter 47 has: patching, errors, reasons, settings. The server sends data; nothing here knows a game. */
"use strict";
const felt = (() => {
  const $ = (id) => document.getElementById(id);
  const money = (cents) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 });
  const text = (words) => String(words).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const short = (by) => by.replace(/^19:4[67]-/, "");
  const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");

  // Patching: elements keep their ids, so focus stays and no motion begins anew ----------------------------------------
  function patch(old, now) {
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
        patch(match, fresh);
      } else old.insertBefore(fresh, place);
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

  // Errors and reasons -------------------------------------------------------------------------------------------------
  const why = (by) => (by ? ` <button type="button" class="why" data-by="${text(by)}">why? ${text(short(by))}</button>` : "");
  let hiding = 0;

  /** What happened and what to do; `stays` where it is so until it changes, `where` leads to what can be done. */
  function trouble(told) {
    const more = (told.more || []).map((line) => `<li>${text(line)}</li>`).join("");
    const link = told.where ? ` <a href="${text(told.where)}">${text(told.label)}</a>` : "";
    $("trouble").innerHTML = `<p>${text(told.text)}${why(told.by || "")}${link}</p>${more ? `<ul>${more}</ul>` : ""}
      <button type="button" class="plain" data-do="dismiss">Close</button>`;
    clearTimeout(hiding);
    if (!more && !told.stays) hiding = setTimeout(calm, 12000);
  }

  function calm() {
    $("trouble").replaceChildren();
  }

  function explain(told) {
    const parts = told.parts.map((part) => `<p><b>${text(short(part.citation))}</b> ${text(part.says)}</p>`).join("");
    const readings = told.readings
      .map((one) => `<p class="reading"><b>Doubtful:</b> ${text(one.problem)}. <b>Read so:</b> ${text(one.reading)}.</p>`)
      .join("");
    $("why-title").textContent = `N.J.A.C. ${told.citation}`;
    $("why-text").innerHTML = `<p class="quiet">${text(told.title)}</p><p>${text(told.says)}</p>${parts}${readings}
      <p class="quiet">In our own words; the regulation itself is the authority.</p>`;
    if (!$("why").open) $("why").showModal();
  }

  async function ask_why(by) {
    const answer = await fetch(`/why/${encodeURIComponent(by)}`).catch(() => null);
    if (answer && answer.ok) explain(await answer.json());
    else trouble({ text: "The server does not answer. Try again in a moment." });
  }

  // Settings, kept in this browser -------------------------------------------------------------------------------------
  const USUAL = { theme: "auto", felt: "green", four_colours: false, spoken: false };
  const settings = { ...USUAL };
  const listeners = [];

  function read() {
    try {
      Object.assign(settings, JSON.parse(localStorage.getItem("chapter47") || "{}"));
    } catch {
      Object.assign(settings, USUAL); // a browser that keeps nothing
    }
  }

  function dress() {
    if (settings.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
  }

  function choose(name, value) {
    settings[name] = value;
    try {
      localStorage.setItem("chapter47", JSON.stringify(settings));
    } catch {
      /* it holds as long as the page is open */
    }
    dress();
    for (const listener of listeners) listener(name);
  }

  function openSettings() {
    const form = $("settings").querySelector("form");
    for (const field of form.elements) {
      if (field.type === "radio") field.checked = settings[field.name] === field.value;
      else if (field.type === "checkbox") field.checked = settings[field.name];
    }
    $("settings").showModal();
  }

  // What can be pressed on any page ------------------------------------------------------------------------------------
  const does = { dismiss: calm, settings: openSettings, guest: () => guest(location.pathname), "sign-out": signOut };
  const hasSeat = () => document.querySelector("nav a[href='/rounds']") !== null;

  async function guest(then) {
    const answer = await fetch("/api/v1/guests", { method: "POST" }).catch(() => null);
    if (!answer || !answer.ok) return trouble({ text: "No guest seat is free now. Wait a moment and try again." });
    location.href = then;
  }

  const post = (where, asked) => fetch(where, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) }).catch(() => null);

  /** With a password of one's own; whoever has one that somebody else chose chooses another first. */
  async function signIn(form) {
    const asked = Object.fromEntries(new FormData(form));
    const chosen = asked.new ? await post("/api/v1/password", asked) : null;
    if (chosen?.ok) asked.password = asked.new;
    const answer = chosen && !chosen.ok ? chosen : await post("/api/v1/session", { name: asked.name, password: asked.password });
    if (answer?.ok) return (location.href = "/");
    const told = (await answer?.json().catch(() => null)) || {};
    if (told.code === "password.one-time") return ownPassword();
    trouble({ text: REFUSED[told.code] || (told.allowed ? `${told.message[0].toUpperCase()}${told.message.slice(1)}. Possible: ${told.allowed}.` : "The server does not answer. Try again in a moment."), stays: true });
  }

  const REFUSED = {
    "sign-in.refused": "The name or the password is wrong, or the account is locked. Try again; after three failures none is taken for 30 minutes.",
    "rate.exceeded": "That was too much at once. Wait a minute, then sign in again.",
  };

  function ownPassword() {
    const field = $("own-password").querySelector("input");
    $("own-password").hidden = false;
    Object.assign(field, { disabled: false, required: true }).focus();
    trouble({ text: "This password was for one time. Choose one of your own beside it, then press Sign in.", stays: true });
  }

  async function signOut() {
    const session = await fetch("/api/v1/session").then((told) => told.json()).catch(() => ({}));
    const answer = await fetch("/api/v1/session", { method: "DELETE", headers: { "x-csrf-token": session.csrf || "" } }).catch(() => null);
    if (answer?.ok) location.href = "/";
    else trouble({ text: "The server does not answer. Try again in a moment." });
  }

  async function open(form) {
    const asked = new FormData(form);
    const file = asked.get("file");
    if (file && file.size > 12000) return trouble({ text: "The table file is too long. Possible: 12,000 characters." });
    const source = file && file.size ? await file.text() : "";
    emitEvent("lobby", { game: asked.get("game"), file: source, practice: asked.get("practice") === "on" });
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-by], button[data-do], a[data-do=sit]");
    if (!target || target.disabled) return;
    if (target.dataset.by) return ask_why(target.dataset.by);
    if (target.matches("a[data-do=sit]")) {
      if (hasSeat()) return;
      event.preventDefault();
      return guest(target.getAttribute("href"));
    }
    does[target.dataset.do]?.(target);
  });

  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.form?.closest("#settings")) choose(field.name, field.type === "checkbox" ? field.checked : field.value);
  });

  document.addEventListener("submit", (event) => {
    const what = event.target.dataset.do;
    if (what !== "open" && what !== "sign-in") return;
    event.preventDefault();
    what === "open" ? open(event.target) : signIn(event.target);
  });

  // A server that does not answer: said once, and taken back when it is there again --------------------------------------
  function watchConnection() {
    if (!window.socket) return setTimeout(watchConnection, 100);
    window.socket.io.reconnectionDelayMax(2000); // a server that was started again is found soon
    window.socket.on("disconnect", () => {
      $("main").inert = true;
      trouble({ text: "The server does not answer. Your chips and wagers are kept there; this page goes on by itself as soon as it answers again.", stays: true });
    });
    window.socket.on("connect", () => {
      $("main").inert = false;
      calm();
    });
  }

  read();
  dress();
  watchConnection();

  return {
    $, money, text, short, quiet, patch, fill, trouble, calm, why, settings, listeners, does, hasSeat,
    go: (where) => (hasSeat() ? (location.href = where) : guest(where)),
    lobby: (told) => {
      fill($("tables"), told.tables);
      $("progress").textContent = told.progress;
    },
  };
})();
