// The input of a reader: the bytes of a file, the user's options, and ways to report progress and to refuse. Only the head of a file on disk is
// in memory: readers of binary columns name the columns to CloudBuilder, others go on with TextLines or a Cursor. A reader that cannot says so
// (needWhole).
#pragma once

#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/files/disk_file.h"
#include "compute/io/read_cloud.h"

namespace arete {

inline constexpr size_t kMaxLineLength = 64 * 1024;  ///< bytes; a longer line is no row of numbers
inline constexpr size_t kMaxHeaderLines = 4096;
inline constexpr size_t kMaxProperties = 1024;  ///< declared by a header
inline constexpr size_t kMaxAttributes = 64;    ///< kept; the rest is left out with a warning

inline std::string atByte(uint64_t byte) { return "byte " + std::to_string(byte); }
inline std::string atLine(uint64_t line) { return "line " + std::to_string(line); }
/// The beginning of text from a file, in single quotes, for a message.
std::string quoted(std::string_view text);

/// The refusal of a file: Error(badInput) on "name, place".
Error cannotRead(std::string_view name, std::string_view place, std::string_view reason, std::string_view hint);
/// Turns a cloud's refusal of its points into a refusal of the file that they come from.
template <class F>
auto refusedAs(std::string_view name, F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::badInput || error.where().starts_with(name)) throw;  // of the file already
    throw cannotRead(name, error.where(), error.reason(), error.hint());
  }
}

/// Reading without keeping the points: they are handed on as they are read.
struct RowStreaming {
  const DiskFile& file;
  uint64_t firstRow = 0;  ///< points of the file before it are not wanted
  bool seen = false;      ///< this file was read before: what does not affect the points may be skipped
  /// Takes rows of `dimension` finite coordinates, which follow `first` finite points of the file.
  std::function<void(std::span<const double> rows, size_t dimension, uint64_t first)> take;
  uint64_t endRow = UINT64_MAX;  ///< points from it on are not wanted, in files whose rows can be found without reading those before
  bool wholeIsKnown = false;     ///< where the file can only be read whole, NeedsWhole is thrown instead of an error
  /// Instead of `take`, where the values of the other columns are wanted too: the same columns each time, as many values as rows.
  std::function<void(std::span<const double> rows, size_t dimension, uint64_t first, std::span<const Attribute> attributes)> takeAll = {};
};

/// Thrown where the head of a file is not enough; the whole file is then loaded and read again.
struct NeedsWhole {};

class Source {
 public:
  /// `loadedBefore`: the bytes came from a file, whose loading was the first half of the progress.
  Source(std::span<const std::byte> content, std::string_view name, const ReadOptions& options, std::stop_token stop,
         const ReadProgressFunction& progress, const ReadSampleFunction& sample, bool loadedBefore)
      : content_(content),
        name_(name),
        options_(options),
        stop_(std::move(stop)),
        progress_(progress),
        sample_(sample),
        loadedBefore_(loadedBefore),
        size_(content.size()) {}

  /// `head`: the beginning of the file. `streaming`: null where points are kept.
  Source(std::span<const std::byte> head, const DiskFile& file, const RowStreaming* streaming, std::string_view name, const ReadOptions& options,
         std::stop_token stop, const ReadProgressFunction& progress, const ReadSampleFunction& sample)
      : Source(head, name, options, std::move(stop), progress, sample, false) {
    streaming_ = streaming;
    size_ = file.size();
    if (size_ > head.size() || streaming != nullptr) file_ = &file;
  }

  /// The beginning of the file, which contains every header; all of it if the file is in memory.
  std::span<const std::byte> head() const { return content_; }
  std::string_view headText() const { return {reinterpret_cast<const char*>(content_.data()), content_.size()}; }
  /// All of the file, or needWhole().
  std::span<const std::byte> bytes() const {
    if (content_.size() < size_) needWhole();
    return content_;
  }
  std::string_view text() const { return bytes(), headText(); }
  /// A copy of some bytes, which must lie in the file.
  std::vector<std::byte> bytesAt(uint64_t position, uint64_t count) const;
  size_t size() const { return size_; }
  /// Null: head() is all of it.
  const DiskFile* file() const { return file_; }
  /// Null: points are kept.
  const RowStreaming* streaming() const { return streaming_; }
  /// Called when the head is not enough. Throws NeedsWhole; where points are handed on, as a rule Error(badInput): this file cannot be read piece by
  /// piece.
  [[noreturn]] void needWhole() const;
  std::string_view name() const { return name_; }
  const ReadOptions& options() const { return options_; }
  const ReadSampleFunction& sample() const { return sample_; }
  /// Lower case, without the dot.
  std::string extension() const;

  /// Throws cannotRead().
  [[noreturn]] void refuse(std::string_view place, std::string_view reason, std::string_view hint = {}) const;
  /// Throws Error(wrongUse): an option is missing or does not fit.
  [[noreturn]] void refuseOption(std::string_view reason, std::string_view hint) const;
  /// Refuses ReadOptions::maxPoints: this file has no levels.
  [[noreturn]] void refuseLevels() const;
  /// Throws Cancelled when asked to stop, else reports.
  void tick(uint64_t bytesDone, uint64_t points) const;

 private:
  std::span<const std::byte> content_;
  std::string_view name_;
  const ReadOptions& options_;
  std::stop_token stop_;
  const ReadProgressFunction& progress_;
  const ReadSampleFunction& sample_;
  bool loadedBefore_;
  size_t size_;
  const DiskFile* file_ = nullptr;
  const RowStreaming* streaming_ = nullptr;
};

}  // namespace arete
