// What the numbers in a class column of LiDAR mean, and the colours that they usually have.
// Source: ASPRS LAS Specification 1.4 R15, table 17, and the names of 1.1 to 1.3 for what is reserved there now (8, 12).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arete {

struct AsprsClass {
  int number;
  std::string_view name;          ///< as flags take it: lower case with dashes
  std::array<uint8_t, 3> colour;  ///< red, green, blue
};

/// Those that the specification names, in the order of their numbers.
std::span<const AsprsClass> asprsClasses();

inline constexpr int kMostClasses = 256;  ///< a class is a byte

/// Null where the specification gives the number no name: reserved, or the user's own (from 64 on).
const AsprsClass* findAsprsClass(double number);

/// By name (case does not matter, _ and blanks are dashes) or by number 0…255.
std::optional<int> asprsClassNumber(std::string_view text);

/// "wire-conductor (14)", or "class 70" where it has no name.
std::string asprsClassText(int number);

/// Whether a column of this name holds classes: classification, class, in any case.
bool isClassColumn(std::string_view name);

}  // namespace arete
