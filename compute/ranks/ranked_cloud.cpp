#include "compute/ranks/ranked_cloud.h"

#include <algorithm>
#include <limits>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/core/row_survey.h"
#include "compute/crs/about_crs.h"
#include "compute/filter/apply.h"
#include "compute/io/odd_points.h"
#include "compute/io/read/cloud_builder.h"

namespace arete::ranks {

namespace {

constexpr size_t kBlockRows = 1 << 14;

/// Of all ranks' rows.
RowSurvey surveyed(const Share& share, int dimension, const PointCloud::Origin& origin, parts::Ranks& ranks, const StageContext& context) {
  const auto d = size_t(dimension);
  std::vector<RowSurvey> own(size_t(context.device.threads().size()), RowSurvey(dimension, origin));
  context.device.threads().forEachRange(share.rows.size() / d, kBlockRows, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    own[size_t(thread)].add(std::span<const double>(share.rows).subspan(begin * d, (end - begin) * d));
  });
  RowSurvey all(dimension, origin);
  for (const RowSurvey& each : own) all.add(each);
  const std::vector<RowSurvey> ofRanks = ranks.fromAll(all);
  RowSurvey total(dimension, origin);
  for (const RowSurvey& each : ofRanks) total.add(each);
  return total;
}

/// That of the first rank with points.
int agreedDimension(const Share& share, std::span<const FileAbout> about, parts::Ranks& ranks) {
  int dimension = 0;
  for (const int each : ranks.fromAll(share.dimension)) {
    if (each != 0 && dimension != 0 && each != dimension)
      throw Error(ErrorKind::badInput, "cannot join these files", "the files",
                  "points of some have " + std::to_string(dimension) + " coordinates, those of others " + std::to_string(each),
                  "say which to take with --dim or --columns");
    if (dimension == 0) dimension = each;
  }
  for (const FileAbout& each : about)
    if (dimension == 0) dimension = each.dimension;
  return dimension == 0 ? 2 : dimension;
}

/// As chooseScalar() decides, where no look at the rows is needed.
Scalar agreedScalar(std::optional<Scalar> wanted, const RowSurvey& survey) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double smallest = survey.smallest(), largest = survey.largest();
  const auto surely = [&](Scalar scalar, double least) { return survey.count() == 0 || distancesSurelyInRange(scalar, least, largest); };
  Scalar scalar = wanted.value_or(Scalar::float64);
  if (!wanted && floatIsFineEnough(survey.largestError(), survey.largestExtent()) && surely(Scalar::float32, kInfinity)) {
    if (!surely(Scalar::float32, smallest))
      throw Error(
          ErrorKind::badInput, "cannot choose the type of coordinates", "the points",
          "some coordinates are as small as " + numberText(smallest, 3) + ", and whether floats hold their distances can only be told in one process",
          "say --scalar double, or --scalar float to arete-cli");
    scalar = Scalar::float32;
  }
  if (!surely(scalar, smallest))
    throw Error(ErrorKind::badInput, "not a cloud", "the points",
                "coordinates from " + numberText(smallest, 3) + " to " + numberText(largest, 3) +
                    " in size: squares of their distances may leave the range of their type",
                "say --scalar double, leave stray points out, or scale the coordinates");
  return scalar;
}

/// Rows without the third coordinate.
void dropThird(LargeVector<double>& rows) {
  constexpr size_t kSpace = 3;
  size_t out = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    if (i % kSpace != 2) rows[out++] = rows[i];
  rows.resize(out);
}

PointArray localPoints(LargeVector<double> rows, const RowSurvey& survey, Scalar scalar, const StageContext& context) {
  const auto d = size_t(survey.dimension());
  const uint64_t count = rows.size() / d;
  constexpr uint64_t kMost = UINT32_MAX - 1;
  if (count >= kMost)
    throw Error(ErrorKind::badInput, "cannot hold the points", "this rank",
                "it reads " + std::to_string(count) + ", and a rank holds at most 4 294 967 294", "take more ranks");
  PointArray points = PointArray::toBeWritten(scalar, survey.dimension(), uint32_t(count));
  withScalarType(scalar, [&]<class T>() {
    const std::span<T> all(points.elements<T>());
    context.device.threads().forEachRange(count, kBlockRows, [&](size_t begin, size_t end, int) {
      context.checkStop();
      survey.toLocal(std::span<const double>(rows).subspan(begin * d, (end - begin) * d), all.subspan(begin * d, (end - begin) * d));
    });
  });
  return points;
}

/// Columns that only other ranks' files have, without values.
void addMissingColumns(std::vector<Attribute>& attributes, size_t count, parts::Ranks& ranks) {
  std::string names;
  for (const Attribute& each : attributes) names += each.name + '\n';
  for (const std::string& theirs : ranks.fromAll(names))
    for (size_t at = 0, end; (end = theirs.find('\n', at)) != std::string::npos; at = end + 1) {
      const std::string name = theirs.substr(at, end - at);
      if (std::ranges::find(attributes, name, &Attribute::name) == attributes.end())
        attributes.push_back({name, AttributeValues(ScalarType::float32, count, std::numeric_limits<double>::quiet_NaN())});
    }
}

PointCloud kept(PointCloud cloud, const Filter& filter, uint64_t read, PointList& taken, parts::Ranks& ranks, const StageContext& context) {
  Filter rules = filter;
  rules.order = PointOrder::file;
  if (rules.empty()) return cloud;
  taken = takenPoints(cloud, rules, context.device.threads(), context.stop);
  cloud = pointsOf(cloud, taken, context.device.threads(), context.stop);
  uint64_t left = cloud.size();
  ranks.addUp({&left, 1});
  if (left == 0) throw errorWithoutPoints(filter, read);
  return cloud;
}

struct RankFacts {
  uint64_t count;
  Bounds bounds;
};

/// Some of all points, strided: enough for a grid.
PointArray sampleOfAll(const PointArray& own, uint64_t before, uint64_t count, parts::Ranks& ranks) {
  constexpr uint64_t kSample = 512;
  const uint64_t wanted = std::min(count, kSample);
  return withScalarType(own.scalar(), [&]<class T>() {
    const PointsView<T> points = own.view<T>();
    parts::Message some;
    for (uint64_t i = 0; i < wanted; ++i) {
      const auto place = uint64_t(static_cast<unsigned __int128>(count) * i / wanted);
      if (place < before || place >= before + own.size()) continue;
      const auto bytes = std::as_bytes(std::span(points.point(place - before), size_t(own.dimension())));
      some.insert(some.end(), bytes.begin(), bytes.end());
    }
    std::vector<parts::Message> single;
    single.push_back(std::move(some));
    std::vector<T> all;
    for (const parts::Message& each : ranks.gather(std::move(single))) {
      const size_t at = all.size();
      all.resize(at + each.size() / sizeof(T));
      if (!each.empty()) std::memcpy(all.data() + at, each.data(), each.size());
    }
    return all.empty() ? PointArray(own.scalar(), own.dimension(), 0) : PointArray::fromRows(std::span<const T>(all), own.dimension());
  });
}

cpu::RankedPoints agreed(const PointCloud& own, PointOrder order, parts::Ranks& ranks) {
  cpu::RankedPoints points;
  points.order = order == PointOrder::scattered ? cpu::RankedOrder::scattered : cpu::RankedOrder::numbers;
  CloudFacts& facts = points.facts;
  facts.dimension = own.dimension(), facts.scalar = own.scalar(), facts.origin = own.origin();
  const std::vector<RankFacts> all = ranks.fromAll(RankFacts{own.size(), own.bounds()});
  for (uint32_t rank = 0; rank < all.size(); ++rank) {
    const auto& [count, bounds] = all[rank];
    if (rank < ranks.rank()) points.before += count;
    if (count == 0) continue;
    for (size_t k = 0; k < size_t(facts.dimension); ++k) {
      facts.bounds.minimum[k] = facts.count == 0 ? bounds.minimum[k] : std::min(facts.bounds.minimum[k], bounds.minimum[k]);
      facts.bounds.maximum[k] = facts.count == 0 ? bounds.maximum[k] : std::max(facts.bounds.maximum[k], bounds.maximum[k]);
    }
    facts.count += count;
  }
  facts.scale = makeFixedScale(facts);
  points.points = own.points();
  points.sample = sampleOfAll(points.points, points.before, facts.count, ranks);
  return points;
}

/// That of the first file that names one: heads first, then what was read whole.
Crs agreedCrs(const Share& share, std::span<const FileAbout> about, parts::Ranks& ranks) {
  Crs first;
  const auto take = [&](const Crs& crs) {
    if (!crs.known() || sameCrs(first, crs)) return;
    if (first.known())
      throw Error(ErrorKind::badInput, "cannot join these files", "the files",
                  "coordinate systems are " + aboutCrs(first).text() + " and " + aboutCrs(crs).text(),
                  "bring them into one system first, or say with --crs which one all are in");
    first = crs;
  };
  for (const FileAbout& each : about) take({each.crs});
  std::string own;
  for (const std::string& each : share.crs) own += each + '\0';
  for (const std::string& theirs : ranks.fromAll(own))
    for (size_t at = 0, end; (end = theirs.find('\0', at)) != std::string::npos; at = end + 1) take({theirs.substr(at, end - at)});
  return first;
}

std::vector<std::string> allWarnings(const Share& share, parts::Ranks& ranks) {
  std::string own;
  for (const std::string& each : share.warnings) own += each + '\0';
  std::vector<std::string> all;
  for (const std::string& theirs : ranks.fromAll(own))
    for (size_t at = 0, end; (end = theirs.find('\0', at)) != std::string::npos; at = end + 1) all.push_back(theirs.substr(at, end - at));
  return all;
}

}  // namespace

RankedCloud rankedCloud(Share share, std::span<const FileAbout> about, const ReadOptions& options, const Filter& filter, parts::Ranks& ranks,
                        const StageContext& context) {
  constexpr int kSpace = 3;
  RankedCloud result;
  std::array<uint64_t, 2> counts{share.pointsInFile - share.nonFinite, share.nonFinite};
  ranks.addUp(counts);
  result.read = counts[0], result.nonFinite = counts[1];
  result.warnings = allWarnings(share, ranks);
  result.rows = share.rowsOfFiles, result.leftOut = std::move(share.leftOut);
  result.crs = agreedCrs(share, about, ranks);
  int dimension = agreedDimension(share, about, ranks);
  RowSurvey survey = surveyed(share, dimension, {}, ranks, context);
  if (const Bounds& all = survey.bounds();
      dimension == kSpace && !options.dimension && options.columns.empty() && survey.count() > 1 && all.minimum[2] == all.maximum[2]) {
    if (all.minimum[2] != 0) result.warnings.push_back(flatWarning(all.minimum[2]));
    dropThird(share.rows);
    dimension = 2;
    survey = surveyed(share, dimension, {}, ranks, context);
  }
  const auto origin = survey.count() > 0 ? PointCloud::originFor(survey.bounds(), dimension) : PointCloud::Origin{};
  if (origin != PointCloud::Origin{}) survey = surveyed(share, dimension, origin, ranks, context);
  const Scalar scalar = agreedScalar(options.scalar, survey);
  PointArray points = localPoints(std::move(share.rows), survey, scalar, context);
  addMissingColumns(share.attributes, points.size(), ranks);
  PointCloud own = PointCloud::inRange(std::move(points), origin, std::move(share.attributes));
  result.points = agreed(kept(std::move(own), filter, result.read, result.taken, ranks, context), filter.order, ranks);
  if (const auto onePlace = onePlaceWarning(result.points.facts)) result.warnings.push_back(*onePlace);
  return result;
}

}  // namespace arete::ranks
