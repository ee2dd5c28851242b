import type { Settings } from "../../protocol/messages.ts";
import { DEFAULTS } from "../../protocol/values.ts";

/** Ready-made tables to start from. */
export const PRESETS = {
  official: { rules: "mattel-2016" },
  classic: { rules: "classic" },
  family: { rules: "house+stacking=same+jump_in=on" },
  wild: { rules: "wild-112" },
  chaos: {
    rules:
      "house+swap_cards=2+shuffle_cards=2+blank_cards=2+draw_until=on+stacking=any+jump_in=on" +
      "+seven_zero=on+written=Everyone_else_draws_1_card._You_play_again.|Hands_pass_left._Play_reverses.",
  },
  partners: { rules: "classic", format: "partners", seats: 4 },
  quick: { rules: "mattel-2016", format: "single" },
  duel: { rules: "mattel-2016", format: "best-of:3", seats: 2 },
} as const satisfies Readonly<Record<string, Settings>>;

export type Preset = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

/** The preset a table is, to the letter; null if somebody has changed something. */
export function presetOf(settings: Settings): Preset | null {
  const same = (preset: Settings) =>
    preset.rules === settings.rules &&
    (preset.format ?? DEFAULTS.settings.format) === (settings.format ?? DEFAULTS.settings.format) &&
    (preset.seats === undefined || preset.seats === settings.seats);
  return PRESET_NAMES.find((name) => same(PRESETS[name])) ?? null;
}
