// Where the fetched packages are, and the form of what the scripts print. Usage of every script here:
//   node SCRIPT NODE_MODULES_FOLDER ARGUMENTS...
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

export const modules = process.argv[2];
export const args = process.argv.slice(3);
export const require = createRequire(path.join(modules, 'lockstep.js'));
export const importFrom = (file) => import(pathToFileURL(path.join(modules, file)));

let pending = [];

// One line a token: id, bytes in hexadecimal ("-" for none), class. The class is what the package itself says:
// c = special, b = read as a byte, t = any other, ? = it says nothing.
export function printToken(id, bytes, kind) {
  const hex = Buffer.from(bytes).toString('hex');
  pending.push(`${id} ${hex === '' ? '-' : hex} ${kind}\n`);
  if (pending.length > 10000) flush();
}

// One line a text: the text's UTF-8 in hexadecimal, then the ids that the package's encoder gives it.
export function printEncoding(text, ids) {
  pending.push(`${Buffer.from(text, 'utf8').toString('hex')} ${ids.join(' ')}\n`);
  if (pending.length > 1000) flush();
}

export function flush() {
  process.stdout.write(pending.join(''));
  pending = [];
}

// Texts whose tokens are often parts of characters: every `step`th assigned character of the planes in use, alone and
// in company, composed (NFC), so that a normaliser changes nothing.
export function texts(step) {
  const all = [];
  for (const [begin, end] of [[0x21, 0xD800], [0xE000, 0xFFFE], [0x10000, 0x14700], [0x16800, 0x18D00], [0x1B000, 0x1B300],
                              [0x1D000, 0x1D800], [0x1F000, 0x1FB00], [0x20000, 0x20400], [0xE0100, 0xE01F0]]) {
    for (let c = begin; c < end; c += step) {
      const character = String.fromCodePoint(c);
      if (!/^\p{Assigned}$/u.test(character)) continue;
      for (const text of [character, `a${character}${character}b`]) if (text.normalize('NFC') === text) all.push(text);
    }
  }
  all.push('{"name": "value", "list": [1, 2.5e-10, true, null]}', 'two  spaces,    four', 'line\nline\n\n\tx', '👩‍👩‍👧‍👦 naïve 你好');
  return all;
}

// The texts of a file, one a line in hexadecimal, "-" for the empty one.
export function corpus(file) {
  const lines = fs.readFileSync(file, 'latin1').trimEnd().split('\n');
  return lines.map((line) => Buffer.from(line === '-' ? '' : line, 'hex').toString('utf8'));
}

// JavaScript's \s has U+FEFF and lacks U+0085; in Rust and in Oniguruma, for which the expressions were written, it is the
// property White_Space.
export const withWhiteSpace = (pattern) => pattern.replaceAll('\\s', '\\p{White_Space}').replaceAll('\\S', '\\P{White_Space}');
