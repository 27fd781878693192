// Users' files with versions, on the command line.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/path_flags.h"
#include "compute/mine/user_rows.h"

namespace arete::cli {

/// How a file is compiled and run.
class VersionLimits {
 public:
  /// --time-limit, --memory-limit, --isolate, --nvrtc.
  void add(CLI::App& app, const std::string& group);
  mine::UserVersionWish wish() const;

 private:
  struct Given {
    double seconds = 10, gigabytes = 4;
    bool isolate = false, nvrtc = false;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
};

/// Compiles and opens it. What the compiler says goes to standard error. Throws Error, Cancelled.
std::shared_ptr<const mine::UserVersion> openVersion(const std::string& file, const mine::UserVersionWish& wish, const std::stop_token& stop);

/// Adds the versions of the files that --version-file names in a command line to the catalogue, before its flags are made from that.
/// What each became, in words. Throws like openVersion().
std::vector<std::string> takeVersionFiles(std::span<const std::string> arguments, const std::stop_token& stop);
/// The flag itself, for commands that use versions of the catalogue; its files were taken before. `files`: filled in when the line is read.
void addVersionFiles(CLI::App& app, std::vector<std::string>& files, const std::string& group);

}  // namespace arete::cli
