// A table of pointers. Whoever takes a pointer out of it owns the text: its object, which frees it, or removeHalfWritten(), after which the program
// ends.
#include "compute/core/half_written.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace arete {

static constexpr size_t kMostHalfWritten = 256;  // at a time: a few for each thread that writes
static std::array<std::atomic<char*>, kMostHalfWritten> halfWrittenNames;
static_assert(std::atomic<char*>::is_always_lock_free);

/// The paths one after the other, each with its end, and an empty one at the end of all.
static char* inOneText(std::span<const std::string> paths) {
  size_t bytes = 1;
  for (const std::string& path : paths) bytes += path.size() + 1;
  char* const text = new char[bytes]();
  char* at = text;
  for (const std::string& path : paths) at = std::copy(path.begin(), path.end(), at) + 1;
  return text;
}

HalfWritten::HalfWritten(std::span<const std::string> paths) {
  char* const text = inOneText(paths);
  for (std::atomic<char*>& each : halfWrittenNames)
    if (char* none = nullptr; each.compare_exchange_strong(none, text)) {
      entry_ = &each;
      return;
    }
  delete[] text;
}

HalfWritten::HalfWritten(HalfWritten&& other) noexcept : entry_(std::exchange(other.entry_, nullptr)) {}

HalfWritten& HalfWritten::operator=(HalfWritten&& other) noexcept {
  std::swap(entry_, other.entry_);
  return *this;
}

HalfWritten::~HalfWritten() {
  if (entry_ != nullptr) delete[] entry_->exchange(nullptr);
}

void removeHalfWritten() noexcept {
  for (std::atomic<char*>& each : halfWrittenNames) {
    const char* const text = each.exchange(nullptr);
    for (const char* path = text; path != nullptr && *path != '\0'; path += std::strlen(path) + 1)
      if (::unlink(path) != 0) ::rmdir(path);
  }
}

}  // namespace arete
