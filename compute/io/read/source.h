// What a reader is given: a bounded span of bytes, the user's options, and ways to report progress and to refuse.
#pragma once

#include <string>

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
        loadedBefore_(loadedBefore) {}

  std::span<const std::byte> bytes() const { return content_; }
  std::string_view text() const { return {reinterpret_cast<const char*>(content_.data()), content_.size()}; }
  size_t size() const { return content_.size(); }
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
};

}  // namespace arete
