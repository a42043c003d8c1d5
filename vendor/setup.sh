#!/usr/bin/env bash
# Installs what is pinned in vendor/, into $LOCKSTEP_DEPS and by apt. Idempotent: what is there is left alone, and when all
# is there nothing touches the network. Levels: (none) for the gate, --tests for the tests, --all for everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
deps=${LOCKSTEP_DEPS:?the folder to fill}
level=${1:-}
case "$level" in '' | --tests | --all) ;; *) echo "setup: unknown option $level (--tests, --all)" >&2; exit 2 ;; esac

say() { printf '==> %s\n' "$*" >&2; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

names() { grep -hv '^#' "$@" | grep . ; }

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "needs root for: $* (no sudo here; install the packages as root, then run this again)"; fi
}

# Installs the missing ones of the named Debian packages; names those that have no candidate.
apt_install() {
  local missing=() unknown=() name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  if [[ ${#missing[@]} == 0 ]]; then return; fi
  say "apt: installing ${missing[*]}"
  as_root apt-get update -qq || die "apt-get update failed; still missing: ${missing[*]}"
  for name in "${missing[@]}"; do
    [[ -n $(apt-cache show --no-all-versions "$name" 2>/dev/null) ]] || unknown+=("$name")
  done
  if [[ ${#unknown[@]} != 0 ]]; then die "no such Debian package here: ${unknown[*]} (Debian 12, bookworm, has them)"; fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >"$deps/apt.log" 2>&1 || { tail -n 20 "$deps/apt.log" >&2; die "apt could not install: ${missing[*]}"; }
}

# once NAME KEY COMMAND...: runs COMMAND unless it already ran for this KEY. The stamp is written last, so that an
# interrupted step is done again.
once() {
  local stamp=$deps/.stamps/$1 key=$2 name=$1
  shift 2
  if [[ -f $stamp && $(<"$stamp") == "$key" ]]; then return; fi
  say "$name"
  "$@" || die "$name failed"
  mkdir -p "$deps/.stamps"
  printf '%s\n' "$key" >"$stamp"
}

hash_of() { cat "$@" | sha256sum | cut -d' ' -f1; }

npm_install() {  # NAME: vendor/npm/NAME into $deps/npm/NAME, exactly as locked, no install scripts
  mkdir -p "$deps/npm/$1"
  cp "npm/$1/package.json" "npm/$1/package-lock.json" "$deps/npm/$1/"
  (cd "$deps/npm/$1" && npm ci --ignore-scripts --omit=optional --no-audit --no-fund --silent) ||
    { say "npm could not install one of: $(tr -d '{}",' <"npm/$1/package.json" | grep -E '^ +.*[0-9]$' | tr -s ' \n' ' ')"; return 1; }
}

python_install() {
  rm -rf "$deps/python"
  python3 -m venv "$deps/python" &&
    "$deps/python/bin/python" -m pip install --quiet --no-deps --require-hashes -r pip/requirements.txt
}

suite_install() {  # the official suite travels in the source package of PyPI's jsonschema
  local work=$deps/suite.new
  rm -rf "$work" && mkdir -p "$work" &&
    "$deps/python/bin/python" -m pip download --quiet --no-deps --no-binary :all: --require-hashes -d "$work" \
      -r pip/suite.txt &&
    tar -xzf "$work"/jsonschema-*.tar.gz -C "$work" --strip-components=2 --wildcards '*/json/*' &&
    rm -rf "$deps/suite" && mv "$work" "$deps/suite"
}

mkdir -p "$deps"
deps=$(cd "$deps" && pwd)

mapfile -t packages < <(names apt/gate.txt)
if [[ $level != '' ]]; then mapfile -t -O "${#packages[@]}" packages < <(names apt/test.txt); fi
if [[ $level == --all ]]; then mapfile -t -O "${#packages[@]}" packages < <(names apt/all.txt); fi
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
apt_install "${packages[@]}"

once npm-gate "$(hash_of npm/gate/*)" npm_install gate
once npm-unicode "$(hash_of npm/unicode/*)" npm_install unicode
once python "$(hash_of pip/requirements.txt)" python_install
once suite "$(hash_of pip/suite.txt)" suite_install
once valijson "$(hash_of fetch_valijson.sh)" ./fetch_valijson.sh "$deps"
if [[ $level != '' ]]; then
  once npm-vocabularies "$(hash_of npm/vocabularies/*)" npm_install vocabularies
  once gguf "$(hash_of npm/vocabularies/* extract_gguf.sh)" ./extract_gguf.sh "$deps"
fi
say "setup ${level:-for the gate}: everything is in place"
