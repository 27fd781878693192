#include "app/cli/parser.h"

#include "app/cli/help.h"

namespace arete::cli {

static constexpr std::string_view kFooter = R"('arete-cli COMMAND --help' lists the flags of a command and shows examples.
Exit codes: 0 done, 1 failed, 2 wrong use or refused input, 130 interrupted.)";

void addCommands(CLI::App& app, Run& run) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(std::string(kFooter));
  app.set_version_flag("--version", "arete-cli " ARETE_VERSION, "Print the version and exit.");
  app.set_help_flag("-h,--help", "Print this help and exit.");
  app.require_subcommand(1);
  for (const Command& command : commands()) {
    const auto added = std::make_shared<CommandApp>(command.name, command.summary, &app);
    app.add_subcommand(added);
    added->group("Commands");
    added->footer(std::string(command.examples));
    added->callback([&run, &flags = *added, todo = command.add(*added)] {
      run = [&flags, todo](std::stop_token stop) {
        flags.guardPaths();
        todo(std::move(stop));
      };
    });
  }
}

}  // namespace arete::cli
