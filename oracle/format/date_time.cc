// Dates and times by RFC 3339. Nothing of ISO 8601 beyond it.
#include "lockstep/oracle/format/date_time.h"

#include <array>
#include <cstddef>
#include <optional>

#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {
namespace {

struct Date {
  int year = 0;
  int month = 0;
  int day = 0;
};

struct Time {
  int utc_minute =
      0;  // minutes after 00:00 of the local date, in UTC: below 0 or from 1440 on is another day
  bool leap_second = false;
};

// Exactly `count` DIGITs at the front, which are taken off.
std::optional<int> take_number(std::u32string_view& text, std::size_t count) {
  if (text.size() < count || !all_digits(text.substr(0, count))) return std::nullopt;
  int value = 0;
  for (const char32_t c : text.substr(0, count)) value = value * 10 + static_cast<int>(c - U'0');
  text.remove_prefix(count);
  return value;
}

bool take(std::u32string_view& text, std::u32string_view any_of) {
  if (text.empty() || !is_one_of(text.front(), any_of)) return false;
  text.remove_prefix(1);
  return true;
}

// RFC 3339 appendix C.
bool is_leap_year(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// RFC 3339 section 5.7: the maximum of date-mday.
int days_in_month(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month == 2 && is_leap_year(year)) return 29;
  return kDays[static_cast<std::size_t>(month - 1)];
}

// full-date = date-fullyear "-" date-month "-" date-mday
std::optional<Date> take_date(std::u32string_view& text) {
  const std::optional<int> year = take_number(text, 4);
  if (!year || !take(text, U"-")) return std::nullopt;
  const std::optional<int> month = take_number(text, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, U"-")) return std::nullopt;
  const std::optional<int> day = take_number(text, 2);
  if (!day || *day < 1 || *day > days_in_month(*year, *month)) return std::nullopt;
  return Date{*year, *month, *day};
}

// time-offset = "Z" / time-numoffset, in minutes east of UTC
std::optional<int> take_offset(std::u32string_view& text) {
  if (take(text, U"Zz")) return 0;
  if (text.empty()) return std::nullopt;
  const int sign = text.front() == U'-' ? -1 : 1;
  if (!take(text, U"+-")) return std::nullopt;
  const std::optional<int> hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take(text, U":")) return std::nullopt;
  const std::optional<int> minute = take_number(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  return sign * (*hour * 60 + *minute);
}

// full-time = partial-time time-offset
std::optional<Time> take_time(std::u32string_view& text) {
  const std::optional<int> hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take(text, U":")) return std::nullopt;
  const std::optional<int> minute = take_number(text, 2);
  if (!minute || *minute > 59 || !take(text, U":")) return std::nullopt;
  const std::optional<int> second = take_number(text, 2);
  if (!second || *second > 60) return std::nullopt;
  if (take(text, U".")) {  // time-secfrac = "." 1*DIGIT
    if (!take_number(text, 1)) return std::nullopt;
    while (take_number(text, 1)) {
    }
  }
  const std::optional<int> offset = take_offset(text);
  if (!offset) return std::nullopt;
  const Time time{*hour * 60 + *minute - *offset, *second == 60};
  // Section 5.7: second 60 is the last of a UTC day.
  constexpr int kDay = 24 * 60;
  if (time.leap_second && (time.utc_minute + kDay) % kDay != kDay - 1) return std::nullopt;
  return time;
}

// Section 5.7: second 60 at the end of months in which a leap second occurs, "to date: June or December".
// Which years had one is not looked up: the table is of the past only.
bool may_end_in_leap_second(Date date, int utc_minute) {
  if (utc_minute < 0) {  // the day before, in UTC
    return date.day == 1 && (date.month == 7 || date.month == 1);
  }
  if (utc_minute >= 24 * 60) {  // the day after, in UTC
    return (date.month == 6 && date.day == 29) || (date.month == 12 && date.day == 30);
  }
  return (date.month == 6 && date.day == 30) || (date.month == 12 && date.day == 31);
}

// 1*DIGIT followed by one of the units, which must come later in `units` than the unit before; `units`
// shrinks to what may follow.
bool take_element(std::u32string_view& text, std::u32string_view& units) {
  std::u32string_view rest = text;
  while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
  if (rest.size() == text.size() || rest.empty()) return false;
  const std::size_t at = units.find(rest.front());
  if (at == std::u32string_view::npos) return false;
  units.remove_prefix(at + 1);
  text = rest.substr(1);
  return true;
}

// A run of elements without a gap: dur-year may be followed by dur-month but not by dur-day, as the rules
// nest. Takes as many as there are; false when there is none.
bool take_elements(std::u32string_view& text, std::u32string_view units) {
  if (!take_element(text, units)) return false;
  while (!units.empty()) {
    std::u32string_view next = units.substr(0, 1);
    if (!take_element(text, next)) return true;
    units.remove_prefix(1);
  }
  return true;
}

}  // namespace

bool is_date(std::u32string_view text) { return take_date(text) && text.empty(); }

bool is_time(std::u32string_view text) { return take_time(text) && text.empty(); }

bool is_date_time(std::u32string_view text) {
  const std::optional<Date> date = take_date(text);
  if (!date || !take(text, U"Tt")) return false;
  const std::optional<Time> time = take_time(text);
  if (!time || !text.empty()) return false;
  return !time->leap_second || may_end_in_leap_second(*date, time->utc_minute);
}

bool is_duration(std::u32string_view input) {
  // ABNF literals are case-insensitive (RFC 5234 section 2.3), as section 5.6 notes for "T" and "Z".
  std::u32string upper(input);
  for (char32_t& c : upper) {
    if (c >= U'a' && c <= U'z') c -= U'a' - U'A';
  }
  std::u32string_view text = upper;
  if (!take(text, U"P")) return false;
  std::u32string_view week = text;
  std::u32string_view week_unit = U"W";
  if (take_element(week, week_unit)) return week.empty();  // dur-week
  const bool has_date = take_elements(text, U"YMD");       // dur-date, its optional time below
  if (text.empty()) return has_date;
  return take(text, U"T") && take_elements(text, U"HMS") && text.empty();  // dur-time
}

}  // namespace lockstep::oracle
