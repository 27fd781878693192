#include "compute/io/read/cloud_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "compute/io/read/cursor.h"

namespace arete {

static constexpr double kLargestCoordinate = 1e150;  // its square is a double
static constexpr size_t kBlockRows = 16 * 1024;  // a block of three double coordinates stays in the L2 cache

CloudBuilder::CloudBuilder(const Source& source, size_t dimension, std::vector<std::string> attributeNames) : source_(source), dimension_(dimension) {
  if (dimension < 1 || dimension > size_t(kMaxDimension))
    source.refuseOption("points of " + std::to_string(dimension) + " coordinates cannot be held", "the dimension is 1 to 16");
  if (attributeNames.size() > kMaxAttributes && !source.streaming())
    warn("Of " + std::to_string(attributeNames.size()) + " attributes the first " + std::to_string(kMaxAttributes) + " are kept.");
  attributeNames.resize(source.streaming() ? 0 : std::min(attributeNames.size(), kMaxAttributes));
  for (std::string& name : attributeNames) attributes_.push_back({std::move(name), {}});
}

void CloudBuilder::expect(uint64_t rows) {
  if (rows >= kMaxPoints) tooMany();
  if (source_.streaming()) return;
  rows_.reserve(rows * dimension_);
  for (Attribute& attribute : attributes_) attribute.values.reserve(rows);
}

void CloudBuilder::tooMany() const {
  source_.refuse("", "it has more than " + std::to_string(kMaxPoints) + " points", "thin it out or cut it into parts");
}

/// `count` values of one column into every `outStride`-th double of `out`.
template <class T, bool kSwap>
static void copyValues(const std::byte* data, const Column& column, size_t count, double* out, size_t outStride) {
  const size_t stride = column.stride;
  if constexpr (std::is_unsigned_v<T>) {
    if (column.mask != 0) {
      for (size_t i = 0; i < count; ++i) {
        const uint64_t bits = (uint64_t(loadRaw<T, kSwap>(data + i * stride)) & column.mask) >> column.shift;
        out[i * outStride] = double(bits) * column.scale + column.add;
      }
      return;
    }
  }
  if (column.scale == 1 && column.add == 0)
    for (size_t i = 0; i < count; ++i) out[i * outStride] = double(loadRaw<T, kSwap>(data + i * stride));
  else
    for (size_t i = 0; i < count; ++i) out[i * outStride] = double(loadRaw<T, kSwap>(data + i * stride)) * column.scale + column.add;
}

static void copyColumn(const std::byte* data, const Column& column, size_t count, double* out, size_t outStride) {
  withType(column.type, [&]<class T>() {
    if (column.order == std::endian::native) copyValues<T, false>(data, column, count, out, outStride);
    else copyValues<T, true>(data, column, count, out, outStride);
  });
}

void CloudBuilder::addBlock(std::span<const std::byte> data, std::span<const Column> columns, uint64_t first, size_t count) {
  const size_t firstRow = rows_.size() / dimension_;
  rows_.resize(rows_.size() + count * dimension_);
  for (size_t k = 0; k < columns.size(); ++k) {
    const std::byte* begin = data.data() + columns[k].offset + first * columns[k].stride;
    if (k < dimension_) {
      copyColumn(begin, columns[k], count, rows_.data() + firstRow * dimension_ + k, dimension_);
    } else if (k - dimension_ < attributes_.size()) {
      std::vector<double>& values = attributes_[k - dimension_].values;
      values.resize(firstRow + count);
      copyColumn(begin, columns[k], count, values.data() + firstRow, 1);
    }
  }
  dropNonFinite(firstRow);
}

void CloudBuilder::dropNonFinite(size_t firstRow) {
  double spoiled = 0;
  for (size_t i = firstRow * dimension_; i < rows_.size(); ++i) spoiled += rows_[i] - rows_[i];
  if (spoiled == 0) return;
  size_t kept = firstRow;
  const size_t end = rows_.size() / dimension_;
  for (size_t row = firstRow; row < end; ++row) {
    const double* from = rows_.data() + row * dimension_;
    if (!std::all_of(from, from + dimension_, [](double x) { return std::isfinite(x); })) continue;
    std::copy_n(from, dimension_, rows_.data() + kept * dimension_);
    for (Attribute& attribute : attributes_) attribute.values[kept] = attribute.values[row];
    ++kept;
  }
  nonFinite_ += end - kept;
  rows_.resize(kept * dimension_);
  for (Attribute& attribute : attributes_) attribute.values.resize(kept);
}

void CloudBuilder::checkColumns(std::span<const Column> columns, uint64_t count, uint64_t size) const {
  if (pointsInFile_ + count >= kMaxPoints || count >= kMaxPoints) tooMany();
  for (const Column& column : columns) {
    const auto last = checkedProduct(count - 1, column.stride);
    const uint64_t bytes = sizeOf(column.type);
    if (!last || column.offset > size || *last > size - column.offset || bytes > size - column.offset - *last)
      source_.refuse(atByte(size), "the file ends in the middle of its points", "it was probably cut off: fetch or export it again");
  }
}

void CloudBuilder::addColumns(std::span<const Column> columns, uint64_t count) {
  if (const RowStreaming* streaming = source_.streaming()) streamColumns(*streaming, columns.first(dimension_), count);
  else addColumns(source_.bytes(), columns, count);
}

/// Reads a block of all columns at a time: what lies together in one piece, else column by column.
void CloudBuilder::streamColumns(const RowStreaming& streaming, std::span<const Column> columns, uint64_t count) {
  if (count == 0) return;
  checkColumns(columns, count, source_.size());
  uint64_t begin = UINT64_MAX, end = 0;
  for (const Column& column : columns) {
    begin = std::min(begin, column.offset);
    end = std::max(end, column.offset + sizeOf(column.type));
  }
  const uint64_t stride = columns.front().stride;
  const bool together = end - begin <= stride && std::ranges::all_of(columns, [&](const Column& column) { return column.stride == stride; });
  std::vector<Column> here(columns.begin(), columns.end());
  std::vector<std::byte> data;
  pointsInFile_ = handedOn_ = std::min(streaming.firstRow, count);
  for (uint64_t first = pointsInFile_; first < count; first += kBlockRows) {
    source_.tick(begin + first * stride, pointsInFile_);
    const uint64_t block = std::min<uint64_t>(kBlockRows, count - first);
    data.clear();
    for (size_t k = 0; k < here.size(); ++k) {
      if (k == 0 || !together) {
        const uint64_t from = together ? begin : columns[k].offset, bytes = together ? end - begin : sizeOf(columns[k].type), at = data.size();
        data.resize(at + (block - 1) * columns[k].stride + bytes);
        streaming.file.read(from + first * columns[k].stride, std::span(data).subspan(at));
        here[k].offset = at;
      }
      if (together) here[k].offset = columns[k].offset - begin;
    }
    addBlock(data, here, 0, block);
    pointsInFile_ += block;
    handOn();
  }
}

void CloudBuilder::handOn() {
  checkRange();
  source_.streaming()->take(rows_, dimension_, handedOn_);
  handedOn_ += rows_.size() / dimension_;
  rows_.clear();
}

void CloudBuilder::addColumns(std::span<const std::byte> data, std::span<const Column> columns, uint64_t count) {
  if (count == 0) return;
  checkColumns(columns, count, data.size());
  expect(pointsInFile_ + count);
  for (uint64_t first = 0; first < count; first += kBlockRows) {
    tick(uint64_t(double(first) / double(count) * double(source_.size())));
    const auto block = size_t(std::min<uint64_t>(kBlockRows, count - first));
    addBlock(data, columns, first, block);
    pointsInFile_ += block;
  }
}

void CloudBuilder::tick(uint64_t bytesDone) {
  constexpr auto kInterval = std::chrono::milliseconds(120);
  source_.tick(bytesDone, pointsInFile_);
  if (source_.streaming()) handOn();
  if (!source_.sample() || rows_.empty() || Clock::now() - lastSample_ < kInterval) return;
  giveSample();
  lastSample_ = Clock::now();
}

void CloudBuilder::giveSample() const {
  const size_t count = rows_.size() / dimension_, every = (count + kSamplePoints - 1) / kSamplePoints;
  std::vector<double> sample;
  sample.reserve((count / every + 1) * dimension_);
  for (size_t row = 0; row < count; row += every) {
    const auto begin = rows_.begin() + std::ptrdiff_t(row * dimension_), end = begin + std::ptrdiff_t(dimension_);
    if (std::all_of(begin, end, [](double x) { return std::abs(x) <= kLargestCoordinate; })) sample.insert(sample.end(), begin, end);
  }
  source_.sample()(PointCloud::recentred(sample, int(dimension_), source_.options().scalar));
}

/// Squared distances must not overflow a double.
void CloudBuilder::checkRange() const {
  size_t count = 0;
  for (double x : rows_) count += std::abs(x) > kLargestCoordinate;  // all of them: a search would stop the compiler from using vectors
  if (count == 0) return;
  const auto tooLarge = std::ranges::find_if(rows_, [](double x) { return std::abs(x) > kLargestCoordinate; });
  char number[32];
  const std::string text(number, std::to_chars(number, number + sizeof number, *tooLarge).ptr);
  source_.refuse("", "the coordinate " + text + " is too large: distances beyond 1e150 cannot be squared", "take such points out, or scale the file");
}

bool CloudBuilder::isFlat() const {
  const ReadOptions& options = source_.options();
  if (dimension_ != 3 || options.dimension || !options.columns.empty() || rows_.size() <= 3) return false;
  for (size_t i = 2; i < rows_.size(); i += 3)
    if (rows_[i] != rows_[2]) return false;
  return true;
}

std::string flatWarning(double coordinate) {
  char number[32];
  return "Every point has the third coordinate " + std::string(number, std::to_chars(number, number + sizeof number, coordinate).ptr) +
         ", so the cloud was read as two-dimensional; give --dim 3 to keep it.";
}

void CloudBuilder::flatten() {
  if (rows_[2] != 0) warn(flatWarning(rows_[2]));
  size_t out = 0;
  for (size_t i = 0; i < rows_.size(); i += 3) {
    rows_[out++] = rows_[i];
    rows_[out++] = rows_[i + 1];
  }
  rows_.resize(out);
  dimension_ = 2;
}

CloudFile CloudBuilder::finish(std::string format) && {
  source_.tick(source_.size(), pointsInFile_);
  checkRange();
  if (source_.streaming()) handOn();
  else if (isFlat()) flatten();
  CloudFile file;
  file.format = std::move(format);
  file.pointsInFile = pointsInFile_;
  file.nonFinite = nonFinite_;
  if (pointsInFile_ == 0) warn("The file holds no points.");
  else if (pointsInFile_ == nonFinite_) warn("None of the points has finite coordinates.");
  file.warnings = std::move(warnings_);
  if (source_.streaming()) return file;
  for (Attribute& attribute : attributes_) attribute.values.shrink_to_fit();
  file.cloud = PointCloud::recentred(rows_, int(dimension_), source_.options().scalar, std::move(attributes_));
  return file;
}

}  // namespace arete
