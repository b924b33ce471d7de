/* A basic strategy chart as tables; one cell can be lit. */
import { call } from "./api.js";
import { escape } from "./wording.js";

export class Chart {
  constructor(box, path) {
    [this.box, this.path, this.data] = [box, path, null];
  }

  async draw(cell) {
    if (!this.data) {
      this.box.innerHTML = '<p class="quiet">Working out the chart…</p>';
      const answer = await call("GET", this.path);
      if (!answer.ok) return void (this.box.innerHTML = '<p class="quiet">The chart cannot be loaded now.</p>');
      this.data = answer.data;
    }
    const { grids, legend, why, answers } = this.data;
    if (!grids.length) return void (this.box.innerHTML = `<p class="quiet">No chart: ${escape(why)}.</p>`);
    const meaning = Object.entries(legend).map(([code, words]) => `<b>${escape(code)}</b> ${escape(words)}`).join(" · ");
    this.box.innerHTML = `${grids.filter((grid) => !grid.is_scores).map((grid) => this.grid(grid, cell)).join("")}<p class="quiet">${meaning}</p><p class="quiet">${escape(answers)}</p>`;
    this.box.querySelector(".lit")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  grid(grid, cell) {
    const columns = Object.keys(Object.values(grid.rows)[0] || {});
    const against = grid.against_soft ? "soft " : ""; // where both cards of the dealer are seen
    const here = cell && cell.part === grid.part;
    const lit = (row, column) => here && row === cell.row && `${against}${column}` === cell.column;
    const one = (row, codes) => `<tr><th scope="row">${escape(row)}</th>${columns
      .map((column) => `<td class="code-${escape(String(codes[column])[0])}${lit(row, column) ? " lit" : ""}"${lit(row, column) ? ' aria-current="true"' : ""}>${escape(codes[column])}</td>`)
      .join("")}</tr>`;
    return `<table><caption>${escape(grid.title)}</caption><thead><tr><td></td>${columns.map((column) => `<th scope="col">${escape(column)}</th>`).join("")}</tr></thead>
      <tbody>${Object.entries(grid.rows).map(([row, codes]) => one(row, codes)).join("")}</tbody></table>`;
  }
}
