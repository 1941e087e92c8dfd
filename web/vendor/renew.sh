#!/usr/bin/env bash
# Fetches the packages of packages.txt anew from the npm registry: what is imported or
# checked, the licence, and package.json. Only this needs npm; building does not.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
while read -r name version; do
	archive=$(npm pack --silent --pack-destination "$work" "$name@$version")
	rm -rf "$name" "$work/package"
	mkdir -p "$name" "$work/package"
	tar -xzf "$work/$archive" -C "$work/package" --strip-components 1
	(cd "$work/package" && find . -type f \( -name package.json -o -iname 'licen[cs]e*' -o -name '*.d.ts' \
		-o -name '*.js' ! -name '*.min.js' \) ! -path './src/*' -print0 | tar -cf - --null -T -) | tar -xf - -C "$name"
done <packages.txt
