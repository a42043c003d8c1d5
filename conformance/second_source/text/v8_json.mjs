// Reads lines of hexadecimal bytes; prints for each what V8 makes of that JSON text:
//   utf8            the bytes are not well-formed UTF-8 (TextDecoder, fatal)
//   reject          JSON.parse throws
//   accept F DUMP   F: `-`, or letters for what V8 allows and a strict reader does not, found by a scan of the source:
//                   d an object repeats a name, s a string has a lone surrogate; b is a remark, not a difference:
//                   a number is beyond binary64.
// DUMP: the tree that JSON.parse returned (names sorted, strings as code points, numbers as binary64 bits), then the
// names and scalars in source order, numbers by their exact text.
import { createInterface } from 'node:readline';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const codePoints = (s) => 's' + Array.from(s, (c) => c.codePointAt(0).toString(16) + '.').join('');

function bits(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return 'd' + view.getBigUint64(0).toString(16).padStart(16, '0');
}

function tree(value) {
  if (value === null) return 'n';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return bits(value);
  if (typeof value === 'string') return codePoints(value);
  if (Array.isArray(value)) return '[' + value.map((item) => tree(item) + ',').join('') + ']';
  const members = Object.keys(value).map((name) => [codePoints(name), tree(value[name])]);
  members.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return '{' + members.map(([name, inner]) => `${name}:${inner},`).join('') + '}';
}

function countMembers(value) {
  if (value === null || typeof value !== 'object') return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum, inner) => sum + countMembers(inner), own);
}

// Splits a text that JSON.parse took into names and scalars: enough, as the text is known to be well-formed JSON.
function scan(text) {
  const found = { names: 0, lone: false, beyond: false, tokens: [] };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|-?\d[0-9.eE+-]*|true|false|null/gs)) {
    if (token.startsWith('"')) {
      const isName = token.endsWith(':');
      if (isName) found.names += 1;
      const string = JSON.parse(isName ? token.slice(0, -1) : token);
      if (!string.isWellFormed()) found.lone = true;
      found.tokens.push(codePoints(string));
    } else if (/^[tfn]/.test(token)) {
      found.tokens.push(token[0]);
    } else {
      if (!Number.isFinite(Number(token))) found.beyond = true;
      found.tokens.push('#' + token);
    }
  }
  return found;
}

function answer(bytes) {
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    return 'utf8';
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return 'reject';
  }
  const found = scan(text);
  // A repeated name vanishes from the tree, with all that its first value held.
  const repeated = found.names > countMembers(value);
  const flags = (repeated ? 'd' : '') + (found.lone ? 's' : '') + (found.beyond ? 'b' : '');
  return ['accept', flags || '-', tree(value), ...found.tokens].join(' ');
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(answer(Buffer.from(line, 'hex')) + '\n');
}
