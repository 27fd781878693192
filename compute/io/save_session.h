// Sessions without a window: what the command line, Python and the library save of a cloud and of what was found in it, and how they compare what a
// session gives when replayed.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/engine/frame.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"
#include "compute/io/session_file.h"

namespace arete {

/// A cloud and where it is from.
struct SessionCloud {
  const CloudFile& file;                         ///< after the filter
  std::span<const std::filesystem::path> files;  ///< that it was read from; none where its points are in no file
  const ReadOptions& read;                       ///< how
  const Filter& filter;                          ///< which points of the files are kept
};

/// Where points of a session that are in no file are kept: NAME.points.npy beside NAME.arete.
std::filesystem::path pointsBeside(const std::filesystem::path& session);

/// Throws Error(wrongUse) for a name that no door would open as a session, and for clouds that cannot be read again, such as pipes: before the work.
void checkSession(const std::filesystem::path& path, std::span<const std::filesystem::path> files);

/// Writes the session, and the points where they are in no file. `frame`: what was found, where that is known. Returns warnings; throws as
/// checkSession(), writePoints() and writeSession().
std::vector<std::string> saveSession(const std::filesystem::path& path, const SessionCloud& cloud, const Frame* frame, std::stop_token stop);

/// Throws Error(badInput) for a session without a cloud: there is nothing to repeat.
void checkReplay(const std::filesystem::path& path, const SessionFile& session);

/// Throws Error(internal) where the session knows its result and `frame`, at its end, has other bits.
void compareResult(const std::filesystem::path& path, const SessionFile& session, const Frame& frame);

}  // namespace arete
