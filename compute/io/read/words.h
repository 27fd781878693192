// Columns of words that say something of tracks, as numbers: names of tracks, and times as ISO 8601 writes them.
#pragma once

#include <cstdint>
#include <string_view>

namespace arete {

/// How the fields of a column become numbers.
enum class FieldKind : uint8_t {
  number,
  track,  ///< trackNumber()
  time    ///< a number, or secondsOf()
};

/// A name as a number: a whole number of up to 15 digits is itself, and every other word one above these that its letters decide. NaN where it is
/// empty.
double trackNumber(std::string_view name);

/// "2024-05-01T12:00:00.5+02:00", with T or a blank, as seconds since 1970; NaN when it is no time.
double secondsOf(std::string_view time);

}  // namespace arete
