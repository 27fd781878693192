#include "app/cli/path_flags.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "compute/core/error.h"
#include "compute/files/standard_streams.h"

namespace arete::cli {

namespace fs = std::filesystem;

CLI::Option* CommandApp::declarePath(CLI::Option* option, PathRole role, std::string* path) {
  const auto given = [option] { return std::vector<fs::path>(option->results().begin(), option->results().end()); };
  pathFlags_.push_back({option, role, {}, given, path});
  return option;
}

/// What is written is the folder, or something in it.
static fs::path inNewFolder(const fs::path& folder) { return fs::is_directory(folder) ? folder / "0001.png" : folder; }

CLI::Option* CommandApp::declareNewFolder(CLI::Option* option) {
  declarePath(option, PathRole::output);
  pathFlags_.back().given = [option] {
    std::vector<fs::path> paths;
    for (const std::string& folder : option->results()) paths.push_back(inNewFolder(folder));
    return paths;
  };
  return option;
}

CLI::Option* CommandApp::addPath(const std::string& names, std::string& path, const std::string& help, const char* type, PathRole role) {
  return declarePath(add_option(names, path, help)->type_name(type), role, &path);
}

CLI::Option* CommandApp::addInput(const std::string& names, std::string& path, const std::string& help, const char* type) {
  return addPath(names, path, help, type, PathRole::input);
}

CLI::Option* CommandApp::addInputs(const std::string& names, std::vector<std::string>& paths, const std::string& help) {
  CLI::Option* const option = declarePath(add_option(names, paths, help)->type_name("FILE"), PathRole::input);
  pathFlags_.back().paths = &paths;
  return option;
}

CLI::Option* CommandApp::addOutput(const std::string& names, std::string& path, const std::string& help, const char* type) {
  return addPath(names, path, help, type, PathRole::output);
}

CLI::Option* CommandApp::addStream(const std::string& names, std::string& path, const std::string& help, const char* type) {
  return addPath(names, path, help + " May be a pipe; '-' is standard output.", type, PathRole::stream);
}

CLI::Option* CommandApp::addKept(const std::string& names, std::string& path, const std::string& help, std::span<const std::string_view> companions) {
  CLI::Option* const option = addPath(names, path, help, "FILE", PathRole::kept);
  pathFlags_.back().companions = companions;
  pathFlags_.back().path = nullptr;  // it is read and written at places
  return option;
}

CLI::Option* CommandApp::addOutputFolder(const std::string& names, std::string& path, const std::string& help, FilesIn files) {
  CLI::Option* const option = addPath(names, path, help, "FOLDER", PathRole::output);
  pathFlags_.back().given = [&path, files = std::move(files)] { return files(path); };  // the folder has a default
  return option;
}

void CommandApp::takeStandardStreams() {
  constexpr std::string_view kFailed = "cannot take '-'";
  const auto refuse = [&](const PathFlag& flag, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, kFailed, flag.option->get_name(), reason, hint);
  };
  bool reads = false, writes = false;
  const auto take = [&](const PathFlag& flag, std::string& path) {
    const bool isInput = flag.role == PathRole::input;
    if (std::exchange(isInput ? reads : writes, true))
      refuse(flag, isInput ? "standard input is read once" : "two results would go to standard output", "name files");
    path = isInput ? kStandardInput : kStandardOutput;
  };
  for (PathFlag& flag : pathFlags_) {
    if (flag.path != nullptr && *flag.path == "-") take(flag, *flag.path);
    else if (flag.paths != nullptr)
      for (std::string& path : *flag.paths)
        if (path == "-") take(flag, path);
    if (flag.path == nullptr && flag.paths == nullptr && std::ranges::count(flag.given(), fs::path("-")) > 0)
      refuse(flag, "this is no stream", "give the name of a file");
  }
  if (writes) std::cout.rdbuf(std::cerr.rdbuf());
}

bool CommandApp::writesFiles() const {
  return std::ranges::any_of(
      pathFlags_, [](const PathFlag& flag) { return flag.option->count() > 0 && (flag.role == PathRole::output || flag.role == PathRole::stream); });
}

void CommandApp::guardPaths() const {
  std::vector<PathUse> uses;
  for (const PathFlag& flag : pathFlags_)
    for (const fs::path& path : flag.given())
      if (path != "-") uses.push_back({path, flag.role, flag.companions});
  arete::guardPaths(uses);
}

}  // namespace arete::cli
