"""Carries out what is written on a blank."""

from openuno.engine.custom_play.rule import continue_rule, play_custom_draws, play_custom_rule

__all__ = ("continue_rule", "play_custom_draws", "play_custom_rule")
