#!/usr/bin/env python3
"""Copy scan: no run of tokens stands both in engine/ and in oracle/. Includes and symbols cannot see copied code.

Two passes over the product sources (tests left out). The first compares the tokens as written; the second writes
every name that is no keyword of C++ as one sign, so that a copy with other names is found too, but needs a longer run,
since short runs of shape (a loop, a guard) are the language's, not an author's.

usage: check_copies.py SOURCE_ROOT
Exit 0 when clean, 1 on a copy, 2 when either half had nothing to compare.
"""
import pathlib
import re
import sys

EXACT_RUN = 28   # tokens
SHAPE_RUN = 64   # tokens, names and literals blanked
SHAPE_WORDS = 8  # keywords that a run of shape must hold: a table of literals has the shape of every other table
MINIMUM_TOKENS = 200

KEYWORDS = set("""alignas auto bool break case catch char char16_t char32_t char8_t class concept const const_cast
consteval constexpr constinit continue default delete do double dynamic_cast else enum explicit extern false final float
for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public
reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this throw
true try typedef typename union unsigned using virtual void volatile while""".split())
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|^\s*#[^\n]*', re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r'R"\(.*?\)"|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\d[\w.\']*|::|->|<<|>>|[<>=!]=|&&|\|\||\S',
                   re.DOTALL)


def tokens(path: pathlib.Path) -> list[tuple[str, int]]:
    text = NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), path.read_text(encoding="utf-8"))
    return [(m.group(), text.count("\n", 0, m.start()) + 1) for m in TOKEN.finditer(text)]


def shape(token: str) -> str:
    if token[0].isalpha() or token[0] == "_":
        return token if token in KEYWORDS else "name"
    return "literal" if token[0] in "\"'" or token[0].isdigit() else token


def sources(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in {".h", ".cc", ".inc"}
                  and not p.stem.endswith(("_test", "_bench", "_generator")))


def runs(files: list[pathlib.Path], length: int, blank: bool) -> tuple[dict, int]:
    table, count = {}, 0
    for path in files:
        stream = tokens(path)
        count += len(stream)
        words = [shape(t) if blank else t for t, _ in stream]
        for i in range(len(words) - length + 1):
            if blank and sum(word in KEYWORDS for word in words[i:i + length]) < SHAPE_WORDS:
                continue
            table.setdefault(tuple(words[i:i + length]), f"{path}:{stream[i][1]}")
    return table, count


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    engine, oracle = sources(root / "engine"), sources(root / "oracle")
    found = []
    for length, blank in ((EXACT_RUN, False), (SHAPE_RUN, True)):
        left, left_count = runs(engine, length, blank)
        right, right_count = runs(oracle, length, blank)
        if min(left_count, right_count) < MINIMUM_TOKENS:
            print(f"copy scan: {left_count} tokens in engine/, {right_count} in oracle/: too few to compare")
            return 2
        found += sorted({(left[run], right[run]) for run in left.keys() & right.keys()})
    for here, there in found:
        print(f"copy scan: the same run of tokens stands at {here} and {there}")
    print(f"copy scan: {len(engine)} and {len(oracle)} files, {len(found)} copies")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
