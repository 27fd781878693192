// Looks over the files that a command was told to read and to write, before its work: nothing that is read may be lost by what is written.
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
  kept,    ///< read when it is there, else made, with its companions beside it while that lasts: a file of its own
};

/// A file that is named. `-` and an empty name are none.
struct PathUse {
  std::filesystem::path path;
  PathRole role = PathRole::input;
  std::span<const std::string_view> companions = {};  ///< what is put behind its name: files that are written too
};

/// Throws Error(wrongUse) when what is written is also read, when two of the files that are written are one (by device and inode, through
/// links and other spellings, be they there already or not), or when there is a pipe where a file is needed. Devices may be used twice.
/// Throws Error(io) when a folder to write to is missing or a folder has the name of a file.
void guardPaths(std::span<const PathUse> uses);

}  // namespace arete
