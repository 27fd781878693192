#include "arete/cloud.h"

#include <algorithm>

#include "compute/core/row_survey.h"
#include "compute/core/track_columns.h"
#include "compute/crs/about_crs.h"
#include "compute/io/file_heads.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_clouds.h"
#include "library/inside.h"

namespace arete::compute {

namespace {

std::shared_ptr<const Cloud::Inside> cloudOf(std::span<const double> rows, int dimension, std::vector<Attribute> attributes = {}) {
  if (dimension < 1 || dimension > kMaxDimension)
    throw arete::Error(ErrorKind::wrongUse, "cannot make a cloud", "dimension", std::to_string(dimension) + " is not in 1…16");
  checkView(rows, "cannot make a cloud", "rows");
  if (rows.empty() || rows.size() % size_t(dimension) != 0)
    throw arete::Error(ErrorKind::wrongUse, "cannot make a cloud", "rows", std::to_string(rows.size()) + " numbers are no points of this dimension",
                       "give n · dimension numbers, at least one point");
  if (rows.size() / size_t(dimension) >= UINT32_MAX - 1)
    throw arete::Error(ErrorKind::badInput, "cannot make a cloud", "rows", "there are more than 4 294 967 293 points", "take a part of them");
  const auto inside = std::make_shared<Cloud::Inside>();
  inside->file.cloud = PointCloud::recentred(rows, dimension, {}, std::move(attributes));
  inside->file.pointsInFile = inside->file.cloud.size();
  inside->file.format = "array";
  return inside;
}

std::vector<Attribute> trackAttribute(std::span<const double> rows, int dimension, std::span<const double> tracks) {
  checkView(tracks, "cannot make a cloud", "tracks");
  if (dimension < 1 || tracks.size() != rows.size() / size_t(dimension))
    throw arete::Error(ErrorKind::wrongUse, "cannot make a cloud", "tracks", std::to_string(tracks.size()) + " values are not one for each point",
                       "give as many as there are rows");
  return {{std::string(kTrackName), AttributeValues(tracks.begin(), tracks.end())}};
}

}  // namespace

int checkedThreads(int threads) {
  if (threads < 0)
    throw arete::Error(ErrorKind::wrongUse, "cannot take so few threads", "threads", std::to_string(threads) + " is less than 0", "give 0 for all");
  return threads;
}

std::vector<double> fileRows(const PointArray& points, const PointCloud::Origin& origin) {
  const auto d = size_t(points.dimension());
  std::vector<double> rows(points.size() * d);
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t k = 0; k < d; ++k) rows[i * d + k] = points.coordinate(i, int(k)) + origin[k];
  return rows;
}

Cloud::Cloud(std::span<const double> rows, int dimension) : inside_(translated([&] { return cloudOf(rows, dimension); })) {}

Cloud::Cloud(std::span<const float> rows, int dimension)
    : inside_(translated([&] {
        checkView(rows, "cannot make a cloud", "rows");
        return cloudOf(std::vector<double>(rows.begin(), rows.end()), dimension);
      })) {}

Cloud::Cloud(std::span<const double> rows, int dimension, std::span<const double> tracks)
    : inside_(translated([&] { return cloudOf(rows, dimension, trackAttribute(rows, dimension, tracks)); })) {}

const Cloud::Inside& Cloud::inside() const { return held(inside_, "Cloud"); }

uint32_t Cloud::size() const {
  return translated([&] { return inside().file.cloud.size(); });
}
int Cloud::dimension() const {
  return translated([&] { return inside().file.cloud.dimension(); });
}
std::string Cloud::crs() const {
  return translated([&] { return inside().file.crs.definition; });
}
std::vector<std::string> Cloud::warnings() const {
  return translated([&] { return inside().file.warnings; });
}

std::vector<double> Cloud::coordinates() const {
  return translated([&] { return fileRows(inside().file.cloud.points(), inside().file.cloud.origin()); });
}

std::vector<std::string> Cloud::attributes() const {
  return translated([&] {
    std::vector<std::string> names;
    for (const Attribute& each : inside().file.cloud.attributes()) names.push_back(each.name);
    return names;
  });
}

std::vector<double> Cloud::attribute(const std::string& name) const {
  return translated([&] {
    const auto all = inside().file.cloud.attributes();
    const auto found = std::ranges::find(all, name, &Attribute::name);
    if (found == all.end()) throw arete::Error(ErrorKind::wrongUse, "no such attribute", name, "the cloud has none of that name", "see attributes()");
    std::vector<double> values(found->values.size());
    found->values.copy(0, values);
    return values;
  });
}

std::shared_ptr<const Cloud::Inside> readInside(std::vector<std::filesystem::path> files, const arete::ReadOptions& options, const Filter& filter,
                                                const Filter& applied, const Control& control) {
  const auto inside = std::make_shared<Cloud::Inside>(Cloud::Inside{{}, filter, std::move(files), options});
  inside->file = readFiltered(inside->files, applied, options, control.stop, [&](const ReadProgress& done) {
    if (control.progress) control.progress(done.bytesTotal == 0 ? 0 : double(done.bytesDone) / double(done.bytesTotal), "reading");
  });
  tellOddPoints(applied.empty(), inside->file);
  leaveOut(inside->file.leftOut, inside->files);
  if (inside->file.cloud.empty())
    throw arete::Error(ErrorKind::badInput, "no points", nameOf(inside->files), "the file holds no point with finite coordinates");
  return inside;
}

Cloud read(const std::string& path, const ReadOptions& options, const Control& control) {
  return translated([&] {
    arete::ReadOptions how;
    how.columns = options.columns;
    how.trackColumn = options.trackColumn;
    how.threads = checkedThreads(options.threads);
    if (!options.crs.empty()) how.crs = crsFrom(options.crs);
    Filter filter;
    filter.where = options.where;
    return Cloud(readInside({path}, how, filter, filter, control));
  });
}

}  // namespace arete::compute
