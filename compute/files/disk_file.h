// A file that is read and written at given places, not from front to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace arete {

/// A file's size and when it was last written: two that differ say that it was written in between.
struct FileStamp {
  uint64_t bytes = 0;
  int64_t written_ns = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Errors are Error(io) with the path, the system's reason and a hint.
class DiskFile {
 public:
  static DiskFile openToRead(const std::filesystem::path& path);
  /// Creates it if it does not exist. Refused while another program has it open for writing (for more than a tenth of a second).
  static DiskFile openToWrite(const std::filesystem::path& path);
  /// The file that a program which no longer runs was writing by openToWrite(): locked for this object. Nothing where there is none of this user,
  /// where a program is writing it, or where the file system cannot say so.
  static std::optional<DiskFile> openAbandoned(const std::filesystem::path& path);
  /// A file without a name: it is gone with this object, however the program ends.
  static DiskFile temporary(const std::filesystem::path& folder);

  DiskFile(DiskFile&& other) noexcept;
  DiskFile& operator=(DiskFile&& other) noexcept;
  ~DiskFile();

  const std::filesystem::path& path() const { return path_; }
  uint64_t size() const;
  FileStamp stamp() const;
  /// Fills `bytes`; it is an error when the file ends before.
  void read(uint64_t at, std::span<std::byte> bytes) const;
  void write(uint64_t at, std::span<const std::byte> bytes);
  /// Gives the file this size, with room on the disk for all of it where the file system can promise that, so that a full disk shows now:
  /// the error says how much is wanted, and how much is free.
  void reserve(uint64_t bytes);
  /// Flushes it to the disk.
  void flush();
  /// Moves the file to this path, over what is there.
  void moveTo(const std::filesystem::path& path);

 private:
  friend class AtomicFile;  // disk()

  void checkKind(std::string_view what) const;
  DiskFile(int descriptor, std::filesystem::path path) : descriptor_(descriptor), path_(std::move(path)) {}

  int descriptor_ = -1;
  std::filesystem::path path_;
};

}  // namespace arete
