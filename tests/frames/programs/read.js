// The rows that JavaScript reads in our files, as JSON: node read.js PROGRAM FOLDER PATTERNS…

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [program, folder] = process.argv.slice(2);
const need = createRequire(`${process.env.PACKAGES}/`);
const load = async (name) => import(pathToFileURL(need.resolve(name)));

const rows = {
  hyparquet: async (file) => {
    const { asyncBufferFromFile, parquetReadObjects } = await load("hyparquet");
    const { compressors } = await load("hyparquet-compressors");
    return parquetReadObjects({ file: await asyncBufferFromFile(file), compressors });
  },
  "parquet-wasm": async (file) => {
    const { readParquet } = await load("parquet-wasm");
    const { tableFromIPC } = await load("apache-arrow");
    const table = tableFromIPC(readParquet(readFileSync(file)).intoIPCStream());
    const times = table.schema.fields.filter((field) => String(field.type).startsWith("Timestamp"));
    return table.toArray().map((row) => {
      const plain = row.toJSON();
      for (const { name } of times) {
        plain[name] = plain[name] === null ? null : new Date(plain[name]);
      }
      return plain;
    });
  },
};

const plain = (value) => {
  if (typeof value === "bigint") {
    return Number(value);
  }
  if (value instanceof Date) {
    return value.toISOString();
  }
  return value !== null && typeof value === "object" ? Array.from(value, plain) : (value ?? null);
};

const found = {};
for (const [pattern, files] of Object.entries(JSON.parse(readFileSync(`${folder}/files.json`)))) {
  found[pattern] = {};
  for (const file of files) {
    for (const row of await rows[program](file)) {
      for (const [name, value] of Object.entries(row)) {
        found[pattern][name] ??= [];
        found[pattern][name].push(plain(value));
      }
    }
  }
}
writeFileSync(`${folder}/${program}.json`, JSON.stringify(found));
