// Command-line flags made from ParamInfos: name, unit, range, default and help all come from there.
#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <span>
#include <string>

#include "compute/core/param_info.h"

namespace arete::cli {

/// "--move-rule" for the id "move_rule".
std::string flagName(const ParamInfo& info);
/// "0 to 1", "row, column", "on, off": what the flag takes.
std::string rangeText(const ParamInfo& info);
/// The number, the choice's name, or "0 = all" where 0 stands for something.
std::string defaultText(const ParamInfo& info);

/// The flags that a command has added, and what was given for them. Copies share it: a command's Run holds one.
class ParamFlags {
 public:
  /// `prefix`: where nothing else has that name, "quality-sigma" is also "--sigma".
  void add(CLI::App& app, std::span<const ParamInfo* const> infos, const std::string& group, std::string_view prefix = {});
  bool given(const ParamInfo& info) const;
  /// Sets what was given. Throws Error(wrongUse) that names the flag.
  void apply(ParamValues& values) const;

 private:
  struct Flag {
    std::string text;
    CLI::Option* option = nullptr;
  };
  std::shared_ptr<std::map<const ParamInfo*, Flag>> flags_ = std::make_shared<std::map<const ParamInfo*, Flag>>();
};

}  // namespace arete::cli
