#include "app/cli/parser.h"

#include "app/cli/help.h"

namespace arete::cli {

static constexpr std::string_view kFooter = R"('arete-cli COMMAND --help' lists the flags of a command and shows examples.
Exit codes: 0 done, 1 failed, 2 wrong use or refused input, 130 interrupted.)";

void dress(CLI::App& app, std::string_view program, std::string_view footer) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(std::string(footer));
  app.set_version_flag("--version", std::string(program) + " " ARETE_VERSION, "Print the version and exit.");
  app.set_help_flag("-h,--help", "Print this help and exit.");
  app.require_subcommand(1);
}

void addCommand(CLI::App& app, Run& run, const Command& command, const std::function<Run(CommandApp&)>& add) {
  const auto added = std::make_shared<CommandApp>(command.name, command.summary, &app);
  app.add_subcommand(added);
  added->group("Commands");
  added->footer(std::string(command.examples));
  added->callback([&run, &flags = *added, todo = add(*added)] {
    run = [&flags, todo](std::stop_token stop) {
      flags.takeStandardStreams();
      flags.guardPaths();
      todo(std::move(stop));
    };
  });
}

void addCommands(CLI::App& app, Run& run) {
  dress(app, "arete-cli", kFooter);
  for (const Command& command : commands()) addCommand(app, run, command, command.add);
}

}  // namespace arete::cli
