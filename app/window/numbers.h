// Numbers as people read them: thin spaces between thousands, units, three or four digits.
#pragma once

#include <cstdint>
#include <string>

namespace arete {

/// "1 203 441" with thin spaces.
std::string countText(uint64_t count);
/// "80 MB"; powers of 1000.
std::string byteText(uint64_t bytes);
/// "0.48 s", "12 ms", "3 min".
std::string durationText(double seconds);

}  // namespace arete
