#include "app/cli/parser.h"

#include "app/cli/help.h"
#include "app/cli/terminal.h"

namespace arete::cli {

static constexpr std::string_view kFooter =
    R"('arete-cli COMMAND -h' lists the flags of a command that most need, 'arete-cli help COMMAND' all, with examples.
Exit codes: 0 done, 1 failed, 2 wrong use or refused input, 130 interrupted.)";

void dress(CLI::App& app, std::string_view program, std::string_view footer) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(std::string(footer));
  app.set_version_flag("--version", std::string(program) + " " ARETE_VERSION, "Print the version and exit.");
  app.set_help_flag("-h", "Print the flags that most need, and exit.");
  app.set_help_all_flag("--help", "Print all flags, with examples, and exit.");
  app.require_subcommand(1);
}

void addCommand(CLI::App& app, Run& run, const Command& command, const std::function<Run(CommandApp&)>& add) {
  const auto added = std::make_shared<CommandApp>(command.name, command.summary, &app);
  app.add_subcommand(added);
  added->group("Commands");
  added->footer(std::string(command.examples));
  added->callback([&run, &flags = *added, todo = add(*added)] {
    run = [&flags, todo](std::stop_token stop) {
      if (talk() == Talk::quiet && flags.writesFiles()) silenceOutput();
      flags.takeStandardStreams();
      flags.guardPaths();
      todo(std::move(stop));
    };
  });
}

static void addTalk(CLI::App& command) {
  CLI::Option* const quiet = command.add_flag_callback(
      "-q,--quiet", [] { setTalk(Talk::quiet); }, "No progress and no remarks, and no summary where results go to files. Warnings and errors stay.");
  command
      .add_flag_callback(
          "-v,--verbose", [] { setTalk(Talk::verbose); }, "Say on standard error what is being done, a line a second, where that is a file too.")
      ->excludes(quiet);
}

void addCommands(CLI::App& app, Run& run) {
  dress(app, "arete-cli", kFooter);
  for (const Command& command : commands()) {
    addCommand(app, run, command, command.add);
    addTalk(*app.get_subcommand(std::string(command.name)));
  }
}

}  // namespace arete::cli
