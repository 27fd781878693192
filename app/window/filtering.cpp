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
  std::vector<uint32_t> taken;  // points of the whole, in their order
  std::vector<std::string> attributes;
  PointCloud cloud;
  std::shared_ptr<CloudPoints> points;
};

Filtering::Filtering(Document& document, Worker::Failed failed)
    : document_(document),
      counter_("cannot count classes", "filter with --where", failed, postToThisThread()),
      advisor_("cannot suggest R1", "set R1 by hand", failed, postToThisThread()),
      worker_("cannot filter", "close other programs, or take the filter out", std::move(failed), postToThisThread()) {}

/// Of a small cloud all; of a large one only that of its colours, because copying them takes longer than filtering.
static std::vector<std::string> attributesWanted(const PointCloud& whole, const View& view) {
  constexpr size_t kFewNumbers = 4'000'000;
  std::vector<std::string> names;
  const bool all = whole.attributes().size() * whole.size() <= kFewNumbers;
  for (const Attribute& attribute : whole.attributes())
    if (all || (view.colourBy == ColourBy::attribute && attribute.name == view.attribute)) names.push_back(attribute.name);
  return names;
}

bool Filtering::lacksColours() const {
  if (!kept_ || busy()) return false;
  const std::vector<std::string> wanted = attributesWanted(document_.whole(), document_.session().view);
  return std::ranges::any_of(wanted, [&](const std::string& name) { return std::ranges::find(kept_->attributes, name) == kept_->attributes.end(); });
}

bool Filtering::upToDate() const { return (kept_ ? kept_->filter : Filter{}) == document_.session().job.inputFilter(); }

void Filtering::apply() {
  advisor_.cancel();
  const Filter filter = document_.session().job.inputFilter();
  if (filter.empty()) {
    worker_.cancel();
    kept_.reset();
    document_.keepAll();
    Q_EMIT applied(true);
    return;
  }
  const auto next = std::make_shared<Kept>();
  next->filter = filter;
  next->whole = document_.whole().sharedPoints();
  next->attributes = attributesWanted(document_.whole(), document_.session().view);
  worker_.start(
      [this, next, whole = document_.whole(), axes = document_.session().view.axes, before = kept_](const std::stop_token& stop) -> Worker::Then {
        constexpr uint32_t kReady = 200'000;  // of the first picture; the others are made ready as they are drawn
        const bool samePoints = before && before->filter == next->filter && before->whole == next->whole;
        next->taken = samePoints ? before->taken : takenPoints(whole, next->filter, threads_, stop);
        next->cloud = pointsOf(whole, next->taken, threads_, stop, &next->attributes);
        if (next->cloud.empty()) failWithoutPoints(next->filter, whole.size());
        next->points = std::make_shared<CloudPoints>(next->cloud, axes);
        next->points->makeReady(std::min(next->points->size(), kReady), threads_);
        return [this, next] { take(next); };
      },
      describe(filter));
}

void Filtering::take(std::shared_ptr<Kept> kept) {
  const bool samePoints = kept_ && kept_->filter == kept->filter && kept_->whole == kept->whole;
  document_.keep(kept->cloud, kept->points);
  kept_ = std::move(kept);
  Q_EMIT applied(!samePoints);
  if (samePoints) return;
  advisor_.start([this, cloud = kept_->cloud](const std::stop_token& stop) -> Worker::Then {
    const RadiusSuggestion found = explainRadius(cloud, stop);
    return [this, found] { document_.suggest(found); };
  });
}

void Filtering::countAnew() {
  worker_.cancel();
  advisor_.cancel();
  kept_.reset();
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
