/* How an offer becomes the act that is sent. */

/** With an amount in cents where one is chosen. */
export const actOf = (offer, cents = 0) => (cents ? { ...offer.act, amount: cents } : offer.act);

/** Of a cut: so many cards, or "no". */
export const cutOf = (offer, cards) =>
  cards === "no" ? { act: "decline-cut", player: offer.act.player } : { ...offer.act, cards: Number(cards) };

/** Whether it is the main wager of a box. */
export const isMain = (offer) => offer.act.act === "bet";
