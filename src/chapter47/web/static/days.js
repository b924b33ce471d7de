/* The days of the chapter as a bar: which are held, when the section was amended, which day is asked about. */
import { escape } from "./wording.js";

const FIRST = Date.parse("1978-06-02");
const LAST = Date.parse("2011-11-14");
const WIDTH = 1000;
const at = (day) => Math.round(((Date.parse(day) - FIRST) / (LAST - FIRST)) * WIDTH);

/** The citation as people say it; equipment rules keep their chapter, whose sections have the numbers of craps. */
export const brief = (citation) => citation.replace(/^19:47-/, "");
export const lawLink = (citation, on) => `/law/${encodeURI(brief(citation))}${on ? `?on=${on}` : ""}`;

export function daysBar({ held, editions }, amended = [], on = "") {
  const days = held.map(([first, last], n) => `${first} to ${last} (${editions[n]})`);
  const label = days.length ? `Text held ${days.join(", ")}` : editions.length ? `Text of ${editions[0]}, without a date` : "No text held";
  const stretches = held.map(([first, last]) => `<rect class="held" x="${at(first)}" y="2" width="${Math.max(at(last) - at(first), 3)}" height="10"/>`);
  const marks = amended.map((day) => `<rect class="mark" x="${at(day)}" y="0" width="2" height="14"/>`);
  const asked = on ? `<rect class="day" x="${at(on) - 2}" y="0" width="5" height="14"/>` : "";
  return `<svg class="bar-of-days" viewBox="0 0 ${WIDTH} 14" preserveAspectRatio="none" role="img" aria-label="${escape(label)}">
    <title>${escape(label)}</title><rect class="all" x="0" y="4" width="${WIDTH}" height="6"/>${stretches.join("")}${marks.join("")}${asked}</svg>`;
}
