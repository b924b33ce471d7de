/* A round step by step: the picture of each step comes from the server, the hashes are worked out here. */
"use strict";
document.addEventListener("DOMContentLoaded", function begin() {
  const { $, text, patch, settings, motion } = felt;
  const page = document.querySelector("[data-round]");
  if (!page) return void setTimeout(begin, 50);
  const where = page.dataset.round;
  const slider = $("step");
  const last = Number(slider.max);
  const pictures = new Map();
  let at = 0;
  let shown = 0;
  let running = 0;

  /** As wide as the page, and so high that the buttons under it are seen too. */
  function width() {
    const wide = document.querySelector(".stage").clientWidth;
    return Math.round(wide < 700 ? Math.max(wide, 320) : Math.min(wide, Math.max(700, (window.innerHeight - 250) * 1.75), 1600));
  }

  function picture(step) {
    const asked = new URLSearchParams({ width: width(), felt: settings.felt, four_colours: settings.four_colours });
    const url = `${where}/step/${step}.svg?${asked}`;
    if (!pictures.has(url)) pictures.set(url, fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status))));
    return pictures.get(url);
  }

  async function show(step) {
    at = Math.min(Math.max(step, 1), last);
    slider.value = at;
    const item = $(`step-${at}`);
    slider.setAttribute("aria-valuetext", `step ${at} of ${last}: ${item.querySelector("span").textContent}`);
    $("count").textContent = `step ${at} of ${last}`;
    $("said").innerHTML = `${text(item.querySelector("span").textContent)} ${item.querySelector(".why")?.outerHTML || ""}`;
    for (const other of page.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    item.setAttribute("aria-current", "step");
    const wanted = at;
    try {
      const source = await picture(at);
      if (wanted !== at) return;
      const fresh = document.adoptNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement);
      const old = $("felt").querySelector("svg");
      const was = motion.before(old);
      old ? patch(old, fresh) : $("felt").replaceChildren(fresh);
      if (old && wanted === shown + 1) motion.after(old, was);
      shown = wanted;
      page.dataset.shown = at;
      if (at < last) picture(at + 1).catch(() => {});
    } catch {
      stop();
      pictures.clear();
      felt.trouble({ text: "The server does not answer. Choose the step again in a moment." });
    }
  }

  function stop() {
    clearInterval(running);
    running = 0;
    $("run").textContent = "Play";
  }

  function run() {
    if (running) return stop();
    if (at === last) show(1);
    $("run").textContent = "Pause";
    running = setInterval(() => (at < last ? show(at + 1) : stop()), 700);
  }

  const steps = { first: () => show(1), previous: () => show(at - 1), next: () => show(at + 1), last: () => show(last), run };

  page.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step], [data-at]");
    if (!button) return;
    if (button.dataset.step !== "run") stop();
    button.dataset.at ? show(Number(button.dataset.at)) : steps[button.dataset.step]();
  });
  slider.addEventListener("input", () => (stop(), show(Number(slider.value))));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target === slider) return;
    const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (step) event.preventDefault(), stop(), steps[step]();
  });
  felt.listeners.push(() => show(at));
  let [drawn, resizing] = [width(), 0];
  window.addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => drawn !== width() && (drawn = width(), show(at)), 150);
  });

  // The hash of what was opened, worked out by this browser itself ----------------------------------------------------------
  async function hash(words) {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function checked(secret) {
    if (secret.opened === null) return "not opened yet";
    if (!window.crypto?.subtle) return "opened";
    const same = (await hash(secret.kind === "order" ? `${secret.nonce} ${secret.value}` : secret.value)) === secret.commitment;
    return same ? "opened, and your browser finds the same SHA-256" : "opened, but your browser finds another SHA-256";
  }

  async function fairness() {
    const answer = await fetch(`${where}/fairness.json`).catch(() => null);
    if (!answer || !answer.ok) return ($("fairness").innerHTML = "<p>This could not be worked out now. Open the page again.</p>");
    const told = await answer.json();
    const found = await Promise.all(told.secrets.map(checked));
    const list = told.secrets.map((secret, place) => `<li><code>${text(secret.commitment)}</code><br>
      ${secret.kind === "order" ? "an order of cards" : "a seed"}, published with version ${secret.published} of the table, ${text(found[place])}</li>`);
    const [first, ...rest] = told.words;
    $("fairness").innerHTML = `<p class="${told.verdict}"><b>${text(first)}</b></p>${rest.map((line) => `<p>${text(line)}</p>`).join("")}<ul>${list.join("")}</ul>`;
    page.dataset.fair = told.verdict;
  }

  show(1);
  fairness();
});
