// The main of every test program. ctest runs many programs at once, often several cases of one program, so
// each process gets a folder of its own as testing::TempDir(): a fixed file name in it can never meet another
// process's.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  std::string folder = (std::filesystem::temp_directory_path() / "lockstep_test_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr || setenv("TEST_TMPDIR", (folder + "/").c_str(), 1) != 0) {
    std::perror("a folder for this test process");
    return 1;
  }
  const int failed = RUN_ALL_TESTS();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return failed;
}
