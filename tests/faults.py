"""Rule faults to plant, one at a time: most of them were seen in published UNO programs.

Each replaces a text that occurs exactly once in its file. When the engine is rewritten the planting
says which text has gone; find the fault's new place, do not drop it.
"""

from typing import NamedTuple


class Fault(NamedTuple):
    """What goes wrong, and the text to change for it."""

    name: str
    file: str
    old: str
    new: str


DECK = (
    Fault("two zeros of each colour", "engine/rules.py", "count = 1\n", "count = 2\n"),
    Fault(
        "three Wild Draw Fours in a deck",
        "engine/rules.py",
        "count = 4\n",
        "count = 4 - (card == 'W4')\n",
    ),
    Fault(
        "a deal the deck cannot cover is tried",
        "engine/rules.py",
        "if needed > len(cards):",
        "if needed > len(cards) + barred:",
    ),
    Fault(
        "in the draw for the deal a symbol ties with a 0 where only numbers count",
        "engine/deal.py",
        "return -1 if rules",
        "return 0 if rules",
    ),
    Fault(
        "a tie for the deal goes to the first seat",
        "engine/deal.py",
        "tied = [seat for seat in tied if ranks[seat] == best]",
        "tied = [seat for seat in tied if ranks[seat] == best][:1]",
    ),
    Fault(
        "the deal passes to the right",
        "game/play.py",
        "next((player for player in among if player > dealer), among[0])",
        "next((player for player in among[::-1] if player < dealer), among[-1])",
    ),
)

START = (
    Fault(
        "first card Reverse: right of the dealer starts",
        "engine/first_card.py",
        "Reversed(left, -round.direction)",
        "Reversed(round.dealer, -round.direction)",
    ),
    Fault(
        "first card Wild: who names the colour loses the turn",
        "engine/evolve.py",
        "turn = Turn(seat) if rule is None else _next_turn(round, rule.by)",
        "turn = _next_turn(round, seat if rule is None else rule.by)",
    ),
    Fault(
        "first card Draw Two: draws but keeps the turn",
        "engine/first_card.py",
        "DrawReason.CARD), Skipped(seat))",
        "DrawReason.CARD), TurnBegan(seat))",
    ),
    Fault(
        "first card Skip: nobody is skipped",
        "engine/first_card.py",
        "return add_event(step, Skipped(left))",
        "return add_event(step, TurnBegan(left))",
    ),
    Fault(
        "first card Wild Draw Four goes to the bottom of the pile",
        "engine/deal.py",
        "pile, spent = shuffle((*step.round.pile, card), step.round.rng)",
        "pile, spent = (card, *step.round.pile), 0",
    ),
    Fault(
        "first card Wild Draw Four stays",
        "engine/rules.py",
        "return card.face is not Face.WILD_DRAW_FOUR",
        "return True",
    ),
    Fault(
        "the second card turned up stays whatever it is",
        "engine/deal.py",
        "if may_start_discard(step.round.rules, card):",
        "if may_start_discard(step.round.rules, card) or len(step.events) > 2:",
    ),
    Fault(
        "first card Wild Draw Four: left of the dealer names the colour",
        "engine/first_card.py",
        "return add_event(step, ColourAsked(round.dealer))",
        "return add_event(step, ColourAsked(left))",
    ),
    Fault(
        "first card Wild Draw Four: nobody draws",
        "engine/first_card.py",
        "return _draw_and_skip(step, next_seat(round, seat))",
        "return add_event(step, Skipped(next_seat(round, seat)))",
    ),
    Fault(
        "first card Wild Draw Four: two cards are drawn",
        "engine/first_card.py",
        "count = DRAW_CARDS[step.round.discard[-1].face]",
        "count = 2",
    ),
    Fault(
        "first card Swap Hands: the hands stay",
        "engine/first_card.py",
        "step = swap_hands(step, seat, target)",
        "pass",
    ),
    Fault(
        "first card Shuffle Hands: dealt out from the left neighbour's left",
        "engine/first_card.py",
        "step = shuffle_hands(step, seat)",
        "step = shuffle_hands(step, after(step.round, seat))",
    ),
    Fault(
        "first card blank: the left neighbour is the rule's you",
        "engine/first_card.py",
        "step = play_custom_rule(step, seat, Play(card, None, target))",
        "step = play_custom_rule(step, next_seat(step.round, seat), Play(card, None, target))",
    ),
    Fault(
        "first card blank: the colour it asks about is named too late",
        "engine/first_card.py",
        "return needs_colour(custom_rule_on(rules, card))",
        "return False",
    ),
    Fault(
        "first card blank: who misses the first turn names the colour",
        "engine/first_card.py",
        "while turn in step.round.sitting_out:",
        "while False:",
    ),
    Fault(
        "a round that ends with its deal is not scored",
        "game/play.py",
        "        if isinstance(table.round.phase, RoundOver):\n"
        "            step = _score(step, table_index)",
        "        pass",
    ),
)

TURN = (
    Fault(
        "after drawing any card of the hand is accepted",
        "engine/legal.py",
        "plays = _plays(round, seat, (card,))",
        "plays = _plays(round, seat, round.hands[seat])",
    ),
    Fault(
        "a drawn card is played on a colour match only",
        "engine/legal.py",
        "plays = _plays(round, seat, (card,))",
        "plays = _plays(round, seat, (card,) if card.colour in (None, round.colour) else ())",
    ),
    Fault(
        "one may draw although reneging is not allowed",
        "engine/legal.py",
        "if not rules.renege and any(",
        "if False and any(",
    ),
    Fault(
        "a wild forces where only a match does",
        "engine/legal.py",
        "any(play.card.colour is not None for play in plays)",
        "bool(plays)",
    ),
    Fault(
        "a drawn card need not be played under forced play",
        "engine/legal.py",
        "if plays and round.rules.forced_play:",
        "if False:",
    ),
    Fault(
        "forced play does not force a hand",
        "engine/legal.py",
        "if forced and rules.forced_play:",
        "if False:",
    ),
    Fault(
        "forced play forces a bluff",
        "engine/legal.py",
        "bluff = card is _W4 and holds_colour(round.hands[seat], round.colour)",
        "bluff = False",
    ),
    Fault(
        "draw until playable stops after one card",
        "engine/play.py",
        "if round.rules.draw_until:",
        "if False:",
    ),
    Fault(
        "the named colour is forgotten: anything goes on a wild",
        "engine/legal.py",
        "or card.colour is colour or card.face is face)",
        "or card.colour is colour or card.face is face or face is Face.WILD)",
    ),
)

CARDS = (
    Fault("Skip skips nobody", "engine/effects.py", "    Face.SKIP: _skip,\n", ""),
    Fault(
        "Reverse does not turn the direction",
        "engine/effects.py",
        "Reversed(seat, -step.round.direction)",
        "Reversed(seat, step.round.direction)",
    ),
    Fault(
        "two players: Reverse does nothing",
        "engine/effects.py",
        "if len(step.round.hands) == 2 and",
        "if False and",
    ),
    Fault(
        "Draw Two: draws but keeps the turn",
        "engine/effects.py",
        "return add_event(draw(step, victim, total, DrawReason.CARD), Skipped(victim))",
        "return draw(step, victim, total, DrawReason.CARD)",
    ),
    Fault(
        "Draw Two hits the player on the left whatever the direction",
        "engine/effects.py",
        "victim = next_seat(before, seat)",
        "victim = (seat + 1) % len(before.hands)",
    ),
    Fault(
        "Shuffle Hands deals in the direction of play",
        "engine/hands.py",
        "hands[(seat + 1 + offset) % seats]",
        "hands[(seat + round.direction * (1 + offset)) % seats]",
    ),
    Fault(
        "Swap Hands copies a hand",
        "engine/hands.py",
        "hands[seat], hands[other] = hands[other], hands[seat]",
        "hands[seat] = hands[other]",
    ),
    Fault(
        "seven-zero: a last 0 passes the hands on and the round goes on",
        "engine/effects.py",
        "if not step.round.hands[seat]:\n        if card",
        "last_zero = card.face is Face.ZERO and round.rules.seven_zero\n"
        "    if not step.round.hands[seat] and not last_zero:\n        if card",
    ),
    Fault(
        "seven-zero: a 0 passes hands to the left whatever the direction",
        "engine/effects.py",
        "pass_hands(round, round.direction)",
        "pass_hands(round, 1)",
    ),
)

WILD_DRAW_FOUR = (
    Fault(
        "a drawn draw card acts as a plain card",
        "engine/effects.py",
        "if card.face in DRAW_CARDS:",
        "if card.face in DRAW_CARDS and not hasattr(round.phase, 'card'):",
    ),
    Fault(
        "a drawn Wild Draw Four is never judged",
        "engine/effects.py",
        "is Card.W4 and rules.bluffing:",
        "is Card.W4 and rules.bluffing and not hasattr(before.phase, 'card'):",
    ),
    Fault(
        "no bluffing: a Wild Draw Four only when nothing else can be played",
        "engine/legal.py",
        "if not rules.bluffing and holds_colour(hands[seat], round.colour):",
        "if not rules.bluffing and any(play.card is not _W4 for play in plays):",
    ),
    Fault(
        "guilty is who held anything else to play",
        "engine/play.py",
        "guilty = holds_colour(phase.held, phase.before)",
        "guilty = holds_colour(phase.held, phase.before) or any(\n"
        "        card.colour is None or card.face is round.discard[-2].face\n"
        "        for card in phase.held\n"
        "    )",
    ),
    Fault(
        "a bluff is judged by the colour named",
        "engine/play.py",
        "holds_colour(phase.held, phase.before)",
        "holds_colour(phase.held, round.colour)",
    ),
    Fault(
        "a bluff is judged by the hand as it is now",
        "engine/play.py",
        "holds_colour(phase.held, phase.before)",
        "holds_colour(round.hands[phase.by], phase.before)",
    ),
    Fault(
        "the winner of a challenge loses the turn",
        "engine/play.py",
        "add_event(paid, events.TurnBegan(seat))",
        "add_event(paid, events.Skipped(seat))",
    ),
    Fault(
        "a lost challenge costs four",
        "engine/play.py",
        "CHALLENGE_PENALTY = 2",
        "CHALLENGE_PENALTY = 0",
    ),
    Fault(
        "who accepts a Wild Draw Four keeps the turn",
        "engine/play.py",
        "add_event(draw(step, seat, phase.total, DrawReason.CARD), events.Skipped(seat))",
        "add_event(draw(step, seat, phase.total, DrawReason.CARD), events.TurnBegan(seat))",
    ),
    Fault(
        "a challenge is offered with bluffing off",
        "engine/effects.py",
        "is Card.W4 and rules.bluffing:",
        "is Card.W4:",
    ),
)

UNO = (
    Fault(
        "the catch never expires",
        "engine/evolve.py",
        "phase=phase, window=None, passes=0)",
        "phase=phase, passes=0)",
    ),
    Fault(
        "the catch outlives the answer to a Wild Draw Four",
        "engine/evolve.py",
        "return replace(round, window=None)",
        "return round",
    ),
    Fault(
        "a forced draw ends the time to catch",
        "engine/evolve.py",
        "return replace(round, hands=hands, pile=pile)",
        "return replace(round, hands=hands, pile=pile, window=None)",
    ),
    Fault(
        "one is caught again and again",
        "engine/evolve.py",
        "case events.SaidUno(seat) | events.Caught(_, seat):",
        "case events.Caught():\n            return round\n        case events.SaidUno(seat):",
    ),
    Fault(
        "one can catch oneself",
        "engine/legal.py",
        "calls = _SAY_UNO if owing == seat else (Catch(owing),)",
        "calls = (*_SAY_UNO, Catch(owing)) if owing == seat else (Catch(owing),)",
    ),
    Fault(
        "only the next player can catch",
        "engine/legal.py",
        "calls = _SAY_UNO if owing == seat else (Catch(owing),)",
        "calls = _SAY_UNO if owing == seat else (Catch(owing),) * (round.phase.seat == seat)",
    ),
    Fault(
        "UNO is owed by who comes to one card by another's swap",
        "engine/evolve.py",
        "case events.HandsSwapped(_, _, hands) | events.HandsPassed(_, hands):\n",
        "case events.HandsSwapped(_, target, hands):\n"
        "            return replace(round, hands=hands, window=Window(target))\n"
        "        case events.HandsPassed(_, hands):\n",
    ),
    Fault(
        "UNO can be said with any card",
        "engine/legal.py",
        "_plays_of(card, (None,), held == 2 and not moves)",
        "_plays_of(card, (None,), held >= 2 and not moves)",
    ),
    Fault(
        "who owes UNO is asked after those who may catch",
        "engine/questions.py",
        """        yield Question(owing, (SayUno(),))
        for other in _others(round, owing):
            yield Question(other, (Catch(owing),))
""",
        """        for other in _others(round, owing):
            yield Question(other, (Catch(owing),))
        yield Question(owing, (SayUno(),))
""",
    ),
    Fault(
        "being caught costs four",
        "engine/play.py",
        "rules.uno_penalty, DrawReason.UNO",
        "4, DrawReason.UNO",
    ),
    Fault(
        "a wrong catch is paid by the one accused",
        "engine/play.py",
        "draw(step, seat, rules.wrong_catch_penalty",
        "draw(step, target, rules.wrong_catch_penalty",
    ),
    Fault(
        "a suggestion is free",
        "engine/play.py",
        "penalty = round.rules.suggestion_penalty",
        "penalty = 0",
    ),
    Fault(
        "an honour rule costs two cards whatever the table has set",
        "engine/play.py",
        "seat, rules.honour_penalty, DrawReason.HONOUR",
        "seat, 2, DrawReason.HONOUR",
    ),
)

PILES = (
    Fault(
        "a last Draw Two or Wild Draw Four is never paid",
        "engine/effects.py",
        "return end_round(draw(step, victim, total, DrawReason.CARD), seat)",
        "return end_round(step, seat)",
    ),
    Fault(
        "the card on the table is shuffled into the new pile",
        "engine/steps.py",
        "shuffle(step.round.discard[:-1], step.round.rng)",
        "shuffle(step.round.discard, step.round.rng)",
    ),
    Fault(
        "a fresh deck is added instead of the discards",
        "engine/steps.py",
        "shuffle(step.round.discard[:-1], step.round.rng)",
        "shuffle(__import__('openuno').engine.rules.deck(step.round.rules), step.round.rng)",
    ),
    Fault(
        "the discards are turned over unshuffled",
        "engine/steps.py",
        "pile, spent = shuffle(step.round.discard[:-1], step.round.rng)",
        "pile, spent = step.round.discard[:-1], 0",
    ),
    Fault(
        "the colour in force is lost at a reshuffle",
        "engine/evolve.py",
        "return replace(round, pile=pile, discard=top, rng=advance(round.rng, spent))",
        "rng = advance(round.rng, spent)\n"
        "            return replace(round, pile=pile, discard=top, colour=top[0].colour, rng=rng)",
    ),
    Fault(
        "a hand is capped and cards vanish",
        "engine/evolve.py",
        "tuple(sorted(changed[seat] + cards))",
        "tuple(sorted(changed[seat] + cards))[:16]",
    ),
    Fault(
        "nobody can move: the round goes on for ever",
        "engine/play.py",
        "everyone = step.round.passes == len(round.hands)",
        "everyone = False",
    ),
    Fault(
        "a pass while one could play",
        "engine/legal.py",
        "return plays if forced else plays + _PASS",
        "return plays + _PASS",
    ),
    Fault(
        "a pass counts on after a card was laid",
        "engine/evolve.py",
        "window=Window(seat, played.uno),\n        passes=0,",
        "window=Window(seat, played.uno),",
    ),
)

HOUSE = (
    Fault(
        "a stack charges what was laid twice",
        "engine/effects.py",
        "total += before.phase.total",
        "total += before.phase.total + count",
    ),
    Fault(
        "a stack forgets what lay before",
        "engine/effects.py",
        "total += before.phase.total",
        "total += 0",
    ),
    Fault(
        "a stacked Wild Draw Four loses its colour",
        "engine/evolve.py",
        "colour=played.colour or card.colour,",
        "colour=round.colour\n        if isinstance(round.phase, Stacked | Doubt)\n"
        "        else played.colour or card.colour,",
    ),
    Fault(
        "stacking `same` takes any draw card",
        "engine/legal.py",
        "return card.face is top.face",
        "return card.face in DRAW_CARDS",
    ),
    Fault(
        "jumping in works after the next player has begun",
        "engine/legal.py",
        "if not round.rules.jump_in or round.window is None:",
        "if not round.rules.jump_in:",
    ),
    Fault(
        "after a jump-in play goes on where it was",
        "engine/evolve.py",
        "phase=Turn((seat + round.direction) % len(round.hands)),",
        "phase=Turn((getattr(round.phase, 'seat', seat) + round.direction) % len(round.hands)),",
    ),
    Fault(
        "one jumps in with a wild",
        "engine/legal.py",
        "if top.colour is None or top not in round.hands[seat]:",
        "if top not in round.hands[seat]:",
    ),
    Fault(
        "a jump-in with the last card does not win",
        "engine/effects.py",
        "if not step.round.hands[seat]:\n        if card",
        "if not step.round.hands[seat] and seat == getattr(round.phase, 'seat', seat):\n"
        "        if card",
    ),
)

POINTS = (
    Fault("an action card counts ten", "engine/scoring.py", "return 20\n", "return 10\n"),
    Fault(
        "a special wild counts fifty whatever the switch",
        "engine/scoring.py",
        "return special_points\n",
        "return 50\n",
    ),
    Fault(
        "a plain wild counts fifty whatever the switch",
        "engine/scoring.py",
        "return wild_points if number is None",
        "return 50 if number is None",
    ),
    Fault(
        "no more than seven cards of a hand are counted",
        "engine/steps.py",
        "hand_points(step.round.rules, hands)",
        "hand_points(step.round.rules, tuple(hand[:7] for hand in hands))",
    ),
)

SECRETS = (
    Fault(
        "a card stays open in the hand it was given to",
        "engine/evolve.py",
        "    if Card.BACK in hand:\n",
        "    if Card.BACK not in hand:\n",
    ),
    Fault(
        "a card that may have been given on unseen is still known",
        "bots/memory.py",
        "_lose(memory, seat, seen) if seen else _lose_unseen(memory, seat, len(cards))",
        "_lose(memory, seat, seen)",
    ),
    Fault(
        "every hand is sent to everybody",
        "engine/view.py",
        "hands=round.hands if isinstance(round.phase, RoundOver) else _own(round.hands, seat)",
        "hands=round.hands",
    ),
    Fault(
        "a spectator sees a hand",
        "engine/view.py",
        "else _own(round.hands, seat),",
        "else _own(round.hands, seat or 0),",
    ),
    Fault(
        "the whole table is shown the challenged hand",
        "engine/view.py",
        "return event if seat in (owner, to) else events.HandShown(owner, to, _down(cards))",
        "return event",
    ),
    Fault(
        "drawn cards are told to everybody",
        "engine/view.py",
        "return event if owner == seat else events.Drew(owner, _down(cards), why)",
        "return event",
    ),
    Fault(
        "the card drawn is seen in the phase",
        "engine/view.py",
        "case AfterDraw(owner) if owner != seat:",
        "case AfterDraw(owner) if owner == -1:",
    ),
    Fault(
        "the flag of a bluff is seen: the doubted hand in the phase",
        "engine/view.py",
        "case FacingDrawFour(_, _, by, _, held) if by != seat:",
        "case FacingDrawFour(_, _, by, _, held) if by == -1:",
    ),
    Fault(
        "the order of a new pile is told",
        "engine/view.py",
        "return events.Reshuffled(_down(pile), 0)",
        "return event",
    ),
    Fault(
        "swapped hands are told to everybody",
        "engine/view.py",
        "return events.HandsSwapped(by, target, _own(hands, seat))",
        "return event",
    ),
    Fault(
        "the legal moves of whoever is to move are handed to whoever asks",
        "engine/view.py",
        "legal=() if seat is None else legal(round, seat),",
        "legal=() if seat is None else legal(round, getattr(round.phase, 'seat', seat)),",
    ),
    Fault(
        "a spectator may act",
        "engine/view.py",
        "legal=() if seat is None else legal(round, seat),",
        "legal=legal(round, seat or 0),",
    ),
    Fault(
        "the last answer is given to the next seat that asks",
        "engine/legal.py",
        "if known is round and at == seat:",
        "if known is round:",
    ),
    Fault(
        "seat -1 acts for the last seat",
        "engine/legal.py",
        "not 0 <= seat < len(round.hands):",
        "seat >= len(round.hands):",
    ),
)

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

EVENTS = (
    Fault(
        "event: the same partner again",
        "event/draw.py",
        "pair_up(playing, meetings_in(partners(event)))",
        "pair_up(playing, meetings_in(opponents(event)))",
    ),
    Fault(
        "event: opponents meet again although others are left",
        "event/draw.py",
        "pairs = pair_up(playing, meetings)",
        "pairs = pair_up(playing, _never_met)",
    ),
    Fault(
        "event: the first pair takes what the last pair needs",
        "event/matching.py",
        "            <= allowed\n",
        "            <= allowed + 1\n",
    ),
    Fault(
        "event: the last in the order sits out again and again",
        "event/draw.py",
        "if counts[entrant] == fewest]",
        "if counts[entrant] >= fewest]",
    ),
    Fault(
        "event: a newcomer gets a number of their own",
        "event/preparation.py",
        "tuple(old if old in here else next(coming) for old in event.numbers)",
        "(*(old for old in event.numbers if old in here), *coming)",
    ),
    Fault(
        "event: a table starts while one of its people still plays elsewhere",
        "event/decide.py",
        "        if where != (sitting, number):\n",
        "        if where[0] > sitting:\n",
    ),
    Fault(
        "event: any number of sittings is drawn ahead",
        "event/decide.py",
        "if not ahead or sitting < len(event.sittings):",
        "if not ahead:",
    ),
    Fault(
        "event: a draw is taken back although a table has played",
        "event/decide.py",
        "if any(table.outcome is not None for",
        "if all(table.outcome is not None for",
    ),
    Fault(
        "event: a knock-out table that is level is decided by the order of seats",
        "event/results.py",
        "if len(order) > count and points",
        "if len(order) < count and points",
    ),
    Fault(
        "event: a correction changes who has played on already",
        "event/results.py",
        "!= set(before.through) and sitting < len(event.sittings)",
        "!= set(before.through) and sitting > len(event.sittings)",
    ),
    Fault(
        "event: level counts as beaten",
        "event/scoring.py",
        "2 * (other < own) + (other == own)",
        "2 * (other <= own)",
    ),
    Fault(
        "event: a Swiss bye is worth half a table",
        "event/scoring.py",
        "WIN if isinstance(event.settings.kind, Swiss) else LEVEL",
        "LEVEL",
    ),
    Fault(
        "event: bots stand in the standings",
        "event/standings.py",
        "if not is_bot_entrant(event, entrant)",
        "if entrant >= 0",
    ),
    Fault(
        "event: those who are level have different ranks",
        "event/standings.py",
        "1 + sum(other > rows[each] for other in every)",
        "1 + order.index(each)",
    ),
    Fault(
        "event: the loser of a table climbs the ladder",
        "event/standings.py",
        "key=lambda each: (-points[each], rungs.index(each))",
        "key=lambda each: (points[each], rungs.index(each))",
    ),
)

FAULTS = (
    DECK
    + START
    + TURN
    + CARDS
    + WILD_DRAW_FOUR
    + UNO
    + PILES
    + HOUSE
    + POINTS
    + SECRETS
    + CUSTOM_RULES
    + EVENTS
)
