// Several files as one cloud, and what the commands and the window do with files before they compute: read, join, filter.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/track_columns.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete {

/// The points of all files in their order, with one origin and type: bit for bit those of one file that holds all rows. Attributes are those of
/// any file, NaN where a point's file does not have it, and kSourceFile. Of one file it is readCloud(). Throws like that; Error(badInput) where
/// files have different numbers of coordinates.
CloudFile readClouds(std::span<const std::filesystem::path> files, const ReadOptions& options = {}, std::stop_token stop = {},
                     const ReadProgressFunction& progress = {}, const ReadSampleFunction& sample = {});

/// "wires.laz", "wires.laz and 2 more": what a title or a message calls them.
std::string nameOf(std::span<const std::filesystem::path> files);

/// A filter keeps no point of files that have some: what was found out about the files, such as their warnings, comes with it.
class NoPointLeft : public Error {
 public:
  NoPointLeft(const Error& error, CloudFile file) : Error(error), file_(std::make_shared<const CloudFile>(std::move(file))) {}
  /// As readClouds() gives it, without points.
  const CloudFile& file() const { return *file_; }

 private:
  std::shared_ptr<const CloudFile> file_;  // exceptions are copied
};

/// readClouds() and then applyFilter(), to the bit. Points of one file that no rule on single points keeps never come into the cloud, which takes
/// memory for the others only; where several files are joined, origin and type are known too late for that. A file without points stays as it is.
CloudFile readFiltered(std::span<const std::filesystem::path> files, const Filter& filter, const ReadOptions& options = {}, std::stop_token stop = {},
                       const ReadProgressFunction& progress = {}, const ReadSampleFunction& sample = {});

/// Leaves the points of the file that the filter keeps. Throws as takenPoints (compute/filter/apply.h), and NoPointLeft.
void applyFilter(const Filter& filter, CloudFile& file, std::stop_token stop = {});

}  // namespace arete
