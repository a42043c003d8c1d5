"""Dates and times against Python's datetime.  Usage: dates.py PROBE [SEED [REFUSED...]]"""

import datetime
import itertools

from probe import arguments, compare, finish


def is_day(year, month, day):
    try:
        datetime.date(year if year else 2000, month, day)  # year 0 is as leap as 2000; datetime begins at 1
        return True
    except ValueError:
        return False


def month_ends():
    for year, month, day in itertools.product(range(10000), range(14), (0, 1, 28, 29, 30, 31, 32)):
        yield "date", f"{year:04}-{month:02}-{day:02}", is_day(year, month, day)


def whole_years():
    for year in (1, 4, 99, 100, 400, 1582, 1600, 1752, 1899, 1900, 1970, 2000, 2023, 2024, 2100, 9998, 9999):
        for month, day in itertools.product(range(1, 13), range(1, 33)):
            yield "date", f"{year:04}-{month:02}-{day:02}", is_day(year, month, day)


def is_clock(hour, minute, second, offset_hour, offset_minute, sign):
    """By datetime: second 60 is one second after :59, and must be midnight of UTC."""
    try:
        if second == 60:
            moment = datetime.datetime(2001, 5, 5, hour, minute, 59)
        else:
            moment = datetime.datetime(2001, 5, 5, hour, minute, second)
        shift = datetime.timedelta(
            hours=datetime.time(offset_hour, 0).hour, minutes=datetime.time(0, offset_minute).minute
        )
    except ValueError:
        return False
    if second < 60:
        return True
    return (moment - sign * shift + datetime.timedelta(seconds=1)).time() == datetime.time(0, 0)


def times(source):
    edge_hour, edge_minute = (0, 1, 9, 12, 22, 23, 24), (0, 1, 29, 30, 58, 59, 60)
    for _ in range(60000):
        hour, minute, second = (
            source.choice(edge_hour),
            source.choice(edge_minute),
            source.choice((0, 58, 59, 60, 60, 61)),
        )
        sign = source.choice((1, -1))
        offset_hour, offset_minute = source.choice(edge_hour), source.choice(edge_minute)
        if source.random() < 0.3:  # aim at the leap second
            total = 23 * 60 + 59 + sign * (offset_hour * 60 + offset_minute)
            hour, minute = total // 60 % 24, total % 60
        fraction = source.choice(("", "", ".0", ".123456789012345678901234567890"))
        zone = f"{'+' if sign > 0 else '-'}{offset_hour:02}:{offset_minute:02}"
        yield (
            "time",
            f"{hour:02}:{minute:02}:{second:02}{fraction}{zone}",
            is_clock(hour, minute, second, offset_hour, offset_minute, sign),
        )


def leap_seconds(source):
    """Second 60 around the ends of all months: only the last of 30 June and 31 December in UTC."""
    for year, month, sign, back in itertools.product(
        (1972, 1996, 1999, 2000, 2024), range(1, 13), (1, -1), range(3)
    ):
        for _ in range(12):
            first = datetime.datetime(year + month // 12, month % 12 + 1, 1)
            utc_end = first - datetime.timedelta(days=back)
            shift = datetime.timedelta(minutes=source.choice((0, 1, 30, 60, 330, 719, 1380, 1439)))
            local = utc_end - datetime.timedelta(seconds=1) + sign * shift
            minutes = int(shift.total_seconds()) // 60
            zone = f"{'+' if sign > 0 else '-'}{minutes // 60:02}:{minutes % 60:02}"
            last_day = utc_end - datetime.timedelta(days=1)
            expected = (last_day.month, last_day.day) in ((6, 30), (12, 31))
            yield "date-time", f"{local:%Y-%m-%dT%H:%M}:60{zone}", expected


def date_times(source):
    for _ in range(20000):
        date = f"{source.randrange(10000):04}-{source.randrange(1, 14):02}-{source.randrange(1, 33):02}"
        year, month, day = int(date[:4]), int(date[5:7]), int(date[8:])
        hour, minute = source.randrange(26), source.randrange(62)
        yield (
            "date-time",
            f"{date}{source.choice('Tt')}{hour:02}:{minute:02}:00{source.choice('Zz')}",
            is_day(year, month, day) and hour < 24 and minute < 60,
        )


def main():
    program, source = arguments()
    finish(
        compare(program, "ends of all months", month_ends(), 900000),
        compare(program, "every day of boundary years", whole_years(), 6000, 0.02),
        compare(program, "times", times(source), 20000),
        compare(program, "leap seconds", leap_seconds(source), 2000, 0.04),
        compare(program, "date-times", date_times(source), 19000),
    )


main()
