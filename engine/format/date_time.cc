// date, time, date-time: RFC 3339 section 5.6, with the leap seconds of section 5.7. duration: appendix A.
//
// A second 60 ties the clock to the offset: the time less the offset is 23:59:60 of UTC. Minutes and hours
// are tied by a pattern each, so that none has to tell all 1,440 times of a day apart; they rely on the one
// of the whole text for its shape.
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {
namespace {

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// Years of the proleptic Gregorian calendar, 0000 to 9999.
std::string full_date() {
  const std::string month_day = either({
      either({"0[13578]", "1[02]"}) + "-" + either({"0[1-9]", "[12][0-9]", "3[01]"}),
      either({"0[469]", "11"}) + "-" + either({"0[1-9]", "[12][0-9]", "30"}),
      "02-" + either({"0[1-9]", "1[0-9]", "2[0-8]"}),
  });
  // A multiple of 4: even tens and 0, 4 or 8, odd tens and 2 or 6. Of the centuries every fourth.
  const std::string leap_year = either({"[0-9][0-9]" + either({"0[48]", "[2468][048]", "[13579][26]"}),
                                        either({"[02468][048]", "[13579][26]"}) + "00"});
  return either({"[0-9]{4}-" + month_day, leap_year + "-02-29"});
}

const std::string kClock = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
const std::string kFraction = "(?:\\.[0-9]+)?";

std::string full_time() {
  return kClock + ":(?:[0-5][0-9]|60)" + kFraction + either({"[Zz]", "[+\\-]" + kClock});
}

// No second 60, or minutes of clock and offset by which UTC is at 59: the one before the offset's, or with a
// negative offset what it lacks to 59.
std::string leap_minutes(const std::string& before) {
  std::string ways;
  for (int minute = 0; minute < 60; ++minute) {
    ways += (minute == 0 ? "" : "|") + two_digits(minute) + ":60" + kFraction +
            either({"\\+..:" + two_digits((minute + 1) % 60), "-..:" + two_digits(59 - minute)});
  }
  ways += "|59:60" + kFraction + "[Zz]";
  return "^" + before + "..:" + either({"..:[0-5]", ways});
}

// The same for hours and 23: one minute more is the next hour at minute 59 alone.
std::string leap_hours(const std::string& before) {
  std::string ways;
  for (int hour = 0; hour < 24; ++hour) {
    ways += "|" + two_digits(hour) + ":" +
            either({"59:60" + kFraction + "\\+" + two_digits((hour + 1) % 24),
                    "(?:[0-4].|5[0-8]):60" + kFraction + "\\+" + two_digits(hour),
                    "..:60" + kFraction + "-" + two_digits(23 - hour)});
  }
  return "^" + before + either({"..:..:[0-5]", "23:..:60" + kFraction + "[Zz]" + ways});
}

// No second 60, or a day that is 30 June or 31 December of UTC: with a positive offset the clock is past
// midnight, one day on, unless the offset is nothing.
std::string leap_days() {
  const std::string same_day = "(?:06-30|12-31)[Tt]";
  const std::string next_day = "(?:07-01|01-01)[Tt]";
  return "^....-" +
         either({"..-...(?:..:..:[0-5])",
                 same_day + either({"..:..:60" + kFraction + "[Zz\\-]", "23:59:60" + kFraction + "\\+"}),
                 next_day + "(?!23:59)..:..:60" + kFraction + "\\+"});
}

}  // namespace

Grammar date() { return {whole(full_date())}; }

Grammar time() { return {whole(full_time()), leap_minutes(""), leap_hours("")}; }

Grammar date_time() {
  return {whole(full_date() + "[Tt]" + full_time()), leap_minutes(".{11}"), leap_hours(".{11}"), leap_days()};
}

// Units nest without gaps; letters in either case (RFC 5234 section 2.3).
Grammar duration() {
  const std::string digits = "[0-9]+";
  const std::string second = digits + "[Ss]";
  const std::string minute = digits + "[Mm]" + optional(second);
  const std::string hour = digits + "[Hh]" + optional(minute);
  const std::string time = "[Tt]" + either({hour, minute, second});
  const std::string day = digits + "[Dd]";
  const std::string month = digits + "[Mm]" + optional(day);
  const std::string year = digits + "[Yy]" + optional(month);
  const std::string week = digits + "[Ww]";
  return {whole("[Pp]" + either({either({day, month, year}) + optional(time), time, week}))};
}

}  // namespace lockstep::engine::grammar
