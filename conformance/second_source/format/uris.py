"""URIs and IRIs against the ABNF of RFC 3986 appendix A and RFC 3987 section 2.2, rule by rule as regular
expressions.  Usage: uris.py PROBE [SEED [REFUSED...]]"""

import re

from probe import arguments, compare, finish

UCSCHAR = "\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF" + "".join(
    f"\\U{plane:04X}{0x1000 if plane == 14 else 0:04X}-\\U{plane:04X}FFFD" for plane in range(1, 15)
)
IPRIVATE = "\\uE000-\\uF8FF\\U000F0000-\\U000FFFFD\\U00100000-\\U0010FFFD"


def grammar(international):
    """(absolute form, reference form) as compiled expressions."""
    unreserved = "A-Za-z0-9\\-._~" + (UCSCHAR if international else "")
    sub_delims = "!$&'()*+,;="
    pct = "%[0-9A-Fa-f]{2}"
    pchar = f"(?:[{unreserved}{sub_delims}:@]|{pct})"
    segment, segment_nz = f"{pchar}*", f"{pchar}+"
    segment_nz_nc = f"(?:[{unreserved}{sub_delims}@]|{pct})+"
    path_abempty = f"(?:/{segment})*"
    path_absolute = f"/(?:{segment_nz}(?:/{segment})*)?"
    path_noscheme = f"{segment_nz_nc}(?:/{segment})*"
    path_rootless = f"{segment_nz}(?:/{segment})*"
    dec_octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])"
    ipv4 = f"{dec_octet}\\.{dec_octet}\\.{dec_octet}\\.{dec_octet}"
    h16 = "[0-9A-Fa-f]{1,4}"
    ls32 = f"(?:{h16}:{h16}|{ipv4})"
    ipv6 = "|".join(
        [
            f"(?:{h16}:){{6}}{ls32}",
            f"::(?:{h16}:){{5}}{ls32}",
            f"(?:{h16})?::(?:{h16}:){{4}}{ls32}",
            f"(?:(?:{h16}:){{0,1}}{h16})?::(?:{h16}:){{3}}{ls32}",
            f"(?:(?:{h16}:){{0,2}}{h16})?::(?:{h16}:){{2}}{ls32}",
            f"(?:(?:{h16}:){{0,3}}{h16})?::{h16}:{ls32}",
            f"(?:(?:{h16}:){{0,4}}{h16})?::{ls32}",
            f"(?:(?:{h16}:){{0,5}}{h16})?::{h16}",
            f"(?:(?:{h16}:){{0,6}}{h16})?::",
        ]
    )
    future = f"[vV][0-9A-Fa-f]+\\.[A-Za-z0-9\\-._~{sub_delims}:]+"
    reg_name = f"(?:[{unreserved}{sub_delims}]|{pct})*"
    host = f"(?:\\[(?:{ipv6}|{future})\\]|{ipv4}|{reg_name})"
    userinfo = f"(?:[{unreserved}{sub_delims}:]|{pct})*"
    authority = f"(?:{userinfo}@)?{host}(?::[0-9]*)?"
    scheme = "[A-Za-z][A-Za-z0-9+\\-.]*"
    private = f"[{IPRIVATE}]|" if international else ""
    query = f"(?:\\?(?:{private}{pchar}|[/?])*)?"
    fragment = f"(?:#(?:{pchar}|[/?])*)?"
    hier = f"(?://{authority}{path_abempty}|{path_absolute}|{path_rootless}|)"
    relative = f"(?://{authority}{path_abempty}|{path_absolute}|{path_noscheme}|)"
    absolute = f"{scheme}:{hier}{query}{fragment}"
    return re.compile(absolute), re.compile(f"{absolute}|{relative}{query}{fragment}")


PIECES = [
    "http",
    "a",
    "z9",
    "+",
    "-",
    ".",
    ":",
    "/",
    "//",
    "?",
    "#",
    "@",
    "[",
    "]",
    "[::1]",
    "[1:2:3:4:5:6:7:8]",
    "[1::8:1.2.3.4]",
    "[v1.a:b]",
    "[vG.a]",
    "[::g]",
    "1.2.3.4",
    "256.1.1.1",
    ":80",
    ":",
    "%41",
    "%zz",
    "%4",
    "%",
    "!",
    "$&",
    "'()",
    "*,;=",
    "~",
    "_",
    "\\",
    " ",
    '"',
    "<",
    "^",
    "`",
    "{",
    "|",
    "}",
    "\x7f",
    "\x00",
    "\u00a0",
    "\u009f",
    "\u00e9",
    "\u202e",
    "\ue000",
    "\uf8ff",
    "\ufdcf",
    "\ufdd0",
    "\uffef",
    "\ufff0",
    "\U00010000",
    "\U0001fffd",
    "\U0001fffe",
    "\U000e0fff",
    "\U000e1000",
    "\U000efffd",
    "\U000f0000",
    "\U0010fffd",
    "\U0010ffff",
    "\ud7ff",
]
SAFE = PIECES[:13] + ["[::1]", "1.2.3.4", "%41", "!", "*", "~", "\u00e9"]


def texts(source):
    for _ in range(60000):
        start = source.choice(("", "", "http:", "a://", "//", "x-1.y+z:/", "urn:", "1a:", ":"))
        length = source.randrange(9)
        parts = [source.choice(SAFE if source.random() < 0.93 else PIECES) for _ in range(length)]
        yield start + "".join(parts)


def main():
    program, source = arguments()
    results = []
    for name, international in (("uri", False), ("iri", True)):
        absolute, reference = grammar(international)
        drawn = list(dict.fromkeys(texts(source)))
        results.append(
            compare(program, name, ((name, t, absolute.fullmatch(t) is not None) for t in drawn), 20000)
        )
        results.append(
            compare(
                program,
                f"{name}-reference",
                ((f"{name}-reference", t, reference.fullmatch(t) is not None) for t in drawn),
                20000,
            )
        )
    finish(*results)


if __name__ == "__main__":
    main()
