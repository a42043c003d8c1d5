"""Reads lines of two JSON numbers; prints order, equality, multiple, integer and count by Python's exact arithmetic.

With the argument `fractions` it expands every number as a fraction. With `modular` it takes exponents of any size: it
keeps integers times powers of ten and decides multiples by modular exponentiation.
"""
import re
import sys
from fractions import Fraction

GREATEST_COUNT = 2**63 - 1


def answer(order, multiple, integer, count):
    return f"{order} {int(order == 0)} {multiple} {int(integer)} {count}"


def sign(n):
    return (n > 0) - (n < 0)


def by_fractions(first, second):
    a, b = Fraction(first), Fraction(second)
    multiple = "-" if b == 0 else int((a / b).denominator == 1)
    integer = a.denominator == 1
    count = a.numerator if integer and 0 <= a <= GREATEST_COUNT else "-"
    return answer(sign(a - b), multiple, integer, count)


def scaled(text):
    """An integer and the exponent of ten that it is multiplied by."""
    whole, fraction, exponent = re.fullmatch(r"(-?\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?", text).groups()
    fraction = fraction or ""
    return int(whole + fraction), int(exponent or 0) - len(fraction)


def order_of(a, e, b, f):
    if sign(a) != sign(b) or a == 0:
        return sign(sign(a) - sign(b))
    if abs(e - f) > 1000:  # far more than the digits of any number here: the exponents decide
        return sign(a) * sign(e - f)
    low = min(e, f)
    return sign(a * 10 ** (e - low) - b * 10 ** (f - low))


def is_multiple(a, e, b, f):
    if a == 0:
        return True
    if e >= f:
        return a * pow(10, e - f, abs(b)) % abs(b) == 0
    if f - e > 1000:  # the divisor is greater than the value
        return False
    return a % (abs(b) * 10 ** (f - e)) == 0


def by_modular(first, second):
    (a, e), (b, f) = scaled(first), scaled(second)
    integer = is_multiple(a, e, 1, 0)
    count = "-"
    if a == 0:
        count = 0
    elif integer and a > 0 and e < 1000:
        value = a * 10**e if e >= 0 else a // 10**-e
        count = value if value <= GREATEST_COUNT else "-"
    return answer(order_of(a, e, b, f), "-" if b == 0 else int(is_multiple(a, e, b, f)), integer, count)


METHODS = {"fractions": by_fractions, "modular": by_modular}

if __name__ == "__main__":
    method = METHODS[sys.argv[1]]
    for line in sys.stdin:
        print(method(*line.split()))
