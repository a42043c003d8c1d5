// Prints the parsing cases of JSONTestSuite as lines `name hexadecimal-bytes`. The package keeps texts as JavaScript
// strings, in which ill-formed UTF-8 became U+FFFD; those cases are restored from the table below (their names say what
// they hold), and each restored one must decode to the very string that the package has.
import { pathToFileURL } from 'node:url';

const restored = {
  'i_string_UTF-16LE_with_BOM.json': 'fffe5b002200e90022005d00',
  'i_string_UTF-8_invalid_sequence.json': '5b22e697a5d188fa225d',
  'i_string_UTF8_surrogate_U+D800.json': '5b22eda080225d',
  'i_string_invalid_utf-8.json': '5b22ff225d',
  'i_string_iso_latin_1.json': '5b22e9225d',
  'i_string_lone_utf8_continuation_byte.json': '5b2281225d',
  'i_string_not_in_unicode_range.json': '5b22f4bfbfbf225d',
  'i_string_overlong_sequence_2_bytes.json': '5b22c0af225d',
  'i_string_overlong_sequence_6_bytes.json': '5b22fc83bfbfbfbf225d',
  'i_string_overlong_sequence_6_bytes_null.json': '5b22fc8080808080225d',
  'i_string_truncated-utf-8.json': '5b22e0ff225d',
  'i_string_utf16BE_no_BOM.json': '005b002200e90022005d',
  'i_string_utf16LE_no_BOM.json': '5b002200e90022005d00',
  'n_array_a_invalid_utf8.json': '5b61e55d',
  'n_array_invalid_utf8.json': '5bff5d',
  'n_number_invalid-utf-8-in-bigger-int.json': '5b313233e55d',
  'n_number_invalid-utf-8-in-exponent.json': '5b316531e55d',
  'n_number_invalid-utf-8-in-int.json': '5b30e55d0a',
  'n_number_real_with_invalid_utf8_after_e.json': '5b3165e55d',
  'n_object_lone_continuation_byte_in_key_and_trailing_comma.json': '7b22b9223a2230222c7d',
  'n_string_invalid-utf-8-in-escape.json': '5b225c75e5225d',
  'n_string_invalid_utf8_after_escape.json': '5b225ce5225d',
  'n_structure_incomplete_UTF8_BOM.json': 'efbb7b7d',
  'n_structure_lone-invalid-utf-8.json': 'e5',
  'n_structure_single_eacute.json': 'e9',
};

const { parsing } = await import(pathToFileURL(process.argv[2]).href);
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
let used = 0;
for (const { name, input } of parsing) {
  let bytes = Buffer.from(input, 'utf8');
  if (input.includes('\uFFFD') !== name in restored) throw new Error(`${name}: mangled but not restored, or the reverse`);
  if (name in restored) {
    used += 1;
    bytes = Buffer.from(restored[name], 'hex');
    if (lossy.decode(bytes) !== input) throw new Error(`${name}: the restored bytes do not read as the package's text`);
  }
  if (/\s/.test(name)) throw new Error(`${name}: a name with white space`);
  process.stdout.write(`${name} ${bytes.toString('hex')}\n`);
}
if (used !== Object.keys(restored).length) throw new Error('a restored case is not in the package');
