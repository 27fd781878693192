// How help looks: -h shows the flags that most need, by task; --help all of them, in groups. Descriptions are wrapped beside them, to the terminal.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace arete::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option(const CLI::Option* option, bool isPositional) const override;
  std::string make_subcommand(const CLI::App* app) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;

 private:
  std::string shortHelp(const CLI::App* app, const std::string& name) const;
};

/// A clear message about an unknown flag or command, "unknown flag '--treads'", with similar names. Empty when nothing was unexpected.
std::string unexpectedArguments(const CLI::App& app);

}  // namespace arete::cli
