"""python-jsonschema behind the JSON-lines protocol of this folder's README. Usage: python python_jsonschema.py

What it cannot see: json.loads makes binary64 of numbers with a fraction or an exponent, keeps the last of two members
with one name, and takes NaN and lone surrogates, so the two are refused here. Patterns are Python's, not ECMA-262's.
References reach the request's registry and the package's metaschemas only.
"""

import importlib.metadata
import json
import platform
import sys

import jsonschema
import jsonschema.validators
import referencing
import referencing.exceptions
import referencing.jsonschema

DEFAULT_DIALECT = "https://json-schema.org/draft/2020-12/schema"
registry = None


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def parse(text):
    """A text as it crosses: a string, or {"hex": ...} where the bytes are not valid UTF-8."""
    if not isinstance(text, str):
        text = bytes.fromhex(text["hex"]).decode("utf-8")
    value = json.loads(text, parse_constant=refuse_constant)
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # lone surrogates end here
    return value


def specification_of(dialect):
    return referencing.jsonschema.specification_with(dialect, default=referencing.jsonschema.DRAFT202012)


def set_registry(request):
    global registry
    skipped = {}
    resources = []
    dialect = request["dialect"] or DEFAULT_DIALECT
    for uri, text in request["documents"].items():
        try:
            resource = referencing.Resource.from_contents(
                parse(text), default_specification=specification_of(dialect)
            )
            referencing.Registry().with_resource(uri, resource).crawl()  # one that cannot be crawled breaks all look-ups
            resources.append((uri, resource))
        except Exception as error:  # another draft or a metaschema of its own: a reference to it then fails by name
            skipped[uri] = str(error)
    registry = jsonschema.validators.SPECIFICATIONS.with_resources(resources)
    return {"registered": len(resources), "skipped": skipped}


def judge(validator, text):
    try:
        instance = parse(text)
    except (ValueError, RecursionError) as error:
        return {"validity": "error", "reason": f"not_parsed: {error}"}
    try:
        return {"validity": "valid" if validator.is_valid(instance) else "invalid"}
    except RecursionError as error:
        return {"validity": "unknown", "reason": f"depth: {error}"}
    except (referencing.exceptions.Unresolvable, referencing.exceptions.NoSuchResource) as error:
        return {"validity": "unknown", "reason": f"not_supported: {type(error).__name__}: {error}"}
    except Exception as error:
        return {"validity": "error", "reason": f"{type(error).__name__}: {error}"}


def validate(request):
    if registry is None:
        return {"no_registry": True}
    try:
        schema = parse(request["schema"])
    except (ValueError, RecursionError) as error:
        return {"compile": "malformed", "code": "bad_schema_text", "message": str(error)}
    dialect = request["dialect"] or DEFAULT_DIALECT
    default = jsonschema.validators.validator_for({"$schema": dialect}, default=None)
    cls = jsonschema.validators.validator_for(schema, default=default)
    declared = isinstance(schema, dict) and isinstance(schema.get("$schema"), str)
    if cls is None or (declared and jsonschema.validators.validator_for(schema, default=None) is None):
        return {"compile": "refused", "code": "unsupported_dialect", "keyword": "$schema", "message": dialect}
    try:
        cls.check_schema(schema)
    except jsonschema.exceptions.SchemaError as error:
        return {"compile": "malformed", "code": "invalid_schema", "message": error.message[:500]}
    except RecursionError as error:
        return {"compile": "limit", "code": "depth", "message": str(error)}
    checker = cls.FORMAT_CHECKER if request["assert_formats"] else None
    validator = cls(schema, registry=registry, format_checker=checker)
    return {"compile": "ok", "replies": [judge(validator, text) for text in request["instances"]]}


def answer(request):
    if request["op"] == "hello":
        return {
            "name": "python-jsonschema",
            "version": importlib.metadata.version("jsonschema"),
            "runtime": f"python {platform.python_version()}",
        }
    if request["op"] == "registry":
        return set_registry(request)
    if request["op"] == "validate":
        return validate(request)
    return {"error": f"unknown op {request['op']}"}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps({"id": request["id"], **answer(request)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
