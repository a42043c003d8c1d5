"""drafts_cases.json against other people's validator, and the lists of unknown keywords against a reading of section 2.

usage: drafts_reference.py FOLDER
"""

import json
import pathlib
import sys

import jsonschema
from jsonschema.exceptions import SchemaError
from jsonschema.validators import validator_for

DRAFTS = ["4", "6", "7", "2019-09", "2020-12"]
VALIDATORS = dict(zip(DRAFTS, [jsonschema.Draft4Validator, jsonschema.Draft6Validator, jsonschema.Draft7Validator,
                               jsonschema.Draft201909Validator, jsonschema.Draft202012Validator]))
# What the library is known to read otherwise: it must, or this list is stale.
OTHERWISE = {"unevaluated-after-contains-2019": "contains evaluates items in 2020-12 only (core 2019-09 section 9.3.1.3)"}
REFUSED = {"unsupported_dialect", "unsupported_keyword"}  # what no validator is asked about

# Section 2 once more: the first draft that has the keyword, and the last.
ALWAYS = """$schema $ref type enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems
maxItems uniqueItems minProperties maxProperties required properties patternProperties additionalProperties items allOf anyOf oneOf
not title description default format dependencies definitions""".split()
SINCE = {"4": ["id", "additionalItems"], "6": ["$id", "const", "contains", "propertyNames", "examples"],
         "7": ["if", "then", "else", "readOnly", "writeOnly", "$comment", "contentMediaType", "contentEncoding"],
         "2019-09": """$anchor $defs $vocabulary $recursiveRef $recursiveAnchor minContains maxContains dependentRequired
                       dependentSchemas unevaluatedItems unevaluatedProperties contentSchema deprecated""".split(),
         "2020-12": ["prefixItems", "$dynamicRef", "$dynamicAnchor"]}
UNTIL = {"4": ["id"], "2019-09": ["additionalItems", "$recursiveRef", "$recursiveAnchor"]}
ONE = """additionalProperties additionalItems not contains propertyNames if then else unevaluatedItems unevaluatedProperties
contentSchema""".split()
MANY = ["allOf", "anyOf", "oneOf", "prefixItems"]
NAMED = ["properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "dependencies"]


def known(draft):
    names = set(ALWAYS)
    for first, added in SINCE.items():
        for name in added:
            last = next((d for d, gone in UNTIL.items() if name in gone), DRAFTS[-1])
            if DRAFTS.index(first) <= DRAFTS.index(draft) <= DRAFTS.index(last):
                names.add(name)
    return names


def escaped(name):
    return name.replace("~", "~0").replace("/", "~1")


def unknown_keywords(schema, draft, at=""):
    if not isinstance(schema, dict):
        return []
    names = known(draft)
    if draft in ("4", "6", "7") and "$ref" in schema:
        names = {"$ref", "definitions"} & set(schema)
        schema = {name: value for name, value in schema.items() if name in names}
    found = []
    for name, value in schema.items():
        here = f"{at}/{escaped(name)}"
        if name not in names:
            found.append(here)
        elif name in ONE or (name == "items" and not isinstance(value, list)):
            found += unknown_keywords(value, draft, here)
        elif name in MANY or name == "items":
            for place, one in enumerate(value):
                found += unknown_keywords(one, draft, f"{here}/{place}")
        elif name in NAMED:
            for key, one in value.items():
                found += unknown_keywords(one, draft, f"{here}/{escaped(key)}")
    return found


def judge(case):
    """What is wrong with the case, and how many verdicts were compared."""
    schema = case["schema"]
    own = VALIDATORS[case["draft"]]
    if isinstance(schema, dict):
        # The library knows a metaschema by one spelling of its URI.
        spelt = schema.get("$schema", "").rstrip("#").removeprefix("https:").removeprefix("http:")
        for validator in VALIDATORS.values():
            identity = validator.META_SCHEMA.get("$id", validator.META_SCHEMA.get("id")).rstrip("#")
            if spelt and identity.split(":", 1)[1] == spelt:
                schema = {**schema, "$schema": validator.META_SCHEMA["$schema"]}
        own = validator_for(schema, default=own)
    faults, compared = [], 0
    # One metaschema looks at the whole; where a part is of another draft, nobody's does.
    if not any(isinstance(one, dict) and "$schema" in one for one in below(schema)):
        compared += 1
        try:
            own.check_schema(schema)
            malformed = False
        except SchemaError:
            malformed = True
        if malformed != (case.get("outcome") == "malformed"):
            return [f"malformed: the validator says {malformed}"], compared
        draft = next(name for name, validator in VALIDATORS.items() if validator is own)
        if not malformed and sorted(unknown_keywords(schema, draft)) != sorted(case.get("unknown", [])):
            faults.append(f"unknown keywords: {unknown_keywords(schema, draft)}")
    for field, verdict in (("valid", True), ("invalid", False)):
        for text in case.get(field, []):
            compared += 1
            said = own(schema).is_valid(json.loads(text))
            if said != verdict:
                faults.append(f"{field} {text}: the validator says {said}")
    return faults, compared


def below(value):
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield one
        yield from below(one)


def main():
    folder = pathlib.Path(sys.argv[1])
    data = json.loads((folder / "drafts_cases.json").read_text())
    shape = json.loads((folder / "drafts_cases.schema.json").read_text())
    jsonschema.Draft202012Validator(shape).validate(data)
    ids = [case["id"] for case in data["cases"]]
    faults = [] if len(ids) == data["count"] == len(set(ids)) else ["ids twice, or another count than declared"]
    compared = left = 0
    for case in data["cases"]:
        if case.get("code") in REFUSED:
            left += 1
            continue
        wrong, count = judge(case)
        compared += count
        if case["id"] in OTHERWISE:
            wrong = [] if wrong else ["the library reads it as the norm does now"]
        faults += [f"{case['id']}: {fault}" for fault in wrong]
    print(f"{len(ids)} cases, {compared} comparisons, {left} not the validator's, {len(faults)} faults")
    for fault in faults:
        print("  " + fault)
    if compared < 500:
        print("too few comparisons")
    return 1 if faults or compared < 500 else 0


sys.exit(main())
