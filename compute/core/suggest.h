// "Did you mean": for unknown ids, flags and names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arete {

/// `known` as "a, b, c" with the fewest edits from `given` (Levenshtein distance) first.
std::string closestFirst(std::string_view given, std::span<const std::string_view> known);

}  // namespace arete
