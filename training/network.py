"""The network in PyTorch, and the critic that sees everything."""

import torch
from torch import Tensor, nn

from openuno.bots.network.layout import DECISIONS, FEATURES, HIDDEN

CEILING = 8.0
"""Activations stay between 0 and this, so that eight bits hold them."""


class Actor(nn.Module):
    """Three layers, two of them added to what they get; scores of all decisions, and a value."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(FEATURES, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)
        self.head = nn.Linear(width, DECISIONS + 1)
        with torch.no_grad():
            self.head.weight.mul_(0.1)
            self.head.bias.zero_()

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of the decisions, and how likely the seat is to win (as a logit)."""
        return self.score(squash(features))

    def score(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The same for features that are logarithms already."""
        h = torch.clamp(self.first(x), 0, CEILING)
        h = torch.clamp(h + torch.relu(self.second(h)), max=CEILING)
        h = torch.clamp(h + torch.relu(self.third(h)), max=CEILING)
        out = self.head(h)
        return out[:, :DECISIONS], out[:, DECISIONS]


class Critic(nn.Module):
    """What a decision's position is worth, knowing the others' hands; used in training only."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(FEATURES + HIDDEN, width)
        self.second = nn.Linear(width, width)
        self.head = nn.Linear(width, 1)

    def forward(self, features: Tensor, hidden: Tensor) -> Tensor:
        """The expected reward."""
        return self.judge(squash(torch.cat((features, hidden), -1)))

    def judge(self, x: Tensor) -> Tensor:
        """The same for features and hidden hands that are logarithms already."""
        h = torch.relu(self.first(x))
        h = h + torch.relu(self.second(h))
        return self.head(h)[:, 0]


def squash(features: Tensor) -> Tensor:
    """Counts as logarithms: the difference between one card and two matters most."""
    kind = torch.bfloat16 if features.is_cuda else torch.float32
    return torch.log1p(features.to(kind))
