// The arguments and flags of a command that name files. They are added only by the functions here, so that what a command reads and
// writes is known before it runs: guardPaths() checks it for every command, in one place.
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

  /// `type`: what the file is, for --help.
  CLI::Option* addInput(const std::string& names, std::string& path, const std::string& help, const char* type = "FILE");
  CLI::Option* addOutput(const std::string& names, std::string& path, const std::string& help, const char* type = "FILE");
  /// One file or several.
  CLI::Option* addInputs(const std::string& names, std::vector<std::string>& paths, const std::string& help);
  /// An output that may be a pipe; the help says so.
  CLI::Option* addStream(const std::string& names, std::string& path, const std::string& help, const char* type = "FILE");
  /// A file that is used if it exists and otherwise made, with `companions` (suffixes of its name) beside it meanwhile.
  CLI::Option* addKept(const std::string& names, std::string& path, const std::string& help, std::span<const std::string_view> companions);
  /// A folder, and the files that are written into it.
  using FilesIn = std::function<std::vector<std::filesystem::path>(const std::filesystem::path& folder)>;
  CLI::Option* addOutputFolder(const std::string& names, std::string& path, const std::string& help, FilesIn files);
  /// A flag added elsewhere that names a folder, which is made unless it is there and empty.
  CLI::Option* declareNewFolder(CLI::Option* option);
  /// A flag added elsewhere that names a file. `path`: where its value is kept; without it '-' is refused.
  CLI::Option* declarePath(CLI::Option* option, PathRole role, std::string* path = nullptr);

  struct PathFlag {
    CLI::Option* option;
    PathRole role;
    std::span<const std::string_view> companions;
    std::function<std::vector<std::filesystem::path>()> given;
    std::string* path = nullptr;
    std::vector<std::string>* paths = nullptr;
  };
  /// All paths, in the order added.
  const std::vector<PathFlag>& pathFlags() const { return pathFlags_; }
  /// '-' becomes standard input or output, in every command. What a command else prints on standard output goes to standard error then. Throws
  /// Error(wrongUse) where '-' cannot be, or comes twice. Call it first.
  void takeStandardStreams();
  /// Whether the command line names something that is written.
  bool writesFiles() const;
  /// Throws what arete::guardPaths throws for the named files.
  void guardPaths() const;

 private:
  CLI::Option* addPath(const std::string& names, std::string& path, const std::string& help, const char* type, PathRole role);

  std::vector<PathFlag> pathFlags_;
};

}  // namespace arete::cli
