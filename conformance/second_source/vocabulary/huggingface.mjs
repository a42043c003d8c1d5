// The bytes of every token of a tokenizer.json from npm's @huggingface/tokenizers, the library of Hugging Face itself.
//
// Independent in it: its JSON parser, its model, its added-token rules and its decoders (ByteLevel with its own table,
// Replace, ByteFallback). A decoder ends in TextDecoder, which turns parts of characters into U+FFFD; so that object
// alone is replaced by one that notes the bytes it is handed. To show that this changes nothing else, the whole
// vocabulary is decoded once more by an untouched tokenizer, and must equal the noted bytes put through TextDecoder.
// With a second argument `encode` the encoder is run. With `corpus FILE` it encodes the texts of the file, the names of
// special tokens as text; in the pre-tokenizer's expression white space is what it is to the model (see packages.mjs).
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import {args, corpus, flush, importFrom, modules, printEncoding, printToken, texts, withWhiteSpace} from './packages.mjs';

const [folder, mode, file] = args;
const {Tokenizer} = await importFrom('@huggingface/tokenizers/dist/tokenizers.mjs');
const read = (name) => JSON.parse(fs.readFileSync(path.join(modules, folder, name), 'utf8'));
const make = () => new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
const plain = {skip_special_tokens: false, clean_up_tokenization_spaces: false};

function encodeAll() {
  const tokenizer = make();
  for (const text of texts(17)) printEncoding(text, tokenizer.encode(text, {add_special_tokens: false}).ids);
}

function encodeCorpus() {
  const description = read('tokenizer.json');
  description.added_tokens = description.added_tokens.filter((token) => !token.special);
  for (const part of description.pre_tokenizer.pretokenizers ?? [])
    if (part.pattern?.Regex) part.pattern.Regex = withWhiteSpace(part.pattern.Regex);
  const tokenizer = new Tokenizer(description, {...read('tokenizer_config.json'), added_tokens_decoder: {}});
  for (const text of corpus(file)) printEncoding(text, tokenizer.encode(text, {add_special_tokens: false}).ids);
}

function dumpAll() {
  const tokenizer = make();
  let noted = null;
  const note = {decode: (bytes) => { noted = Uint8Array.from(bytes); return ''; }};
  const parts = tokenizer.decoder.decoders ?? [tokenizer.decoder];
  const replaced = parts.filter((part) => part.text_decoder !== undefined);
  assert.equal(replaced.length, 1, 'exactly one part of the decoder must end in TextDecoder');
  replaced[0].text_decoder = note;

  const specials = new Set(tokenizer.all_special_ids);
  const fallback = tokenizer.decoder.decoders !== undefined;
  const all = [];
  for (let id = 0; id < tokenizer.model.vocab.length; ++id) {
    if (tokenizer.model.vocab[id] === undefined) continue;
    noted = null;
    const text = tokenizer.decode([id], plain);
    const bytes = noted ?? Buffer.from(text, 'utf8');
    printToken(id, bytes, specials.has(id) ? 'c' : (noted !== null && fallback ? 'b' : 't'));
    all.push({id, bytes, text: noted === null});
  }
  checkUntouched(all, fallback);
}

// Neighbouring tokens that reach TextDecoder reach it as one piece, as in the library.
function checkUntouched(all, fallback) {
  const untouched = make();
  const decoder = new TextDecoder('utf-8', {ignoreBOM: !fallback});
  let expected = '';
  let run = [];
  const end = () => { expected += decoder.decode(Buffer.concat(run)); run = []; };
  for (const {bytes, text} of all) {
    if (text) { end(); expected += Buffer.from(bytes).toString('utf8'); } else run.push(bytes);
  }
  end();
  assert.ok(untouched.decode(all.map((token) => token.id), plain) === expected, 'noting the bytes changed the decoder');
}

if (mode === 'encode') encodeAll(); else if (mode === 'corpus') encodeCorpus(); else dumpAll();
flush();
