// Collects points row by row or column by column, leaves those out that are not finite, and makes the cloud; or hands rows on as they come.
#pragma once

#include <bit>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "compute/io/read/scalar_type.h"
#include "compute/io/read/source.h"

namespace arete {

/// Numbers at equal distances in a block of bytes: value i is at offset + i·stride. What is read is ((raw & mask) >> shift) · scale + offset.
struct Column {
  ScalarType type = ScalarType::float32;
  std::endian order = std::endian::little;
  uint64_t offset = 0;
  uint64_t stride = 0;
  double scale = 1, add = 0;
  uint64_t mask = 0;  ///< of an unsigned integer; 0 = all bits
  int shift = 0;      ///< after the mask
};

/// What is said where a third coordinate that never changes was dropped.
std::string flatWarning(double coordinate);

class CloudBuilder {
 public:
  /// Attributes beyond kMaxAttributes are dropped, with a warning.
  CloudBuilder(const Source& source, size_t dimension, std::vector<std::string> attributeNames);

  /// Reserves memory. The caller has made sure that the file holds as many.
  void expect(uint64_t rows);

  /// One point: `dimension` coordinates, then a value for each attribute that is taken; more are passed over.
  void add(const double* values) {
    if (++pointsInFile_ >= kMaxPoints) tooMany();
    double spoiled = 0;
    for (size_t k = 0; k < dimension_; ++k) spoiled += values[k] - values[k];
    if (spoiled != 0) {  // NaN: one of them is not finite
      ++nonFinite_;
      return;
    }
    rows_.insert(rows_.end(), values, values + dimension_);
    for (size_t a = 0; a < attributes_.size(); ++a) attributes_[a].values.push_back(values[dimension_ + a]);
  }

  /// `count` points from columns within the file, which need not be in memory; the first `dimension` of them are coordinates, the rest
  /// attributes. Refuses columns that reach past the end; cancels and reports between blocks.
  void addColumns(std::span<const Column> columns, uint64_t count);
  /// The same within `data`.
  void addColumns(std::span<const std::byte> data, std::span<const Column> columns, uint64_t count);

  /// Throws Cancelled when asked to stop; else reports, and gives a sample when one is due. Readers call it every few thousand rows.
  void tick(uint64_t bytesDone);

  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }
  uint64_t pointsInFile() const { return pointsInFile_; }

  /// A third coordinate that never changes is dropped unless the user chose the dimension or the columns.
  CloudFile finish(std::string format) &&;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint64_t kMaxPoints = UINT32_MAX - 1;
  [[noreturn]] void tooMany() const;
  void checkColumns(std::span<const Column> columns, uint64_t count, uint64_t size) const;
  void streamColumns(const RowStreaming& streaming, std::span<const Column> columns, uint64_t count);
  void handOn();
  void addBlock(std::span<const std::byte> data, std::span<const Column> columns, uint64_t first, size_t count);
  void dropNonFinite(size_t firstRow);
  void checkRange() const;
  void giveSample() const;
  bool isFlat() const;
  void flatten();

  const Source& source_;
  size_t dimension_;
  std::vector<double> rows_;
  std::vector<Attribute> attributes_;
  std::vector<std::string> warnings_;
  uint64_t pointsInFile_ = 0, nonFinite_ = 0;
  uint64_t handedOn_ = 0;  // where points are not kept
  Clock::time_point lastSample_ = Clock::now();
};

}  // namespace arete
