#include "compute/io/read/cloud_builder.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compute/core/distance_range.h"
#include "compute/io/read/column_names.h"

namespace arete {

/// Whether values of columns that are no coordinates are dropped at once.
static bool dropsAttributes(const Source& source) { return source.streaming() != nullptr && !source.streaming()->takeAll; }

static size_t attributesKept(const Source& source, size_t named) { return dropsAttributes(source) ? 0 : std::min(named, kMaxAttributes); }

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
      threads_(source.options().threads),
      stored_(dimension, values_),
      alone_(dimension, values_, source.streaming() == nullptr,
             [this](std::span<const double> coordinates, std::span<const double> rows) { takeWholeRows(coordinates, rows); }),
      survey_(int(dimension)),
      sample_(dimension) {
  attributeNames = withTrackName(source, std::move(attributeNames));
  if (attributeNames.size() > kMaxAttributes && !dropsAttributes(source))
    warn("Of " + std::to_string(attributeNames.size()) + " attributes the first " + std::to_string(kMaxAttributes) + " are kept.");
  attributeNames.resize(values_ - dimension);
  for (std::string& name : attributeNames) attributes_.push_back({std::move(name), {}});
}

void CloudBuilder::declare(std::span<const ScalarType> types) {
  for (size_t a = 0; a < attributes_.size(); ++a) attributes_[a].values = AttributeValues(heldType(types[a]));
}

void CloudBuilder::expect(uint64_t rows) const {
  if (rows >= kMaxPoints) tooMany();
}

void CloudBuilder::tooMany() const {
  source_.refuse("", "it has more than " + std::to_string(kMaxPoints) + " points", "thin it out or cut it into parts");
}

void CloudBuilder::addColumns(std::span<const Column> columns, uint64_t count) {
  expect(count);
  surveyColumns(ColumnBlocks(source_, columns, columnsUsed(), count));
}

void CloudBuilder::addColumns(LargeVector<std::byte> unpacked, std::span<const Column> columns, uint64_t count) {
  expect(count);
  surveyColumns(ColumnBlocks(source_, std::move(unpacked), columns, columnsUsed(), count));
}

void CloudBuilder::addColumns(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count) {
  surveyColumns(ColumnBlocks(std::move(unpacks), columns, count));
}

uint64_t CloudBuilder::columnProgress(uint64_t row) const {
  return uint64_t(double(row) / double(stored_.columns().count()) * double(source_.size()));
}

void CloudBuilder::surveyColumns(ColumnBlocks columns) {
  for (size_t a = 0; a < attributes_.size(); ++a) attributes_[a].values = AttributeValues(columns.heldTypeOf(readDimension_ + a));
  stored_.setColumns(std::move(columns));
  if (source_.streaming()) return handOnColumns();
  struct Own {
    StoredRows::Block block;
    RowSurvey survey;
    std::vector<double> some;
  };
  takeAttributesAtOnce();
  const size_t blocks = stored_.blocks();
  std::vector<Own> own(size_t(threads_.sizeFor(blocks)), Own{{}, RowSurvey(int(readDimension_)), {}});
  std::atomic<uint64_t> rows = 0, marked = 0;
  threads_.forEach(
      blocks,
      [&](size_t block, int thread) {
        auto& [loaded, survey, some] = own[size_t(thread)];
        stored_.load(block, attributesAreThere_, loaded);
        const bool allFinite = loaded.coordinates.size() == loaded.rows * readDimension_;
        if (const auto floats = loaded.loaded.floats(readDimension_); !floats.empty() && allFinite) survey.add(floats);
        else survey.add(loaded.coordinates);
        stored_.setPoints(block, loaded);
        if (samples()) {
          const std::lock_guard lock(sampling_);
          sample_.add(loaded.coordinates);
        }
        if (attributesAreThere_) {
          stored_.copyAttributes(block, loaded, attributes_, stored_.columns().firstOf(block));
          stored_.columns().narrow(block, readDimension_);
        }
        rows += loaded.rows, marked += loaded.masked;
      },
      [&] {
        pointsInFile_ = rows;
        tick(columnProgress(pointsInFile_) / 2);
      });
  for (const Own& each : own) survey_.add(each.survey);
  pointsInFile_ = rows_ = rows, marked_ = marked;
  stored_.countPoints();
  nonFinite_ = pointsInFile_ - marked_ - stored_.pointsBefore(blocks);
  for (size_t block = 0; block < blocks; ++block) noteGaps(stored_.columns().firstOf(block), stored_.gapsOf(block));
  if (attributesAreThere_ && !leftOut_.empty()) closeGaps();
}

void CloudBuilder::noteGaps(uint64_t first, std::span<const uint32_t> gaps) {
  for (const uint32_t row : gaps) leftOut_.push_back(first + row);
}

/// Closes gaps in attributes whose values were put at their row, block by block, before it was known which rows are points.
void CloudBuilder::closeGaps() {
  std::vector<uint32_t> at;
  for (size_t block = 0; block < stored_.blocks(); ++block)
    for (uint64_t i = 0; i < stored_.pointsBefore(block + 1) - stored_.pointsBefore(block); ++i)
      at.push_back(uint32_t(stored_.columns().firstOf(block) + i));
  for (Attribute& attribute : attributes_) attribute.values = attribute.values.at(at);
}

/// Where all coordinates are finite, attributes go to their place when rows are first seen, and only coordinates wait. Not where a header may declare
/// many more points than there are.
void CloudBuilder::takeAttributesAtOnce() {
  constexpr uint64_t kMostOfFile = 64;
  const ColumnBlocks& columns = stored_.columns();
  attributesAreThere_ = !attributes_.empty() && !source_.options().keep && columns.canNarrow(readDimension_) &&
                        columns.count() * bytesOfEach(attributes_) <= kMostOfFile * source_.size();
  if (!attributesAreThere_) return;
  stored_.expectFinite();
  for (Attribute& attribute : attributes_) attribute.values.resize(columns.count());
}

/// Only to the caller who asked for the points, one block after the other.
void CloudBuilder::handOnColumns() {
  stored_.columns().beginWith(source_.streaming()->firstRow, source_.streaming()->endRow);
  pointsInFile_ = handedOn_ = rows_ = stored_.columns().firstOf(0);
  StoredRows::Block block;
  for (size_t i = 0; i < stored_.columns().blocks(); ++i) {
    tick(columnProgress(pointsInFile_));
    stored_.load(i, !attributes_.empty(), block);
    const size_t points = block.coordinates.size() / readDimension_;
    pointsInFile_ += block.rows;
    nonFinite_ += block.rows - points - block.masked, marked_ += block.masked, rows_ += block.rows;
    stored_.setPoints(i, block);
    noteGaps(stored_.columns().firstOf(i), stored_.gapsOf(i));
    for (Attribute& attribute : attributes_) attribute.values.resize(points);
    stored_.copyAttributes(i, block, attributes_, 0);
    takeRows(block.coordinates);
    stored_.release(i);
  }
}

void CloudBuilder::addPiece(RowPiece piece) {
  addAlone();
  put(std::move(piece));
  if (!samples() || stored_.blocks() == 0) return;
  stored_.load(stored_.blocks() - 1, false, sampled_);
  sample_.add(sampled_.coordinates);
}

/// What add() was given, before anything is added otherwise.
void CloudBuilder::addAlone() {
  if (alone_.rows() > 0) put(alone_.take());
}

void CloudBuilder::put(RowPiece piece) {
  pointsInFile_ += piece.pointsInFile;
  nonFinite_ += piece.nonFinite;
  for (const uint64_t row : piece.leftOut) leftOut_.push_back(rows_ + row);
  rows_ += piece.rows;
  if (pointsInFile_ >= kMaxPoints) tooMany();
  survey_.add(piece.survey);
  stored_.addPiece(std::move(piece.kept));
}

/// What happens to each block of rows.
void CloudBuilder::takeRows(std::span<const double> rows) {
  if (source_.streaming()) {
    survey_.add(rows);
    checkRange();
    handOn(rows);
  } else if (samples()) {
    sample_.add(rows);
  }
}

void CloudBuilder::handOn(std::span<const double> rows) {
  const RowStreaming& streaming = *source_.streaming();
  if (streaming.takeAll) streaming.takeAll(rows, readDimension_, handedOn_, attributes_);
  else streaming.take(rows, readDimension_, handedOn_);
  handedOn_ += rows.size() / readDimension_;
}

/// Rows that came one by one, with the values of all columns.
void CloudBuilder::takeWholeRows(std::span<const double> coordinates, std::span<const double> rows) {
  const size_t count = coordinates.size() / readDimension_;
  std::vector<double> column;
  for (size_t a = 0; a < attributes_.size() && source_.streaming(); ++a) {
    column.resize(count);
    for (size_t row = 0; row < count; ++row) column[row] = rows[row * values_ + readDimension_ + a];
    attributes_[a].values.resize(count);
    attributes_[a].values.put(0, column);
  }
  takeRows(coordinates);
}

void CloudBuilder::tick(uint64_t bytesDone) {
  constexpr auto kInterval = std::chrono::milliseconds(120);
  source_.tick(bytesDone, pointsInFile());
  if (!samples() || Clock::now() - lastSample_ < kInterval) return;
  giveSample();
}

void CloudBuilder::giveSample() {
  std::vector<double> rows;
  {
    const std::lock_guard lock(sampling_);
    rows.assign(sample_.rows().begin(), sample_.rows().end());
  }
  if (rows.empty()) return;
  std::optional<PointCloud> cloud;
  try {
    cloud = PointCloud::recentred(rows, int(readDimension_), source_.options().scalar);
  } catch (const Error&) {  // whether distances of the cloud are in range is known only when all of it is there
  }
  if (cloud) source_.sample()(*cloud);
  lastSample_ = Clock::now();
}

void CloudBuilder::showOnly(ColumnBlocks columns) {
  StoredRows rows(readDimension_, readDimension_);
  StoredRows::Block block;
  rows.setColumns(std::move(columns));
  try {
    for (size_t i = 0; i < rows.blocks(); ++i) {
      source_.tick(0, 0);
      rows.load(i, false, block);
      sample_.add(block.coordinates);
    }
    giveSample();
    shown_ = true;
  } catch (const Error&) {  // what is wrong with the file is reported when it is read
    sample_ = RowSample(readDimension_);
  }
}

/// Squared distances must not overflow a double.
void CloudBuilder::checkRange() const {
  if (const auto why = coordinateOutOfRange(survey_)) source_.refuse(why->place, why->reason, why->hint);
}

}  // namespace arete
