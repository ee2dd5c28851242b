"""Environments for learning: PettingZoo's and Gymnasium's interfaces to the kernel's tables."""
