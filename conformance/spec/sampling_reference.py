"""A plain reading of sampling.md: decides every case of sampling_cases.json and compares.  Usage: sampling_reference.py FOLDER

Philox stands here in full, from the paper; its three known answers are those that its authors published.
"""

import hashlib
import json
import math
import pathlib
import sys

import jsonschema

MASK = 2**32 - 1
KNOWN = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([MASK] * 4, [MASK] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]
OFF = {
    "repetition_penalty": 1,
    "frequency_penalty": 0,
    "presence_penalty": 0,
    "temperature": 1,
    "min_p": 0,
    "top_k": 0,
    "top_p": 1,
}


def philox(counter, key):
    c, k = list(counter), list(key)
    for turn in range(10):
        if turn > 0:
            k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
        first, second = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(second >> 32) ^ c[1] ^ k[0], second & MASK, (first >> 32) ^ c[3] ^ k[1], first & MASK]
    return c


def uniform(seed, item, repeat, step):
    number = int.from_bytes(hashlib.sha256(item.encode()).digest()[:8], "little")
    words = philox([step, repeat, number & MASK, number >> 32], [seed & MASK, seed >> 32])
    return (words[0] + (words[1] << 32)) >> 11


def bad_setting(s):
    if not s["temperature"] >= 0:
        return "temperature"
    if not 0 <= s["min_p"] <= 1:
        return "min_p"
    if s["top_k"] < 0:
        return "top_k"
    if not 0 < s["top_p"] <= 1:
        return "top_p"
    if not s["repetition_penalty"] > 0:
        return "repetition_penalty"
    return None


def penalised(logit, times, s):
    if times == 0:
        return logit
    logit = logit / s["repetition_penalty"] if logit > 0 else logit * s["repetition_penalty"]
    return logit - s["frequency_penalty"] * times - s["presence_penalty"]


def filtered(weights, logits, s):
    """Ids that are left after steps 7 to 9."""
    left = [i for i in weights if weights[i] >= s["min_p"]]
    left.sort(key=lambda i: (-logits[i], i))
    if s["top_k"]:
        left = left[: s["top_k"]]
    if s["top_p"] < 1:
        whole, running, kept = math.fsum(weights[i] for i in left), 0.0, []
        for i in left:
            kept.append(i)
            running += weights[i]
            if running >= s["top_p"] * whole:
                break
        left = kept
    return sorted(left)


def step(case):
    s = {**OFF, **case.get("settings", {})}
    if bad_setting(s):
        return {"outcome": "bad_setting", "reason": bad_setting(s)}
    row = [float(x) for x in case["logits"]]
    allowed = set(case.get("allowed", range(len(row))))
    if any(i >= len(row) for i in allowed):
        return {"outcome": "mask_too_wide"}
    out = {}
    if sum(math.isnan(x) for x in row):
        out["nan_count"] = sum(math.isnan(x) for x in row)
    if math.inf in row:
        return {**out, "outcome": "sampling_failure", "reason": "positive_infinity"}
    members = sorted(allowed - set(case.get("forbidden", [])))
    if not members:
        return {**out, "outcome": "constraint_empty_set"}
    finite = [i for i in members if math.isfinite(row[i])]
    if not finite:
        return {**out, "outcome": "sampling_failure", "reason": "no_finite_logit"}
    if len(members) == 1:
        return {**out, "outcome": "token", "token": members[0], "forced": True}
    history = case.get("history", [])
    logits = {i: penalised(row[i], history.count(i), s) for i in finite}
    if not all(math.isfinite(x) for x in logits.values()):
        return {**out, "outcome": "sampling_failure", "reason": "penalty_overflow"}
    top = max(logits.values())
    if s["temperature"] == 0:
        return {**out, "outcome": "token", "token": min(i for i in logits if logits[i] == top)}
    weights = {i: math.exp((logits[i] - top) / s["temperature"]) for i in logits}
    left = filtered({i: w for i, w in weights.items() if w > 0}, logits, s)
    whole, running, token = sum(weights[i] for i in left), 0.0, left[-1]
    for i in left:
        running += weights[i]
        if running > case["u"] * whole:
            token = i
            break
    return {**out, "outcome": "token", "token": token, "survivors": left, "u": case["u"]}


def main():
    folder = pathlib.Path(sys.argv[1])
    document = json.loads((folder / "sampling_cases.json").read_text(encoding="utf-8"))
    shape = json.loads((folder / "sampling_cases.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(shape).validate(document)
    wrong = 0
    for counter, key, answer in KNOWN:
        wrong += philox(counter, key) != answer
    inputs = {"id", "why", "logits", "allowed", "forbidden", "history", "settings"}
    for case in document["steps"]:
        expected = {name: value for name, value in case.items() if name not in inputs}
        got = step(case)
        if got != expected:
            wrong += 1
            print(f"{case['id']}: the page says {got}, the data {expected}")
    for case in document["uniforms"]:
        got = uniform(int(case["seed"]), case["item"], case["repeat"], case["step"])
        if str(got) != case["u_times_2_53"]:
            wrong += 1
            print(f"{case}: the page says {got}")
    ids = [case["id"] for case in document["steps"]]
    wrong += len(ids) != len(set(ids))
    print(f"{len(ids)} steps, {len(document['uniforms'])} uniforms, {wrong} wrong")
    return 1 if wrong or len(ids) < 55 or len(document["uniforms"]) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
