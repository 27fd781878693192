#include "compute/core/param_info.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "compute/core/error.h"
#include "compute/core/number_text.h"

namespace arete {

[[noreturn]] static void refuse(const ParamInfo& info, std::string_view given) {
  std::string allowed;
  switch (info.kind) {
    case ParamKind::toggle: allowed = "on or off"; break;
    case ParamKind::choice:
      for (std::string_view choice : info.choices) allowed.append(allowed.empty() ? "" : ", ").append(choice);
      allowed = "one of: " + allowed;
      break;
    default:
      allowed = (info.kind == ParamKind::integer ? "a whole number from " : "a number from ") + numberText(info.minimum) + " to " +
                numberText(info.maximum);
  }
  throw Error(ErrorKind::wrongUse, "cannot set this parameter", info.id, "'" + std::string(given) + "' is not allowed", "give " + allowed);
}

/// The suffix of a number: nothing, or for megabytes M, G or T.
static std::optional<double> scaleOf(const ParamInfo& info, std::string_view suffix) {
  if (suffix.empty()) return 1;
  if (info.unit != "MB") return {};
  constexpr double kThousand = 1024;
  if (suffix == "M" || suffix == "MB") return 1;
  if (suffix == "G" || suffix == "GB") return kThousand;
  if (suffix == "T" || suffix == "TB") return kThousand * kThousand;
  return {};
}

double ParamValues::get(const ParamInfo& info) const {
  const auto found = values_.find(std::string(info.id));
  return found == values_.end() ? info.defaultValue : found->second;
}

void ParamValues::set(const ParamInfo& info, double value) {
  const bool integer = info.kind != ParamKind::real;
  const double low = info.kind == ParamKind::toggle || info.kind == ParamKind::choice ? 0 : info.minimum;
  const double high = info.kind == ParamKind::toggle ? 1 : info.kind == ParamKind::choice ? double(info.choices.size()) - 1 : info.maximum;
  if (!(value >= low && value <= high) || (integer && value != std::floor(value))) refuse(info, numberText(value));
  if (value == info.defaultValue) reset(info);  // so that equal values compare equal, however they were set
  else values_[std::string(info.id)] = value;
}

void ParamValues::setText(const ParamInfo& info, std::string_view text) {
  if (info.kind == ParamKind::toggle) {
    if (text == "on" || text == "true" || text == "1") return set(info, 1);
    if (text == "off" || text == "false" || text == "0") return set(info, 0);
    refuse(info, text);
  }
  if (info.kind == ParamKind::choice) {
    for (size_t i = 0; i < info.choices.size(); ++i)
      if (info.choices[i] == text) return set(info, double(i));
    refuse(info, text);
  }
  if (!info.zeroText.empty() && text == info.zeroText) return set(info, 0);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::optional<double> scale = scaleOf(info, std::string_view(end, size_t(text.data() + text.size() - end)));
  if (error != std::errc{} || !scale) refuse(info, text);
  set(info, value * *scale);
}

std::string ParamValues::text(const ParamInfo& info) const {
  const double value = get(info);
  if (info.kind == ParamKind::toggle) return value != 0 ? "on" : "off";
  if (info.kind == ParamKind::choice) return std::string(info.choices[size_t(value)]);
  return numberText(value);
}

}  // namespace arete
