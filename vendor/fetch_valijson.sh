#!/bin/sh
# Fetches Debian's header-only valijson without its 68 dependencies. Usage: fetch_valijson.sh DEPS_FOLDER
# Leaves DEPS_FOLDER/valijson/{usr,VERSION}; does nothing when that is already there with the pinned hash.
set -eu
deps=${1:?usage: fetch_valijson.sh DEPS_FOLDER}
package=libvalijson-dev
version=1.0+repack-2
sha256=36974bd3ff53c05c2c686ecfa094ee437ff3f520e9ab67e552f1a56f19897643

if [ -f "$deps/valijson/VERSION" ] && [ "$(cat "$deps/valijson/VERSION")" = "$version" ]; then
  exit 0
fi
mkdir -p "$deps"
work=$(mktemp -d "$deps/valijson.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
(cd "$work" && apt-get -qq -o APT::Sandbox::User=root download "$package=$version")
deb=$(ls "$work"/*.deb)
echo "$sha256  $deb" | sha256sum --check --quiet
dpkg-deb -x "$deb" "$work/tree"
echo "$version" > "$work/tree/VERSION"
rm -rf "$deps/valijson"
mv "$work/tree" "$deps/valijson"
