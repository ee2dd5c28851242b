"""Many rounds at once for policies outside the kernel, which answer question by question."""
