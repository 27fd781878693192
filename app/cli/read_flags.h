// The flags of every command that reads a cloud, how and which points of it, and reading it with progress and warnings.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "app/cli/path_flags.h"
#include "compute/io/filter_flags.h"
#include "compute/io/read_clouds.h"
#include "compute/io/row_numbers.h"

namespace arete::cli {

class ReadFlags {
 public:
  void add(CommandApp& app);
  /// The given options.
  const ReadOptions& options() const { return *given_; }
  /// The same of the points to keep. Polygons are brought into the system of `file`, or of the first one that the command reads. Throws Error when
  /// the file of a polygon cannot be read.
  Filter filter(const std::filesystem::path& file = {}) const;

 private:
  std::shared_ptr<ReadOptions> given_ = std::make_shared<ReadOptions>();
  std::shared_ptr<FilterWish> wish_ = std::make_shared<FilterWish>();
  const CommandApp* app_ = nullptr;
};

/// Reads the cloud, several files as one, and leaves what the filter keeps, which is at least a point; progress, the reader's warnings and how many
/// points are kept go to standard error.
CloudFile readWithProgress(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter, std::stop_token stop);
/// The same of names as CLI11 gives them.
CloudFile readWithProgress(std::span<const std::string> files, const ReadFlags& flags, std::stop_token stop);

/// The same of points that know their rows.
NumberedCloud readNumberedWithProgress(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter,
                                       std::stop_token stop);

/// "warning: …" on standard error.
void warn(std::string_view text);
void warn(std::span<const std::string> texts);
void warnThatCpuTakesOver(const Error& error);

/// What a user should know of the files, whatever comes of them, on standard error.
void warnOf(const CloudFile& file);

/// "float" or "double".
std::string_view name(Scalar scalar);

}  // namespace arete::cli
