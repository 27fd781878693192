#include "app/window/beside_clouds.h"

#include <algorithm>
#include <utility>

#include "app/offscreen/beside_files.h"
#include "app/window/post.h"

namespace arete {

BesideClouds::BesideClouds(const Document& document, Worker::Failed failed)
    : document_(document),
      worker_(
          "cannot show the cloud", "close other programs, or thin the cloud first",
          [this, failed = std::move(failed)](const Error& error) {
            read_[reading_].obstacle = error.reason().empty() ? error.failed() : error.reason();
            failed(error);
            Q_EMIT changed();
            readNext();
          },
          postToThisThread()) {}

std::filesystem::path BesideClouds::pathOf(const BesideCloud& cloud) const { return besidePath(document_.session().file, cloud); }

void BesideClouds::follow() {
  std::vector<std::filesystem::path> wanted;
  for (const BesideCloud& cloud : document_.session().view.beside) wanted.push_back(pathOf(cloud));
  const auto isWanted = [&](const std::filesystem::path& path) { return std::ranges::find(wanted, path) != wanted.end(); };
  const size_t forgotten = std::erase_if(read_, [&](const auto& each) { return !isWanted(each.first); });
  if (worker_.busy() && !isWanted(reading_)) worker_.cancel();
  if (forgotten > 0) Q_EMIT changed();
  readNext();
}

void BesideClouds::readNext() {
  if (worker_.busy()) return;
  for (const BesideCloud& cloud : document_.session().view.beside) {
    const std::filesystem::path path = pathOf(cloud);
    if (read_.contains(path)) continue;
    reading_ = path;
    const auto work = [this, path, crs = document_.crs(), axes = document_.session().view.axes](const std::stop_token& stop) -> Worker::Then {
      checkBeside(path);
      ThreadPool threads;
      const auto read = std::make_shared<Read>(Read{readBeside(path, crs, stop).cloud, nullptr, {}});
      read->points = std::make_shared<CloudPoints>(read->cloud, axes, threads);
      return [this, path, read] {
        read_[path] = std::move(*read);
        Q_EMIT changed();
        readNext();
      };
    };
    return worker_.start(work, path.string());
  }
}

std::vector<BesidePoints> BesideClouds::points() const {
  std::vector<BesidePoints> all;
  for (const BesideCloud& cloud : document_.session().view.beside) {
    const auto found = read_.find(pathOf(cloud));
    all.push_back(found == read_.end() ? BesidePoints{} : BesidePoints{found->second.cloud, found->second.points});
  }
  return all;
}

std::string BesideClouds::obstacle(const BesideCloud& cloud) const {
  const auto found = read_.find(pathOf(cloud));
  return found == read_.end() ? std::string() : found->second.obstacle;
}

std::optional<Box> BesideClouds::bounds(const View& view) const {
  std::optional<Box> all;
  const std::vector<BesidePoints> clouds = points();
  for (size_t i = 0; i < clouds.size(); ++i) {
    if (clouds[i].cloud.empty() || !view.beside[i].style.visible) continue;
    const glm::dvec3 place = placeBeside(clouds[i].cloud, document_.cloud(), view.axes);
    const Box own = boundsOf(clouds[i].cloud, view.axes);
    if (!all) all = Box{place + own.minimum, place + own.maximum};
    *all = {glm::min(all->minimum, place + own.minimum), glm::max(all->maximum, place + own.maximum)};
  }
  return all;
}

}  // namespace arete
