/* The live connection of a table. It reconnects by itself, and sends again what was not answered under the same key. */
import { API, call, newKey } from "./api.js";

const [FIRST, LONGEST] = [250, 2000]; // milliseconds between two attempts
const [LAGGING, SIGNED_OUT] = [4408, 4401];

export class TableStream {
  #socket = null;
  #waiting = new Map(); // key -> {command, resolve, reject}, in their order
  #delay = FIRST;
  #timer = 0;
  #over = null; // the error that every act gets once the stream has ended

  /** `on` has `message(state)`, `lost()`, `back()` and `ended(reason)` with "signed-out", "closed" or an error. */
  constructor(table, look, on) {
    Object.assign(this, { table, look, on });
    window.addEventListener("offline", () => this.#socket?.close());
    window.addEventListener("online", () => this.#retryNow());
    this.#open();
  }

  /** Resolves when the act is confirmed; rejects with the error of the API. */
  act(act, { more = false, version } = {}) {
    if (this.#over) return Promise.reject(this.#over);
    const command = { act, key: newKey(), ...(more && { more }), ...(version !== undefined && { version }) };
    return new Promise((resolve, reject) => {
      this.#waiting.set(command.key, { command, resolve, reject });
      this.#send(command);
    });
  }

  /** Stops the clock, or starts it again, for somebody alone at the table. */
  hold(on) {
    this.#send({ hold: on });
  }

  draw(look) {
    this.look = () => look;
    this.#send({ look });
  }

  #send(command) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #open() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${API}/tables/${this.table}/stream?${new URLSearchParams(this.look())}`);
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#delay = FIRST;
      for (const { command } of this.#waiting.values()) this.#send(command);
      this.on.back();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = ({ code }) => this.#socket === socket && this.#closed(code, opened);
  }

  #hear(message) {
    const waits = this.#waiting.get(message.done ?? message.key);
    if (!("done" in message) && !message.error) return this.on.message(message);
    this.#waiting.delete(message.done ?? message.key);
    message.error ? waits?.reject(message.error) : waits?.resolve(message);
  }

  async #closed(code, opened) {
    this.#socket = null;
    if (this.#over) return;
    if (code === SIGNED_OUT) return this.#end("signed-out");
    if (this.on.isClosed()) return this.#end("closed");
    if (code === LAGGING) return this.#open();
    this.on.lost();
    if (!opened) {
      const answer = await call("GET", `/tables/${this.table}/felt`);
      if (answer.status === 404 || answer.status === 403) return this.#end(answer.data);
      if (answer.status === 401) return this.#end("signed-out");
    }
    this.#timer = setTimeout(() => this.#open(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST);
  }

  #retryNow() {
    if (this.#socket || this.#over) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #end(reason) {
    this.#over = { code: reason === "signed-out" ? "sign-in.needed" : "table.closed" };
    for (const { reject } of this.#waiting.values()) reject(this.#over);
    this.#waiting.clear();
    this.on.ended(reason);
  }

  /** For tests: the connection breaks. */
  break() {
    this.#socket?.close();
  }
}
