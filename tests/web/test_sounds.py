"""What the table sounds like: each sound measured, mute and volume, and the log read aloud."""

from itertools import combinations

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser import DESKTOP, Visits, message_for
from tests.web.component_stage import StagePages
from tests.web.playing import act, play_now, wait_for_turn

ALIKE = 0.9
"""Two sounds whose prints have this much in common would be taken for each other."""

# Everything that is started, and everything that is spoken, without changing either.
_LISTEN = """() => {
  window.started = 0;
  window.spoken = [];
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.started++;
    return start.apply(this, when);
  };
  const { speak } = SpeechSynthesis.prototype;
  SpeechSynthesis.prototype.speak = function (sentence) {
    window.spoken.push([sentence.text, sentence.lang]);
    return speak.call(this, sentence);
  };
}"""


class Measured(msgspec.Struct, frozen=True):
    """A sound as the browser renders it."""

    seconds: float
    peak: float
    loudness: float
    ends: float
    print: tuple[float, ...]


def measure(page: Page, *cues: tuple[str, float], volume: float = 1) -> Measured:
    found = page.evaluate("([cues, volume]) => measureSounds(cues, volume)", [cues, volume])
    return msgspec.convert(found, Measured)


def test_every_sound_is_short_clear_and_unlike_the_others(open_stage: StagePages) -> None:
    page = open_stage().page
    names: list[str] = page.evaluate("soundNames")
    sounds = {name: measure(page, (name, 0)) for name in names}
    for name, sound in sounds.items():
        assert 0.03 < sound.seconds < 2, name
        assert 0.1 < sound.peak <= 1, (name, sound.peak)
        assert sound.loudness > 0.015, (name, sound.loudness)
        assert sound.ends < 0.01, (name, "clicks")
    alike = {
        (one, other): common
        for one, other in combinations(names, 2)
        if (
            common := sum(
                a * b for a, b in zip(sounds[one].print, sounds[other].print, strict=True)
            )
        )
        > ALIKE
    }
    assert alike == {}


def test_many_sounds_at_once_do_not_distort_and_volume_counts(open_stage: StagePages) -> None:
    page = open_stage().page
    thrown = [("slap", 0.4 + card * 0.14) for card in range(10)]
    cues = [("tap", 0.2), ("swell", 0.3), ("uno", 0.3), ("stamp", 0.4), *thrown, ("thud", 1.7)]
    loud, half, silent = (measure(page, *cues, volume=volume) for volume in (1, 0.5, 0))
    assert loud.peak <= 1
    assert loud.loudness > 1.5 * half.loudness > 0
    assert silent.peak == 0


def started(page: Page) -> int:
    page.get_by_role("slider", name=message_for("settings.volume")).dispatch_event("change")
    count: int = page.evaluate("started")
    return count


def test_nothing_is_heard_when_muted_or_hidden(visit: Visits) -> None:
    page = visit(size=DESKTOP, volume=0.5)
    page.goto("/settings")
    page.evaluate(_LISTEN)
    sounds = page.get_by_role("switch", name=message_for("settings.sounds"))
    slider = page.get_by_role("slider", name=message_for("settings.volume"))
    slider.press("ArrowRight")  # sound wakes with the first touch
    expect(slider).to_have_js_property("value", "0.55")
    page.wait_for_function(
        "() => { document.querySelector('input[type=range]')"
        ".dispatchEvent(new Event('change', { bubbles: true })); return started > 0; }"
    )
    before = started(page)
    assert started(page) > before
    sounds.click()
    expect(slider).to_have_js_property("value", "0")
    before = page.evaluate("started")
    assert started(page) == before
    sounds.click()  # as loud as it was
    expect(slider).to_have_js_property("value", "0.55")
    before = page.evaluate("started")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    assert started(page) == before
    page.reload()
    assert page.evaluate("JSON.parse(localStorage['openuno.prefs']).volume") == pytest.approx(0.55)


def test_the_log_is_read_aloud_in_the_language_spoken(visit: Visits) -> None:
    page = visit(language="de", volume=0.5, speak=True)
    page.goto("/")
    page.evaluate(_LISTEN)
    page.get_by_role("button", name=message_for("home.play-now", "de")).click()
    wait_for_turn(page)
    act(page)
    page.wait_for_function("() => spoken.length > 0")
    # What is read aloud stands in the log, until others have moved on.
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=log] li')]"
        ".some((line) => spoken.some(([text]) => line.textContent.includes(text)))"
    )
    assert {language for _, language in page.evaluate("spoken")} == {"de"}


def test_nothing_is_read_aloud_unasked(visit: Visits) -> None:
    page = visit(volume=0.5)
    page.goto("/")
    page.evaluate(_LISTEN)
    play_now(page)
    wait_for_turn(page)
    act(page)
    page.wait_for_function("() => started > 0")
    assert page.evaluate("spoken") == []
