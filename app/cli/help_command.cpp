// help: another way to ask for --help.
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "compute/core/error.h"
#include "compute/text/suggest.h"

namespace arete::cli {

static Error noSuchCommand(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  const std::string near = nearestOf(name, names);
  return {ErrorKind::wrongUse, "no such command", name, near.empty() ? "'arete-cli --help' lists all" : "did you mean " + near + '?'};
}

Run addHelp(CommandApp& app) {
  const auto name = std::make_shared<std::string>();
  app.add_option("COMMAND", *name, "The command; without it, all are listed.");
  return [&app, name](const std::stop_token&) {
    const CLI::App& all = *app.get_parent();
    const auto named = all.get_subcommands([&](const CLI::App* each) { return each->get_name() == *name; });
    if (!name->empty() && named.empty()) throw noSuchCommand(*name);
    std::cout << all.get_formatter()->make_help(name->empty() ? &all : named.front(), "", CLI::AppFormatMode::All);
  };
}

}  // namespace arete::cli
