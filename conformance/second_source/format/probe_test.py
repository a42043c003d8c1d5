"""The comparison itself must be able to fail: probe.compare against probes that are wrong, short or one-sided."""

import pathlib
import tempfile
import unittest

from probe import compare

QUESTIONS = [("date", f"2000-01-{day:02}", day < 32) for day in range(1, 41)]


FOLDER = tempfile.TemporaryDirectory()


def stand_in(answer):
    """A probe that answers every line with `answer`, a Python expression over the line's text."""
    file = pathlib.Path(FOLDER.name) / "probe"
    file.write_text(
        "#!/usr/bin/env python3\nimport sys\n"
        "for line in sys.stdin:\n"
        "    text = bytes.fromhex(line.split()[2]).decode()\n"
        f"    print({answer})\n"
    )
    file.chmod(0o755)
    return file


class Compare(unittest.TestCase):
    RIGHT = "'yes' if int(text[-2:]) < 32 else 'no'"

    def test_agreement_passes(self):
        self.assertTrue(compare(stand_in(self.RIGHT), "right", QUESTIONS, 40))

    def test_one_wrong_answer_fails(self):
        wrong = "'yes' if int(text[-2:]) < 33 else 'no'"
        self.assertFalse(compare(stand_in(wrong), "one wrong", QUESTIONS, 40))

    def test_unknown_is_no_agreement(self):
        for sure in ("yes", "no"):
            unknown = f"'unknown' if text.endswith('{'40' if sure == 'no' else '01'}') else {self.RIGHT}"
            self.assertFalse(compare(stand_in(unknown), "unknown", QUESTIONS, 40))

    def test_too_few_questions_fail(self):
        self.assertFalse(compare(stand_in(self.RIGHT), "few", QUESTIONS, 41))

    def test_repeated_questions_count_once(self):
        self.assertFalse(compare(stand_in(self.RIGHT), "repeated", QUESTIONS + QUESTIONS, 41))

    def test_one_sided_answers_fail(self):
        self.assertFalse(compare(stand_in("'yes'"), "one-sided", QUESTIONS[:31], 31))

    def test_what_is_refused_must_be_refused(self):
        self.assertTrue(compare(stand_in("'refused'"), "refused", QUESTIONS, 40, refused=["date"]))
        self.assertFalse(compare(stand_in("'refused'"), "not listed", QUESTIONS, 40))
        self.assertFalse(compare(stand_in(self.RIGHT), "answered", QUESTIONS, 40, refused=["date"]))
        one = f"'refused' if text.endswith('01') else {self.RIGHT}"
        self.assertFalse(compare(stand_in(one), "one refused", QUESTIONS, 40, refused=["date"]))

    def test_missing_answers_stop_the_run(self):
        with self.assertRaises(SystemExit):
            compare(stand_in("'yes' if text != '2000-01-05' else ''"), "short", QUESTIONS, 40)


if __name__ == "__main__":
    unittest.main()
