"""Short motion on the felt: cards from the shoe, the hole card turned, chips to and from the tray, dice that tumble."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.pages import OVER, Guest, guest_of

NOTED = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const name = this.id || `likeness of ${this.getAttribute("class")}`;
  const begins = performance.now() + (how.delay || 0);
  window.motions.push({ name, frames: frames.length, begins, lasts: how.duration });
  const motion = animate.call(this, frames, how);
  if (window.held) motion.pause();
  return motion;
};
"""
"""Every motion is recorded; while they are held, none continues automatically."""
HOLE_CARD = 'game = "blackjack"\nhole_card = "face-down"\n'
Motions = list[dict[str, str | float]]


@pytest.fixture
def mover(browser: Browser, address: str) -> Iterator[Guest]:
    """Somebody whose system does not ask for less motion."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as window:
        window.add_init_script(NOTED)
        with guest_of(window, address) as somebody:
            yield somebody


def motions(guest: Guest) -> Motions:
    """Those since the last time."""
    noted: Motions = guest.page.evaluate("window.motions.splice(0)")
    return noted


def until_begun(guest: Guest, kind: str, number: int = 1) -> None:
    """So many motions of this kind have begun since the last time."""
    guest.until(f"window.motions.filter((motion) => motion.name.startsWith({kind!r})).length >= {number}")


def of(noted: Motions, kind: str) -> Motions:
    return [motion for motion in noted if str(motion["name"]).startswith(kind)]


def test_cards_come_one_after_the_other_and_a_key_hurries_them(mover: Guest) -> None:
    mover.sit(HOLE_CARD, cards="2c Ts 9d 6h Th")
    mover.page.evaluate("window.held = true")
    motions(mover)
    mover.bet()
    expect(mover.page.locator("#move-Stand")).to_be_enabled()
    until_begun(mover, "card-", 4)
    cards = of(motions(mover), "card-")
    assert [card["name"] for card in cards] == ["card-4-0-1", "card-d-0-1", "card-4-0-2", "card-d-0-2"]
    begun = [float(card["begins"]) for card in cards]
    assert begun == sorted(begun)
    assert begun[-1] > begun[0] + 400
    assert all(card["lasts"] == 220 for card in cards)
    running = "felt.motion.running.size"
    of_cards = "[...felt.motion.running].filter((motion) => motion.effect.target.matches('.card')).length"
    assert mover.page.evaluate(of_cards) == 2 * len(cards), "each card and its likeness"

    mover.page.evaluate("window.first = document.querySelector('#card-4-0-1')")
    mover.page.locator("#move-Stand").focus()
    mover.page.keyboard.press("Shift")
    mover.until(f"{running} === 0 && !document.querySelector('.above > *')")
    mover.page.keyboard.press("s")
    expect(mover.page.locator("#log")).to_contain_text(OVER)
    until_begun(mover, "likeness of chips")
    noted = motions(mover)
    assert [motion["lasts"] for motion in of(noted, "card-d-0-2")] == [160], "the hole card is turned"
    assert of(noted, "likeness of card back")
    assert of(noted, "likeness of chips"), "the lost wager slides to the tray"
    assert not of(noted, "card-4-0-1"), "a card on the layout does not move again"
    assert mover.page.evaluate("window.first === document.querySelector('#card-4-0-1')")
    assert mover.page.evaluate("document.activeElement.id") in ("move-Stand", "")


def test_a_patch_does_not_restart_a_motion(mover: Guest) -> None:
    mover.sit("blackjack", cards="2c Ts 9d 6h Th")
    mover.page.evaluate("window.held = true")
    mover.bet()
    expect(mover.page.locator("#move-Stand")).to_be_enabled()
    until_begun(mover, "card-", 3)
    motions(mover)
    before = mover.page.evaluate("window.going = [...felt.motion.running]; window.going.length")
    mover.page.evaluate("felt.show({...felt.now(), notices: [], events: [{text: 'A word.', by: '', kind: 'Said'}]})")
    assert mover.page.evaluate("window.going.filter((motion) => felt.motion.running.has(motion)).length") == before
    assert motions(mover) == []


def test_dice_tumble_and_a_payment_comes_from_the_tray(mover: Guest) -> None:
    mover.sit("craps", dice="3-4")
    mover.lay("spot-pass-0")
    mover.place()
    motions(mover)
    mover.play_on()
    expect(mover.page.locator("#log")).to_contain_text(OVER)
    until_begun(mover, "likeness of chips")
    noted = motions(mover)
    dice = of(noted, "die-")
    assert [die["lasts"] for die in dice] == [600, 600]
    payment = [chips for chips in of(noted, "likeness of chips") if chips["frames"] == 5]
    assert payment
    assert float(payment[0]["begins"]) > float(dice[0]["begins"]) + 590, "after the dice"


def test_nothing_moves_where_the_system_asks_for_that(mover: Guest) -> None:
    mover.page.emulate_media(reduced_motion="reduce")
    mover.sit(HOLE_CARD, cards="2c Ts 9d 6h Th")
    mover.bet()
    mover.finish("Stand")
    assert motions(mover) == []
    assert mover.page.evaluate("document.getAnimations().length") == 0
