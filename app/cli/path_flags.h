// The arguments and flags of a command that name files. They are added by the functions here and by no others, so that what a command reads and
// writes is known before it runs: guardPaths() looks it over, for every command and in one place.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/io/path_guard.h"

namespace arete::cli {

/// The flags of one command.
class CommandApp : public CLI::App {
 public:
  CommandApp(std::string_view name, std::string_view summary, CLI::App* parent = nullptr)
      : CLI::App(std::string(summary), std::string(name), parent) {}

  /// `type`: what the file is, as --help says it.
  CLI::Option* addInput(const std::string& names, std::string& path, const std::string& help, const char* type = "FILE");
  CLI::Option* addOutput(const std::string& names, std::string& path, const std::string& help, const char* type = "FILE");
  /// An output that may be a pipe; the help says so.
  CLI::Option* addStream(const std::string& names, std::string& path, const std::string& help, const char* type = "FILE");
  /// A file that is used when it is there and else made, with `companions` (endings of its name) beside it meanwhile.
  CLI::Option* addKept(const std::string& names, std::string& path, const std::string& help, std::span<const std::string_view> companions);
  /// A folder, and which files are written into it.
  using FilesIn = std::function<std::vector<std::filesystem::path>(const std::filesystem::path& folder)>;
  CLI::Option* addOutputFolder(const std::string& names, std::string& path, const std::string& help, FilesIn files);
  /// A flag that was added by other means and names a file.
  CLI::Option* declarePath(CLI::Option* option, PathRole role);

  struct PathFlag {
    CLI::Option* option;
    PathRole role;
    std::span<const std::string_view> companions;
    std::function<std::vector<std::filesystem::path>()> given;
  };
  /// All that were added, in that order.
  const std::vector<PathFlag>& pathFlags() const { return pathFlags_; }
  /// Throws what arete::guardPaths throws for the files that were named.
  void guardPaths() const;

 private:
  CLI::Option* addPath(const std::string& names, std::string& path, const std::string& help, const char* type, PathRole role);

  std::vector<PathFlag> pathFlags_;
};

}  // namespace arete::cli
