// How --help looks: flags in groups, descriptions wrapped beside them.
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
};

/// A clear message about an unknown flag or command, "unknown flag '--treads'", with similar names. Empty when nothing was unexpected.
std::string unexpectedArguments(const CLI::App& app);

}  // namespace arete::cli
