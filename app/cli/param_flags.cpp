#include "app/cli/param_flags.h"

#include <algorithm>

#include "app/cli/text.h"
#include "compute/core/error.h"

namespace arete::cli {

/// Integers as 100000, not 1e+05.
static std::string valueText(const ParamInfo& info, double value) {
  return info.kind == ParamKind::integer ? std::to_string(int64_t(value)) : numberText(value);
}

std::string rangeText(const ParamInfo& info) {
  if (info.kind == ParamKind::toggle) return "on, off";
  if (info.kind == ParamKind::choice) return joined(info.choices);
  return valueText(info, info.minimum) + " to " + valueText(info, info.maximum);
}

std::string defaultText(const ParamInfo& info) {
  if (info.defaultValue == 0 && !info.zeroText.empty()) return "0 = " + std::string(info.zeroText);
  return info.kind == ParamKind::integer || info.kind == ParamKind::real ? valueText(info, info.defaultValue) : ParamValues().text(info);
}

static std::string_view valueName(const ParamInfo& info) {
  switch (info.kind) {
    case ParamKind::real: return "NUMBER";
    case ParamKind::integer: return "N";
    default: return "CHOICE";
  }
}

static std::string description(const ParamInfo& info) {
  std::string text = std::string(info.label);
  if (!info.unit.empty()) text += " in " + std::string(info.unit);
  const std::string range = rangeText(info) + (info.unit == "MB" ? ", or like 2G" : "");
  return text + " (" + range + "; default " + defaultText(info) + "). " + std::string(info.help);
}

void ParamFlags::add(CLI::App& app, std::span<const ParamInfo* const> infos, const std::string& group, std::string_view prefix) {
  for (const ParamInfo* info : infos) {
    if (flags_->contains(info)) continue;
    Flag& flag = (*flags_)[info];
    std::string names = flagName(*info);
    if (const std::string start = "--" + std::string(prefix); !prefix.empty() && names.starts_with(start))
      names = "--" + names.substr(start.size()) + "," + names;
    flag.option = app.add_option(names, flag.text, description(*info))->group(group)->type_name(std::string(valueName(*info)));
  }
}

bool ParamFlags::given(const ParamInfo& info) const {
  const auto found = flags_->find(&info);
  return found != flags_->end() && found->second.option->count() > 0;
}

void ParamFlags::apply(ParamValues& values) const {
  for (const auto& [info, flag] : *flags_) {
    if (flag.option->count() == 0) continue;
    try {
      values.setText(*info, flag.text);
    } catch (const Error& error) {
      throw Error(error.kind(), error.failed(), flagName(*info), error.reason(), error.hint());
    }
  }
}

}  // namespace arete::cli
