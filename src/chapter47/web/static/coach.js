/* The coach beside a table: the value of each move on request, one line after a decision, the price of a wager. */
import { call } from "./api.js";
import { Chart } from "./chart.js";
import { $, does, failed } from "./page.js";
import { keep, keepPuzzle } from "./results_kept.js";
import { capital, dollars, escape, spoken } from "./wording.js";

const ON = "chapter47-coach";
const cents = (value) => (Math.abs(value) < 0.5 ? "$0.00" : `${value < 0 ? "−" : "+"}$${(Math.abs(value) / 100).toFixed(2)}`);
const percent = (share) => `${(share * 100).toFixed(2)} %`;

export class Coach {
  constructor(table) {
    this.table = table;
    this.values = null; // of the decision that is pending; not shown uninvited
    this.asked = ""; // the version that they are for
    this.made = { right: 0, all: 0, cost: 0 };
    if (!$("coach")) return;
    this.chart = new Chart($("coach-chart"), `/tables/${table}/chart`);
    Object.assign(does, { coach: () => this.toggle(), "coach-values": () => this.show(), "coach-chart": () => this.toggleChart() });
    if (sessionStorage.getItem(ON)) this.toggle();
  }

  get isOn() {
    return $("coach") && !$("coach").hidden;
  }

  toggle() {
    $("coach").hidden = this.isOn;
    $("coach-switch")?.setAttribute("aria-expanded", String(this.isOn));
    sessionStorage.setItem(ON, this.isOn ? "yes" : "");
    if (this.isOn && this.state) this.see(this.state);
    if (!this.isOn) this.line("");
  }

  async toggleChart() {
    const box = $("coach-chart");
    box.hidden = !box.hidden;
    $("coach-chart-switch").setAttribute("aria-expanded", String(!box.hidden));
    if (!box.hidden) await this.chart.draw(this.shown ? this.values?.cell : null);
  }

  /** The table has changed. */
  see(state) {
    this.state = state;
    this.game = state.game || this.game;
    const mine = state.awaited && state.awaited === state.you;
    if (!this.isOn || !mine) return mine ? null : this.forget();
    if (this.asked === state.version) return null;
    this.forget();
    this.asked = state.version;
    this.coming = this.fetch();
    return this.coming;
  }

  /** Done when the values of the pending decision are known, or after a moment: a quick player is judged too. */
  ready() {
    if (!this.isOn || this.values || !this.asked) return null;
    return Promise.race([this.coming, new Promise((soon) => setTimeout(soon, 300))]);
  }

  forget() {
    this.values = null;
    this.shown = false;
    this.asked = "";
    if ($("coach-values")) $("coach-values").hidden = true;
  }

  async fetch() {
    const version = this.asked;
    const answer = await call("GET", `/tables/${this.table}/coach`);
    if (!answer.ok || answer.data.version !== version || this.asked !== version) return;
    this.values = answer.data.decision;
    this.why = answer.data.why;
  }

  async show() {
    if (!this.values) await this.fetch();
    if (!this.values) return void ($("coach-now").textContent = this.why ? `${capital(this.why)}.` : "No decision of yours is pending.");
    const { basic, cards_seen: seen, best, best_seen: bestSeen, situation, why_not_seen: why } = this.values;
    const row = (move) => `<tr><th scope="row">${escape(capital(spoken(move)))}</th><td class="${move === best ? "best" : ""}">${cents(basic[move])}</td>
      <td class="${move === bestSeen ? "best" : ""}">${seen ? cents(seen[move]) : "–"}</td></tr>`;
    const moves = Object.keys(basic).sort((a, b) => basic[b] - basic[a]);
    $("coach-values").querySelector("caption").textContent = `${capital(situation)}, for ${dollars(this.values.stake)}`;
    $("coach-values").querySelector("tbody").innerHTML = moves.map(row).join("");
    $("coach-values").hidden = false;
    $("coach-now").textContent = why ? `Cards seen: ${why}.` : "";
    this.shown = true;
    if (!$("coach-chart").hidden) await this.chart.draw(this.values.cell);
  }

  /** Called as a decision is sent. */
  decided(act) {
    if (!this.isOn || act.act !== "choose" || !this.values || !(act.move in this.values.basic)) return;
    const { basic, best, situation } = this.values;
    const cost = act.move === best ? 0 : Math.max(0, basic[best] - basic[act.move]);
    const rule = `basic strategy: ${spoken(best)} on ${situation}`;
    this.made.all += 1;
    this.made.right += act.move === best ? 1 : 0;
    this.made.cost += cost;
    if (act.move === best) this.line(`Right. ${capital(rule)}.`, true);
    else if (cost < 0.5) this.line(`${capital(spoken(act.move))} costs less than a cent; ${rule}.`, true);
    else this.line(`${capital(spoken(act.move))} cost ${dollars(Math.round(cost))}: ${rule}.`, false);
    $("coach-score").textContent = `${this.made.right} of ${this.made.all} by basic strategy; mistakes cost ${dollars(Math.round(this.made.cost))}.`;
    this.note(act, cost);
    this.forget();
  }

  /** For my results; a missed first decision of one hand comes back as a puzzle at this table's rules. */
  note(act, cost) {
    const { hand, against, situation, best, stake, question, at } = this.values;
    keep((now) => now.decisions.push({ game: this.game, right: act.move === best ? 1 : 0, cost: Math.round(cost), at: Date.now() }));
    const cell = [...hand.split(" "), against].map((card) => (/^[JQK]/.test(card) ? "T" : card[0])).join("");
    if (cost < 0.5 || question !== "play" || at.includes(".") || this.game === "multiple-action" || !/^[2-9TA]{3}$/.test(cell)) return;
    keepPuzzle({ game: this.game, seed: `table ${Date.now()}`, others: 0, skill: 1, hands: "chosen", spots: [cell], table: this.table, name: `${this.game}: ${situation}`, hand, against, acts: [`You bet ${stake / 100} on 1`, "deal"] });
  }

  line(words, right) {
    $("coach-line").textContent = words;
    $("coach-line").className = `coach-line${words ? (right ? " right" : " wrong") : ""}`;
  }

  /** The price of a wager as it is placed, on so many hands. */
  async price(act, times = 1) {
    if (!this.isOn) return;
    const answer = await call("POST", `/tables/${this.table}/coach/wager`, { act });
    if (!answer.ok) return answer.data.code === "wager.not_priced" ? null : failed(answer);
    const cost = answer.data;
    const cheaper = cost.cheapest ? ` Cheaper for the same wish: ${spoken(cost.cheapest)} (${percent(cost.cheapest_edge)}).` : "";
    $("coach-price").textContent = `${capital(spoken(cost.wager))} for ${dollars(cost.amount * times)} costs ${cents(-cost.expected_loss * times).replace(/^[−+]/, "")} on average (house edge ${percent(cost.house_edge)}).${cheaper} ${cost.advice}`;
  }
}
