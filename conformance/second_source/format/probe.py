"""Asks format_probe in bulk and reports differences. Used by the second-source tests beside it."""

import collections
import random
import subprocess
import sys


def arguments():
    """PROBE [SEED [REFUSED...]] from the command line; the seed is printed."""
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"seed {seed}")
    return sys.argv[1], random.Random(seed)


def ask(probe, lines):
    done = subprocess.run([probe], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    answers = done.stdout.split()
    if len(answers) != len(lines):
        raise SystemExit(f"{len(lines)} questions, {len(answers)} answers")
    return answers


def compare(probe, title, questions, least, least_share=0.1, refused=None):
    """questions: (format, text, expected bool). False on any difference, on too few questions, or when either answer is
    so rare that the comparison would say nothing. Of a format in `refused` (REFUSED of the command line) every answer
    must be `refused`."""
    questions = list(dict.fromkeys(questions))
    if refused is None:
        refused = sys.argv[3:]
    if any(f in refused for f, _, _ in questions):
        answers = set(ask(probe, [f"check {f} {t.encode().hex() or '-'}" for f, t, _ in questions]))
        print(f"{title}: {len(questions)} asked, answers: {', '.join(answers)}")
        return answers == {"refused"} and len(questions) >= least
    answers = ask(probe, [f"check {f} {t.encode().hex() or '-'}" for f, t, _ in questions])
    differences = [(f, t, e, a) for (f, t, e), a in zip(questions, answers) if a != ("yes" if e else "no")]
    counts = collections.Counter(a for a in answers)
    print(
        f"{title}: {len(questions)} compared, {counts['yes']} yes, {counts['no']} no, {len(differences)} differences"
    )
    for format_name, text, expected, answer in differences[:20]:
        print(f"  {format_name} {ascii(text)}: expected {'yes' if expected else 'no'}, the answer is {answer}")
    enough = len(questions) >= least and min(counts["yes"], counts["no"]) >= least_share * len(questions)
    if not enough:
        print(f"  too few: {least} questions wanted, at least {least_share:.0%} of each answer")
    return not differences and enough


def finish(*results):
    sys.exit(0 if results and all(results) else 1)
