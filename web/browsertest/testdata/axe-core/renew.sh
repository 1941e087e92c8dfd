#!/bin/sh
# Renews axe-core, which tests alone use: renew.sh VERSION. It takes npm's package as it
# is published; read what changed before committing it.
set -eu
cd "$(dirname "$0")"
version=${1:?renew.sh VERSION}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
(cd "$folder" && npm pack --silent "axe-core@$version" >/dev/null && tar xzf ./*.tgz)
cp "$folder/package/axe.min.js" "$folder/package/LICENSE" "$folder/package/LICENSE-3RD-PARTY.txt" .
integrity=$(npm view "axe-core@$version" dist.integrity)
sed -i "s/^version: .*/version: $version/; s|^npm's integrity: .*|npm's integrity: $integrity|" README.md
