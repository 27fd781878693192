// What is written and read again: points and curves with the bits of every coordinate, and sessions whose detections have the hash that they were
// saved with.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>

#include "compute/engine/run_job.h"
#include "compute/io/read_clouds.h"
#include "compute/io/read_curve.h"
#include "compute/io/save_session.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "tests/fuzz/answer_try.h"

namespace arete::fuzz {

namespace {

constexpr CloudWish kWrittenClouds{.mostPoints = 200};

/// A folder of this process, gone with it.
struct OwnFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("arete-fuzz-written-" + std::to_string(getpid()));
  OwnFolder() { std::filesystem::create_directory(path); }
  ~OwnFolder() { std::filesystem::remove_all(path); }
};

std::filesystem::path fileNamed(const std::string& name) {
  static const OwnFolder folder;
  return folder.path / name;
}

void append(std::string& text, double number) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%a ", number);
  text += digits;
}

std::string told(const PointCloud& cloud) {
  std::string text = std::to_string(cloud.size()) + (cloud.scalar() == Scalar::float32 ? " floats, origin " : " doubles, origin ");
  for (int k = 0; k < cloud.dimension(); ++k) append(text, cloud.origin()[size_t(k)]);
  for (uint32_t i = 0; i < cloud.size(); ++i)
    for (int k = 0; k < cloud.dimension(); ++k) append(text, cloud.points().coordinate(i, k));
  for (const Attribute& attribute : cloud.attributes())
    for (const double value : attribute.values) append(text, std::isnan(value) ? std::abs(std::nan("")) : value);
  return text;
}

bool hasValue(const Attribute& attribute) {
  for (const double value : attribute.values)
    if (!std::isnan(value)) return true;
  return false;
}

/// Formats that keep every coordinate; of these some have room for columns, texts only for such as have a value.
void tryPoints(const PointCloud& cloud, Random& random) {
  for (const PointFormat& format : pointFormats()) {
    if (format.id == "las" || format.id == "f32") continue;  // these round
    const std::filesystem::path path = fileNamed("points." + std::string(format.extension));
    const bool isText = format.id == "csv" && !hasValue(cloud.attributes().front());
    const std::span<const Attribute> none, attributes = format.attributes && random.oneIn(2) && !isText ? cloud.attributes() : none;
    const PointCloud plain(cloud.points(), cloud.origin(), {attributes.begin(), attributes.end()});
    const Outcome found = outcomeOf([&] {
      writePoints(path, {.points = cloud.points(), .origin = cloud.origin(), .attributes = attributes});
      ReadOptions how{.dimension = cloud.dimension(), .scalar = cloud.scalar()};
      if (format.id == "f64") how.rawScalar = Scalar::float64;
      return told(readCloud(path, how).cloud);
    });
    expectSame({told(plain), false}, found, std::string(format.id) + ", " + std::to_string(attributes.size()) + " columns");
  }
}

/// Of points that are all at different places: lines with equal ends might be joined.
Curve randomCurve(const PointCloud& cloud, Random& random) {
  std::set<std::vector<double>> places;
  std::vector<uint32_t> different;
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    std::vector<double> place;
    for (int k = 0; k < std::min(cloud.dimension(), 2); ++k) place.push_back(cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)] + 0.0);
    if (places.insert(place).second) different.push_back(i);
  }
  std::vector<Edge> edges;
  const auto n = uint32_t(different.size());
  for (uint32_t i = 1; i < n; ++i)
    if (!random.oneIn(6)) edges.push_back({i - 1, i});
  for (uint32_t i = 0; i < n / 8; ++i)
    if (const auto [a, b] = std::minmax({uint32_t(random.below(n)), uint32_t(random.below(n))}); a != b) edges.push_back({a, b});
  return makeCurve(cloud.points().withLayout(Layout::row).subset(different), std::move(edges));
}

/// File coordinates as the local ones that a cloud of this type and origin makes of them; of doubles as they are. A line that ends where it began is
/// closed: some formats cannot tell a ring from one that hangs at a junction.
std::string told(const Polylines& lines, int axes, const PointCloud& cloud) {
  std::string text;
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t count = lines.vertexCount(line);
    const bool returns = !lines.closed[line] && count > 2 && std::ranges::equal(lines.vertex(line, 0), lines.vertex(line, count - 1));
    text += lines.closed[line] || returns ? "\nclosed " : "\nopen ";
    for (size_t i = 0; i < count - size_t(returns); ++i)
      for (int k = 0; k < axes; ++k) {
        const double x = lines.vertex(line, i)[size_t(k)];
        append(text, 0.0 + (cloud.scalar() == Scalar::float32 ? double(float(x - cloud.origin()[size_t(k)])) : x));
      }
  }
  return text;
}

void tryCurves(const PointCloud& cloud, Random& random) {
  const Curve curve = randomCurve(cloud, random);
  if (curve.edges.empty() || cloud.dimension() < 2) return;
  for (const CurveReader& reader : curveReaders()) {
    const auto format = std::ranges::find(curveFormats(), reader.id, &CurveFormat::id);
    if (format == curveFormats().end() || !format->loops || (format->id == "gpkg" && !random.oneIn(16))) continue;
    const std::filesystem::path path = fileNamed("curve." + std::string(format->extension));
    const int axes = std::min(format->axes, cloud.dimension());
    const Outcome found = outcomeOf([&] {
      writeCurve(path, curve, cloud.origin());
      const Polylines read = readCurve(path).polylines;
      require(read.dimension >= axes, std::string(format->id) + ": " + std::to_string(read.dimension) + " axes were read");
      return told(read, axes, cloud);
    });
    expectSame({told(polylinesOf(curve, cloud.origin()), axes, cloud), false}, found, format->id);
  }
}

Job randomJob(const RandomCloud& points, Random& random) {
  Job job;
  job.params.set(kR1Param, std::clamp(points.unit * std::ldexp(1, -int(random.below(5))), 1e-300, kR1Param.maximum));
  job.params.set(kMaxIterationsParam, 50);
  for (const Stage stage : kChainStages)
    for (const ParamInfo* info : versions(stage)[0].parameters) job.params.set(*info, randomValue(*info, random));
  if (points.dimension <= 3 && points.dimension >= 2 && random.oneIn(3)) job.params.set(kCurveParam, double(CurveKind::network));
  if (random.oneIn(3)) job = randomVersions(job, kChainStages, random);
  if (random.oneIn(3)) job.filter.every = 1 + uint32_t(random.below(3));
  if (random.oneIn(3)) job.filter.order = PointOrder::scattered;
  return job;
}

/// Of points in memory, or in a file that a filter looks at.
bool trySession(const RandomCloud& points, const PointCloud& cloud, Random& random) {
  Job job = randomJob(points, random);
  const bool isInFile = random.oneIn(2);
  const std::vector<std::filesystem::path> files(isInFile ? 1 : 0, fileNamed("session-points.ply"));
  CloudFile file;
  file.cloud = cloud;
  if (!isInFile) job.filter = {};
  const std::filesystem::path path = fileNamed("saved.arete");
  const Outcome detected = outcomeOf([&] {
    ReadOptions how{.dimension = cloud.dimension()};
    how.scalar = cloud.scalar();
    if (isInFile) writePoints(files[0], {.points = cloud.points(), .origin = cloud.origin()});
    if (isInFile) file = readFiltered(files, job.filter, how);
    const auto frame = runJobOn(deviceOf(job, 2), file.cloud, job, {}, {});
    saveSession(path, {file, files, how, job.filter}, frame.get(), {});
    return frame->hash;
  });
  if (detected.refused) return false;
  const Outcome replayed = outcomeOf([&] {
    const SessionFile session = readSession(path).session;
    const PointCloud again = readFiltered(session.files(), session.job.inputFilter(), session.read).cloud;
    const auto frame = runJobOn(deviceOf(session.job, 1), again, session.job, {}, {});
    compareResult(path, session, *frame);
    return frame->hash;
  });
  expectSame(detected, replayed, isInFile ? "a session of a file" : "a session of points in memory");
  return true;
}

bool run(std::string_view input) {
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return false;
  Random random(which->job);
  const RandomCloud points = which->points(kWrittenClouds);
  std::optional<PointCloud> cloud;
  const Outcome made = outcomeOf([&] {
    LargeVector<double> column(points.size());
    for (double& value : column) value = random.oneIn(8) ? std::nan("") : random.normal();
    return cloud = PointCloud::recentred(points.rows, points.dimension, points.scalar, {{"weight", column}}), "";
  });
  if (made.refused || cloud->empty()) return false;
  tryPoints(*cloud, random);
  tryCurves(*cloud, random);
  return trySession(points, *cloud, random);
}

std::vector<std::string> smaller(std::string_view input) { return smallerTries(input, kWrittenClouds); }
std::string saved(std::string_view input, const std::string& path) { return savedTry(input, kWrittenClouds, path); }

}  // namespace

const Target kTarget = {.seeds = firstTries, .run = run, .next = nextTry, .smaller = smaller, .saved = saved};

}  // namespace arete::fuzz
