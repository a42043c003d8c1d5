// The bytes of every token of o200k_base, cl100k_base or r50k_base from npm's gpt-tokenizer.
//
// Independent in it: the package's own rank tables, which are JavaScript (strings, or arrays of bytes for what is no
// UTF-8), not the .tiktoken files that our reader takes; and its own decoder (BytePairEncodingCore.tryDecodeToken),
// which returns a string or raw bytes. Special tokens: its own map. With a second argument `encode` its encoder is run. With
// `corpus FILE` its core encodes the texts of the file, the names of special tokens as text; its regular expression is the
// package's but for white space (see packages.mjs) and for `(?i:s)`, which in tiktoken also is U+017F and which the
// package writes [sS].
import path from 'node:path';
import {args, corpus, flush, modules, printEncoding, printToken, require, texts, withWhiteSpace} from './packages.mjs';

const [name, mode, file] = args;
const load = (script) => require(path.join(modules, 'gpt-tokenizer/cjs', script));

function dump(core, parameters) {
  const specials = new Set(parameters.specialTokensEncoder.values());
  const end = Math.max(...specials, parameters.bytePairRankDecoder.length - 1) + 1;
  for (let id = 0; id < end; ++id) {
    const token = core.tryDecodeToken(id);
    if (token === undefined) continue;
    const bytes = typeof token === 'string' ? Buffer.from(token, 'utf8') : token;
    printToken(id, bytes, specials.has(id) ? 'c' : 't');
  }
}

if (mode === 'encode') {
  const {encode} = load(`encoding/${name}.js`);
  for (const text of texts(17)) printEncoding(text, encode(text));
} else {
  const {BytePairEncodingCore} = load('BytePairEncodingCore.js');
  const makers = {o200k_base: 'O200KBase', cl100k_base: 'Cl100KBase', r50k_base: 'R50KBase'};
  const table = load(`bpeRanks/${name}.js`);
  const parameters = load(`encodingParams/${name}.js`)[makers[name]](table.default ?? table);
  if (mode === 'corpus') {
    const pattern = withWhiteSpace(parameters.tokenSplitRegex.source).replaceAll('[sS]', '[sSſ]');
    parameters.tokenSplitRegex = new RegExp(pattern, 'gu');
    const core = new BytePairEncodingCore(parameters);
    for (const text of corpus(file)) printEncoding(text, core.encodeNative(text));
  } else {
    dump(new BytePairEncodingCore(parameters), parameters);
  }
}
flush();
