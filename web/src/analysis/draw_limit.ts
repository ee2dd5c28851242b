/** Cards with which `master` draws on purpose, at most: `draw_limit` of openuno.bots.network. */
export function drawLimit(players: number): number {
  return players === 2 ? 7 : 10;
}
