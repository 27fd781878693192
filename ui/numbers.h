// Numbers for people: thin spaces between thousands, a unit, no false digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arete {

inline constexpr std::string_view kThinSpace = "\u2009";

/// All digits, in groups of three from five digits on: "1203", "1 203 441".
std::string formatCount(uint64_t count);
/// At most four digits and k, M or G from a hundred thousand on: "98 765", "1.20 M".
std::string formatShortCount(uint64_t count);
/// In its place in one of two texts: formatCount(2, "%1 point", "%1 points"). scripts/translations knows these texts by the function's name.
std::string formatCount(uint64_t count, const char* one, const char* many);
/// "0.12 ms", "48.3 ms", "1.42 s", "2 min 05 s", "3 h 07 min".
std::string formatMilliseconds(double milliseconds);
/// Powers of 1000: "980 bytes", "12.3 MB".
std::string formatBytes(uint64_t bytes);
/// "12 s left", "3 min left": whole seconds or minutes, as it is an estimate.
std::string formatRemaining(double seconds);
/// "12.3 m", "4°"; only the number when the unit is empty.
std::string withUnit(std::string number, std::string_view unit);

}  // namespace arete
