/** How things move at the table: curves, and how long each takes at the usual speed, in ms. */

/** For what is laid, thrown or dealt: quick at first, and gently to its place. */
export const OUT = "cubic-bezier(.2,.8,.2,1)";
/** For what turns round: slowly at both ends. */
export const TURN = "cubic-bezier(.6,0,.2,1)";

/** How far along something is that moves by `OUT`, at a part of its time. */
export function outAt(time: number): number {
  const bezier = (s: number, first: number, second: number): number =>
    3 * s * (1 - s) ** 2 * first + 3 * s ** 2 * (1 - s) * second + s ** 3;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 30; halving++) {
    const middle = (low + high) / 2;
    if (bezier(middle, 0.2, 0.2) < time) low = middle;
    else high = middle;
  }
  return bezier(high, 0.8, 1);
}

/** A card on its way to the discard pile, and its last push into the felt. */
export const LAY = 320;
export const LANDING = 90;

/** Cards of a deal: from one to the next, on their way, and being turned over. */
export const DEAL_STEP = 55;
export const DEAL_FLIGHT = 260;
export const FLIP = 100;
/** A whole deal never takes longer, however many cards there are. */
export const DEAL_MOST = 3000;

/** Cards that somebody has to take: from one to the next, and on their way. */
export const THROW_STEP = 140;
export const THROW_FLIGHT = 420;
/** At most this many are thrown one by one; the rest comes with the last. */
export const THROWN_MOST = 10;
/** Until they are thrown, when somebody was caught. */
export const CAUGHT_PAUSE = 300;

/** From one card of a deal to the next, by how many cards are dealt. */
export function dealStep(cards: number): number {
  const fixed = DEAL_FLIGHT + 2 * FLIP + LANDING;
  return Math.min(DEAL_STEP, (DEAL_MOST - fixed) / Math.max(1, cards));
}

/** Until the card that begins the discard pile is turned over, by how many cards are dealt. */
export function dealLasts(cards: number): number {
  return cards * dealStep(cards) + DEAL_FLIGHT + FLIP;
}

/** UNO springs up beside a head, and stays. */
export const BURST = 260;
export const BURST_STAYS = 1400;
/** The ring turns half round. */
export const REVERSE = 520;
/** Where nothing moves, a sign fades in so fast and stands so long. */
export const FADE = 120;
export const SIGN_STAYS = 1200;
