"""Other spellings of JSON texts by Python's json.dumps, over JSON lines. Usage: python python_spellings.py

`ways`: the names of the ways to write. `spell`: for each text its spellings, one a way, or why it has none: json.loads
makes binary64 of numbers with a fraction or an exponent and keeps the last of two members with one name, so a text whose
value would not stay what it is says number_changed or duplicate_name.
"""

import decimal
import json
import sys

sys.set_int_max_str_digits(0)

WAYS = {
    "json.dumps()": {},
    "json.dumps(separators=(',', ':'))": {"separators": (",", ":")},
    "json.dumps(ensure_ascii=False)": {"ensure_ascii": False},
    "json.dumps(indent=2)": {"indent": 2},
    "json.dumps(indent='\\t', ensure_ascii=False)": {"indent": "\t", "ensure_ascii": False},
    "json.dumps(sort_keys=True, separators=(' , ', ' : '))": {"sort_keys": True, "separators": (" , ", " : ")},
}


class Skipped(Exception):
    pass


def exact_float(text):
    value = float(text)
    written = repr(value)
    if written in ("inf", "-inf") or decimal.Decimal(written) != decimal.Decimal(text):
        raise Skipped("number_changed")
    return value


def refuse_constant(name):
    raise Skipped("not_json")


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Skipped("duplicate_name")
    return members


def spell(text):
    try:
        value = json.loads(
            text, parse_float=exact_float, parse_constant=refuse_constant, object_pairs_hook=unique_members
        )
        spellings = [json.dumps(value, **way) for way in WAYS.values()]
        for spelling in spellings:
            spelling.encode("utf-8")
        return {"spellings": spellings}
    except Skipped as skipped:
        return {"none": str(skipped)}
    except UnicodeEncodeError:
        return {"none": "lone_surrogate"}
    except RecursionError:
        return {"none": "depth"}
    except decimal.DecimalException:
        return {"none": "number_changed"}
    except ValueError:
        return {"none": "not_json"}


def answer(request):
    if request["op"] == "ways":
        return {"ways": list(WAYS)}
    if request["op"] == "spell":
        return {"spelled": [spell(text) for text in request["texts"]]}
    return {"error": f"unknown op {request['op']}"}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps({"id": request["id"], **answer(request)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
