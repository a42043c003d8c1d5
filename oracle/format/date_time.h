// date-time, date, time and duration: RFC 3339 section 5.6 and appendix A.
#pragma once

#include <string_view>

namespace lockstep::oracle {

bool is_date(std::u32string_view text);       // full-date
bool is_time(std::u32string_view text);       // full-time
bool is_date_time(std::u32string_view text);  // date-time
bool is_duration(std::u32string_view text);   // duration

}  // namespace lockstep::oracle
