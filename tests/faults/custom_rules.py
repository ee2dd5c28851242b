"""Faults in rules that are written on blanks."""

from tests.faults.fault import Fault

CUSTOM_RULES = (
    Fault(
        "custom rule: of several who choose, only the first is asked",
        "engine/evolve.py",
        "asking = ChoosingCards(seats[0], what, left, number, to, seats[1:], rule)",
        "asking = ChoosingCards(seats[0], what, left, number, to, (), rule)",
    ),
    Fault(
        "custom rule: discarding down to a number asks for that number of cards",
        "engine/evolve.py",
        "return min(len(round.hands[seat]) - number, MAX_CARDS)",
        "return number",
    ),
    Fault(
        "custom rule: what a player does not want is done all the same",
        "engine/custom_play/rule.py",
        "applies, decided = rule.held, False",
        "applies, decided = True, False",
    ),
    Fault(
        "custom rule: if so is done when the condition was not true",
        "engine/custom_play/conditions.py",
        "return Asked(held, held)",
        "return Asked(not held, held)",
    ),
    Fault(
        "custom rule: between two players the player after the next is who played the card",
        "engine/custom_play/seats.py",
        "return order[:-1][:2][-1:]",
        "return order[1:2]",
    ),
    Fault(
        "custom rule: the player across is counted in the direction of play",
        "engine/custom_play/seats.py",
        "return ((seat + seats // 2) % seats,)",
        "return (order[seats // 2 - 1],)",
    ),
    Fault(
        "custom rule: a card to pass on can be chosen twice",
        "engine/legal.py",
        "        cards.remove(card)\n",
        "        pass\n",
    ),
    Fault(
        "custom rule: others see which card is set aside",
        "engine/view.py",
        "return event if owner == seat else events.CardSetAside(owner, Card.BACK)",
        "return event",
    ),
    Fault(
        "custom rule: UNO is owed before the rule is done",
        "engine/state.py",
        "return window.by if unfinished_rule(round) is None else None",
        "return window.by",
    ),
    Fault(
        "custom rule: cards to pass on go to the other side",
        "engine/choices.py",
        "way = 1 if effect.side is Side.LEFT else -1",
        "way = -1 if effect.side is Side.LEFT else 1",
    ),
    Fault(
        "custom rule: the left neighbour is the next player when play has turned",
        "engine/custom_play/seats.py",
        "return ((seat + 1) % seats,)",
        "return order[:1]",
    ),
    Fault(
        "custom rule: between two players the next two are the opponent and yourself",
        "engine/custom_play/seats.py",
        "return order[:-1][: NEXT_SEVERAL[who]]",
        "return order[: NEXT_SEVERAL[who]]",
    ),
    Fault(
        "custom rule: between two players the opponent is both neighbours, and is meant twice",
        "engine/custom_play/seats.py",
        "return order[:1] if seats == 2 else (order[0], order[-2])",
        "return (order[0], order[-2])",
    ),
    Fault(
        "custom rule: a Wild Draw Four is no draw card",
        "engine/custom/kinds.py",
        "return card.face in DRAW_CARDS",
        "return card.face is Face.DRAW_TWO",
    ),
    Fault(
        "custom rule: a wild is an action card",
        "engine/custom/kinds.py",
        "return card.face in _ACTIONS",
        "return card.face in _ACTIONS or card.colour is None",
    ),
    Fault(
        "custom rule: everyone with a card means everyone as soon as one of them has it",
        "engine/custom_play/conditions.py",
        "return tuple(seat for seat in seats if has_kind(round, seat, kind))",
        "return seats if any(has_kind(round, seat, kind) for seat in seats) else ()",
    ),
    Fault(
        "custom rule: those without a card are those with it",
        "engine/custom_play/conditions.py",
        "return tuple(seat for seat in seats if not has_kind(round, seat, kind))",
        "return tuple(seat for seat in seats if has_kind(round, seat, kind) or False)",
    ),
    Fault(
        "custom rule: drawing until a hand is full draws the full number",
        "engine/custom_play/effects.py",
        "missing = number - len(step.round.hands[seat])",
        "missing = number",
    ),
    Fault(
        "custom rule: drawing until a card comes never ends before the pile does",
        "engine/custom_play/effects.py",
        "DrawReason.CARD, most=MAX_CARDS)",
        "DrawReason.CARD)",
    ),
    Fault(
        "custom rule: the card that was waited for stays on the pile",
        "engine/steps.py",
        "            taken.append(card)\n            count += 1\n"
        "            found = card in wanted\n",
        "            found = card in wanted and bool(taken)\n"
        "            if found:\n                break\n"
        "            taken.append(card)\n            count += 1\n",
    ),
    Fault(
        "custom rule: lost turns add up",
        "engine/evolve.py",
        "others = tuple(other for other in round.sitting_out if other != seat)",
        "others = round.sitting_out",
    ),
    Fault(
        "custom rule: one missed turn settles all that were lost",
        "engine/evolve.py",
        "    waiting.remove(seat)\n",
        "    waiting = [other for other in waiting if other != seat]\n",
    ),
    Fault(
        "custom rule: a shorter loss of turns replaces a longer one",
        "engine/custom_play/effects.py",
        "if step.round.sitting_out.count(seat) < turns:",
        "if step.round.sitting_out.count(seat) != turns:",
    ),
    Fault(
        "custom rule: discarding down to a number discards that number",
        "engine/custom_play/effects.py",
        "count = lambda seat: len(hands[seat]) - number",
        "count = lambda seat: number",
    ),
    Fault(
        "custom rule: everyone moves as many cards as the first of them counts",
        "engine/custom_play/cards.py",
        "    if amount.who is None:\n        return count\n",
        "    if amount.who is None:\n"
        "        first = count((laid.seat + 1) % len(round.hands))\n"
        "        return lambda _: first\n",
    ),
    Fault(
        "lasting rule: it forbids what it allows alone",
        "engine/lasting.py",
        "is not rule.only:",
        "is True:",
    ),
    Fault(
        "lasting rule: it binds everyone",
        "engine/lasting.py",
        "if seat in rule.seats and ",
        "if ",
    ),
    Fault(
        "lasting rule: it ends when the turn stays with its player",
        "engine/lasting.py",
        " and phase.seat != turn_seat(before):",
        ":",
    ),
    Fault(
        "lasting rule: a missed turn does not end it",
        "engine/lasting.py",
        "come = {event.seat for event in happened if isinstance(event, Skipped)}",
        "come: set[int] = set()",
    ),
    Fault(
        "lasting rule: a player draws on for a card that is forbidden",
        "engine/legal.py",
        "fits = frozenset(card for card in fits if forbidding_rule(round, seat, card) is None)",
        "pass",
    ),
    Fault(
        "lasting rule: a bluff forces the player whose other cards are forbidden",
        "engine/legal.py",
        "forced = bool(plays) and not (round.lasting and _is_bluff(round, seat, plays))",
        "forced = bool(plays)",
    ),
    Fault(
        "lasting rule: they add up without end",
        "engine/custom_play/effects.py",
        "if len(round.lasting) == MAX_LASTING:",
        "if False:",
    ),
    Fault(
        "custom rule: otherwise is asked anew",
        "engine/custom_play/conditions.py",
        "return Asked(not held, held)",
        "return Asked(True, held)",
    ),
    Fault(
        "custom rule: nobody holds it if one of them does not",
        "engine/custom_play/conditions.py",
        "return not any(has_kind(round, seat, kind) for seat in seats_of(round, laid, who))",
        "return not all(has_kind(round, seat, kind) for seat in seats_of(round, laid, who))",
    ),
    Fault(
        "custom rule: a hand shown to everyone is shown to the next player",
        "engine/custom_play/effects.py",
        "for other in seats_of(step.round, laid, effect.to):",
        "for other in seats_of(step.round, laid, effect.to)[:1]:",
    ),
)
