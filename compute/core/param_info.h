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
  std::string_view zeroText = {};  ///< what 0 stands for where it is not a number like others: "all", "no limit"; "" for none
};

/// Values of parameters by id; what is not set has its default. A value: can be compared, copied, saved.
class ParamValues {
 public:
  double get(const ParamInfo& info) const;
  /// Throws Error(wrongUse) naming the parameter and its range when `value` is outside it, not finite, or not a whole number where one is due.
  void set(const ParamInfo& info, double value);
  /// Parses a flag's or a file's text: a number (of MB also with M, G or T behind it), what 0 stands for, on/off/true/false, or the name of a
  /// choice. Throws like `set`.
  void setText(const ParamInfo& info, std::string_view text);
  /// The value as text that setText takes back to the same bits.
  std::string text(const ParamInfo& info) const;
  void reset(const ParamInfo& info) { values_.erase(std::string(info.id)); }
  friend bool operator==(const ParamValues&, const ParamValues&) = default;

 private:
  std::map<std::string, double> values_;
};

}  // namespace arete
