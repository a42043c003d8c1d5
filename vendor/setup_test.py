#!/usr/bin/env python3
"""Runs vendor/setup.sh with stand-ins for apt, npm and pip on PATH, so that what it asks of them can be read.

What is proved: a second run asks nobody anything (offline); an interrupted step is done again; a changed pin is fetched
again; a Debian package that does not exist is named; sudo is used where the user is not root, and its absence is said.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

STAND_INS = {
    # Installed is what stands in the file `installed`.
    "dpkg-query": 'grep -qx -- "${@: -1}" "$FAKE/installed" && echo "install ok installed"',
    "apt-cache": 'grep -qx -- "${@: -1}" "$FAKE/unknown" 2>/dev/null || echo "Package: ${@: -1}"',
    "apt-get": 'echo "apt-get $*" >>"$FAKE/calls"\n'
               'if [[ $1 == install ]]; then for a in "$@"; do [[ $a == -* || $a == install ]] || echo "$a" >>"$FAKE/installed"; done; fi',
    "npm": 'echo "npm $*" >>"$FAKE/calls"; [[ ! -f $FAKE/npm_fails ]] || exit 1; mkdir -p node_modules',
    "node": "echo v20.0.0",
    "git": 'echo "git $*" >>"$FAKE/calls"',
    "tar": "true",
    "dpkg-deb": "true",
    "sudo": 'echo "sudo $*" >>"$FAKE/calls"; "$@"',
    "id": 'cat "$FAKE/uid"',
    "python3": 'echo "python3 $*" >>"$FAKE/calls"; mkdir -p "${@: -1}/bin"; '
               'printf \'#!/bin/bash\\necho "pip $*" >>"$FAKE/calls"\\n\' >"${@: -1}/bin/python"; chmod +x "${@: -1}/bin/python"',
}


class SetupTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="setup_"))
        self.vendor = self.root / "vendor"
        shutil.copytree(HERE, self.vendor)
        for script in ("fetch_valijson.sh", "extract_gguf.sh"):
            self.write(self.vendor / script, f'echo "{script}" >>"$FAKE/calls"')
        self.fake = self.root / "fake"
        self.fake.mkdir()
        for name, body in STAND_INS.items():
            self.write(self.fake / name, body)
        (self.fake / "uid").write_text("0\n")
        (self.fake / "installed").write_text("")
        self.deps = self.root / "deps"

    def tearDown(self):
        shutil.rmtree(self.root)

    @staticmethod
    def write(path: pathlib.Path, body: str):
        path.write_text(f"#!/bin/bash\n{body}\n")
        path.chmod(0o755)

    def setup(self, *options: str, path: str | None = None):
        (self.fake / "calls").write_text("")
        env = {"PATH": path or f"{self.fake}:{os.environ['PATH']}", "FAKE": str(self.fake), "HOME": str(self.root),
               "LOCKSTEP_DEPS": str(self.deps)}
        done = subprocess.run([self.vendor / "setup.sh", *options], env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr, (self.fake / "calls").read_text()

    def test_first_run_installs_and_second_asks_nobody(self):
        code, err, calls = self.setup()
        self.assertEqual(code, 0, err)
        for asked in ("apt-get update", "apt-get install", "npm ci", "--require-hashes -r pip/requirements.txt",
                      "--require-hashes -d", "fetch_valijson.sh"):
            self.assertIn(asked, calls)
        self.assertNotIn("librapidcheck-dev", calls)
        code, err, calls = self.setup()
        self.assertEqual((code, calls), (0, ""), err)

    def test_levels_add_packages(self):
        self.setup()
        code, err, calls = self.setup("--tests")
        self.assertEqual(code, 0, err)
        self.assertIn("librapidcheck-dev", calls)
        self.assertNotIn("clang-19", calls)
        self.assertEqual(calls.count("npm ci"), 1)
        code, err, calls = self.setup("--all")
        self.assertEqual(code, 0, err)
        self.assertIn("clang-19", calls)

    def test_changed_pin_is_fetched_again(self):
        self.setup()
        (self.vendor / "pip/requirements.txt").write_text("another==1 --hash=sha256:00\n")
        code, err, calls = self.setup()
        self.assertEqual(code, 0, err)
        self.assertIn("pip/requirements.txt", calls)
        self.assertNotIn("npm ci", calls)

    def test_failed_step_is_named_and_done_again(self):
        (self.fake / "npm_fails").write_text("")
        code, err, _ = self.setup()
        self.assertEqual(code, 1)
        self.assertIn("npm-gate failed", err)
        self.assertIn("@sourcemeta/jsonschema: 16.11.0", err)
        (self.fake / "npm_fails").unlink()
        code, err, calls = self.setup()
        self.assertEqual(code, 0, err)
        self.assertIn("npm ci", calls)

    def test_missing_debian_package_is_named(self):
        (self.fake / "unknown").write_text("libcli11-dev\n")
        code, err, calls = self.setup()
        self.assertEqual(code, 1)
        self.assertIn("no such Debian package here: libcli11-dev", err)
        self.assertNotIn("apt-get install", calls)

    def test_other_users_go_through_sudo(self):
        (self.fake / "uid").write_text("1000\n")
        code, err, calls = self.setup()
        self.assertEqual(code, 0, err)
        self.assertIn("sudo apt-get update", calls)

    def test_without_sudo_the_way_out_is_said(self):
        (self.fake / "uid").write_text("1000\n")
        (self.fake / "sudo").unlink()
        tools = self.root / "tools"
        tools.mkdir()
        for name in ("bash", "env", "dirname", "cat", "grep", "cut", "sha256sum", "mkdir", "rm", "tr", "cp", "mv", "tail"):
            os.symlink(shutil.which(name), tools / name)
        code, err, _ = self.setup(path=f"{self.fake}:{tools}")
        self.assertEqual(code, 1)
        self.assertIn("no sudo here", err)

    def test_unknown_option_is_a_usage_error(self):
        code, err, _ = self.setup("--everything")
        self.assertEqual((code, "--everything" in err), (2, True))


if __name__ == "__main__":
    unittest.main(verbosity=2)
