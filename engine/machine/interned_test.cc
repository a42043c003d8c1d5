#include "lockstep/engine/machine/interned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lockstep::engine {
namespace {

// Bad on purpose: values crowd around few places.
struct CrowdedHash {
  std::uint64_t operator()(const std::string& value) const { return value.size() * 3; }
  static std::size_t heap(const std::string& value) { return value.size(); }
};

// Values in the order of their numbers, [0] aside.
class Model {
 public:
  std::uint32_t intern(const std::string& value) {
    const auto found = std::find(values_.begin(), values_.end(), value);
    if (found == values_.end()) values_.push_back(value);
    return static_cast<std::uint32_t>(std::find(values_.begin(), values_.end(), value) - values_.begin()) + 1;
  }
  void release(std::size_t size) { values_.resize(std::min(values_.size(), size - 1)); }
  std::size_t size() const { return values_.size() + 1; }
  std::size_t heap() const {
    std::size_t bytes = 0;
    for (const std::string& value : values_) bytes += value.size();
    return bytes;
  }

 private:
  std::vector<std::string> values_;
};

TEST(Interned, NumbersAreThoseOfAListWhateverWasReleasedBefore) {
  constexpr unsigned kSeed = 3;
  std::mt19937_64 random(kSeed);
  Interned<std::string, CrowdedHash> interned{std::string{}};
  Model model;
  std::size_t most_gone = 0;
  std::size_t few_gone = 0;
  for (int round = 0; round < 400; ++round) {
    for (std::size_t i = random() % 60; i > 0; --i) {
      const std::string value(1 + random() % 40, static_cast<char>('a' + random() % 8));
      const std::uint32_t number = interned.intern(value);
      ASSERT_EQ(number, model.intern(value)) << "seed " << kSeed << ", round " << round;
      ASSERT_EQ(interned[number], value);
    }
    const std::size_t before = model.size();
    const std::size_t size = 1 + random() % (round % 3 == 0 ? std::min<std::size_t>(before, 4) : before);
    interned.release(size);
    model.release(size);
    ASSERT_EQ(interned.size(), model.size());
    ASSERT_EQ(interned.memory_bytes(), model.size() * (sizeof(std::string) + 8) + model.heap());
    (before - size > size ? most_gone : few_gone) += before > size ? 1 : 0;
  }
  EXPECT_GE(most_gone, 100U);
  EXPECT_GE(few_gone, 50U);
}

TEST(Interned, ReleasingNoMoreThanThereIsChangesNothing) {
  Interned<std::string, CrowdedHash> interned{std::string{}};
  interned.release(1);
  const std::uint32_t one = interned.intern("one");
  interned.release(7);
  EXPECT_EQ(interned.size(), 2U);
  EXPECT_EQ(interned.intern("one"), one);
  EXPECT_EQ(interned.intern("two"), one + 1);
}

}  // namespace
}  // namespace lockstep::engine
