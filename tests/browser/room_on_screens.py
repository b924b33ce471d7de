"""Where felt, bar and the player's place are on screens of three sizes."""

from typing import Final

from playwright.sync_api import ViewportSize
from tests.browser.pages import Guest

SCREENS: Final[tuple[ViewportSize, ...]] = (
    {"width": 360, "height": 740},
    {"width": 2560, "height": 1400},
    {"width": 1280, "height": 800},
)
DRAWN: Final = "document.querySelector('#felt').dataset.drawn === `${felt.look().width} ${felt.look().height}`"
APART: Final = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""
"""Whether two elements lie apart."""
FOUND: Final = """() => {
  const box = (element) => element.getBoundingClientRect();
  const [stage, bar, wrong] = [document.querySelector(".stage"), document.querySelector(".bar"), []];
  const [around, below] = [box(stage), box(bar)];
  const outside = (inner) => inner.left < around.left - 1 || inner.right > around.right + 1
    || inner.top < around.top - 1 || inner.bottom > around.bottom + 1;
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  if (stage.scrollWidth > stage.clientWidth) wrong.push("the felt scrolls sideways");
  if (around.bottom > below.top + 1) wrong.push("the felt reaches under the bar");
  if (below.bottom > innerHeight + 1) wrong.push("the bar leaves the screen");
  if (below.height > innerHeight * 0.3) wrong.push(`the bar takes ${below.height} pixels`);
  if (innerWidth >= 700 && stage.scrollHeight > stage.clientHeight + 1)
    wrong.push(`the felt needs ${stage.scrollHeight} of ${stage.clientHeight} pixels`);
  for (const own of document.querySelectorAll("#felt .own, #felt .own .spot"))
    if (outside(box(own))) wrong.push(`${own.id} does not lie between head and bar`);
  for (const part of document.querySelectorAll(".top > :is(nav, button, span), .top nav a"))
    if (part.checkVisibility() && (box(part).left < 0 || box(part).right > innerWidth + 1))
      wrong.push(`${part.textContent} leaves the head`);
  const title = document.querySelector(".top h1");
  if (title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 3)
    wrong.push(`the name of the table is cut: ${title.textContent}`);
  const besides = (one, two) => one.right <= two.left || one.bottom <= two.top;
  const apart = (one, two) => besides(one, two) || besides(two, one);
  for (const chip of document.querySelectorAll(".tray .chip"))
    if (chip.checkVisibility() && !apart(box(chip), box(document.querySelector("#chips"))))
      wrong.push(`${document.querySelector("#chips").textContent} lies under the chips`);
  const hint = document.querySelector("#turn");
  if (hint.scrollWidth > hint.clientWidth + 1 || hint.scrollHeight > hint.clientHeight + 3)
    wrong.push(`what to do is cut: ${hint.textContent}`);
  for (const framed of document.querySelectorAll("#felt :is(.sign, .badge)"))
    for (const words of framed.querySelectorAll("text")) {
      const [inner, frame] = [box(words), box(framed.querySelector("rect"))];
      if (inner.left < frame.left || inner.right > frame.right) wrong.push(`${words.textContent} leaves its frame`);
    }
  if (stage.scrollTop === 0)
    for (const sign of document.querySelectorAll("#felt .sign"))
      if (box(sign).top < around.bottom - 2 && box(sign).bottom > around.bottom + 2)
        wrong.push(`${sign.id} is cut in two`);
  for (const button of bar.querySelectorAll(".moves button, .tray .chip"))
    if (button.checkVisibility() && (box(button).bottom > below.bottom + 1 || box(button).right > innerWidth))
      wrong.push(`${button.id} leaves the bar`);
  for (const button of bar.querySelectorAll(".moves button, .more button, .chip, summary"))
    if (button.checkVisibility() && box(button).height < 44)
      wrong.push(`${button.id} is ${box(button).height} pixels high`);
  return wrong;
}"""


def wrong_on_screens(guest: Guest) -> list[str]:
    """What is found on each screen; the last one is the usual one of the tests."""
    faults = []
    for screen in SCREENS:
        guest.page.set_viewport_size(screen)
        guest.until(DRAWN)
        faults += [f"{screen['width']}: {wrong}" for wrong in guest.page.evaluate(FOUND)]
    return faults
