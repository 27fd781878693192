// What a reader is given: a bounded span of bytes, the user's options, and ways to report progress and to refuse. Readers of binary columns work
// without the whole file in memory too: they look at its head and name the columns to CloudBuilder.
#pragma once

#include <string>

#include "compute/io/disk_file.h"
#include "compute/io/read_cloud.h"

namespace arete {

inline constexpr size_t kMaxLineLength = 64 * 1024;  ///< bytes; a longer line is no row of numbers
inline constexpr size_t kMaxHeaderLines = 4096;
inline constexpr size_t kMaxProperties = 1024;  ///< declared by a header
inline constexpr size_t kMaxAttributes = 64;    ///< kept; the rest is left out with a warning

inline std::string atByte(uint64_t byte) { return "byte " + std::to_string(byte); }
inline std::string atLine(uint64_t line) { return "line " + std::to_string(line); }
/// Text from a file for a message: in single quotes, its beginning only.
std::string quoted(std::string_view text);

/// Reading without having the file in memory: the Source holds its beginning, points are handed on as they come.
struct RowStreaming {
  const DiskFile& file;
  uint64_t firstRow = 0;  ///< points of the file before it are not wanted
  /// Rows of `dimension` finite coordinates; `first` points of the file, finite ones, were before them.
  std::function<void(std::span<const double> rows, size_t dimension, uint64_t first)> take;
};

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

  /// `head`: the beginning of the file.
  Source(std::span<const std::byte> head, const RowStreaming& streaming, std::string_view name, const ReadOptions& options, std::stop_token stop,
         const ReadProgressFunction& progress, const ReadSampleFunction& noSample)
      : Source(head, name, options, std::move(stop), progress, noSample, false) {
    streaming_ = &streaming;
    size_ = streaming.file.size();
  }

  /// The beginning, which holds every header; all of the file where it is in memory.
  std::span<const std::byte> head() const { return content_; }
  std::string_view headText() const { return {reinterpret_cast<const char*>(content_.data()), content_.size()}; }
  /// All of the file. Refuses where only its beginning is in memory.
  std::span<const std::byte> bytes() const {
    if (content_.size() < size_) refuseWhole();
    return content_;
  }
  std::string_view text() const { return bytes(), headText(); }
  size_t size() const { return size_; }
  /// Null: points are kept.
  const RowStreaming* streaming() const { return streaming_; }
  /// Throws Error(badInput): this file cannot be read piece by piece.
  [[noreturn]] void refuseWhole() const;
  std::string_view name() const { return name_; }
  const ReadOptions& options() const { return options_; }
  const ReadSampleFunction& sample() const { return sample_; }
  /// Lower case, without the dot.
  std::string extension() const;

  /// Throws Error(badInput) on "name, place".
  [[noreturn]] void refuse(std::string_view place, std::string_view reason, std::string_view hint = {}) const;
  /// Throws Error(wrongUse): an option is missing or does not fit.
  [[noreturn]] void refuseOption(std::string_view reason, std::string_view hint) const;
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
  const RowStreaming* streaming_ = nullptr;
};

}  // namespace arete
