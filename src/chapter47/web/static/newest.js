/* The newest question wins: a late answer to an older one is never shown. */
import { call } from "./api.js";

const MOMENT = 300; // between two questions for an answer that is still being computed

/** Call it for each question about one part of a page. It returns a function that says whether that question is still the newest. */
export function newestOf() {
  let newest = 0;
  return () => {
    const number = ++newest;
    return () => number === newest;
  };
}

/** Asks the lab until the answer is computed; `null` as soon as the question is no longer the newest. */
export async function worked(path, body, isNewest) {
  let answer = await call("POST", `/lab/${path}`, body);
  while (answer.data.unfinished && isNewest()) {
    await new Promise((resolve) => setTimeout(resolve, MOMENT));
    answer = await call("POST", `/lab/${path}`, body);
  }
  return isNewest() ? answer : null;
}
