"""The program around the server: starting, workers, logs, maintenance."""
