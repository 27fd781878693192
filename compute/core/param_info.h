// One tunable parameter: its slider, command-line flag, key in session files and line in the docs all come from one ParamInfo.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace arete {

enum class ParamKind : uint8_t { real, integer, toggle, choice };

struct ParamInfo {
  std::string_view id;     ///< snake_case; the flag is the same with dashes
  std::string_view label;  ///< for panels
  std::string_view unit;   ///< "" for none
  ParamKind kind = ParamKind::real;
  double minimum = 0, maximum = 1, defaultValue = 0;  ///< a choice is an index into `choices`, a toggle 0 or 1
  std::string_view help;                              ///< one sentence
  std::span<const std::string_view> choices = {};
  bool logarithmic = false;        ///< the slider's scale
  std::string_view zeroText = {};  ///< the meaning of 0 where it is special: "all", "no limit"; "" otherwise
};

/// Values of parameters by id; unset ones have their defaults. A value type: can be compared, copied, saved.
class ParamValues {
 public:
  double get(const ParamInfo& info) const;
  /// Throws Error(wrongUse) naming the parameter and its range when `value` is outside it, not finite, or not an integer where one is required.
  void set(const ParamInfo& info, double value);
  /// Parses the text of a flag or file: a number (MB may have the suffix M, G or T), the name of 0's meaning, on/off/true/false, or the name of a
  /// choice. Throws like `set`.
  void setText(const ParamInfo& info, std::string_view text);
  /// The value as text from which setText gets the same bits.
  std::string text(const ParamInfo& info) const;
  void reset(const ParamInfo& info) { values_.erase(std::string(info.id)); }
  friend bool operator==(const ParamValues&, const ParamValues&) = default;

 private:
  std::map<std::string, double> values_;
};

}  // namespace arete
