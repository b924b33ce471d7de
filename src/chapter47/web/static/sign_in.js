/* Signing in, with a password of one's own; then the page that was asked for. */
import { call } from "./api.js";
import { $, failed, trouble } from "./page.js";

const form = $("sign-in");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const asked = Object.fromEntries(new FormData(form));
  const chosen = asked.new ? await call("POST", "/password", asked) : null;
  if (chosen?.ok) asked.password = asked.new;
  const answer = chosen && !chosen.ok ? chosen : await call("POST", "/session", { name: asked.name, password: asked.password, code: asked.code ?? "" });
  if (answer.ok) return location.reload(); // this page stands in the place of the one that was asked for
  if (answer.data.code === "password.one-time") return askOwnPassword();
  if (answer.data.code === "sign-in.code") return askCode();
  if (answer.data.code === "rate.exceeded") return trouble({ text: "Too many attempts. Wait a minute, then sign in again.", stays: true });
  failed(answer);
});

function ask(id) {
  $(id).hidden = false;
  Object.assign($(id).querySelector("input"), { disabled: false, required: true }).focus();
}

function askCode() {
  ask("code");
  trouble({ text: "Enter the code that your authenticator shows, then press Sign in.", stays: true });
}

function askOwnPassword() {
  ask("own-password");
  trouble({ text: "This was a one-time password. Choose one of your own beside it, then press Sign in.", stays: true });
}
