/** What to do now, in one sentence. */
import type { Action, Colour, Phase, RoomView } from "../../../protocol/messages.ts";
import { cardName, colourOf, faceOf, normalRulesIn, ruleOn } from "../../cards/cards.ts";
import { t } from "../../i18n/index.svelte.ts";
import { BACK, seatToAct } from "../../model/round.ts";
import { sayDeed } from "../../text/custom_rule.ts";
import { nameAt, type Scene } from "./scene.ts";

export interface TurnSentence {
  /** `SHAPE` in it stands for the shape of `colour`. */
  readonly main: string;
  /** What could be done instead. */
  readonly alternative: string;
  readonly colour: Colour | null;
  /** Whether it is for us to do something. */
  readonly ours: boolean;
}

/** Where the shape of the colour stands among the words. */
export const SHAPE = "\uFFFC";

export const NOTHING: TurnSentence = { main: "", alternative: "", colour: null, ours: false };

interface Options {
  /** Whether our move was sent and not answered yet. */
  readonly pending: boolean;
  /** Whether UNO will be said with the next card. */
  readonly uno: boolean;
  /** Whether a drawn card that does not fit is kept by itself. */
  readonly keeps: boolean;
  /** Which cards someone has just taken; shown while there is nothing for us to do. */
  readonly penalty?: string;
  /** The name of somebody who forgot UNO and can be caught. */
  readonly forgetful?: string;
}

function forUs(main: string, alternative = "", colour: Colour | null = null): TurnSentence {
  return { main, alternative, colour, ours: true };
}

/** The sentence for what the table waits for. */
export function turnSentence(
  view: RoomView,
  scene: Scene,
  legal: readonly Action[],
  { pending, uno, keeps, penalty = "", forgetful = "" }: Options,
): TurnSentence {
  const { round, own } = scene;
  const { phase } = round;
  const acting = seatToAct(round);
  const does = new Set(legal.map((action) => action.do));
  if (view.paused != null) return { ...NOTHING, main: t("say.paused") };
  if (phase.phase === "over" || phase.phase === "undealt" || pending) return NOTHING;
  if (forgetful && does.has("catch") && (acting !== own || phase.phase === "turn"))
    return forUs(t("say.forgot", { name: forgetful }), acting === own ? t("say.catch-first") : "");
  if (own === null || acting !== own) {
    if (does.has("play")) return forUs(t("say.jump"));
    if (penalty) return { ...NOTHING, main: penalty };
    if (acting === null) return NOTHING;
    const waits: Partial<Record<Phase["phase"], string>> = {
      picking: "say.chooses",
      deciding: "say.decides",
    };
    const key = waits[phase.phase] ?? "say.turn";
    return { ...NOTHING, main: t(key, { name: nameAt(view, scene, acting) }) };
  }
  switch (phase.phase) {
    case "naming":
      return forUs(t("hand.name-a-colour"));
    case "choosing":
      return NOTHING;
    case "deciding": {
      const rule = ruleOn(round.discard.at(-1) ?? BACK, normalRulesIn(view.settings.rules ?? ""));
      return forUs(t("say.decide"), sayDeed(rule, phase.rule.sentence));
    }
    case "picking": {
      const left = Math.min(phase.left, round.hands[own]?.length ?? phase.left);
      const [to] = phase.to;
      const name = to === undefined ? "" : nameAt(view, scene, to);
      return forUs(t(`say.choose-${phase.what}`, { left, name }));
    }
    case "doubt": {
      const name = nameAt(view, scene, phase.by);
      const challenge = does.has("challenge") ? t("say.or-challenge", { name }) : "";
      return forUs(t("table.accept", { total: phase.total }), challenge);
    }
    case "stacked":
      return does.has("play")
        ? forUs(t("say.stack"), t("say.or-take", { total: phase.total }))
        : forUs(t("table.accept", { total: phase.total }));
    case "drawn": {
      const card = cardName(phase.card);
      if (does.has("play"))
        return forUs(t("say.drawn", { card }), does.has("keep") ? t("say.or-keep") : "");
      return forUs(t(keeps ? "table.drew-keeps" : "table.drew-no", { card }));
    }
    case "turn":
      return turnToPlay(scene, legal, uno);
  }
}

function turnToPlay(scene: Scene, legal: readonly Action[], uno: boolean): TurnSentence {
  const plays = legal.filter((action) => action.do === "play");
  const draws = legal.some((action) => action.do === "draw");
  if (plays.length === 0) return forUs(t(draws ? "say.nothing-draw" : "say.nothing-pass"));
  const saysUno = !uno && plays.some((action) => action.uno === true);
  const alternative = saysUno ? t("say.and-uno") : draws ? t("say.or-draw") : "";
  const { colour, discard } = scene.round;
  const top = discard.at(-1);
  const face = top && colourOf(top) ? faceOf(top) : "";
  const fits = {
    colour: colour !== null && plays.some(({ card }) => colourOf(card) === colour),
    face:
      face !== "" &&
      plays.some(
        ({ card }) => colourOf(card) && colourOf(card) !== colour && faceOf(card) === face,
      ),
    wild: plays.some(({ card }) => colourOf(card) === null),
    any: plays.some(({ card }) => colourOf(card) !== null),
  };
  const shown = fits.colour ? colour : null;
  const values = { shape: SHAPE, colour: colour ?? "", face };
  return forUs(t(`say.${sentenceKey(fits)}`, values), alternative, shown);
}

type Kind = "colour" | "face" | "wild" | "any";

/** Which sentence says what fits: the colour, the face of the top card, or both; and wilds. */
function sentenceKey({ colour, face, wild, any }: Record<Kind, boolean>): string {
  if (!colour && !face) return any ? "any" : "wild";
  const coloured = colour && face ? "both" : colour ? "colour" : "face";
  return wild ? `${coloured}-wild` : coloured;
}
