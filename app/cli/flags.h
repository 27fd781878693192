// Turns a row of a table of flags into an option of the command line.
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/flag.h"

namespace arete::cli {

/// The option's value goes to `target` while the line is parsed; errors name the flag.
template <class Target>
CLI::Option* addFlag(CLI::App& app, const Flag<Target>& flag, const std::shared_ptr<Target>& target) {
  std::string names;
  for (const std::string& name : flag.names) names += (names.empty() ? "" : ",") + std::string(name.size() == 1 ? "-" : "--") + name;
  const auto take = [target, set = flag.set, name = flag.names.back()](const std::string& value) {
    try {
      set(*target, value);
    } catch (const Error& error) {
      throw Error(error.kind(), error.failed(), "--" + name, error.reason(), error.hint());
    }
  };
  if (flag.value.empty())
    return app.add_flag_callback(
        names, [take] { take(""); }, flag.help);
  CLI::Option* option = app.add_option_function<std::vector<std::string>>(
      names,
      [take](const std::vector<std::string>& values) {
        for (const std::string& value : values) take(value);
      },
      flag.help);
  option->type_name(flag.value)->expected(1);
  option->multi_option_policy(flag.repeated ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
  return option;
}

}  // namespace arete::cli
