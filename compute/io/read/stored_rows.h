// The rows of a file between the two times that they are gone through: columns, which are read again, or pieces of rows that wait compactly.
// Any thread may decode any block. Only points are counted here: rows with finite coordinates.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/io/read/column_blocks.h"
#include "compute/io/read/compact_numbers.h"

namespace arete {

class StoredRows {
 public:
  /// A block that is decoded: a thread's own.
  struct Block {
    std::vector<double> coordinates;  ///< of points, row by row
    ColumnBlocks::Loaded loaded;
    std::vector<uint32_t> points;  ///< which rows of it are points; empty where all are
    std::vector<double> column;    ///< of a piece
    AttributeValues values;        ///< of a column, before those of rows that are no points are left out

    size_t rows = 0, masked = 0;  ///< all; those that are no points by their mask
  };

  /// Rows have `dimension` coordinates and `values` numbers in all.
  StoredRows(size_t dimension, size_t values) : dimension_(dimension), values_(values) {}

  void setColumns(ColumnBlocks columns);
  ColumnBlocks& columns() { return columns_; }
  const ColumnBlocks& columns() const { return columns_; }
  /// All coordinates of the columns are finite.
  void expectFinite() { allFinite_ = true; }
  /// Rows where this column is not 0 are no points.
  void maskBy(size_t column) { mask_ = column; }
  /// How many columns tell which rows are points.
  size_t columnsThatTell() const { return mask_ ? std::max(dimension_, *mask_ + 1) : dimension_; }
  /// Behind those that are there; not beside columns.
  void addPiece(CompactNumbers piece);
  /// What the first load() of a block of columns showed: by the thread that called it.
  void setPoints(size_t number, const Block& block);
  /// Rows of a block of columns that are no points.
  std::span<const uint32_t> gapsOf(size_t block) const { return gaps_[block]; }
  /// All blocks are known from here on.
  void countPoints();

  size_t blocks() const { return points_.size(); }
  /// Points before this block, or all.
  uint64_t pointsBefore(size_t block) const { return before_[block]; }

  /// Decodes coordinates, of columns whatever is finite.
  void load(size_t block, bool attributesToo, Block& to) const;
  /// The attributes of a block that load() gave, from place `at` on in each.
  void copyAttributes(size_t block, Block& from, std::span<Attribute> attributes, size_t at) const;
  /// Nobody asks for this block again.
  void release(size_t block);

 private:
  static constexpr uint32_t kNotCounted = UINT32_MAX;
  void loadColumns(size_t block, bool attributesToo, Block& to) const;
  void findPoints(Block& block) const;
  void leaveOut(std::span<const uint32_t> gaps, Block& block) const;

  size_t dimension_, values_;
  bool allFinite_ = false;
  std::optional<size_t> mask_;
  ColumnBlocks columns_;
  std::deque<CompactNumbers> pieces_;  // stay where they are
  std::vector<uint32_t> points_;
  std::vector<std::vector<uint32_t>> gaps_;  // of columns; as a rule there are none
  std::vector<uint64_t> before_;
};

}  // namespace arete
