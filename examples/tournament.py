"""Two bots play 20 games by house rules: who wins, and what each did on the way."""

from collections import Counter

from openuno import Race, Stacking, edition, play_game, with_switches

BOTS = ["regular", "casual"]
RULES = with_switches(edition("house"), stacking=Stacking.ANY, jump_in=True)

totals: dict[str, Counter[str]] = {bot: Counter() for bot in BOTS}
for seed in range(20):
    bots = BOTS if seed % 2 else BOTS[::-1]  # each sits first half of the time
    result = play_game(bots, RULES, Race(200), seed=seed)
    for player, did in enumerate(result.figures):
        won = player in result.winners
        totals[bots[player]].update(
            games=won, rounds=did.won, catches=did.catches, cards_drawn=did.cards_drawn
        )
for bot in BOTS:
    print(f"{bot:8}", ", ".join(f"{what} {count}" for what, count in totals[bot].items()))
