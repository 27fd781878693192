#include "app/cli/version_files.h"

#include <iostream>

#include "app/cli/command.h"
#include "compute/mine/compile.h"
#include "compute/text/printable.h"

namespace arete::cli {

static constexpr std::string_view kVersionFile = "--version-file";

void VersionLimits::add(CLI::App& app, const std::string& group) {
  constexpr double kLongest_s = 3600, kMost_GiB = 1024;
  app.add_option("--time-limit", given_->seconds, "Seconds that a call of the version may take (default 10).")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, kLongest_s))
      ->group(group);
  app.add_option("--memory-limit", given_->gigabytes, "GiB that the version may take beyond its arrays (default 4).")
      ->type_name("NUMBER")
      ->check(CLI::Range(0.01, kMost_GiB))
      ->group(group);
  app.add_flag("--isolate", given_->isolate,
               "Compile and run it without a network and without the sight of home, by bubblewrap: for files of others.")
      ->group(group);
  app.add_flag("--nvrtc", given_->nvrtc, "Compile a .cu without nvcc, as where there is none: its kernels by NVRTC, the rest by g++ or clang++.")
      ->group(group);
}

mine::UserVersionWish VersionLimits::wish() const {
  return {.isolate = given_->isolate,
          .nvrtc = given_->nvrtc,
          .limit = std::chrono::milliseconds(int64_t(given_->seconds * 1000)),
          .memoryBytes = size_t(given_->gigabytes * double(size_t(1) << 30))};
}

std::shared_ptr<const mine::UserVersion> openVersion(const std::string& file, const mine::UserVersionWish& wish, const std::stop_token& stop) {
  try {
    auto version = std::make_shared<const mine::UserVersion>(file, wish, stop);
    if (!version->messages.empty()) std::cerr << printableLines(version->messages);
    return version;
  } catch (const mine::CompileError& error) {
    std::cerr << printableLines(error.messages());
    throw;
  }
}

std::vector<std::string> takeVersionFiles(std::span<const std::string> arguments, const std::stop_token& stop) {
  std::vector<std::string> taken;
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    std::string file;
    if (arguments[i].starts_with(std::string(kVersionFile) + '=')) file = arguments[i].substr(kVersionFile.size() + 1);
    else if (arguments[i] == kVersionFile && i + 1 < arguments.size()) file = arguments[++i];
    if (file.empty()) continue;
    taken.push_back(file + " is " + std::string(mine::addUserVersion(openVersion(file, {}, stop)).id));
  }
  return taken;
}

void addVersionFiles(CLI::App& app, std::vector<std::string>& files, const std::string& group) {
  app.add_option(
         std::string(kVersionFile), files,
         "A .cpp or .cu file with a version of yours: it is compiled, becomes the version STAGE.mine.NAME, and runs in a process of its own. May "
         "be given several times.")
      ->type_name("SOURCE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(group);
}

}  // namespace arete::cli
