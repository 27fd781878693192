// Command-line flags made from ParamInfos, which give name, unit, range, default and help.
#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <span>
#include <string>

#include "compute/core/param_info.h"
#include "compute/io/detect_command.h"

namespace arete::cli {

/// The values that the flag takes: "0 to 1", "row, column", "on, off".
std::string rangeText(const ParamInfo& info);
/// The number, the choice's name, or "0 = all" where 0 stands for something.
std::string defaultText(const ParamInfo& info);

/// The flags that a command has added, and the values given. Copies share these: a command's Run holds one.
class ParamFlags {
 public:
  /// `prefix`: may be left out where no other flag has the rest as its name: "quality-sigma" is also "--sigma".
  void add(CLI::App& app, std::span<const ParamInfo* const> infos, const std::string& group, std::string_view prefix = {});
  bool given(const ParamInfo& info) const;
  /// Sets the given values. Throws Error(wrongUse) that names the flag.
  void apply(ParamValues& values) const;

 private:
  struct Flag {
    std::string text;
    CLI::Option* option = nullptr;
  };
  std::shared_ptr<std::map<const ParamInfo*, Flag>> flags_ = std::make_shared<std::map<const ParamInfo*, Flag>>();
};

}  // namespace arete::cli
