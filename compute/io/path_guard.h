// Checks the files that a command reads and writes before it starts: nothing that is read may be overwritten.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace arete {

enum class PathRole : uint8_t {
  input,   ///< read; so is the cloud that it names if it is a session
  output,  ///< written as a file, or to a device
  stream,  ///< written from front to back: a pipe will do as well
  kept,    ///< read if it exists, otherwise made, with its companions beside it meanwhile: a file that nothing else may use
};

/// A named file. `-` and an empty name are no files.
struct PathUse {
  std::filesystem::path path;
  PathRole role = PathRole::input;
  std::span<const std::string_view> companions = {};  ///< suffixes of its name: files that are written too
};

/// Throws Error(wrongUse) when a file that is written is also read, when two files that are written are the same (by device and inode, through
/// links and other spellings, whether they exist or not), or when a pipe is given where a file is needed. Devices may be used twice.
/// Throws Error(io) when a folder to write into is missing, or when a file's name is that of a folder.
void guardPaths(std::span<const PathUse> uses);

}  // namespace arete
