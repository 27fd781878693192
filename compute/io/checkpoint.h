// Checkpoints as files: of a detection two in a folder, written in turn, each renamed into place when it is complete and on the disk. So whatever
// moment a program is killed at, one of them is complete. A file (little endian): header, origin and bounds; the texts of input and settings; a
// record for each step; origins and coordinates of the chosen points, 8 + 4·d or 8·d bytes each; a checksum. Some 40 bytes a chosen point.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/engine/checkpoint.h"

namespace arete {

/// Returns warnings. Throws Error(io); then what was there is as it was.
std::vector<std::string> writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Every number is checked: a detection can go on from what it gives, once walkAfter() has compared it with cloud and job. Throws Error(badInput) for
/// a file that is none or is damaged, Error(io).
Checkpoint readCheckpoint(const std::filesystem::path& path);

class CheckpointFolder {
 public:
  static std::array<std::filesystem::path, 2> files(const std::filesystem::path& folder) {
    return {folder / "checkpoint.1", folder / "checkpoint.2"};
  }

  explicit CheckpointFolder(const std::filesystem::path& folder) : files_(files(folder)) {}

  /// Whether one of the files is there.
  bool any() const;
  /// The one that is farther; nothing where there is none. A damaged one is passed over with a warning where the other is sound, else its error is
  /// thrown.
  std::optional<Checkpoint> newest(std::vector<std::string>& warnings);
  /// Over the older of the two. As writeCheckpoint().
  std::vector<std::string> write(const Checkpoint& checkpoint);
  /// Removes both.
  void remove() const;

 private:
  const std::array<std::filesystem::path, 2> files_;
  size_t next_ = 0;
};

/// Throws Error(wrongUse) that names the first file that is not the one that was read for the checkpoint. `files`: where they are now, for the
/// message.
void checkSameInput(const Checkpoint& checkpoint, const std::vector<std::string>& input, std::span<const std::filesystem::path> files);

}  // namespace arete
