// What CloudBuilder does when all rows were seen: it goes through them once more and makes the cloud.
#include <algorithm>
#include <charconv>

#include "compute/core/distance_range.h"
#include "compute/core/strays.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/degrees_by_name.h"
#include "compute/io/read/kept_blocks.h"

namespace arete {

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

/// The bounds of all points but strays, in file coordinates.
static Bounds boundsOfRest(const PointCloud& cloud) {
  Bounds bounds = straysOf(cloud).rest;
  for (size_t k = 0; k < size_t(cloud.dimension()); ++k) bounds.minimum[k] += cloud.origin()[k], bounds.maximum[k] += cloud.origin()[k];
  return bounds;
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
  file.withheld = marked_;
  file.rowsInFile = rows_;
  file.rowsLeftOut = std::move(leftOut_);
  if (marked_ > 0)
    warn((marked_ == 1 ? "One point is" : std::to_string(marked_) + " points are") +
         std::string(" marked as withheld, which means deleted, and left out; --withheld keeps such points."));
  if (pointsInFile_ == 0) warn("The file holds no points.");
  else if (file.points() == 0 && marked_ == 0) warn("None of the points has finite coordinates.");
  file.warnings = std::move(warnings_);
  if (source_.streaming()) {
    if (survey_.count() > 0) file.degreesBy = degreesByName(names_[0], names_[1], bounds, file.warnings);
    if (handedOn_ == 0) handOn({});  // a file without points has a dimension and columns too
    return file;
  }
  file.cloud = refusedAs(source_.name(), [&] { return makeCloud(); });
  if (survey_.count() > 0)
    file.degreesBy = degreesByName(names_[0], names_[1], mayBeDegrees(bounds) ? bounds : boundsOfRest(file.cloud), file.warnings);
  source_.tick(source_.size(), pointsInFile_);
  return file;
}

}  // namespace arete
