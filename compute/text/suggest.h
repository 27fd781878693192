// "Did you mean": for unknown ids, flags and names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arete {

/// `known` as "a, b, c" with the fewest edits from `given` (Levenshtein distance) first.
std::string closestFirst(std::string_view given, std::span<const std::string_view> known);

/// The few of `known` that may be meant by `given`, the nearest first: those that begin with it, and those with at most one
/// edit for every three of its letters. "" when there is none. Dashes at the beginning don't count.
std::string nearestOf(std::string_view given, std::span<const std::string_view> known);

}  // namespace arete
