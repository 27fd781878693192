// Collects points row by row or column by column, leaves those out that are not finite, and makes the cloud; or hands rows on as they come.
// The rows are gone through twice: once to find bounds and type, once to put them where they stay. Columns are read from the file again; rows that
// came one by one wait in between as compactly as they can be kept. So there is never much more in memory than the cloud and its attributes.
#pragma once

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "compute/core/row_survey.h"
#include "compute/io/read/column_blocks.h"
#include "compute/io/read/compact_numbers.h"
#include "compute/io/read/row_sample.h"
#include "compute/io/read/source.h"

namespace arete {

/// What is said where a third coordinate that never changes was dropped.
std::string flatWarning(double coordinate);

class CloudBuilder {
 public:
  /// Attributes beyond kMaxAttributes are dropped, with a warning.
  CloudBuilder(const Source& source, size_t dimension, std::vector<std::string> attributeNames);

  /// Refuses more rows than a cloud can have.
  void expect(uint64_t rows) const;

  /// One point: `dimension` coordinates, then a value for each attribute that is taken; more are passed over.
  void add(const double* values) {
    if (++pointsInFile_ >= kMaxPoints) tooMany();
    double spoiled = 0;
    for (size_t k = 0; k < dimension_; ++k) spoiled += values[k] - values[k];
    if (spoiled != 0) {  // NaN: one of them is not finite
      ++nonFinite_;
      return;
    }
    std::copy_n(values, values_, waiting_.data() + waitingRows_ * values_);
    if (++waitingRows_ == CompactNumbers::kBlock) takeWaiting();
  }

  /// `count` points from columns within the file, which need not be in memory; the first `dimension` of them are coordinates, the rest
  /// attributes. Refuses columns that reach past the end; cancels and reports between blocks. Once, and instead of add().
  void addColumns(std::span<const Column> columns, uint64_t count);
  /// The same within `unpacked`.
  void addColumns(std::vector<std::byte> unpacked, std::span<const Column> columns, uint64_t count);
  /// The same of rows that are unpacked as they are asked for; before, expect(count).
  void addColumns(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count);

  /// Throws Cancelled when asked to stop; else reports, and gives a sample when one is due. Readers call it every few thousand rows.
  void tick(uint64_t bytesDone);

  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }
  uint64_t pointsInFile() const { return pointsInFile_; }
  /// Of the columns that are named, so many are used: coordinates, and attributes unless points are only handed on.
  size_t columnsUsed() const { return values_; }

  /// A third coordinate that never changes is dropped unless the user chose the dimension or the columns.
  CloudFile finish(std::string format) &&;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint64_t kMaxPoints = UINT32_MAX - 1;
  [[noreturn]] void tooMany() const;
  uint64_t columnProgress(uint64_t row) const;
  void surveyColumns();
  void loadBlock(uint64_t first, bool attributesToo);
  void dropNonFinite(size_t rows);
  void takeWaiting();
  void takeRows();
  void giveSample() const;
  void checkRange() const;
  template <class F>
  void againEachBlock(bool last, F&& f);
  RowSurvey localSurvey();
  PointArray fill(const RowSurvey& survey, Scalar scalar);
  PointCloud makeCloud();

  const Source& source_;
  size_t dimension_, readDimension_;  // of the cloud; of what is read
  size_t values_;                     // of a row that is added
  std::vector<Attribute> attributes_;
  std::vector<double> rows_;  // a block of finite coordinates
  ColumnBlocks columns_;
  CompactNumbers kept_;
  std::vector<double> waiting_;
  size_t waitingRows_ = 0;
  RowSurvey survey_;
  RowSample sample_;
  std::vector<std::string> warnings_;
  uint64_t pointsInFile_ = 0, nonFinite_ = 0;
  uint64_t handedOn_ = 0;  // where points are not kept
  Clock::time_point lastSample_ = Clock::now();
};

}  // namespace arete
