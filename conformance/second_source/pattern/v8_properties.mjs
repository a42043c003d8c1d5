// V8's Unicode properties: node v8_properties.mjs <input> <output>, both JSON.
// In: {"assigned": [[first, last]], "properties": {expression: [[first, last]]}}. Out: {expression: null where V8 does not know
// it, else {"compared": code points compared, "here": [...], "there": [...]}}: code points that only the input, only V8 has.
// All assigned code points stand in one text, and \p{...} is searched through it; so each is looked at for each expression.
import fs from 'node:fs';

const [input, output] = process.argv.slice(2);
const {assigned, properties} = JSON.parse(fs.readFileSync(input, 'utf8'));

const codePoints = [];
for (const [first, last] of assigned) for (let c = first; c <= last; ++c) codePoints.push(c);
// Trail surrogates before lead surrogates: so no two of them are read as one code point.
const key = (c) => (c >= 0xdc00 && c <= 0xdfff ? c - 0x400 : c >= 0xd800 && c <= 0xdbff ? c + 0x400 : c);
codePoints.sort((a, b) => key(a) - key(b));
let text = '';
for (const c of codePoints) text += String.fromCodePoint(c);
if ([...text].length !== codePoints.length) throw new Error('the text does not keep its code points apart');

const result = {};
for (const [expression, ranges] of Object.entries(properties)) {
  let regexp;
  try {
    regexp = new RegExp(`\\p{${expression}}`, 'gu');
  } catch {
    result[expression] = null;
    continue;
  }
  const there = new Set();
  for (const [match] of text.matchAll(new RegExp(regexp.source + '+', 'gu'))) for (const c of match) there.add(c.codePointAt(0));
  const here = new Set();
  for (const [first, last] of ranges) for (let c = first; c <= last; ++c) here.add(c);
  const differences = {compared: codePoints.length, here: [], there: []};
  for (const c of codePoints) {
    if (here.has(c) && !there.has(c)) differences.here.push(c);
    if (!here.has(c) && there.has(c)) differences.there.push(c);
  }
  result[expression] = differences;
}
fs.writeFileSync(output, JSON.stringify(result));
