"""Faults in saying UNO and catching."""

from tests.faults.fault import Fault

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
        "a player can catch themselves",
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
