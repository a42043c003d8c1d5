"""Formats with a small grammar against their ABNF, rule by rule as regular expressions.

Usage: grammars.py PROBE [SEED [REFUSED...]]

duration: RFC 3339 appendix A. email, idn-email: RFC 5321 section 4.1.2 and RFC 6531 section 3.3. uri-template: RFC 6570
section 2 with erratum 6937. json-pointer: RFC 6901 section 3, and the relative one. uuid: RFC 4122 section 3.
"""

import re

from probe import arguments, compare, finish
from uris import IPRIVATE, UCSCHAR

DUR_TIME = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
DUR_DATE = f"(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)(?:{DUR_TIME})?"
DURATION = re.compile(f"P(?:{DUR_DATE}|{DUR_TIME}|[0-9]+W)", re.ASCII | re.IGNORECASE)

POINTER = "(?:/(?:[^/~]|~[01])*)*"
JSON_POINTER = re.compile(POINTER, re.DOTALL)
RELATIVE = re.compile(f"(?:0|[1-9][0-9]*)(?:#|{POINTER})", re.DOTALL)
HEX = "[0-9A-Fa-f]"
UUID = re.compile(f"{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}")

PCT = f"%{HEX}{{2}}"
LITERAL = (
    f"(?:[\\x21\\x23\\x24\\x26-\\x3B\\x3D\\x3F-\\x5B\\x5D\\x5F\\x61-\\x7A\\x7E{UCSCHAR}{IPRIVATE}]|{PCT})"
)
VARCHAR = f"(?:[A-Za-z0-9_]|{PCT})"
VARSPEC = f"{VARCHAR}(?:\\.?{VARCHAR})*(?::[1-9][0-9]{{0,3}}|\\*)?"
TEMPLATE = re.compile(f"(?:{LITERAL}|\\{{[+#./;?&=,!@|]?{VARSPEC}(?:,{VARSPEC})*\\}})*")

SNUM = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})"
MAIL_IPV4 = f"{SNUM}(?:\\.{SNUM}){{3}}"


def mail_ipv6():
    """IPv6-addr: at most 6 groups beside "::", 4 where an IPv4 address follows."""
    group = f"{HEX}{{1,4}}"
    forms = [f"{group}(?::{group}){{7}}", f"{group}(?::{group}){{5}}:{MAIL_IPV4}"]
    for left in range(7):
        head = f"{group}(?::{group}){{{left - 1}}}" if left else ""
        tail = f"(?:{group}(?::{group}){{0,{5 - left}}})?" if left < 6 else ""
        forms.append(f"{head}::{tail}")
        if left < 5:
            forms.append(f"{head}::(?:{group}:){{0,{4 - left}}}{MAIL_IPV4}")
    return "|".join(forms)


def mailbox(beyond_ascii):
    extra = "\\x80-\\U0010FFFF" if beyond_ascii else ""
    atom = f"[A-Za-z0-9!#$%&'*+\\-/=?^_`{{|}}~{extra}]+"
    quoted = f'"(?:[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E{extra}]|\\\\[\\x20-\\x7E])*"'
    label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    literal = f"\\[(?:{MAIL_IPV4}|[Ii][Pp][Vv]6:(?:{mail_ipv6()}))\\]"
    return re.compile(f"(?:{atom}(?:\\.{atom})*|{quoted})@(?:{label}(?:\\.{label})*|{literal})")


def drawn(source, count, pieces, longest, start=()):
    for _ in range(count):
        text = source.choice(start) if start else ""
        yield text + "".join(source.choice(pieces) for _ in range(source.randrange(longest + 1)))


def changed(source, text, alphabet):
    for _ in range(source.choice((0, 0, 1, 2))):
        at = source.randrange(len(text) + 1)
        text = source.choice((text[:at] + source.choice(alphabet) + text[at:], text[:at] + text[at + 1 :]))
    return text


def durations(source):
    for _ in range(60000):
        date = "".join(f"{source.randrange(100)}{u}" for u in "YMD" if source.random() < 0.6)
        time = "".join(f"{source.randrange(100)}{u}" for u in "HMS" if source.random() < 0.6)
        text = "P" + date + ("T" + time if source.random() < 0.6 else "")
        text = f"P{source.randrange(50)}W" if source.random() < 0.05 else text
        yield changed(source, text.lower() if source.random() < 0.1 else text, "PTYMWDHS019.-\u0661")


def mailboxes(source):
    local = ["a", "B.c", '"', "\\", " ", "é", "..", "!#$", '"x y"', '"\\""', '"a@b"', "\x7f", "()", "\t", "~"]
    domain = [
        "a",
        "b-c",
        ".",
        "-",
        "1",
        "_",
        "x" * 60,
        "[127.0.0.1]",
        "[1.2.3.04]",
        "[256.0.0.1]",
        "[IPv6:::1]",
        "[IPv6:1::8]",
        "[ipv6:1:2:3:4:5:6:7:8]",
        "[IPv6:1:2:3:4:5:6:7::]",
        "[IPv6:1:2:3:4:5:6::]",
        "[IPv6:::1.2.3.4]",
        "[IPv6:1::2:3:1.2.3.4]",
        "[IPv6:1:2:3:4:5::1.2.3.4]",
        "[::1]",
        "[x:y]",
        "@",
    ]
    for _ in range(120000):
        left = "".join(source.choice(local) for _ in range(source.choice((1, 1, 2, 3))))
        right = "".join(source.choice(domain) for _ in range(source.choice((1, 1, 2, 3, 4))))
        if source.random() < 0.5:
            left = ".".join(
                source.choice(("a", "B", "!#$", "~{|}", "0-", "=?")) for _ in range(source.randrange(1, 4))
            )
        if source.random() < 0.5:
            right = ".".join(
                source.choice(("a", "b-c", "1", "x" * 63, "Z0")) for _ in range(source.randrange(1, 4))
            )
        yield left + "@" + right


TEMPLATE_PIECES = [
    "a",
    "{",
    "}",
    "{a}",
    "{+a,b*}",
    "{?x:3}",
    "{a.b}",
    "{a..b}",
    "{=a}",
    ":10000",
    "{a:9999}",
    "{a:0}",
    "*",
    ",",
    "%41",
    "%",
    "%4",
    "'",
    '"',
    " ",
    "^",
    "|",
    "é",
    "\ue000",
    "\ufffe",
    "\x7f",
    "{%41}",
    "{%4}",
    "{&a*,b}",
    "/",
    "~",
    "`",
    "<",
    "\\",
]


def main():
    program, source = arguments()
    pointers = list(
        drawn(source, 40000, ["/", "~0", "~1", "~", "a", "é", "\n", "2", "#"], 7, ("", "/", "/", "#"))
    )
    relatives = [source.choice(("0", "1", "10", "01", "", "-1")) + text for text in pointers]
    uuids = [
        changed(
            source,
            "%08x-%04X-%04x-%04x-%012x" % tuple(source.randrange(16**n) for n in (8, 4, 4, 4, 12)),
            "0aF-g\u0661",
        )
        for _ in range(30000)
    ]
    templates = list(drawn(source, 60000, TEMPLATE_PIECES[:8] * 3 + TEMPLATE_PIECES, 4))
    mails = [text for text in mailboxes(source) if len(text.rpartition("@")[2]) <= 253]
    ascii_domains = [text for text in mails if text.rpartition("@")[2].isascii()]
    plain, international = mailbox(False), mailbox(True)

    def questions(name, grammar, texts):
        return ((name, text, grammar.fullmatch(text) is not None) for text in texts)

    finish(
        compare(program, "duration", questions("duration", DURATION, durations(source)), 20000),
        compare(program, "email", questions("email", plain, mails), 20000),
        compare(
            program, "idn-email, ASCII domains", questions("idn-email", international, ascii_domains), 20000
        ),
        compare(program, "uri-template", questions("uri-template", TEMPLATE, templates), 20000),
        compare(program, "json-pointer", questions("json-pointer", JSON_POINTER, pointers), 20000),
        compare(
            program, "relative-json-pointer", questions("relative-json-pointer", RELATIVE, relatives), 20000
        ),
        compare(program, "uuid", questions("uuid", UUID, uuids), 20000),
    )


main()
