"""Host names of the oracle against the package idna (IDNA 2008).  Usage: names.py PROBE [SEED]

Differences by design, all of them built into `expected`:
- idna 3.11 knows Unicode 16.0, the oracle 15.0: what is unassigned in 15.0 is not compared, and never drawn.
- idna judges labels; the name around them is put together here: RFC 1123 for ASCII labels ("ab--cd" is one), 253 octets in all,
  no trailing dot, and RFC 5893's rule for every label of a name with a right-to-left label.
- idna takes categories and Bidi classes from Python's unicodedata, which may be older than Unicode 15.0, so every drawn
  character is one that every supported Python knows.
"""

import re
import unicodedata

import idna
from idna import idnadata

from probe import arguments, ask, compare, finish

LDH = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?")
POOLS = ["abcl-", "xyz019", "αβςσ", "אבג", "ابي", "०१कखग", "あいカ漢", "٠١٢", "۰۱۲", "éßñ", "한국"]
RARE = [
    "\u00b7",
    "\u0375",
    "\u05f3",
    "\u05f4",
    "\u30fb",
    "\u200c",
    "\u200d",
    "\u094d",
    "\u0300",
    "\u0301",
    "\u0903",
    "\u0488",
    "\u0640",
    "\u302e",
    "\u3007",
    "\u06fd",
    "\u0f0b",
    "A",
    "É",
    "ﬁ",
    "e\u0301",
    "-",
    "--",
    "_",
    " ",
    "\u2100",
    "\u1100",
    "\u20d0",
    "\u0710",
    "\u0711",
    "\u0622",
    "\ufb1d",
    "\u0958",
    "\U00010000",
    "\U0001d165",
    "l\u00b7l",
    "\u00ad",
]


def label_of(text):
    """(unicode form, octets of the ASCII form), or None."""
    try:
        if not text.isascii():
            idna.check_label(text)
            ace = idna.alabel(text)
            return text, len(ace)
        if len(text) > 63 or not LDH.fullmatch(text):
            return None
        lower = text.lower()
        if not lower.startswith("xn--"):
            return lower, len(lower)
        unicode_form = idna.ulabel(lower)
        if unicode_form.isascii() or idna.alabel(unicode_form) != lower.encode():
            return None
        return unicode_form, len(lower)
    except (UnicodeError, IndexError, OverflowError):  # idna.IDNAError is a UnicodeError
        return None


def expected(text, separators):
    labels = [label_of(part) for part in re.split(f"[{separators}]", text)]
    if None in labels or sum(octets + 1 for _, octets in labels) - 1 > 253:
        return False
    if not any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for form, _ in labels for c in form):
        return True
    try:
        return all(idna.check_bidi(form, check_ltr=True) for form, _ in labels)
    except idna.IDNAError:
        return False


def draw_label(source):
    pool = source.choice(POOLS)
    label = "".join(source.choice(pool) for _ in range(source.randrange(1, 6)))
    if source.random() < 0.15:
        label += source.choice(POOLS[source.randrange(len(POOLS))])
    if source.random() < 0.4:
        at = source.randrange(len(label) + 1)
        label = label[:at] + source.choice(RARE) + label[at:]
    if source.random() < 0.03:
        label *= source.choice((6, 11, 13, 30))
    return label


def draw_name(source):
    labels = [draw_label(source) for _ in range(source.choice((1, 1, 1, 2, 3)))]
    if source.random() < 0.02:
        labels += ["a" * source.choice((61, 62, 63))] * 3 + [source.choice(("b" * 60, "b" * 61, "b" * 62))]
    return source.choice((".", ".", ".", "\u3002", "\uff0e", "\uff61")).join(labels)


def encoded(source, name):
    """The labels beyond ASCII as A-labels, valid or not."""
    parts = []
    for part in name.split("."):
        if not part.isascii():
            part = "xn--" + part.encode("punycode").decode()
        if source.random() < 0.05:
            at = source.randrange(len(part) + 1)
            part = part[:at] + source.choice("abz09-A") + part[at:]
        parts.append(part.upper() if source.random() < 0.05 else part)
    return ".".join(parts)


def properties(program):
    classes = {cls: set() for cls in ("PVALID", "CONTEXTJ", "CONTEXTO")}
    for cls, members in classes.items():
        for packed in idnadata.codepoint_classes[cls]:
            members.update(range(packed >> 32, packed & 0xFFFFFFFF))
    answers = ask(program, [f"property {code:x}" for code in range(0x110000)])
    differences = 0
    for code, answer in enumerate(answers):
        if answer == "UNASSIGNED":
            continue
        other = next((cls for cls, members in classes.items() if code in members), None)
        if (answer if answer in classes else None) != other:
            differences += 1
            if differences <= 20:
                print(f"  U+{code:04X}: idna {other}, oracle {answer}")
    unassigned = answers.count("UNASSIGNED")
    print(
        f"derived properties: {len(answers)} code points, {unassigned} unassigned, {answers.count('PVALID')} PVALID, "
        f"{differences} differences"
    )
    # Unicode 15.0 assigns 149,186 characters; with surrogates, controls, private use and noncharacters: all but 825,279.
    return differences == 0 and unassigned == 825279 and answers.count("PVALID") > 100000


def main():
    program, source = arguments()
    if idnadata.__version__ != "16.0.0":
        raise SystemExit(f"idna has Unicode {idnadata.__version__}: the notes above are about 16.0.0")
    names = [draw_name(source) for _ in range(60000)]
    aces = [encoded(source, name) for name in names]
    results = [properties(program)]
    results.append(
        compare(
            program,
            "idn-hostname",
            (("idn-hostname", n, expected(n, ".\u3002\uff0e\uff61")) for n in names + aces),
            40000,
        )
    )
    results.append(
        compare(program, "hostname", (("hostname", n, n.isascii() and expected(n, ".")) for n in aces), 20000)
    )
    finish(*results)


main()
