"""The grammar and the words of the pencil, as Lark reads them."""

MAX_RULE_LENGTH = 1000
"""The most characters of a rule; its normal form never has more."""

GRAMMAR = """
rule: (sentence STOP | honour STOP?)* sentence?

sentence: effect | effect _if condition | _if condition effect
honour: QUOTED

effect: (one | several) _draw _amount                           -> draws
      | (one | several) LOSE _a? NEXT? TURN                     -> loses_turn
      | (one | several) IS SKIPPED                              -> loses_turn
      | (one | several) DISCARD _at_random each?                -> discards
      | (one | several) DISCARD _every _card? OF _the_colour    -> discards_colour
      | one SWAP _my? HAND WITH one                             -> swaps
      | one SHOW _my? HAND TO (one | several)                   -> shows
      | several SHOW _my? HAND TO one                           -> shows
      | one GIVE _at_random TO (one | several) each?            -> gives
      | several GIVE _at_random TO one each?                    -> gives
      | one TAKE _at_random FROM (one | several) each?          -> takes
      | several TAKE _at_random FROM one each?                  -> takes
      | (PLAY | THE DIRECTION) REVERSE                          -> reverses
      | ALL? THE? HAND PASS TO? THE? SIDE                       -> passes_hands
      | ALL? THE? HAND IS SHUFFLED                              -> shuffles_hands
      | YOU (PLAY | GO) AGAIN                                   -> plays_again

one: YOU                                                        -> you
   | THE? NEXT PLAYER                                           -> next
   | THE? PREVIOUS PLAYER                                       -> previous
   | (A | THE) PLAYER YOU CHOOSE                                -> chosen
   | A PLAYER OF YOUR CHOICE                                    -> chosen
   | THE CHOSEN PLAYER                                          -> chosen
   | YOUR PARTNER                                               -> partner
   | _holder THE? MOST _card?                                   -> most
   | _holder THE? FEWEST _card?                                 -> fewest
several: EVERYONE                                               -> everyone
       | ALL PLAYER                                             -> everyone
       | EVERYONE ELSE                                          -> others
       | (THE | ALL) OTHER PLAYER?                              -> others

_amount: number _card? each?
each: (FOR EACH | PER) kind? _card held (AT MOST number _card?)?
held: one HOLD | IN YOUR HAND
kind: COLOURED | WILD
number: NUMBER | A

condition: (one | several) HOLD compare? number _card?          -> holds
         | _the_colour IS COLOURED                              -> named
         | YOU NAME COLOURED                                    -> named
compare: (FEWER | MORE) THAN | EXACTLY | AT LEAST | AT MOST

_at_random: number RANDOM _card | number _card AT RANDOM
_every: ALL | EACH
_the_colour: THE COLOUR NAMED | THE NAMED COLOUR
_holder: WHOEVER HOLD | THE PLAYER WITH
_draw: DRAW | PICK UP
_a: A | THE | YOUR | THEIR
_my: THE | YOUR | THEIR
_card: CARD
_if: IF
"""
"""One line to a way of saying it; a name in capitals stands for its words below."""

WORDS = {
    "A": "a an",
    "AGAIN": "again",
    "ALL": "all",
    "AT": "at",
    "CARD": "cards card",
    "CHOICE": "choice",
    "CHOOSE": "choose",
    "CHOSEN": "chosen",
    "COLOUR": "colour color",
    "COLOURED": "red yellow green blue",
    "DIRECTION": "direction",
    "DISCARD": "discards discard",
    "DRAW": "draws draw",
    "EACH": "each every",
    "ELSE": "else",
    "EVERYONE": "everyone everybody",
    "EXACTLY": "exactly",
    "FEWER": "fewer less",
    "FEWEST": "fewest",
    "FOR": "for",
    "FROM": "from",
    "GIVE": "gives give",
    "GO": "go",
    "HAND": "hands hand",
    "HOLD": "holds hold has have",
    "IF": "if",
    "IN": "in",
    "IS": "is are",
    "LEAST": "least",
    "LOSE": "loses lose misses miss skips skip",
    "MORE": "more",
    "MOST": "most",
    "NAME": "name",
    "NAMED": "named",
    "NEXT": "next",
    "NUMBER": "one two three four five six seven eight nine ten",
    "OF": "of",
    "OTHER": "other others",
    "PARTNER": "partner",
    "PASS": "pass passes move moves",
    "PER": "per",
    "PICK": "picks pick",
    "PLAY": "play",
    "PLAYER": "player players",
    "PREVIOUS": "previous",
    "RANDOM": "random",
    "REVERSE": "reverses reverse",
    "SHOW": "shows show",
    "SHUFFLED": "shuffled",
    "SIDE": "left right",
    "SKIPPED": "skipped",
    "SWAP": "swaps swap trades trade exchanges exchange",
    "TAKE": "takes take",
    "THAN": "than",
    "THE": "the",
    "THEIR": "their",
    "TO": "to",
    "TURN": "turn",
    "UP": "up",
    "WHOEVER": "whoever",
    "WILD": "wild",
    "WITH": "with",
    "YOU": "you",
    "YOUR": "your",
}

_MARKS = r"""
STOP: "."
QUOTED: /"[^"“”]*"|“[^"“”]*”/
%ignore /[\s,]+/
"""


def lark_text() -> str:
    """The whole grammar, with every word as a terminal of its own."""
    words = {name: "|".join(words.split()) for name, words in WORDS.items()}
    words["NUMBER"] = "[0-9]+|" + words["NUMBER"]
    # A word ends before a space or a mark: none is read as the beginning of a longer one.
    terminals = [f'{name}: /(?:{word})(?![^\\s.,;:!?"“”])/i' for name, word in words.items()]
    return "\n".join([GRAMMAR, *terminals, _MARKS])
