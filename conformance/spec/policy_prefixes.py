"""Tries to refute every `at` of policy_cases.json: no text of the language may begin with one byte more.

Usage: policy_prefixes.py FOLDER_OF_THIS_FILE FORMAT_PROBE
After the dead prefix come up to two PIECES and the brackets that are open; what is found is a text by policy_reference.py.
That the search can find something is shown on the prefixes one byte shorter, of which it must revive most.
"""

import itertools
import json
import pathlib
import sys

import policy_reference

PIECES = [
    b'"',
    b"1",
    b"2",
    b"0",
    b"x",
    b"e1",
    b".5",
    b"\\n",
    b"u0000",
    b"ull",
    b"rue",
    b"alse",
    b"}",
    b"]",
    b":",
    b":0",
]
PIECES += [
    b'": 0',
    b", 0",
    b" ",
    b'b":0',
    b',"a":1',
    b', "a": 1',
    b',"b":1',
    b"-1",
    b"\x80",
    b"\xbf\x80",
    b'000"',
]


def closed(data):
    """data with the brackets closed that are open; as it is inside a string."""
    closers, inside, at = [], False, 0
    while at < len(data):
        c = data[at : at + 1]
        if inside:
            at += c == b"\\"
            inside = c != b'"'
        elif c == b'"':
            inside = True
        elif c in b"[{":
            closers.append(b"]" if c == b"[" else b"}")
        elif c in b"]}" and closers:
            closers.pop()
        at += 1
    return data if inside else data + b"".join(reversed(closers))


def revived(prefix, policy, schema):
    # Every format question starts a process: look less far there.
    longest = 1 if "format" in schema else 2
    for count in range(longest + 1):
        for pieces in itertools.product(PIECES, repeat=count):
            text = closed(prefix + b"".join(pieces))
            if policy_reference.is_member(text, policy, schema):
                return text
    return None


def main():
    folder = pathlib.Path(sys.argv[1])
    policy_reference.PROBE = sys.argv[2]
    dead, wrong, alive = 0, 0, 0
    for case in json.loads((folder / "policy_cases.json").read_text())["cases"]:
        data = policy_reference.bytes_of(case)
        if case.get("at", len(data)) == len(data):
            continue
        policy = {**policy_reference.PRESETS[case["preset"]], **case.get("override", {})}
        schema = case.get("schema", "true")
        dead += 1
        found = revived(data[: case["at"] + 1], policy, schema)
        if found is not None:
            wrong += 1
            print(f"{case['id']}: {found} begins with the {case['at'] + 1} bytes that were called dead")
        alive += revived(data[: case["at"]], policy, schema) is not None
    print(f"{dead} dead prefixes, {wrong} revived; {alive} of those one byte shorter")
    sys.exit(1 if wrong or dead < 100 or alive < 0.6 * dead else 0)


if __name__ == "__main__":
    main()
