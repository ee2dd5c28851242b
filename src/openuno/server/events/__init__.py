"""Events kept running: their logs, their rooms, and who waits for news of them."""
