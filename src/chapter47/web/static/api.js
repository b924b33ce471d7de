/* The HTTP API as pages use it: with the cookie of the page and its CSRF token. */

const csrf = document.querySelector("meta[name=csrf-token]").content;
export const API = "/api/v1";

/** `{ok, status, data}`; status 0 and the code `offline` where the server does not answer. */
export async function call(method, path, body) {
  const headers = { ...(body && { "content-type": "application/json" }), ...(method !== "GET" && csrf && { "x-csrf-token": csrf }) };
  try {
    const answer = await fetch(`${API}${path}`, { method, headers, body: body && JSON.stringify(body) });
    const data = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: { code: "offline" } };
  }
}

export const newKey = () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`);
