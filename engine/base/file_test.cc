#include "lockstep/engine/base/file.h"

#include <gtest/gtest.h>

#include <fstream>

namespace lockstep::engine {
namespace {

std::string written(const std::string& name, const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "lockstep_file_test_" + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(File, ReadsEveryByte) {
  const std::string bytes("a\0\r\n\xFF", 5);
  const Result<std::string> result = read_file(written("bytes", bytes), 100);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(*result, bytes);
  EXPECT_EQ(*read_file(written("empty", ""), 100), "");
}

TEST(File, TheLimitIsExact) {
  const std::string path = written("limit", "12345");
  EXPECT_EQ(*read_file(path, 5), "12345");
  EXPECT_EQ(read_file(path, 4).error().code, "oversized_file");
  EXPECT_EQ(read_file(path, 0).error().code, "oversized_file");
}

TEST(File, APrefixSaysWhetherItIsAll) {
  const std::string path = written("prefix", "12345");
  EXPECT_EQ(read_file_prefix(path, 3)->bytes, "123");
  EXPECT_FALSE(read_file_prefix(path, 3)->complete);
  EXPECT_TRUE(read_file_prefix(path, 5)->complete);
  EXPECT_TRUE(read_file_prefix(path, 9)->complete);
}

TEST(File, MissingFilesAndFoldersAreErrors) {
  EXPECT_EQ(read_file(::testing::TempDir() + "no/such/file", 10).error().code, "file_unreadable");
  EXPECT_EQ(read_file(::testing::TempDir(), 10).error().code, "file_unreadable");
}

}  // namespace
}  // namespace lockstep::engine
