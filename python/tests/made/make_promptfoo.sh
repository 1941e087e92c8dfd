#!/bin/sh
# Writes results.json of promptfoo into a folder, of two providers that are scripts.
#
#     npm install promptfoo@0.121.20 && PATH=$PWD/node_modules/.bin:$PATH make_promptfoo.sh OUT
#
# results/logs/testdata/promptfoo.txtar holds what version 0.121.20 wrote, as the last line
# shortens it.
set -eu
mkdir -p "$1"
cd "$1"
cat > provider.js <<'END'
// Adds two numbers, wrongly on every so many calls with one prompt.
module.exports = class {
  constructor(options) { this.wrong = options.config.wrong; this.calls = {}; }
  id() { return 'sums'; }
  async callApi(prompt) {
    const n = this.calls[prompt] = (this.calls[prompt] || 0) + 1;
    const [a, b] = prompt.match(/\d+/g).map(Number);
    if (a === 9 && n === 2) return { error: 'no answer came' };
    const output = String(a + b + (n % this.wrong === 0 ? 1 : 0));
    return { output, tokenUsage: { total: 12, prompt: 10, completion: 2 }, cost: 0.25 };
  }
};
END
cat > promptfooconfig.yaml <<'END'
description: sums
prompts: ['{{a}} + {{b}} = ?']
providers:
  - {id: 'file://provider.js', label: model-a, config: {wrong: 2}}
  - {id: 'file://provider.js', label: model-b, config: {wrong: 3}}
tests:
  - {vars: {a: 1, b: 2}, assert: [{type: equals, value: '3'}]}
  - {description: nine, vars: {a: 9, b: 1}, assert: [{type: equals, value: '10'}]}
END
export PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1 PROMPTFOO_CONFIG_DIR="$PWD/.promptfoo"
# The answers that are wrong make promptfoo exit with 100.
promptfoo eval --repeat 3 --no-cache -j 1 --no-progress-bar --no-table -o results.json || test $? = 100
node -e '
const r = require("./results.json"), cut = (o, ...names) => names.forEach((n) => delete o[n]);
cut(r, "vars", "shareableUrl", "runtimeOptions"); cut(r.config, "providers", "tests", "extensions");
for (const p of r.results.prompts) cut(p.metrics, "tokenUsage");
for (const x of r.results.results) { cut(x, "gradingResult"); x.tokenUsage = { total: x.tokenUsage.total }; }
require("fs").writeFileSync("short.json", JSON.stringify(r) + "\n");'
