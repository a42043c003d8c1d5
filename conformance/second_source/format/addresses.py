"""IPv4 and IPv6 addresses against Python's ipaddress.  Usage: addresses.py PROBE [SEED [REFUSED...]]"""

import ipaddress

from probe import arguments, compare, finish


def holds(kind, text):
    try:
        kind(text)
        return True
    except ValueError:
        return False


def mutated(source, text, alphabet):
    for _ in range(source.randrange(3)):
        at = source.randrange(len(text) + 1)
        text = source.choice((text[:at] + source.choice(alphabet) + text[at:], text[:at] + text[at + 1 :]))
    return text


def quad(source):
    octets = [source.choice(("0", "1", "9", "10", "99", "100", "255", "249", "192")) for _ in range(4)]
    if source.random() < 0.2:
        octets[source.randrange(4)] = source.choice(
            ("256", "00", "01", "260", "300", "1000", "", "a", "-1", "+1")
        )
    if source.random() < 0.1:
        octets = octets[: source.randrange(1, 4)] if source.random() < 0.5 else octets + ["1"]
    return ".".join(octets)


def ipv4(source):
    for _ in range(80000):
        text = mutated(source, quad(source), "0123456789. /\u0660\uff11")
        yield "ipv4", text, holds(ipaddress.IPv4Address, text)


def ipv6(source):
    """A zone id, which ipaddress takes and RFC 4291 section 2.2 has not, is never generated."""
    for _ in range(160000):
        count = source.randrange(6, 10) if source.random() < 0.5 else source.randrange(9)
        groups = [source.choice(("0", "1", "a", "ff", "F00", "abcd", "ffff")) for _ in range(count)]
        if groups and source.random() < 0.05:
            groups[source.randrange(count)] = source.choice(("", "10000", "g", "00000"))
        if source.random() < 0.3:
            groups.append(quad(source))
        for _ in range(source.choice((0, 1, 1, 1, 2))):
            groups.insert(source.choice((0, len(groups), source.randrange(len(groups) + 1))), "")
        text = ":".join(groups)
        if text.startswith(":") and source.random() < 0.7:
            text = ":" + text
        if text.endswith(":") and source.random() < 0.7:
            text += ":"
        if source.random() < 0.3:
            text = mutated(source, text, "0123456789abcdefF:./\u0660")
        yield "ipv6", text, holds(ipaddress.IPv6Address, text)


def main():
    program, source = arguments()
    finish(compare(program, "ipv4", ipv4(source), 20000), compare(program, "ipv6", ipv6(source), 20000))


main()
