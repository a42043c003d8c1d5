#!/usr/bin/env python3
"""Symbol scan: no archive of one half names a symbol of another unit, even by forward declaration.

usage: check_symbols.py NM NAMESPACE ARCHIVE...   NAMESPACE is the unit's own, "oracle" or "engine".
Exit 0 when clean, 1 on a breach, 2 when nm showed no symbol of the unit's own: then nothing was looked at.
"""
import re
import subprocess
import sys


def main() -> int:
    nm, own, archives = sys.argv[1], sys.argv[2], sys.argv[3:]
    if not archives:
        print("symbol scan: no archive given")
        return 2
    foreign, seen = set(), 0
    for archive in archives:
        listing = subprocess.run([nm, "-C", archive], capture_output=True, text=True, check=False)
        if listing.returncode != 0:
            print(f"symbol scan: {nm} failed on {archive}: {listing.stderr.strip()}")
            return 2
        for line in listing.stdout.splitlines():
            for unit in re.findall(r"lockstep::(\w+)::", line):
                seen += unit == own
                if unit != own:
                    foreign.add(f"{archive.rsplit('/', 1)[-1]}: {line.strip()}")
    for line in sorted(foreign):
        print(f"symbol scan: lockstep::{own} refers to {line}")
    if seen == 0:
        print(f"symbol scan: no symbol of lockstep::{own} found, so nothing was checked")
        return 2
    print(f"symbol scan: {seen} symbols of lockstep::{own}, {len(foreign)} foreign")
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
