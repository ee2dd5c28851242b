"""Faults in the deck, the deal and the first card."""

from tests.faults.fault import Fault

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
