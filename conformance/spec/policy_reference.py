"""A plain reading of policy.md: is a whole text in the language?  Decides every case of policy_cases.json and compares.

Usage: policy_reference.py FOLDER_OF_THIS_FILE FORMAT_PROBE
It knows nothing of prefixes; of `at` it checks that the witness begins with the bytes before it and is in the language.
"""

import decimal
import json
import pathlib
import re
import subprocess
import sys

import jsonschema

PRESETS = {
    "spec": {
        "whitespace": "any",
        "outer_whitespace": "json",
        "key_order": "any",
        "numbers": "json",
        "number_bytes": "none",
        "escapes": "json",
        "format": "annotate",
    },
    "model": {
        "whitespace": "bounded",
        "outer_whitespace": "none",
        "key_order": "any",
        "numbers": "plain",
        "number_bytes": 40,
        "escapes": "json",
        "format": "assert",
    },
    "canonical": {
        "whitespace": "compact",
        "outer_whitespace": "none",
        "key_order": "declared",
        "numbers": "canonical",
        "number_bytes": "none",
        "escapes": "minimal",
        "format": "assert",
    },
}
WS = " \t\n\r"
PLAIN = re.compile(r"-?(0|[1-9][0-9]*)")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
decimal.getcontext().prec = 2000
PROBE = None


class Out(Exception):
    pass


class Number(decimal.Decimal):
    """A value with its spelling."""

    def __new__(cls, spelling):
        self = super().__new__(cls, spelling)
        self.spelling = spelling
        return self


def canonical_number(value):
    sign, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    if not text:
        return "0"
    stripped = text.rstrip("0")
    exponent += len(text) - len(stripped)
    count = len(stripped)
    if exponent >= 0:
        plain = stripped + "0" * exponent
    elif -exponent < count:
        plain = stripped[:exponent] + "." + stripped[exponent:]
    else:
        plain = "0." + "0" * (-exponent - count) + stripped
    if len(plain.replace(".", "")) > 32:
        plain = stripped[0] + ("." + stripped[1:] if count > 1 else "") + "e" + str(exponent + count - 1)
    return ("-" if sign else "") + plain


class Reader:
    def __init__(self, text, policy):
        self.text, self.policy, self.at = text, policy, 0

    def need(self, condition):
        if not condition:
            raise Out

    def peek(self):
        return self.text[self.at : self.at + 1]

    def take(self, literal):
        self.need(self.text.startswith(literal, self.at))
        self.at += len(literal)

    def run(self):
        begin = self.at
        while self.peek() and self.peek() in WS:
            self.at += 1
        return self.text[begin : self.at]

    def gap(self, after_separator=False):
        """White space between two tokens."""
        found, rule = self.run(), self.policy["whitespace"]
        if rule == "bounded":
            self.need(len(found) <= 64)
        elif rule == "single":
            self.need(found == (" " if after_separator else ""))
        elif rule == "compact":
            self.need(found == "")

    def document(self):
        outer = self.policy["outer_whitespace"] == "json"
        self.need(self.run() == "" or outer)
        value = self.value()
        self.need(self.run() == "" or outer)
        self.need(self.at == len(self.text))
        return value

    def value(self):
        first = self.peek()
        for literal, value in (("null", None), ("true", True), ("false", False)):
            if first == literal[0]:
                self.take(literal)
                return value
        if first == '"':
            return self.string()
        if first == "[":
            return self.array()
        if first == "{":
            return self.object()
        return self.number()

    def number(self):
        found = NUMBER.match(self.text, self.at)
        self.need(found)
        spelling = found.group()
        self.at = found.end()
        limit = self.policy["number_bytes"]
        self.need(limit == "none" or len(spelling) <= limit)
        value = Number(spelling)
        self.need(self.policy["numbers"] != "canonical" or canonical_number(value) == spelling)
        return value

    def string(self):
        begin = self.at
        self.take('"')
        units = []  # UTF-16 code units of escapes, characters otherwise
        while self.peek() != '"':
            c = self.peek()
            self.need(c >= " ")
            self.at += 1
            if c != "\\":
                units.append(c)
                continue
            escape = self.peek()
            self.at += 1
            if escape == "u":
                digits = self.text[self.at : self.at + 4]
                self.need(re.fullmatch("[0-9a-fA-F]{4}", digits))
                self.at += 4
                units.append(int(digits, 16))
            else:
                self.need(escape and escape in '"\\/bfnrt')
                units.append({"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(escape, escape))
        self.at += 1
        value = self.joined(units)
        if self.policy["escapes"] == "minimal":
            spelled = "".join(SHORT.get(c, c if c >= " " else f"\\u{ord(c):04x}") for c in value)
            self.need(self.text[begin : self.at] == f'"{spelled}"')
        return value

    def joined(self, units):
        out, at = "", 0
        while at < len(units):
            unit = units[at]
            if isinstance(unit, str) or not 0xD800 <= unit <= 0xDFFF:
                out += unit if isinstance(unit, str) else chr(unit)
                at += 1
                continue
            low = units[at + 1] if at + 1 < len(units) else None
            self.need(unit < 0xDC00 and isinstance(low, int) and 0xDC00 <= low <= 0xDFFF)
            out += chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            at += 2
        return out

    def array(self):
        self.take("[")
        self.gap()
        items = []
        if self.peek() != "]":
            while True:
                items.append(self.value())
                self.gap()
                if self.peek() == "]":
                    break
                self.take(",")
                self.gap(True)
        self.take("]")
        return items

    def object(self):
        self.take("{")
        self.gap()
        members = {}
        if self.peek() != "}":
            while True:
                name = self.string()
                self.need(name not in members)
                self.gap()
                self.take(":")
                self.gap(True)
                members[name] = self.value()
                self.gap()
                if self.peek() == "}":
                    break
                self.take(",")
                self.gap(True)
        self.take("}")
        return members


def equal(a, b, plain):
    """a from the schema, b from the text."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, decimal.Decimal) and isinstance(b, decimal.Decimal):
        integral = a == a.to_integral_value()
        return a == b and (not plain or not integral or PLAIN.fullmatch(b.spelling) is not None)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(equal(x, y, plain) for x, y in zip(a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k], plain) for k in a)
    return type(a) is type(b) and a == b


def validator_class(policy):
    plain = policy["numbers"] == "plain"

    def is_integer(_, x):
        return (
            isinstance(x, decimal.Decimal)
            and x == x.to_integral_value()
            and (not plain or not isinstance(x, Number) or PLAIN.fullmatch(x.spelling) is not None)
        )

    def const(_, wanted, instance, schema):
        if not equal(wanted, instance, plain):
            yield jsonschema.ValidationError("const")

    def enum(_, wanted, instance, schema):
        if not any(equal(w, instance, plain) for w in wanted):
            yield jsonschema.ValidationError("enum")

    def format_(_, name, instance, schema):
        if policy["format"] != "assert" or not isinstance(instance, str):
            return
        done = subprocess.run(
            [PROBE],
            input=f"check {name} {instance.encode().hex() or '-'}\n",
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0 and done.stdout.strip() == "no":  # 2: a name that is not in the list
            yield jsonschema.ValidationError("format")

    base = jsonschema.Draft202012Validator
    checker = base.TYPE_CHECKER.redefine("integer", is_integer).redefine(
        "number", lambda _, x: isinstance(x, decimal.Decimal)
    )
    return jsonschema.validators.extend(
        base, {"const": const, "enum": enum, "format": format_}, type_checker=checker
    )


def resolve(root, pointer):
    node = root
    for token in pointer.removeprefix("#").split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        node = node[int(token)] if isinstance(node, list) else node[token]
    return node


def walk(root, schemas):
    """(schema object, keyword, value) of every member met, in the order of the text, each schema object once."""
    seen, met = [], []

    def visit(schema):
        if not isinstance(schema, dict) or any(schema is s for s in seen):
            return
        seen.append(schema)
        for keyword, value in schema.items():
            met.append((schema, keyword, value))
            if keyword == "$ref":
                visit(resolve(root, value))
            elif keyword in ("allOf", "anyOf", "oneOf"):
                for part in value:
                    visit(part)
            elif keyword == "dependentSchemas":
                for part in value.values():
                    visit(part)
            elif keyword in ("not", "if", "then", "else"):
                visit(value)

    for schema in schemas:
        visit(schema)
    return met


def declared_order(root, value, schemas):
    if not isinstance(value, (dict, list)):
        return True
    met = walk(root, schemas)
    if isinstance(value, list):
        return all(declared_order(root, item, list(children_of_item(met, i))) for i, item in enumerate(value))
    names = list(dict.fromkeys(n for _, keyword, sub in met if keyword == "properties" for n in sub))
    places = [names.index(n) if n in names else len(names) for n in value]
    return places == sorted(places) and all(
        declared_order(root, member, list(children_of_member(met, name))) for name, member in value.items()
    )


def children_of_item(met, index):
    for schema, keyword, sub in met:
        beyond = index >= len(schema.get("prefixItems", []))
        if keyword == "prefixItems" and not beyond:
            yield sub[index]
        elif (keyword == "items" and beyond) or keyword in ("contains", "unevaluatedItems"):
            yield sub


def children_of_member(met, name):
    for schema, keyword, sub in met:
        matched = [p for p in schema.get("patternProperties", {}) if re.search(p, name)]
        if keyword == "properties" and name in sub:
            yield sub[name]
        elif keyword == "patternProperties":
            yield from (sub[p] for p in matched)
        elif keyword == "additionalProperties" and name not in schema.get("properties", {}) and not matched:
            yield sub
        elif keyword == "unevaluatedProperties":
            yield sub


def is_member(data, policy, schema_text):
    try:
        value = Reader(data.decode("utf-8"), policy).document()
    except (UnicodeDecodeError, Out):
        return False
    schema = json.loads(schema_text, parse_float=decimal.Decimal, parse_int=decimal.Decimal)
    if not validator_class(policy)(schema).is_valid(value):
        return False
    return policy["key_order"] == "any" or declared_order(schema, value, [schema])


def bytes_of(case, key="text"):
    hex_key = "hex" if key == "text" else f"{key}_hex"
    return bytes.fromhex(case[hex_key]) if hex_key in case else case[key].encode()


def main():
    global PROBE
    folder = pathlib.Path(sys.argv[1])
    document = json.loads((folder / "policy_cases.json").read_text())
    shape = json.loads((folder / "policy_cases.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(shape)
    jsonschema.Draft202012Validator(shape).validate(document)
    cases = document["cases"]
    PROBE = sys.argv[2]
    wrong = 0
    for case in cases:
        policy = {**PRESETS[case["preset"]], **case.get("override", {})}
        schema = case.get("schema", "true")
        data = bytes_of(case)
        problems = []
        if is_member(data, policy, schema) != (case["expect"] == "in"):
            problems.append(f"is not {case['expect']}")
        if "at" in case:
            witness = bytes_of(case, "witness")
            if witness[: case["at"]] != data[: case["at"]] or not is_member(witness, policy, schema):
                problems.append("the witness does not prove the prefix viable")
        if problems:
            wrong += 1
            print(f"{case['id']}: {', '.join(problems)}")
    print(f"{len(cases)} cases, {wrong} wrong")
    sys.exit(1 if wrong or len(cases) < 160 else 0)


if __name__ == "__main__":
    main()
