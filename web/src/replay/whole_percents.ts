/**
 * Everyone's chances as whole percents that add up to 100, by the largest remainders. Partners have
 * the same chance, so that the chances of two teams add up to more than one.
 */
export function wholePercents(chances: readonly number[]): readonly number[] {
  const whole = Math.round(sum(chances));
  if (whole === 0) return chances.map(() => 0); // nobody has won
  const sides = chances.length / whole;
  const exact = chances.slice(0, sides).map((chance) => 100 * chance);
  const floors = exact.map((percent) => Math.floor(percent + ROUNDING));
  const raised = exact
    .map((percent, side) => ({ side, rest: percent - floors[side]! }))
    .toSorted((one, other) => other.rest - one.rest)
    .slice(0, 100 - sum(floors))
    .map(({ side }) => side);
  return chances.map((_, seat) => {
    const side = seat % sides;
    return floors[side]! + Number(raised.includes(side));
  });
}

/** What a percentage may lack only because of how numbers are stored. */
const ROUNDING = 1e-9;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
