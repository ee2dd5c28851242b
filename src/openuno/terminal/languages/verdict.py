"""Whether a record is true and what that proves, in the words of the pages."""

from openuno.record.claims import Claim, ClaimKind
from openuno.record.verify import Proof, Report, Verdict
from openuno.terminal.languages.catalogue import say


def verdict_text(report: Report) -> str:
    """The verdict and what it proves, a sentence to a line."""
    match report.verdict:
        case Verdict.TRUE:
            proved = [_proof_line(report), *(_claim_line(claim, report) for claim in report.claims)]
            return "\n".join([say("replay.true"), "", *(line for line in proved if line)])
        case Verdict.FALSE:
            return f"{say('replay.false', line=report.line or 0)}\n\n{say('replay.false-about')}"
        case Verdict.UNREADABLE:
            return say("replay.unreadable", line=report.line or 0)


def _proof_line(report: Report) -> str:
    match report.proof:
        case Proof.EVERYTHING:
            return say("replay.proved-cards")
        case Proof.ONE_SEAT:
            return say("replay.proved-cards-seen")
        case Proof.ALL_BUT_CHANCE | None:
            return say("replay.unable-not-revealed")


def _claim_line(claim: Claim, report: Report) -> str:
    names = ", ".join(claim.names)
    match claim.kind:
        case ClaimKind.SIMULATED:
            return say("replay.proved-simulated", count=report.rounds)
        case ClaimKind.UNKNOWN:
            return say("replay.unable-not-told")
        case ClaimKind.NOT_REVEALED:
            return ""  # said already
        case ClaimKind.SERVER_ALONE:
            return say("replay.open-no-seeds")
        case ClaimKind.CONTRIBUTED:
            return say("replay.proved-contributed", names=names)
        case ClaimKind.UNCOMMITTED:
            return say("replay.proved-uncommitted", names=names)
        case ClaimKind.WITHHELD:
            return say("replay.open-withheld", names=names)
        case ClaimKind.SHARED:
            return say("replay.proved-shared")
        case ClaimKind.UNBOUND:
            return say("replay.open-unbound")
