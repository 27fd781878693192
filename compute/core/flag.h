// A command-line flag as the row of a table: every program that takes it, its help and the tests walk the same rows, whatever parses
// the line.
#pragma once

#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arete {

template <class Target>
struct Flag {
  std::vector<std::string> names;  ///< without dashes, the short one first
  std::string value;               ///< the kind of value that it takes; "" for a switch
  std::string help;
  bool repeated = false;
  /// Throws Error(wrongUse) that says what is allowed. A switch is given "".
  std::function<void(Target&, const std::string&)> set;
  /// The values to give so that a target gets what this one has, one per use; "" for a switch. None: the flag is not needed. Not set: values
  /// cannot be written as flags.
  std::function<std::vector<std::string>(const Target&)> told = {};
  bool isOutput = false;  ///< names a file that is written
  bool isInput = false;   ///< names a file that is read
};

/// The whole text as a number; empty where it is none or does not fit.
template <class Number>
std::optional<Number> numberFrom(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace arete
