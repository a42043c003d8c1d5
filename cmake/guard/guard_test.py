#!/usr/bin/env python3
"""Commits every breach that the guard is there for, in a small copy of the tree, and sees it stopped.

The copy has the real cmake/layering.cmake and the real scans over two tiny halves, so a case takes a second or two. Each
case names the part that must stop it and the words it must say; a breach stopped by another part is a failure too.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# Tokens enough to compare, of two shapes.
ENGINE_FILLER = "".join(f"inline int engine_{i}(int a) {{ return a + {i}; }}\n" for i in range(20))
ORACLE_FILLER = "".join(f"struct Oracle{i} {{ bool a = false; const char* b = nullptr; }};\n" for i in range(20))

FILES = {
    "CMakeLists.txt": f"""cmake_minimum_required(VERSION 3.25)
project(guarded CXX)
set(CMAKE_CXX_STANDARD 20)
set(LOCKSTEP_TESTS OFF)
add_library(lockstep_flags INTERFACE)
add_library(OpenSSL::Crypto INTERFACE IMPORTED GLOBAL)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
include({HERE.parent}/layering.cmake)
add_subdirectory(engine/base)
add_subdirectory(engine/json)
add_subdirectory(oracle)
lockstep_check_layers()
""",
    "engine/base/CMakeLists.txt": "lockstep_unit(engine_base FOLDER engine/base SOURCES a.cc HEADERS a.h)\n",
    "engine/base/a.h": "#pragma once\nnamespace lockstep::engine { int engine_value(); }\n" + ENGINE_FILLER,
    "engine/base/a.cc": '#include "lockstep/engine/base/a.h"\nint lockstep::engine::engine_value() { return 1; }\n',
    "engine/json/CMakeLists.txt":
        "lockstep_unit(engine_json FOLDER engine/json SOURCES j.cc HEADERS j.h SEES engine_base)\n",
    "engine/json/j.h": "#pragma once\nnamespace lockstep::engine { int json_value(); }\n",
    "engine/json/j.cc": '#include "lockstep/engine/json/j.h"\n#include "lockstep/engine/base/a.h"\n'
                        "int lockstep::engine::json_value() { return engine_value(); }\n",
    "oracle/CMakeLists.txt": "lockstep_unit(oracle FOLDER oracle SOURCES o.cc HEADERS o.h)\n",
    "oracle/o.h": "#pragma once\n#include <string>\nnamespace lockstep::oracle { int oracle_value(); }\n"
                  + ORACLE_FILLER,
    "oracle/o.cc": '#include "lockstep/oracle/o.h"\nint lockstep::oracle::oracle_value() { return 2; }\n',
}

# A function long enough to be somebody's work, and the same with every name changed.
WORK = """int count_words(const char* text) {
  int words = 0; bool inside = false;
  for (const char* at = text; *at != 0; ++at) {
    if (*at == ' ' || *at == '\\n') { inside = false; continue; }
    if (!inside) { ++words; inside = true; }
  }
  while (words > 100) { words -= 7; if (words == 93) return -1; }
  return words;
}
"""
RENAMED = WORK
for old, new in (("count_words", "tally"), ("words", "sum"), ("inside", "in_run"), ("text", "bytes"), ("at", "p")):
    RENAMED = re.sub(rf"\b{old}\b", new, RENAMED)


class Tree:
    def __init__(self, root: pathlib.Path):
        self.root = root
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def append(self, name: str, text: str) -> None:
        self.write(name, (self.root / name).read_text() + text)

    def run(self, *command) -> tuple[int, str]:
        done = subprocess.run([str(c) for c in command], cwd=self.root, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def parts(self):
        """Every part of the guard in the order in which a build meets them: (name, exit code, output)."""
        cxx = os.environ.get("GUARD_CXX", "c++")
        code, out = self.run("cmake", "-S", ".", "-B", "b", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={cxx}")
        yield "configure", code, out
        if code == 0:
            yield "compile", *self.run("cmake", "--build", "b")
        yield "includes", *self.run(sys.executable, HERE / "check_includes.py", ".")
        yield "copies", *self.run(sys.executable, HERE / "check_copies.py", ".")
        nm = os.environ.get("GUARD_NM", "nm")
        for half, archives in (("oracle", ["b/oracle/liboracle.a"]),
                               ("engine", ["b/engine/base/libengine_base.a", "b/engine/json/libengine_json.a"])):
            if all((self.root / a).exists() for a in archives):
                yield "symbols", *self.run(sys.executable, HERE / "check_symbols.py", nm, half, *archives)


class GuardTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="guard_")
        self.tree = Tree(pathlib.Path(self.folder))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def stopped_by(self, part: str, words: str):
        stopped = [(name, out) for name, code, out in self.tree.parts() if code != 0]
        self.assertTrue(stopped, "the breach went through")
        outputs = [out for name, out in stopped if name == part]
        self.assertTrue(outputs, f"stopped by {[name for name, _ in stopped]}, not by {part}")
        flat = re.sub(r"\s+", " ", " ".join(outputs))
        self.assertRegex(flat, words)

    def test_no_breach_passes_every_part(self):
        results = list(self.tree.parts())
        self.assertEqual([name for name, _, _ in results],
                         ["configure", "compile", "includes", "copies", "symbols", "symbols"])
        for name, code, out in results:
            self.assertEqual(code, 0, f"{name}: {out}")

    def test_engine_header_by_its_normal_name(self):
        self.tree.append("oracle/o.cc", '#include "lockstep/engine/base/a.h"\n')
        self.stopped_by("compile", "lockstep/engine/base/a.h.*(No such file|not found)")

    def test_engine_header_by_relative_path(self):
        self.tree.append("oracle/o.cc", '#include "../engine/base/a.h"\n')
        self.stopped_by("includes", r"oracle/o.cc: may not include \.\./engine/base/a.h")

    def test_engine_target_linked_directly(self):
        self.tree.append("oracle/CMakeLists.txt", "target_link_libraries(oracle PRIVATE engine_base)\n")
        self.stopped_by("configure", "oracle reaches engine_base, which it may not see")

    def test_engine_target_linked_through_a_go_between(self):
        self.tree.append("oracle/CMakeLists.txt", "add_library(between INTERFACE)\n"
                         "target_link_libraries(between INTERFACE engine_base)\n"
                         "target_link_libraries(oracle PUBLIC between)\n")
        self.stopped_by("configure", "oracle (reaches engine_base|links between)")

    def test_sight_declared_through_the_helper(self):
        self.tree.write("oracle/CMakeLists.txt",
                        "lockstep_unit(oracle FOLDER oracle SOURCES o.cc HEADERS o.h SEES engine_base)\n")
        self.stopped_by("configure", "oracle may not see engine_base")

    def test_engine_function_declared_again(self):
        self.tree.append("oracle/o.cc", "namespace lockstep::engine { int engine_value(); }\n"
                         "int lockstep_peek() { return lockstep::engine::engine_value(); }\n")
        self.stopped_by("symbols", "lockstep::oracle refers to .*engine::engine_value")

    def test_oracle_function_declared_again_in_the_engine(self):
        self.tree.append("engine/json/j.cc", "namespace lockstep::oracle { int oracle_value(); }\n"
                         "int lockstep_peek() { return lockstep::oracle::oracle_value(); }\n")
        self.stopped_by("symbols", "lockstep::engine refers to .*oracle::oracle_value")

    def test_engine_source_added_to_the_oracle(self):
        self.tree.append("oracle/CMakeLists.txt", "target_sources(oracle PRIVATE ../engine/json/j.cc)\n")
        self.stopped_by("compile", "lockstep/engine/json/j.h.*(No such file|not found)")

    def test_inner_folder_of_the_engine_looks_up(self):
        self.tree.write("engine/base/CMakeLists.txt",
                        "lockstep_unit(engine_base FOLDER engine/base SOURCES a.cc HEADERS a.h SEES engine_json)\n")
        self.stopped_by("configure", "engine_base may not see engine_json")

    def test_unit_that_the_table_does_not_know(self):
        self.tree.write("oracle/CMakeLists.txt",
                        "lockstep_unit(oracle2 FOLDER oracle SOURCES o.cc HEADERS o.h)\n")
        self.stopped_by("configure", "oracle2 is not in the sight table")

    def test_library_declared_through_the_helper(self):
        self.tree.write("oracle/CMakeLists.txt", "lockstep_unit(oracle FOLDER oracle SOURCES o.cc HEADERS o.h "
                        "LINKS nlohmann_json::nlohmann_json)\n")
        self.stopped_by("configure", "oracle may not link nlohmann_json")

    def test_library_linked_directly(self):
        self.tree.append("oracle/CMakeLists.txt", "target_link_libraries(oracle PRIVATE OpenSSL::Crypto)\n")
        self.stopped_by("configure", "oracle links OpenSSL::Crypto, which it may not link")

    def test_library_header_included(self):
        self.tree.append("oracle/o.cc", "#if 0\n#include <nlohmann/json.hpp>\n#endif\n")
        self.stopped_by("includes", "may not include nlohmann/json.hpp")

    def test_std_regex_included(self):
        self.tree.append("oracle/o.cc", "#include <regex>\n")
        self.stopped_by("includes", "may not include regex")

    def test_code_copied_from_one_half_to_the_other(self):
        self.tree.append("engine/json/j.cc", WORK)
        self.tree.append("oracle/o.cc", WORK)
        self.stopped_by("copies", "the same run of tokens stands at .*engine/json/j.cc.* and .*oracle/o.cc")

    def test_code_copied_with_other_names(self):
        self.tree.append("engine/json/j.cc", WORK)
        self.tree.append("oracle/o.cc", RENAMED)
        self.stopped_by("copies", "the same run of tokens stands at .*engine/json/j.cc.* and .*oracle/o.cc")

    def test_scans_of_nothing_fail(self):
        shutil.rmtree(self.tree.root / "oracle")
        code, out = self.tree.run(sys.executable, HERE / "check_includes.py", ".")
        self.assertEqual((code, "no file found" in out), (2, True), out)
        code, out = self.tree.run(sys.executable, HERE / "check_copies.py", ".")
        self.assertEqual((code, "too few to compare" in out), (2, True), out)
        self.tree.run("c++", "-c", "-x", "c++", "/dev/null", "-o", "empty.o")
        self.tree.run("ar", "rcs", "empty.a", "empty.o")
        code, out = self.tree.run(sys.executable, HERE / "check_symbols.py", "nm", "oracle", "empty.a")
        self.assertEqual((code, "nothing was checked" in out), (2, True), out)


if __name__ == "__main__":
    unittest.main(verbosity=2)
