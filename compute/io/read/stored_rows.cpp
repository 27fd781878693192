#include "compute/io/read/stored_rows.h"

#include <algorithm>
#include <cmath>

namespace arete {

void StoredRows::setColumns(ColumnBlocks columns) {
  columns_ = std::move(columns);
  points_.assign(columns_.blocks(), 0);
  gaps_.assign(columns_.blocks(), {});
}

void StoredRows::addPiece(CompactNumbers piece) {
  size_t rows = 0;
  for (size_t block = 0; block < piece.blocks(); block += values_) rows += piece.count(block);
  if (rows == 0) return;
  points_.push_back(uint32_t(rows));
  pieces_.push_back(std::move(piece));
}

void StoredRows::countPoints() {
  before_.assign(1, 0);
  for (const uint32_t points : points_) before_.push_back(before_.back() + points);
}

void StoredRows::setPoints(size_t number, const Block& block) {
  points_[number] = uint32_t(block.coordinates.size() / dimension_);
  if (points_[number] == block.rows) return;
  std::vector<uint32_t>& gaps = gaps_[number];
  size_t next = 0;
  for (uint32_t row = 0; row < block.rows; ++row)
    if (next < block.points.size() && block.points[next] == row) ++next;
    else gaps.push_back(row);
}

/// Which rows are points, and only these.
void StoredRows::findPoints(Block& block) const {
  double spoiled = 0;
  for (const double x : block.coordinates) spoiled += x - x;
  block.masked = 0;
  if (mask_) {
    block.column.resize(block.rows);
    block.loaded.copy(*mask_, block.column.data(), 1);
    block.masked = size_t(std::ranges::count_if(block.column, [](double value) { return value != 0; }));
  }
  if (spoiled == 0 && block.masked == 0) return;
  double* const rows = block.coordinates.data();
  for (size_t row = 0; row < block.rows; ++row) {
    const double* from = rows + row * dimension_;
    if (block.masked > 0 && block.column[row] != 0) continue;
    if (!std::all_of(from, from + dimension_, [](double x) { return std::isfinite(x); })) continue;
    std::copy_n(from, dimension_, rows + block.points.size() * dimension_);
    block.points.push_back(uint32_t(row));
  }
  block.coordinates.resize(block.points.size() * dimension_);
}

/// The same where it is known already.
void StoredRows::leaveOut(std::span<const uint32_t> gaps, Block& block) const {
  if (gaps.empty()) return;
  double* const rows = block.coordinates.data();
  for (uint32_t row = 0, next = 0; row < block.rows; ++row) {
    if (next < gaps.size() && gaps[next] == row) {
      ++next;
      continue;
    }
    std::copy_n(rows + row * dimension_, dimension_, rows + block.points.size() * dimension_);
    block.points.push_back(row);
  }
  block.coordinates.resize(block.points.size() * dimension_);
}

void StoredRows::loadColumns(size_t block, bool attributesToo, Block& to) const {
  const bool isFirst = before_.empty();
  columns_.load(block, std::max(attributesToo ? values_ : dimension_, isFirst ? columnsThatTell() : 0), to.loaded);
  to.rows = to.loaded.rows();
  to.points.clear();
  to.coordinates.resize(to.rows * dimension_);
  if (const auto floats = to.loaded.floats(dimension_); !floats.empty()) std::ranges::copy(floats, to.coordinates.begin());
  else
    for (size_t k = 0; k < dimension_; ++k) to.loaded.copy(k, to.coordinates.data() + k, dimension_);
  if (!isFirst) leaveOut(gaps_[block], to);
  else if (!allFinite_ || mask_) findPoints(to);
}

void StoredRows::load(size_t block, bool attributesToo, Block& to) const {
  if (pieces_.empty()) return loadColumns(block, attributesToo, to);
  const CompactNumbers& piece = pieces_[block];
  to.rows = points_[block];
  to.coordinates.resize(to.rows * dimension_);
  size_t row = 0;
  for (size_t part = 0; part < piece.blocks(); row += piece.count(part), part += values_)
    for (size_t k = 0; k < dimension_; ++k) piece.copy(part + k, to.coordinates.data() + row * dimension_ + k, dimension_);
}

void StoredRows::copyAttributes(size_t block, Block& from, std::span<Attribute> attributes, size_t at) const {
  for (size_t a = 0; a < attributes.size(); ++a) {
    AttributeValues& to = attributes[a].values;
    if (!pieces_.empty()) {
      const CompactNumbers& piece = pieces_[block];
      for (size_t part = 0, first = at; part < piece.blocks(); first += piece.count(part), part += values_) {
        from.column.resize(piece.count(part));
        piece.copy(part + dimension_ + a, from.column.data(), 1);
        to.put(first, from.column);
      }
    } else if (from.coordinates.size() == from.rows * dimension_) {
      from.loaded.copy(dimension_ + a, to, at);
    } else {
      from.values = AttributeValues(to.type(), from.rows);
      from.loaded.copy(dimension_ + a, from.values, 0);
      to.put(at, from.values, from.points);
    }
  }
}

void StoredRows::release(size_t block) {
  if (pieces_.empty()) columns_.release(block);
  else pieces_[block].release(pieces_[block].blocks());
}

}  // namespace arete
