/** What a screen that everyone sees says about the turn: it knows no hand. */
import type { RoomView } from "../../protocol/messages.ts";
import { colourOf, faceOf } from "../cards/cards.ts";
import { t } from "../i18n/index.svelte.ts";
import { seatToAct } from "../model/round.ts";
import { nameAt, type Scene } from "../table/live/scene.ts";
import { NOTHING, SHAPE, turnSentence, type TurnSentence } from "../table/live/sentence.ts";

/** The sentence for what the table waits for, addressed to who is to act. */
export const screenSentence: typeof turnSentence = (view, scene, legal, options) => {
  const said = options.penalty || view.paused != null ? null : instruction(view, scene);
  if (!said) return turnSentence(view, scene, legal, options);
  const acting = seatToAct(scene.round);
  const name = acting === null ? "" : nameAt(view, scene, acting);
  return { ...said, main: t("screen.to-player", { name, sentence: said.main }) };
};

/** What anyone in that place could do; null where the usual sentence says enough. */
function instruction(view: RoomView, { round, ...scene }: Scene): TurnSentence | null {
  const { phase, colour, discard } = round;
  const say = (main: string, alternative = ""): TurnSentence => ({
    ...NOTHING,
    main,
    alternative,
    ours: true,
  });
  switch (phase.phase) {
    case "turn": {
      const top = discard.at(-1);
      const face = top && colourOf(top) ? faceOf(top) : "";
      if (colour === null) return say(t("say.any"), t("say.or-draw"));
      const values = { shape: SHAPE, colour, face };
      const main = t(face ? "say.both" : "say.colour", values);
      return { ...say(main, t("say.or-draw")), colour };
    }
    case "naming":
      return say(t("hand.name-a-colour"));
    case "doubt": {
      const name = nameAt(view, { round, ...scene }, phase.by);
      return say(t("table.accept", { total: phase.total }), t("say.or-challenge", { name }));
    }
    case "stacked":
      return say(t("say.stack"), t("say.or-take", { total: phase.total }));
    default:
      return null;
  }
}
