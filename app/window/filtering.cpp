#include "app/window/filtering.h"

#include <algorithm>
#include <utility>

#include "app/window/post.h"
#include "compute/filter/apply.h"
#include "compute/filter/columns.h"

namespace arete {

/// What a filter keeps of a cloud.
struct Filtering::Kept {
  Filter filter;
  std::shared_ptr<const PointArray> whole;
  KeptPoints points;
  bool gathered = false;  ///< the cloud has its points
};

Filtering::Filtering(Document& document, Worker::Failed failed)
    : document_(document),
      counter_("cannot count classes", "filter by a condition", failed, postToThisThread()),
      gatherer_(
          "cannot filter", "close other programs, or take the filter out",
          [this, failed](Error error) {
            gathering_ = false;
            failed(std::move(error));
          },
          postToThisThread()),
      advisor_("cannot suggest R1", "set R1 by hand", failed, postToThisThread()),
      worker_(
          "cannot filter", "close other programs, or take the filter out",
          [this, failed](Error error) {
            failed(std::move(error));
            if (kept_) return;
            nothingLeft_ = true;
            Q_EMIT leftNothing();
          },
          postToThisThread()) {
  constexpr int kPicture_ms = 60;  // about a frame: on two cores both at once take twice as long
  pictureFirst_.setSingleShot(true);
  pictureFirst_.setInterval(kPicture_ms);
  connect(&pictureFirst_, &QTimer::timeout, this, &Filtering::gather);
}

bool Filtering::lacksLeftOut() const {
  return kept_ && !worker_.busy() && document_.session().view.leftOut == LeftOut::dimmed && !kept_->points.leftOut;
}

bool Filtering::upToDate() const { return !gathering_ && (kept_ ? kept_->filter : Filter{}) == document_.session().job.inputFilter(); }

/// What was kept is no more to be computed with.
void Filtering::forget() {
  pictureFirst_.stop();
  gatherer_.cancel();
  advisor_.cancel();
  gathering_ = false;
}

void Filtering::find(Kept& kept, const PointCloud& whole, const std::stop_token& stop) {
  constexpr size_t kQuick = 500'000;  // to be gathered at once
  auto taken = std::make_shared<const PointList>(takenPoints(whole, kept.filter, threads_, stop, &memory_));
  if (taken->empty()) throw errorWithoutPoints(kept.filter, whole.size());
  kept.points.cloud = pointsLater(whole, taken, threads_);
  kept.gathered = taken->size() <= kQuick;
  if (kept.gathered) kept.points.cloud.points();
  kept.points.places = std::move(taken);
}

/// Many points are copied from the whole, as it is drawn; few, or those of a small part of it, are taken from the cloud, with all their digits.
void Filtering::makeShown(Kept& kept, const PointCloud& whole, std::shared_ptr<const CloudPoints> opened, const View& view) {
  constexpr uint32_t kFew = 50'000, kReady = 200'000;  // ready for the first picture; the others are made so as they are drawn
  constexpr double kSmallPart = 1.0 / 32;
  const auto& places = kept.points.places;
  const Bounds& bounds = kept.points.cloud.bounds();
  if (allOf_.lock() != kept.whole || all_->points->axes() != view.axes) {
    const bool isReady = opened && opened->ready() == whole.size() && opened->axes() == view.axes;
    if (!isReady) opened = std::make_shared<const CloudPoints>(whole, view.axes, threads_);
    all_ = std::make_shared<const DrawnCloud>(std::move(opened), threads_);
    allOf_ = kept.whole;
  }
  const auto selection = std::make_shared<const PointSelection>(whole.size(), places, threads_);
  const bool copied = places->size() > kFew && bounds.diagonal(whole.dimension()) > kSmallPart * whole.bounds().diagonal(whole.dimension());
  kept.points.points =
      copied ? std::make_shared<CloudPoints>(all_, selection, false, bounds) : std::make_shared<CloudPoints>(whole, places, bounds, view.axes);
  kept.points.points->makeReady(std::min(kept.points.points->size(), kReady), threads_);
  if (view.leftOut == LeftOut::hidden || places->size() == whole.size()) return;
  kept.points.leftOut = std::make_shared<CloudPoints>(all_, selection, true, whole.bounds());
  kept.points.leftOut->makeReady(std::min(kept.points.leftOut->size(), kFew), threads_);
}

void Filtering::apply() {
  const Filter filter = document_.session().job.inputFilter();
  nothingLeft_ = false;
  if (filter.empty()) {
    forget();
    worker_.cancel();
    kept_.reset();
    keptClasses_.clear();
    document_.keepAll();
    Q_EMIT applied(true);
    Q_EMIT gathered();
    return;
  }
  const auto next = std::make_shared<Kept>();
  next->filter = filter;
  next->whole = document_.whole().sharedPoints();
  if (kept_ && kept_->filter == filter && kept_->whole == next->whole) next->points = kept_->points, next->gathered = kept_->gathered;
  worker_.start(
      [this, next, opened = document_.wholePoints(), whole = document_.whole(),
       view = document_.session().view](const std::stop_token& stop) -> Worker::Then {
        if (!next->points.places) find(*next, whole, stop);
        makeShown(*next, whole, opened, view);
        return [this, next] { take(next); };
      },
      describe(filter));
}

void Filtering::take(std::shared_ptr<Kept> kept) {
  const bool samePoints = kept_ && kept_->filter == kept->filter && kept_->whole == kept->whole;
  document_.keep(kept->points);
  kept_ = std::move(kept);
  if (!samePoints) forget(), gathering_ = true;
  Q_EMIT applied(!samePoints);
  if (samePoints) return;
  if (kept_->gathered) gather();
  else pictureFirst_.start();
}

/// Then all that computes may begin.
void Filtering::gather() {
  gatherer_.start(
      [this, cloud = kept_->points.cloud, places = kept_->points.places, whole = document_.whole()](const std::stop_token&) -> Worker::Then {
        cloud.points();
        const std::vector<uint64_t> classes = classCounts(whole, *places);
        return [this, cloud, classes] {
          gathering_ = false;
          keptClasses_ = classes;
          Q_EMIT gathered();
          advisor_.start([this, cloud](const std::stop_token& stop) -> Worker::Then {
            const RadiusSuggestion found = explainRadius(cloud, stop);
            return [this, found] { document_.suggest(found); };
          });
        };
      });
}

void Filtering::countAnew() {
  forget();
  worker_.cancel();
  kept_.reset();
  keptClasses_.clear();
  nothingLeft_ = false;
  statistics_.reset();
  counter_.start([this, cloud = document_.whole()](const std::stop_token& stop) -> Worker::Then {
    ThreadPool threads(1);  // nobody waits for it, and detections want the others
    const auto found = std::make_shared<const FilterStatistics>(statisticsOf(cloud, threads, stop));
    return [this, found] {
      statistics_ = found;
      Q_EMIT counted();
    };
  });
}

}  // namespace arete
