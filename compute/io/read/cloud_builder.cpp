#include "compute/io/read/cloud_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "compute/core/distance_range.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/kept_blocks.h"

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
  surveyColumns(ColumnBlocks(source_, columns, values_, count));
}

void CloudBuilder::addColumns(LargeVector<std::byte> unpacked, std::span<const Column> columns, uint64_t count) {
  expect(count);
  surveyColumns(ColumnBlocks(source_, std::move(unpacked), columns, values_, count));
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
  std::atomic<uint64_t> rows = 0;
  threads_.forEach(
      blocks,
      [&](size_t block, int thread) {
        auto& [loaded, survey, some] = own[size_t(thread)];
        stored_.load(block, attributesAreThere_, loaded);
        const bool allFinite = loaded.coordinates.size() == loaded.rows * readDimension_;
        if (const auto floats = loaded.loaded.floats(readDimension_); !floats.empty() && allFinite) survey.add(floats);
        else survey.add(loaded.coordinates);
        stored_.setPoints(block, loaded.coordinates.size() / readDimension_);
        if (samples()) {
          const std::lock_guard lock(sampling_);
          sample_.add(loaded.coordinates);
        }
        if (attributesAreThere_) {
          stored_.copyAttributes(block, loaded, attributes_, stored_.columns().firstOf(block));
          stored_.columns().narrow(block, readDimension_);
        }
        rows += loaded.rows;
      },
      [&] {
        pointsInFile_ = rows;
        tick(columnProgress(pointsInFile_) / 2);
      });
  for (const Own& each : own) survey_.add(each.survey);
  pointsInFile_ = rows;
  stored_.countPoints();
  nonFinite_ = pointsInFile_ - stored_.pointsBefore(blocks);
}

/// Where every row is a point, attributes go to their place when rows are first seen, and only coordinates wait. Not where a header may declare
/// many more points than there are.
void CloudBuilder::takeAttributesAtOnce() {
  constexpr uint64_t kMostOfFile = 64;
  const ColumnBlocks& columns = stored_.columns();
  attributesAreThere_ = !attributes_.empty() && !source_.options().keep && columns.canNarrow(readDimension_) &&
                        columns.count() * bytesOfEach(attributes_) <= kMostOfFile * source_.size();
  if (!attributesAreThere_) return;
  stored_.expectPointsOnly();
  for (Attribute& attribute : attributes_) attribute.values.resize(columns.count());
}

/// Only to the caller who asked for the points, one block after the other.
void CloudBuilder::handOnColumns() {
  stored_.columns().beginWith(source_.streaming()->firstRow, source_.streaming()->endRow);
  pointsInFile_ = handedOn_ = stored_.columns().firstOf(0);
  StoredRows::Block block;
  for (size_t i = 0; i < stored_.columns().blocks(); ++i) {
    tick(columnProgress(pointsInFile_));
    stored_.load(i, !attributes_.empty(), block);
    const size_t points = block.coordinates.size() / readDimension_;
    pointsInFile_ += block.rows;
    nonFinite_ += block.rows - points;
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
  if (alone_.pointsInFile() > 0) put(alone_.take());
}

void CloudBuilder::put(RowPiece piece) {
  pointsInFile_ += piece.pointsInFile;
  nonFinite_ += piece.nonFinite;
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

/// Rows of the axes that the cloud has.
void CloudBuilder::dropAxes(std::vector<double>& rows) const {
  if (dimension_ == readDimension_) return;
  size_t out = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    if (i % readDimension_ < dimension_) rows[out++] = rows[i];
  rows.resize(out);
}

/// Calls f(block, what it holds, thread) for all blocks of points, in any order.
template <class F>
void CloudBuilder::again(bool attributesToo, F&& f) {
  std::vector<StoredRows::Block> own(size_t(threads_.sizeFor(stored_.blocks())));
  std::atomic<uint64_t> points = 0;
  threads_.forEach(
      stored_.blocks(),
      [&](size_t block, int thread) {
        StoredRows::Block& loaded = own[size_t(thread)];
        stored_.load(block, attributesToo, loaded);
        points += loaded.coordinates.size() / readDimension_;
        f(block, loaded, thread);
      },
      [&] { tickAgain(points); });
}

/// The same in order, one at a time, with the coordinates only.
void CloudBuilder::againInOrder(const std::function<void(std::span<const double>)>& visit) {
  StoredRows::Block loaded;
  for (size_t block = 0; block < stored_.blocks(); ++block) {
    tickAgain(stored_.pointsBefore(block));
    stored_.load(block, false, loaded);
    dropAxes(loaded.coordinates);
    visit(loaded.coordinates);
  }
}

/// Columns are read twice; what came row by row is there when it is gone through again.
void CloudBuilder::tickAgain(uint64_t points) const {
  const double share = double(points) / double(std::max<uint64_t>(survey_.count(), 1)), first = stored_.columns().count() > 0 ? 0.5 : 1;
  source_.tick(uint64_t((first + (1 - first) * share) * double(source_.size())), pointsInFile_);
}

/// The scalar type for the rows, moved to the origin that their bounds suggest; looks at them again only where the bounds do not decide.
RowSurvey CloudBuilder::localSurvey() {
  const bool centred = survey_.count() > 0 && !source_.options().asInFile;
  const PointCloud::Origin origin = centred ? PointCloud::originFor(survey_.bounds(), int(dimension_)) : PointCloud::Origin{};
  const RowSurvey seen = survey_.seenFrom(origin);
  if (source_.options().scalar || floatIsFineEnough(seen.largestError(), seen.largestExtent())) return seen;
  std::vector<RowSurvey> own(size_t(threads_.sizeFor(stored_.blocks())), RowSurvey(int(dimension_), origin));
  again(false, [&](size_t, StoredRows::Block& block, int thread) {
    dropAxes(block.coordinates);
    own[size_t(thread)].add(block.coordinates);
  });
  for (size_t thread = 1; thread < own.size(); ++thread) own[0].add(own[thread]);
  return own[0];
}

PointArray CloudBuilder::fill(const RowSurvey& survey, Scalar scalar) {
  const uint64_t count = survey_.count();
  PointArray points = PointArray::toBeWritten(scalar, int(dimension_), uint32_t(count));
  if (!attributesAreThere_)
    for (Attribute& attribute : attributes_) attribute.values.resize(count);  // pages are touched when they are written
  withScalarType(scalar, [&]<class T>() {
    const std::span<T> all(points.elements<T>());
    again(!attributesAreThere_, [&](size_t block, StoredRows::Block& loaded, int) {
      const uint64_t first = stored_.pointsBefore(block);
      if (!attributesAreThere_) stored_.copyAttributes(block, loaded, attributes_, first);
      dropAxes(loaded.coordinates);
      survey.toLocal(loaded.coordinates, all.subspan(first * dimension_, loaded.coordinates.size()));
      stored_.release(block);
    });
  });
  return points;
}

/// The points that the filter keeps; all others are gone with their block.
PointCloud CloudBuilder::keepSome(const RowSurvey& survey, Scalar scalar) {
  KeptBlocks kept(*source_.options().keep, survey.origin(), stored_.blocks());
  withScalarType(scalar, [&]<class T>() {
    again(true, [&](size_t block, StoredRows::Block& loaded, int) {
      const uint64_t count = stored_.pointsBefore(block + 1) - stored_.pointsBefore(block);
      std::vector<Attribute> attributes;
      for (const Attribute& attribute : attributes_) attributes.push_back({attribute.name, AttributeValues(attribute.values.type(), count)});
      stored_.copyAttributes(block, loaded, attributes, 0);
      dropAxes(loaded.coordinates);
      PointArray points = PointArray::toBeWritten(scalar, int(dimension_), uint32_t(count));
      survey.toLocal(loaded.coordinates, std::span<T>(points.elements<T>()));
      stored_.release(block);
      kept.take(block, std::move(points), std::move(attributes));
    });
  });
  return kept.join(scalar, int(dimension_), threads_);
}

PointCloud CloudBuilder::makeCloud() {
  const RowSurvey survey = localSurvey();
  const Scalar scalar = chooseScalar(source_.options().scalar, survey, [this](const auto& visit) { againInOrder(visit); });
  if (source_.options().keep) return keepSome(survey, scalar);
  PointArray points = fill(survey, scalar);
  return PointCloud::inRange(std::move(points), survey.origin(), survey.localBounds(scalar), std::move(attributes_));
}

CloudFile CloudBuilder::finish(std::string format) && {
  addAlone();
  stored_.countPoints();
  const bool twice = stored_.columns().count() > 0 && !source_.streaming();
  source_.tick(twice ? source_.size() / 2 : source_.size(), pointsInFile_);
  checkRange();
  const ReadOptions& options = source_.options();
  const Bounds& bounds = survey_.bounds();
  const bool flat = readDimension_ == 3 && survey_.count() > 1 && bounds.minimum[2] == bounds.maximum[2];
  if (flat && !source_.streaming() && !options.dimension && options.columns.empty() && !options.asInFile) {
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
  if (source_.streaming()) {
    if (handedOn_ == 0) handOn({});  // a file without points has a dimension and columns too
    return file;
  }
  file.cloud = refusedAs(source_.name(), [&] { return makeCloud(); });
  source_.tick(source_.size(), pointsInFile_);
  return file;
}

}  // namespace arete
