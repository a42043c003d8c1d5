// @hyperjump/json-schema behind the JSON-lines protocol of this folder's README. Usage: node hyperjump.mjs NODE_MODULES
// What it cannot see, as JavaScript: numbers are binary64, of two members with one name the last stays.
// Schemas come from requests only: the packages' http, https and file plugins are taken out first.
import readline from "node:readline";
import path from "node:path";
import fs from "node:fs";
import { pathToFileURL } from "node:url";

console.log = console.error;  // idn-hostname logs what it rejects; standard output is for replies
const modules = path.resolve(process.argv[2]);
const load = (name) => import(pathToFileURL(path.join(modules, name)));

const browser = await load("@hyperjump/browser/lib/index.js");
for (const scheme of ["http", "https", "file"]) browser.removeUriSchemePlugin(scheme);
const jsonSchema = await load("@hyperjump/json-schema/v1/index.js");
for (const draft of ["04", "06", "07", "2019-09", "2020-12"]) await load(`@hyperjump/json-schema/draft-${draft}/index.js`);
await load("@hyperjump/json-schema/formats/index.js");
const { registerSchema, unregisterSchema, validate, hasSchema, setShouldValidateFormat, InvalidSchemaError } = jsonSchema;

const version = JSON.parse(fs.readFileSync(path.join(modules, "@hyperjump/json-schema/package.json"), "utf8")).version;
const defaultDialect = "https://json-schema.org/draft/2020-12/schema";

let registered = [];
let registryKnown = false;
let serial = 0;

// A text as it crosses: a string, or {"hex": ...} where the bytes are not valid UTF-8.
const parse = (text) => {
  if (typeof text === "string") return JSON.parse(text);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text.hex, "hex")));
};

// Metaschemas of the package stay; a document that the package cannot register (another draft, a vocabulary that it
// does not know) is skipped, so a reference to it fails by name. Metaschemas first: their dialects must be known.
const setRegistry = ({ documents, dialect }) => {
  for (const uri of registered) unregisterSchema(uri);
  registered = [];
  registryKnown = true;
  const skipped = {};
  let waiting = Object.keys(documents).filter((uri) => !hasSchema(uri));
  for (let progress = true; progress;) {
    progress = false;
    const later = [];
    for (const uri of waiting) {
      try {
        registerSchema(parse(documents[uri]), uri, dialect || defaultDialect);
        registered.push(uri);
        progress = true;
        delete skipped[uri];
      } catch (error) {
        skipped[uri] = String(error.message ?? error);
        later.push(uri);
      }
    }
    waiting = later;
  }
  return { registered: registered.length, skipped };
};

const failure = (error) => {
  const message = String(error?.message ?? error).slice(0, 500);
  if (error instanceof InvalidSchemaError) return { compile: "malformed", code: "invalid_schema", message };
  if (error instanceof RangeError) return { compile: "limit", code: "depth", message };
  if (error instanceof SyntaxError) return { compile: "malformed", code: "bad_schema_text", message };
  return { compile: "refused", code: "not_supported", keyword: keywordOf(message), message };
};

const keywordOf = (message) => {
  if (/dialect|vocabulary/i.test(message)) return "$schema";
  if (/regular expression/i.test(message)) return "pattern";
  if (/'file:'|already been registered/i.test(message)) return "$id";
  return "$ref";
};

const judge = (validator, text) => {
  let instance;
  try {
    instance = parse(text);
  } catch (error) {
    return { validity: "error", reason: `not_parsed: ${error.message}` };
  }
  try {
    return { validity: validator(instance).valid ? "valid" : "invalid" };
  } catch (error) {
    if (error instanceof RangeError) return { validity: "unknown", reason: `depth: ${error.message}` };
    return { validity: "error", reason: String(error?.message ?? error).slice(0, 500) };
  }
};

const validateRequest = async ({ schema, instances, dialect, assert_formats }) => {
  if (!registryKnown) return { no_registry: true };
  const uri = `https://subject.invalid/${++serial}`;
  let isRegistered = false;
  try {
    setShouldValidateFormat(assert_formats === true);
    registerSchema(parse(schema), uri, dialect || defaultDialect);
    isRegistered = true;
    const validator = await validate(uri);
    return { compile: "ok", replies: instances.map((text) => judge(validator, text)) };
  } catch (error) {
    return failure(error);
  } finally {
    if (isRegistered) unregisterSchema(uri);
  }
};

const answer = async (request) => {
  if (request.op === "hello") return { name: "hyperjump", version, runtime: `node ${process.version}` };
  if (request.op === "registry") return setRegistry(request);
  if (request.op === "validate") return validateRequest(request);
  return { error: `unknown op ${request.op}` };
};

for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...(await answer(request)) }) + "\n");
}
