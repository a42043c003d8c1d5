#!/usr/bin/env python3
"""Include scan: what the files of a walled unit may include. Catches what include roots cannot, such as a relative path.

usage: check_includes.py SOURCE_ROOT   (the folder that holds engine/ and oracle/)
Exit 0 when clean, 1 on a breach, 2 when nothing was scanned: a scan of no file proves nothing.
"""
import pathlib
import re
import sys

# The C++20 headers of libstdc++ 12 plus the C ones that have no C++ name. Anything else in <> is a library.
STANDARD = set("""algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg
cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem forward_list
fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map
memory memory_resource mutex new numbers numeric optional ostream queue random ranges ratio scoped_allocator semaphore
set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view strstream
syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
variant vector version""".split())

TEST_LIBRARIES = re.compile(r"^(gtest|gmock|rapidcheck|benchmark)(/|\.h$)")

# folder -> (own headers in quotes, libraries in <> by file). std::regex is banned everywhere in the two halves.
WALLED = {
    "engine": (re.compile(r"^lockstep/engine/"), {"engine/base/sha256.cc": {"openssl/evp.h"},
                                                    "engine/decode/counter_random.cc": {"Random123/philox.h"},
                                                    "engine/lexical/big_integer.h": {"gmpxx.h"}}),
    "oracle": (re.compile(r"^lockstep/oracle/"), {}),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)"|(\S+))', re.MULTILINE)


def breaches(root: pathlib.Path, path: pathlib.Path, own: re.Pattern, libraries: dict) -> list[str]:
    relative = path.relative_to(root).as_posix()
    is_test = path.stem.endswith(("_test", "_bench", "_generator"))
    found = []
    for system, quoted, computed in INCLUDE.findall(path.read_text(encoding="utf-8")):
        if quoted and own.match(quoted):
            continue
        if system in STANDARD or (is_test and system and TEST_LIBRARIES.match(system)):
            continue
        if system and system in libraries.get(relative, ()):
            continue
        found.append(f"{relative}: may not include {system or quoted or computed}")
    return found


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    scanned, found = 0, []
    for folder, (own, libraries) in WALLED.items():
        files = sorted(p for p in (root / folder).rglob("*") if p.suffix in {".h", ".cc", ".inc"})
        if not files:
            print(f"include scan: no file found in {root / folder}")
            return 2
        for path in files:
            scanned += 1
            found += breaches(root, path, own, libraries)
    for line in found:
        print(f"include scan: {line}")
    print(f"include scan: {scanned} files, {len(found)} breaches")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
