// V8's answers: node v8_regexp.mjs <input> <output>, both JSON lines.
// In: {"pattern": text, "subjects": [text]}. Out: {"mode": "u" | "n" | "e", "message_u": text, "message_n": text, "answers":
// "01...", "by_code_point": "01..."}: valid with the u flag, only without it, or neither; the messages of failures; what test()
// says of each subject; and, in mode u, what the sticky flag says at the beginnings of code points, one after the other, of the
// pattern with an empty group between a reference by number and an astral character. These two ways avoid two faults of V8 and
// mean the same.
// Where V8 runs out of its own stack the answers are "x". A pattern that takes more than a minute ends the run with a failure.
import fs from 'node:fs';
import vm from 'node:vm';

const [input, output] = process.argv.slice(2);
const sandbox = vm.createContext({});
const script = new vm.Script(`
  answers = subjects.map((s) => (regexp.test(s) ? "1" : "0")).join("");
  if (sticky) by_code_point = subjects.map((s) => {
    for (let at = 0; at <= s.length; at += at < s.length && s.codePointAt(at) > 0xFFFF ? 2 : 1) {
      sticky.lastIndex = at;
      if (sticky.test(s)) return "1";
    }
    return "0";
  }).join("");`);

const astralAfterReference = /(?<!\\)((?:\\\\)*\\[1-9]\d*)(?=[\u{10000}-\u{10FFFF}])/gu;

function compile(pattern, flags) {
  try {
    return {regexp: new RegExp(pattern, flags), message: ''};
  } catch (error) {
    return {regexp: undefined, message: error.message.slice(error.message.lastIndexOf(': ') + 2)};
  }
}

const lines = [];
for (const line of fs.readFileSync(input, 'utf8').split('\n')) {
  if (line === '') continue;
  const {pattern, subjects} = JSON.parse(line);
  const strict = compile(pattern, 'u');
  const legacy = strict.regexp ? {message: ''} : compile(pattern, '');
  const regexp = strict.regexp ?? legacy.regexp;
  const sticky = strict.regexp && new RegExp(pattern.replace(astralAfterReference, '$1(?:)'), 'uy');
  Object.assign(sandbox, {regexp, sticky, subjects, answers: '', by_code_point: ''});
  if (regexp && subjects.length > 0) {
    try {
      script.runInContext(sandbox, {timeout: 60_000});
    } catch (error) {
      if (error.message !== 'Maximum call stack size exceeded') throw new Error(`${JSON.stringify(pattern)}: ${error.message}`);
      sandbox.answers = 'x'.repeat(subjects.length);
      sandbox.by_code_point = strict.regexp ? sandbox.answers : '';
    }
  }
  const {answers, by_code_point} = sandbox;
  const mode = strict.regexp ? 'u' : legacy.regexp ? 'n' : 'e';
  lines.push(JSON.stringify({mode, message_u: strict.message, message_n: legacy.message, answers, by_code_point}));
}
fs.writeFileSync(output, lines.map((line) => line + '\n').join(''));
