#!/bin/sh
# Takes vocabulary-only GGUF files out of the git bundle that npm's node-llama-cpp carries. Usage: extract_gguf.sh DEPS_FOLDER
# Leaves DEPS_FOLDER/gguf/*.gguf and REVISION; does nothing when that is already there. The lock file's integrity pins
# the bundle, the bundle's commit id pins the files.
set -eu
deps=${1:?usage: extract_gguf.sh DEPS_FOLDER}
bundle=$deps/npm/vocabularies/node_modules/node-llama-cpp/llama/gitRelease.bundle
revision=80fb11ac73e66d89eae2c6a91d8a77428fa733ed
names='llama-spm gpt-2 llama-bpe'

if [ -f "$deps/gguf/REVISION" ] && [ "$(cat "$deps/gguf/REVISION")" = "$revision $names" ]; then
  exit 0
fi
[ -f "$bundle" ] || { echo "extract_gguf: $bundle is missing" >&2; exit 1; }
work=$(mktemp -d "$deps/gguf.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
git clone --quiet --bare "$bundle" "$work/git"
mkdir "$work/gguf"
for name in $names; do
  git --git-dir="$work/git" show "$revision:models/ggml-vocab-$name.gguf" > "$work/gguf/$name.gguf"
done
echo "$revision $names" > "$work/gguf/REVISION"
rm -rf "$deps/gguf"
mv "$work/gguf" "$deps/gguf"
