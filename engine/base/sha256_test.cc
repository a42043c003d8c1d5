#include "lockstep/engine/base/sha256.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

TEST(Sha256, KnownAnswersOfFips180) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PiecesHashAsTheWhole) {
  Sha256 hash;
  hash.update("a");
  hash.update("bc");
  EXPECT_EQ(hash.hex(), sha256_hex("abc"));
}

TEST(Sha256, IntegersAreLittleEndian) {
  Sha256 hash;
  hash.update_u64(0x0807060504030201ULL);
  EXPECT_EQ(hash.hex(), sha256_hex("\x01\x02\x03\x04\x05\x06\x07\x08"));
}

}  // namespace
}  // namespace lockstep::engine
