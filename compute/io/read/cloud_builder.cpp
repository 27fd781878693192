#include "compute/io/read/cloud_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "compute/core/distance_range.h"

namespace arete {

static size_t attributesKept(const Source& source, size_t named) { return source.streaming() ? 0 : std::min(named, kMaxAttributes); }

static size_t checkedDimension(const Source& source, size_t dimension) {
  if (dimension < 1 || dimension > size_t(kMaxDimension))
    source.refuseOption("points of " + std::to_string(dimension) + " coordinates cannot be held", "the dimension is 1 to 16");
  return dimension;
}

CloudBuilder::CloudBuilder(const Source& source, size_t dimension, std::vector<std::string> attributeNames)
    : source_(source),
      dimension_(checkedDimension(source, dimension)),
      readDimension_(dimension),
      values_(dimension + attributesKept(source, attributeNames.size())),
      kept_(values_),
      waiting_(CompactNumbers::kBlock * values_),
      survey_(int(dimension)),
      sample_(dimension) {
  if (attributeNames.size() > kMaxAttributes && !source.streaming())
    warn("Of " + std::to_string(attributeNames.size()) + " attributes the first " + std::to_string(kMaxAttributes) + " are kept.");
  attributeNames.resize(values_ - dimension);
  for (std::string& name : attributeNames) attributes_.push_back({std::move(name), {}});
}

void CloudBuilder::expect(uint64_t rows) const {
  if (rows >= kMaxPoints) tooMany();
}

void CloudBuilder::tooMany() const {
  source_.refuse("", "it has more than " + std::to_string(kMaxPoints) + " points", "thin it out or cut it into parts");
}

/// A block of columns into rows_, the values of attributes behind those that are there already; only what is finite.
void CloudBuilder::loadBlock(uint64_t first, bool attributesToo) {
  const size_t rows = columns_.load(first, attributesToo ? values_ : readDimension_, attributesToo || source_.streaming());
  rows_.resize(rows * readDimension_);
  for (size_t k = 0; k < readDimension_; ++k) columns_.copy(k, rows_.data() + k, readDimension_);
  for (size_t a = 0; attributesToo && a < attributes_.size(); ++a) {
    std::vector<double>& values = attributes_[a].values;
    values.resize(values.size() + rows);
    columns_.copy(readDimension_ + a, values.data() + values.size() - rows, 1);
  }
  dropNonFinite(rows);
}

void CloudBuilder::dropNonFinite(size_t rows) {
  double spoiled = 0;
  for (double x : rows_) spoiled += x - x;
  if (spoiled == 0) return;
  size_t kept = 0;
  for (size_t row = 0; row < rows; ++row) {
    const double* from = rows_.data() + row * readDimension_;
    if (!std::all_of(from, from + readDimension_, [](double x) { return std::isfinite(x); })) continue;
    std::copy_n(from, readDimension_, rows_.data() + kept * readDimension_);
    for (Attribute& attribute : attributes_)
      if (!attribute.values.empty()) attribute.values[attribute.values.size() - rows + kept] = attribute.values[attribute.values.size() - rows + row];
    ++kept;
  }
  rows_.resize(kept * readDimension_);
  for (Attribute& attribute : attributes_)
    if (!attribute.values.empty()) attribute.values.resize(attribute.values.size() - rows + kept);
}

void CloudBuilder::addColumns(std::span<const Column> columns, uint64_t count) {
  if (count >= kMaxPoints) tooMany();
  columns_ = ColumnBlocks(source_, columns, values_, count);
  surveyColumns();
}

void CloudBuilder::addColumns(std::vector<std::byte> unpacked, std::span<const Column> columns, uint64_t count) {
  if (count >= kMaxPoints) tooMany();
  columns_ = ColumnBlocks(source_, std::move(unpacked), columns, values_, count);
  surveyColumns();
}

void CloudBuilder::addColumns(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count) {
  columns_ = ColumnBlocks(std::move(unpacks), columns, count);
  surveyColumns();
}

uint64_t CloudBuilder::columnProgress(uint64_t row) const { return uint64_t(double(row) / double(columns_.count()) * double(source_.size())); }

void CloudBuilder::surveyColumns() {
  const RowStreaming* streaming = source_.streaming();
  if (streaming) pointsInFile_ = handedOn_ = std::min(streaming->firstRow, columns_.count());
  for (uint64_t first = pointsInFile_; first < columns_.count(); first += ColumnBlocks::kRows) {
    tick(columnProgress(first) / (streaming ? 1 : 2));
    loadBlock(first, false);
    const uint64_t rows = std::min(ColumnBlocks::kRows, columns_.count() - first);
    pointsInFile_ += rows;
    nonFinite_ += rows - rows_.size() / readDimension_;
    takeRows();
  }
}

void CloudBuilder::takeWaiting() {
  if (waitingRows_ == 0) return;
  rows_.resize(waitingRows_ * readDimension_);
  for (size_t row = 0; row < waitingRows_; ++row) std::copy_n(waiting_.data() + row * values_, readDimension_, rows_.data() + row * readDimension_);
  if (!source_.streaming())
    for (size_t k = 0; k < values_; ++k) kept_.append(waiting_.data() + k, waitingRows_, values_);
  waitingRows_ = 0;
  takeRows();
}

/// What is done with a block of rows when it comes.
void CloudBuilder::takeRows() {
  survey_.add(rows_);
  if (const RowStreaming* streaming = source_.streaming()) {
    checkRange();
    streaming->take(rows_, readDimension_, handedOn_);
    handedOn_ += rows_.size() / readDimension_;
  } else if (source_.sample()) {
    sample_.add(rows_);
  }
}

void CloudBuilder::tick(uint64_t bytesDone) {
  constexpr auto kInterval = std::chrono::milliseconds(120);
  source_.tick(bytesDone, pointsInFile_);
  if (!source_.sample() || sample_.rows().empty() || Clock::now() - lastSample_ < kInterval) return;
  giveSample();
  lastSample_ = Clock::now();
}

void CloudBuilder::giveSample() const {
  std::optional<PointCloud> cloud;
  try {
    cloud = PointCloud::recentred(sample_.rows(), int(readDimension_), source_.options().scalar);
  } catch (const Error&) {  // whether distances of the cloud are in range is known only when all of it is there
    return;
  }
  source_.sample()(*cloud);
}

/// Squared distances must not overflow a double.
void CloudBuilder::checkRange() const {
  constexpr double kLargestCoordinate = 1e150;  // its square is a double
  if (survey_.largest() <= kLargestCoordinate) return;
  double tooLarge = 0;
  for (size_t k = 0; k < readDimension_; ++k)
    for (const double x : {survey_.bounds().minimum[k], survey_.bounds().maximum[k]})
      if (std::abs(x) > std::abs(tooLarge)) tooLarge = x;
  char number[32];
  const std::string text(number, std::to_chars(number, number + sizeof number, tooLarge).ptr);
  source_.refuse("", "the coordinate " + text + " is too large: distances beyond 1e150 cannot be squared", "take such points out, or scale the file");
}

std::string flatWarning(double coordinate) {
  char number[32];
  return "Every point has the third coordinate " + std::string(number, std::to_chars(number, number + sizeof number, coordinate).ptr) +
         ", so the cloud was read as two-dimensional; give --dim 3 to keep it.";
}

/// Calls f with rows_ filled by one block of rows after the other, of the axes that the cloud has. The last time attributes come too, and rows that
/// were kept go.
template <class F>
void CloudBuilder::againEachBlock(bool last, F&& f) {
  const auto give = [&] {
    if (dimension_ < readDimension_) {
      size_t out = 0;
      for (size_t i = 0; i < rows_.size(); ++i)
        if (i % readDimension_ < dimension_) rows_[out++] = rows_[i];
      rows_.resize(out);
    }
    f();
  };
  for (uint64_t first = 0; first < columns_.count(); first += ColumnBlocks::kRows) {
    source_.tick((source_.size() + columnProgress(first)) / 2, pointsInFile_);
    loadBlock(first, last);
    give();
  }
  for (size_t block = 0; block < kept_.blocks(); block += values_) {
    source_.tick(source_.size(), pointsInFile_);
    const size_t rows = kept_.count(block);
    rows_.resize(rows * readDimension_);
    for (size_t k = 0; k < readDimension_; ++k) kept_.copy(block + k, rows_.data() + k, readDimension_);
    for (size_t a = 0; last && a < attributes_.size(); ++a) {
      std::vector<double>& values = attributes_[a].values;
      values.resize(values.size() + rows);
      kept_.copy(block + readDimension_ + a, values.data() + values.size() - rows, 1);
    }
    if (last) kept_.release(block + values_);
    give();
  }
}

/// Of the rows, moved to the origin that their bounds ask for; by looking at them again only where their bounds do not say enough.
RowSurvey CloudBuilder::localSurvey() {
  const PointCloud::Origin origin = survey_.count() == 0 ? PointCloud::Origin{} : PointCloud::originFor(survey_.bounds(), int(dimension_));
  RowSurvey local = survey_.seenFrom(origin);
  if (source_.options().scalar || floatIsFineEnough(local.largestError(), local.largestExtent())) return local;
  local = RowSurvey(int(dimension_), origin);
  againEachBlock(false, [&] { local.add(rows_); });
  return local;
}

PointArray CloudBuilder::fill(const RowSurvey& survey, Scalar scalar) {
  return withScalarType(scalar, [&]<class T>() {
    std::vector<T> local;
    local.reserve(survey_.count() * dimension_);
    againEachBlock(true, [&] {
      const size_t at = local.size();
      local.resize(at + rows_.size());  // only now its pages are touched
      survey.toLocal(rows_, std::span<T>(local).subspan(at));
    });
    return PointArray::fromRows(std::move(local), int(dimension_));
  });
}

PointCloud CloudBuilder::makeCloud() {
  const RowSurvey survey = localSurvey();
  const Scalar scalar = chooseScalar(source_.options().scalar, survey, [this](const auto& visit) { againEachBlock(false, [&] { visit(rows_); }); });
  for (Attribute& attribute : attributes_) attribute.values.reserve(survey.count());
  PointArray points = fill(survey, scalar);
  return PointCloud::inRange(std::move(points), survey.origin(), std::move(attributes_));
}

CloudFile CloudBuilder::finish(std::string format) && {
  takeWaiting();
  source_.tick(columns_.count() > 0 && !source_.streaming() ? source_.size() / 2 : source_.size(), pointsInFile_);
  checkRange();
  const ReadOptions& options = source_.options();
  const Bounds& bounds = survey_.bounds();
  const bool flat = readDimension_ == 3 && survey_.count() > 1 && bounds.minimum[2] == bounds.maximum[2];
  if (flat && !source_.streaming() && !options.dimension && options.columns.empty()) {
    if (bounds.minimum[2] != 0) warn(flatWarning(bounds.minimum[2]));
    survey_.drop(2);
    dimension_ = 2;
  }
  CloudFile file;
  file.format = std::move(format);
  file.pointsInFile = pointsInFile_;
  file.nonFinite = nonFinite_;
  if (pointsInFile_ == 0) warn("The file holds no points.");
  else if (pointsInFile_ == nonFinite_) warn("None of the points has finite coordinates.");
  file.warnings = std::move(warnings_);
  if (const RowStreaming* streaming = source_.streaming()) {
    if (handedOn_ == 0) streaming->take({}, readDimension_, 0);  // a file without points has a dimension too
    return file;
  }
  file.cloud = refusedAs(source_.name(), [&] { return makeCloud(); });
  source_.tick(source_.size(), pointsInFile_);
  return file;
}

}  // namespace arete
