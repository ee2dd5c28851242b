"""Finding a step of a record by what happened in it."""

from openuno.terminal.replay.frames import ReplayFrames


def find_step(frames: ReplayFrames, words: str, start: int, direction: int = 1) -> int | None:
    """The next step from `start` in which these words occur, in letters of any case; or None."""
    wanted = words.casefold()
    last = frames.last
    for distance in range(1, last + 2):
        number = (start + direction * distance) % (last + 1)
        frame = frames.frame(number)
        if frame is not None and any(wanted in text.casefold() for text in frame.sentences):
            return number
    return None
