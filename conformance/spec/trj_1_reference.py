"""A plain reading of trj-1.md: decides every case of trj_1_cases.json and compares.  Usage: trj_1_reference.py FOLDER

Where a case is `ok` and not large, the longest text is built, measured, and must be in the language by policy_reference.py.
"""

import decimal
import json
import pathlib
import sys
import urllib.parse

import jsonschema

import policy_reference
from policy_reference import canonical_number

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ANNOTATIONS = {
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
}
TYPES = ("object", "array", "string", "integer", "boolean", "null")
OF_TYPE = {
    "properties": "object",
    "additionalProperties": "object",
    "required": "object",
    "items": "array",
    "maxItems": "array",
    "minItems": "array",
    "maxLength": "string",
    "minLength": "string",
    "minimum": "integer",
    "maximum": "integer",
    "exclusiveMinimum": "integer",
    "exclusiveMaximum": "integer",
    "multipleOf": "integer",
}
RANGE = 2**53 - 1
LIMITS = {
    "schema_bytes": 262144,
    "schema_depth": 64,
    "schema_nodes": 4096,
    "object_members": 128,
    "name_length": 128,
    "enum_values": 1024,
    "string_length": 65536,
    "array_items": 4096,
    "multiple_of": 1000,
    "instance_depth": 32,
    "text_bytes": 16777216,
}


class Verdict(Exception):
    def __init__(self, outcome, **fields):
        self.fields = {"outcome": outcome, **fields}


def refuse(code, keyword, pointer):
    raise Verdict("refused", code=code, keyword=keyword, pointer=pointer)


def within(limit, count, pointer):
    if count > LIMITS[limit]:
        raise Verdict("limit", limit=limit, pointer=pointer)


def escape(token):
    return token.replace("~", "~0").replace("/", "~1")


def pointer_of(path):
    return "".join("/" + escape(str(token)) for token in path)


def depth_of(text):
    depth, deepest, inside, skip = 0, 0, False, False
    for c in text:
        if skip:
            skip = False
        elif inside:
            skip, inside = c == "\\", c != '"'
        elif c == '"':
            inside = True
        elif c in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif c in "]}":
            depth -= 1
    return deepest


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name twice")
    return dict(pairs)


def is_integer(value):
    return isinstance(value, decimal.Decimal) and value == value.to_integral_value() and abs(value) <= RANGE


class Compiler:
    def __init__(self, root):
        self.root, self.nodes, self.references = root, 0, []

    def schema(self, schema, pointer, keyword, at_root=False):
        self.nodes += 1
        within("schema_nodes", self.nodes, pointer)
        if not isinstance(schema, dict):
            refuse("unsupported_value", keyword, pointer)
        if not {"$ref", "type", "enum", "const"} & schema.keys():
            refuse("missing_keyword", "type", pointer)
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if "$ref" not in schema:
            named = "enum" in schema or "const" in schema
            for must, kind in (
                ("properties", "object"),
                ("additionalProperties", "object"),
                ("items", "array"),
                ("maxItems", "array"),
                ("maxLength", "string"),
            ):
                if kind in types and must not in schema and not (must == "maxLength" and named):
                    refuse("missing_keyword", must, pointer)
        for name, value in schema.items():
            self.member(schema, types, name, value, pointer + "/" + escape(name), at_root)

    def member(self, schema, types, name, value, pointer, at_root):
        if name in ANNOTATIONS or (at_root and name == "$schema"):
            return
        if at_root and name == "$defs":
            for key, sub in value.items():
                self.schema(sub, f"{pointer}/{escape(key)}", "$defs")
        elif name == "$ref":
            self.reference(schema, value, pointer)
        elif "$ref" in schema or (name not in OF_TYPE and name not in ("type", "enum", "const")):
            refuse("unsupported_keyword", name, pointer)
        elif name == "type":
            for i, kind in enumerate(types):
                if kind not in TYPES:
                    refuse("unsupported_value", name, pointer + (f"/{i}" if isinstance(value, list) else ""))
        elif name == "enum":
            within("enum_values", len(value), pointer)
            for i, x in enumerate(value):
                self.scalar(x, name, f"{pointer}/{i}")
        elif name == "const":
            self.scalar(value, name, pointer)
        elif OF_TYPE[name] not in types:
            refuse("misplaced_keyword", name, pointer)
        else:
            self.of_type(name, value, pointer)

    def scalar(self, x, name, pointer):
        if isinstance(x, (list, dict)) or (isinstance(x, decimal.Decimal) and not is_integer(x)):
            refuse("unsupported_value", name, pointer)
        if isinstance(x, str):
            within("string_length", len(x), pointer)

    def of_type(self, name, value, pointer):
        if name == "properties":
            within("object_members", len(value), pointer)
            for key, sub in value.items():
                within("name_length", len(key), f"{pointer}/{escape(key)}")
                self.schema(sub, f"{pointer}/{escape(key)}", name)
        elif name == "items":
            self.schema(value, pointer, name)
        elif name == "additionalProperties":
            if value is not False:
                refuse("unsupported_value", name, pointer)
        elif name in ("maxItems", "minItems"):
            within("array_items", value, pointer)
        elif name in ("maxLength", "minLength"):
            within("string_length", value, pointer)
        elif name == "multipleOf":
            if value != value.to_integral_value():
                refuse("unsupported_value", name, pointer)
            within("multiple_of", value, pointer)
        elif name != "required" and not is_integer(value):
            refuse("unsupported_value", name, pointer)

    def reference(self, schema, value, pointer):
        token = value.removeprefix("#/$defs/")
        if token == value or "/" in token:
            refuse("unsupported_value", "$ref", pointer)
        target = urllib.parse.unquote(token).replace("~1", "/").replace("~0", "~")
        if target not in self.root.get("$defs", {}):
            raise Verdict("malformed", code="bad_reference", pointer=pointer)
        self.references.append((schema, pointer))

    def target(self, schema):
        token = (
            urllib.parse.unquote(schema["$ref"].removeprefix("#/$defs/"))
            .replace("~1", "/")
            .replace("~0", "~")
        )
        return self.root["$defs"][token]

    def parts(self, schema):
        """The schemas that a text of this one is made with; $defs is none of them."""
        if "$ref" in schema:
            return [self.target(schema)]
        return [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]

    def reaches(self, start, goal):
        todo, seen = [start], []
        while todo:
            schema = todo.pop()
            if schema is goal:
                return True
            if not any(schema is s for s in seen):
                seen.append(schema)
                todo.extend(self.parts(schema))
        return False

    def no_cycles(self):
        for schema, pointer in self.references:
            if self.reaches(self.target(schema), schema):
                refuse("recursive_reference", "$ref", pointer)

    def depth(self, schema):
        if "$ref" in schema:
            return self.depth(self.target(schema))
        below = max((self.depth(part) for part in self.parts(schema)), default=0)
        return below + 1 if "properties" in schema or "items" in schema else 0

    def longest(self, schema):
        """(length, text or None when it is too long to build) of the longest text, or None."""
        if "$ref" in schema:
            return self.longest(self.target(schema))
        types = schema.get("type", TYPES)
        types = [types] if isinstance(types, str) else types
        if "enum" in schema or "const" in schema:
            plain = {
                k: v
                for k, v in schema.items()
                if k not in ANNOTATIONS and k not in ("$defs", "properties", "items")
            }
            validator = policy_reference.validator_class(policy_reference.PRESETS["canonical"])(plain)
            values = schema["enum"] if "enum" in schema else [schema["const"]]
            texts = [spell(x) for x in values if validator.is_valid(x)]
            return best([(len(t.encode()), t) for t in texts])
        return best([found for kind in types if (found := self.longest_of(kind, schema))])

    def longest_of(self, kind, schema):
        if kind in ("null", "boolean"):
            text = "null" if kind == "null" else "false"
            return len(text), text
        if kind == "integer":
            return best([(len(str(x)), str(x)) for x in extremes(schema)])
        if kind == "string":
            count = int(schema["maxLength"])
            return (
                (2 + 6 * count, '"' + "\\u0000" * count + '"')
                if schema.get("minLength", 0) <= count
                else None
            )
        return self.longest_array(schema) if kind == "array" else self.longest_object(schema)

    def longest_array(self, schema):
        count, least, item = int(schema["maxItems"]), schema.get("minItems", 0), self.longest(schema["items"])
        if least > count or (item is None and least > 0):
            return None
        if count == 0 or item is None:
            return 2, "[]"
        length = 2 + count * item[0] + count - 1
        return length, None if length > 10**6 or item[1] is None else "[" + ",".join([item[1]] * count) + "]"

    def longest_object(self, schema):
        members, length = [], 2
        known = {name: self.longest(sub) for name, sub in schema["properties"].items()}
        if any(known.get(name) is None for name in schema.get("required", [])):
            return None
        for name, found in known.items():
            if found:
                length += len(spell(name).encode()) + 1 + found[0] + (1 if members else 0)
                members.append(None if found[1] is None else spell(name) + ":" + found[1])
        return length, None if length > 10**6 or None in members else "{" + ",".join(members) + "}"


def best(found):
    return max(found, key=lambda pair: pair[0], default=None)


def extremes(schema):
    low = max([-RANGE, schema.get("minimum", -RANGE), schema.get("exclusiveMinimum", -RANGE - 1) + 1])
    high = min([RANGE, schema.get("maximum", RANGE), schema.get("exclusiveMaximum", RANGE + 1) - 1])
    step = int(schema.get("multipleOf", 1))
    first, last = -(-int(low) // step) * step, int(high) // step * step
    return [first, last] if first <= last else []


def spell(x):
    if isinstance(x, decimal.Decimal):
        return canonical_number(x)
    if isinstance(x, str):
        short = policy_reference.SHORT
        return '"' + "".join(short.get(c, c if c >= " " else f"\\u{ord(c):04x}") for c in x) + '"'
    return json.dumps(x)


def compile_schema(text):
    within("schema_bytes", len(text.encode()), "")
    within("schema_depth", depth_of(text), "")
    try:
        root = json.loads(
            text, parse_float=decimal.Decimal, parse_int=decimal.Decimal, object_pairs_hook=unique
        )
    except ValueError:
        raise Verdict("malformed") from None
    if isinstance(root, dict) and root.get("$schema", DIALECT) not in (DIALECT, DIALECT + "#"):
        refuse("unsupported_dialect", "$schema", "/$schema")
    meta = jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA)
    faults = [
        pointer_of(e.absolute_path) for e in meta.iter_errors(json.loads(text))
    ]  # binary numbers will do here
    if faults:
        raise Verdict("malformed", code="invalid_schema", pointer=faults)
    compiler = Compiler(root)
    compiler.schema(root, "", "", at_root=True)
    compiler.no_cycles()
    within("instance_depth", compiler.depth(root), "")
    found = compiler.longest(root)
    if found is None:
        raise Verdict("empty")
    within("text_bytes", found[0], "")
    longest = found[1]
    if longest is not None and (
        len(longest.encode()) != found[0]
        or not policy_reference.is_member(longest.encode(), policy_reference.PRESETS["canonical"], text)
    ):
        raise SystemExit(f"{text}: the longest text is not what was computed")
    return {"outcome": "ok", "largest_text": found[0], "built": longest is not None}


def schema_of(case):
    if "schema" in case:
        return case["schema"]
    g = case["generate"]
    return g["before"] + "".join(g["repeat"].replace("{i}", str(i)) for i in range(g["times"])) + g["after"]


def main():
    folder = pathlib.Path(sys.argv[1])
    document = json.loads((folder / "trj_1_cases.json").read_text())
    shape = json.loads((folder / "trj_1_cases.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(shape)
    jsonschema.Draft202012Validator(shape).validate(document)
    wrong, built = 0, 0
    for case in document["cases"]:
        try:
            found = compile_schema(schema_of(case))
        except Verdict as verdict:
            found = verdict.fields
        built += found.pop("built", False)
        expected = {k: v for k, v in case.items() if k not in ("id", "schema", "generate", "why")}
        if isinstance(found.get("pointer"), list):  # the metaschema may see one fault at several places
            found["pointer"] = (
                expected.get("pointer") if expected.get("pointer") in found["pointer"] else found["pointer"]
            )
        if found != expected:
            wrong += 1
            print(f"{case['id']}: expected {expected}, found {found}")
    print(f"{len(document['cases'])} cases, {built} longest texts built, {wrong} wrong")
    sys.exit(1 if wrong or len(document["cases"]) < 40 or built < 15 else 0)


if __name__ == "__main__":
    main()
