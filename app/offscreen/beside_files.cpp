#include "app/offscreen/beside_files.h"

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/transformation.h"
#include "compute/files/open_file.h"

namespace arete {

namespace fs = std::filesystem;

/// A cloud in memory has no folder: that of the program is taken.
static fs::path folderOf(const fs::path& cloud) {
  std::error_code error;
  return cloud.empty() ? fs::current_path(error) : fs::absolute(cloud, error).parent_path();
}

BesideCloud besideOf(const fs::path& cloud, const fs::path& file, const View& view) {
  std::error_code error;
  fs::path named = fs::relative(file, folderOf(cloud), error);
  if (error || named.empty()) named = fs::absolute(file, error);
  return {named.generic_string(), {.size = view.style(LayerId::cloud).size}};
}

fs::path besidePath(const fs::path& cloud, const BesideCloud& beside) { return (folderOf(cloud) / beside.file).lexically_normal(); }

static PointCloud transformed(const CloudFile& file, const Crs& crs, const fs::path& path) {
  const PointCloud& cloud = file.cloud;
  const int dimension = cloud.dimension();
  std::vector<double> rows(size_t(cloud.size()) * size_t(dimension));
  for (uint32_t i = 0; i < cloud.size(); ++i)
    for (int k = 0; k < dimension; ++k) rows[size_t(i) * size_t(dimension) + size_t(k)] = cloud.points().coordinate(i, k) + cloud.origin()[size_t(k)];
  CrsTransformation(file.crs, crs, "cannot show the cloud", path.string()).apply(rows, dimension);
  return PointCloud::recentred(rows, dimension);
}

std::vector<BesidePoints> readAllBeside(const View& view, const fs::path& cloud, const Crs& crs, std::stop_token stop) {
  std::vector<BesidePoints> all;
  for (const BesideCloud& beside : view.beside)
    all.push_back({beside.style.visible ? readBeside(besidePath(cloud, beside), crs, stop).cloud : PointCloud()});
  return all;
}

void checkBeside(const fs::path& path) { openToRead(path, "cannot show the cloud"); }

CloudFile readBeside(const fs::path& path, const Crs& crs, std::stop_token stop) {
  CloudFile file = readCloud(path, {}, stop);
  if (file.cloud.empty())
    throw Error(ErrorKind::badInput, "nothing to show", path.string(), "the file holds no point with finite coordinates", "choose another file");
  if (file.cloud.dimension() < 2 || !crs.known() || !file.crs.known() || sameCrs(crs, file.crs)) return file;
  file.cloud = transformed(file, crs, path);
  file.crs = crs;
  return file;
}

}  // namespace arete
