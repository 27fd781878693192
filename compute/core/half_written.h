// Names in the file system of what is being made. Who ends the program at once, also a signal's handler, removes them first.
#pragma once

#include <atomic>
#include <span>
#include <string>

namespace arete {

/// While it lives, these names are removed by removeHalfWritten(). Where the table is full they are not: the next program in the folder removes
/// what is locked by nobody (compute/files/temporary_file.h).
class HalfWritten {
 public:
  HalfWritten() = default;
  /// In the order in which they go: a folder, which must be empty then, after its files.
  explicit HalfWritten(std::span<const std::string> paths);
  HalfWritten(HalfWritten&& other) noexcept;
  HalfWritten& operator=(HalfWritten&& other) noexcept;
  ~HalfWritten();

 private:
  std::atomic<char*>* entry_ = nullptr;
};

/// Removes them all. Calls only what a signal's handler may call.
void removeHalfWritten() noexcept;

}  // namespace arete
