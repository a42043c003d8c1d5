// The files of quality/plans, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lockstep/engine/base/file.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::quality {

inline std::string plan_file(const std::string& name) {
  const auto text = engine::read_file(LOCKSTEP_SOURCE_DIR "/quality/plans/" + name, std::size_t{1} << 20U);
  EXPECT_TRUE(text.ok()) << name;
  return text.ok() ? *text : std::string();
}

// Is the text valid by one of the written formats, as the oracle reads it?
inline bool follows(const std::string& format, const std::string& text) {
  const auto schema = oracle::Schema::load(plan_file(format), {});
  EXPECT_TRUE(schema.ok()) << format;
  const auto instance = oracle::parse_json(text);
  return schema.ok() && instance.ok() && schema.value().check(instance.value()).is_yes();
}

}  // namespace lockstep::quality
