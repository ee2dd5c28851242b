"""PettingZoo's loop: three agents that answer at random play a hundred rounds by house rules."""

from collections import Counter

from openuno.env import openuno_v5

env = openuno_v5.env(players=3, edition="house", stacking="any", jump_in=True)
won: Counter[str] = Counter()
for seed in range(100):
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            won[agent] += reward > 0
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
for agent, rounds in sorted(won.items()):
    print(f"{agent} won {rounds} rounds")
