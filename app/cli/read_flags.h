// The flags of every command that reads a cloud, and reading it with progress and warnings.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "compute/io/read_cloud.h"

namespace arete::cli {

class ReadFlags {
 public:
  void add(CLI::App& app);
  /// What was given.
  const ReadOptions& options() const { return *given_; }

 private:
  std::shared_ptr<ReadOptions> given_ = std::make_shared<ReadOptions>();
};

/// Reads the cloud; progress and the reader's warnings go to standard error.
CloudFile readWithProgress(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop);

/// "warning: …" on standard error.
void warn(std::string_view text);
void warn(std::span<const std::string> texts);

/// "float" or "double".
std::string_view name(Scalar scalar);

}  // namespace arete::cli
