// Every file the program writes goes through here: to a temporary file (temporary_file.h) in the target's folder, flushed to the disk, then
// renamed over it. Readers see the old file or the complete new one, and nothing else is left behind, whatever goes wrong.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "compute/files/disk_file.h"
#include "compute/files/temporary_file.h"

namespace arete {

class AtomicFile {
 public:
  /// Opens the temporary file. A link is followed, so that its target is replaced and not the link; what is neither a file nor
  /// absent (a pipe, /dev/stdout) is written to directly, waiting for its reader where there is none; a directory is refused. Throws
  /// Error(io) with the path, the system's reason and a hint, and Cancelled when asked to stop while it waits, as do write() and commit().
  explicit AtomicFile(std::filesystem::path target, std::stop_token stop = {});
  /// Removes the temporary file unless commit() was called: an exception or Cancelled leaves the target as it was.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// The same file, to be written at places instead, and to be read also once it is committed. Of a file or of what is absent.
  DiskFile disk() const;
  /// Flushes to the disk, gives the file the permissions of the one it replaces, and renames it. Nothing may be written afterwards.
  /// False: the file is written, but the directory could not be flushed, so that a power cut now may bring the old one back.
  [[nodiscard]] bool commit();

  const std::filesystem::path& target() const { return target_; }

 private:
  void openInPlace();
  void writeOut();
  void writeAll(std::span<const std::byte> bytes);
  void closeOne();
  [[noreturn]] void fail(int error) const;

  std::stop_token stop_;
  std::filesystem::path target_;    ///< as given, for messages
  std::filesystem::path replaced_;  ///< the target with links followed
  TemporaryFile file_;
  bool direct_ = false;  ///< the file is the target itself
  std::string buffer_;
};

/// A writer's warning when commit() returned false.
inline constexpr std::string_view kNotDurable = "the file is written, but its directory could not be flushed: a power cut now may undo it";

}  // namespace arete
