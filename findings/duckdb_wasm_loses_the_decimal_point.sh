#!/usr/bin/env bash
# DuckDB in the browser gives 1.5 as 15: the decimals of SQL arrive without their point.
#
# Versions    @duckdb/duckdb-wasm 1.32.0 (DuckDB 1.4.3), apache-arrow 17.0.0
# Expected    select 1.5 gives 1.5 to JavaScript, as it does to Python, and sum of 0.5 and 1.25 is
#             1.75
# Behaviour   a number with a point is a DECIMAL in DuckDB, and Arrow's value for JavaScript holds
#             the digits without the scale: as a number and as a text it is 15, and the sum 175.
#             avg is a DOUBLE and right, as is what was cast to it
# Output      1.5: 15
#             sum: 175
#             avg: 0.875
#             1.5::double: 1.5
#
# Needs node (20 or newer) and npm.
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @duckdb/duckdb-wasm@1.32.0 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
cat > look.cjs <<'JS'
const path = require("path");
const duckdb = require("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs");

const folder = path.dirname(require.resolve("@duckdb/duckdb-wasm"));
const bundle = (name) => ({ mainModule: path.join(folder, name), mainWorker: "" });
const bundles = { mvp: bundle("duckdb-mvp.wasm"), eh: bundle("duckdb-eh.wasm") };
const values = "(values (0.5), (1.25)) t(v)";
(async () => {
  const logger = new duckdb.VoidLogger();
  const db = await duckdb.createDuckDB(bundles, logger, duckdb.NODE_RUNTIME);
  await db.instantiate(() => {});
  const connection = db.connect();
  const ask = (sql) => Number(connection.query(`select ${sql}`).getChildAt(0).get(0));
  console.log(`1.5: ${ask("1.5")}`);
  console.log(`sum: ${ask(`sum(v) from ${values}`)}`);
  console.log(`avg: ${ask(`avg(v) from ${values}`)}`);
  console.log(`1.5::double: ${ask("1.5::double")}`);
  process.exit(0);
})();
JS
node look.cjs | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
1.5: 15
sum: 175
avg: 0.875
1.5::double: 1.5
TEXT
