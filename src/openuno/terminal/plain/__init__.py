"""Games line by line: for screen readers, pipes and simple terminals."""
