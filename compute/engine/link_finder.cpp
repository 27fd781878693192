#include "compute/engine/link_finder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <span>

#include "compute/core/cuda_support.h"

namespace arete {

namespace {

constexpr uint32_t kMostLinks = 300'000;  // more would only be a blot
constexpr uint32_t kMostBars = 32;

/// Points evenly spread by index: files are often in the order of a scanner.
std::vector<uint32_t> spread(uint32_t count, uint32_t wanted) {
  std::vector<uint32_t> indices(std::min(count, wanted));
  for (size_t i = 0; i < indices.size(); ++i) indices[i] = uint32_t(uint64_t(i) * count / indices.size());
  return indices;
}

double squaredAt(const Neighbours& found, size_t i) {
  return std::visit([i](const auto& values) { return double(values[i]); }, found.squaredDistances);
}

class LinkList {
 public:
  LinkList(const PointArray& from, const PointArray& to) : from_(from), to_(to), degrees_(to.size()) {}

  void add(uint32_t from, uint32_t to, double squared) {
    pairs_.push_back({from, to});
    distances_.push_back(std::sqrt(squared));
    ++degrees_[to];
  }

  void moveInto(Links& links) {
    links.ends = PointArray(from_.scalar(), from_.dimension(), uint32_t(2 * pairs_.size()));
    withScalarType(from_.scalar(), [&]<class T>() {
      for (size_t i = 0; i < pairs_.size(); ++i)
        for (int k = 0; k < from_.dimension(); ++k) {
          links.ends.at<T>(2 * i, k) = from_.view<T>().at(pairs_[i].a, k);
          links.ends.at<T>(2 * i + 1, k) = to_.view<T>().at(pairs_[i].b, k);
        }
    });
    if (!distances_.empty()) {
      const auto [least, most] = std::minmax_element(distances_.begin(), distances_.end());
      links.nearest = *least;
      links.farthest = *most;
    }
    links.distances = std::move(distances_);
    const uint32_t most = degrees_.empty() ? 0 : *std::max_element(degrees_.begin(), degrees_.end());
    if (most == 0) return;
    links.degreesPerBar = (most - 1) / kMostBars + 1;
    const auto barOf = [&](uint32_t degree) { return (degree - 1) / links.degreesPerBar + 1; };
    links.degrees.resize(barOf(most) + 1);
    for (const uint32_t degree : degrees_)
      if (degree > 0) ++links.degrees[barOf(degree)];
  }

 private:
  const PointArray& from_;
  const PointArray& to_;
  std::vector<Edge> pairs_;
  std::vector<double> distances_;
  std::vector<uint32_t> degrees_;
};

}  // namespace

struct LinkFinder::State {
  std::unique_ptr<Device> device;
  int threads = -1;
  std::shared_ptr<const PointArray> points;  // what `searcher` searches among; shared, so that it outlives it
  const Version* version = nullptr;
  ParamValues params;
  std::unique_ptr<KnnSearcher> searcher;
  const Version* ballVersion = nullptr;  // of `balls`, which searches among ballPoints
  std::shared_ptr<const PointArray> ballPoints;
  std::unique_ptr<WithinSearcher> balls;

  Device& deviceFor(const Version& wanted, const Job& job) {
    const int count = int(job.params.get(kThreadsParam));
    if (!device || device->backend() != wanted.backend || threads != count) {
      searcher.reset(), balls.reset();
      device = wanted.backend == Backend::cuda ? makeCudaDevice(0, count) : makeCpuDevice(count);
      threads = count;
    }
    return *device;
  }

  KnnSearcher& searcherFor(const PointCloud& cloud, const Version& wanted, const Job& job, const StageContext& context) {
    ParamValues own;  // a change of radius needs no new tree
    for (const ParamInfo* info : wanted.parameters) own.set(*info, job.params.get(*info));
    if (!searcher || points != cloud.sharedPoints() || version != &wanted || !(params == own)) {
      searcher.reset();
      points = cloud.sharedPoints();
      version = &wanted;
      params = own;
      searcher = makeSearcher(wanted.as<Stage::knn>(), {*points, params}, context);
    }
    return *searcher;
  }

  WithinSearcher& ballsFor(const PointCloud& cloud, const Version& wanted, const StageContext& context) {
    if (!balls || ballPoints != cloud.sharedPoints() || ballVersion != &wanted) {
      balls.reset();
      ballPoints = cloud.sharedPoints();
      ballVersion = &wanted;
      balls = makeWithinSearcher(wanted.as<Stage::within>(), *ballPoints, context);
    }
    return *balls;
  }
};

LinkFinder::LinkFinder() : state_(std::make_unique<State>()) {}
LinkFinder::~LinkFinder() = default;

namespace {

/// Neighbours of points that are not in the cloud, and of points of the cloud without themselves.
class NeighbourSource {
 public:
  using Visit = std::function<void(uint32_t row, uint32_t neighbour, double squared)>;
  virtual ~NeighbourSource() = default;
  virtual void ofPoints(const PointArray& points, const Visit& visit) = 0;
  virtual void ofCloud(std::span<const uint32_t> indices, const Visit& visit) = 0;
  /// An estimate of how many each of these points has, for bounding a drawing; at least 1.
  virtual uint32_t linksEach(const PointArray& points) = 0;
};

class NearestOnes : public NeighbourSource {
 public:
  NearestOnes(const PointArray& cloud, uint32_t wanted, KnnSearcher& searcher, const StageContext& context)
      : cloud_(cloud), wanted_(wanted), searcher_(searcher), context_(context) {}

  /// One more is searched for, as an equal point of lower index may come before the point itself.
  void ofCloud(std::span<const uint32_t> indices, const Visit& visit) override {
    const uint32_t k = std::min(wanted_ + 1, cloud_.size());
    if (k < 2 || indices.empty()) return;
    const Neighbours found = searcher_.query({cloud_.subset(indices), k}, context_);
    for (uint32_t row = 0; row < found.queries; ++row)
      for (uint32_t j = 0, taken = 0; j < k && taken < k - 1; ++j) {
        const size_t place = size_t(row) * k + j;
        if (found.indices[place] == indices[row]) continue;
        visit(row, found.indices[place], squaredAt(found, place));
        ++taken;
      }
  }

  void ofPoints(const PointArray& points, const Visit& visit) override {
    const uint32_t k = std::min(wanted_, cloud_.size());
    if (k == 0 || points.empty()) return;
    const Neighbours found = searcher_.query({points, k}, context_);
    for (size_t place = 0; place < found.indices.size(); ++place) visit(uint32_t(place / k), found.indices[place], squaredAt(found, place));
  }

  uint32_t linksEach(const PointArray&) override { return wanted_; }

 private:
  const PointArray& cloud_;
  const uint32_t wanted_;
  KnnSearcher& searcher_;
  const StageContext& context_;
};

class OnesInBall : public NeighbourSource {
 public:
  OnesInBall(const PointArray& cloud, double radius, WithinSearcher& searcher, const StageContext& context)
      : cloud_(cloud), radius_(radius), searcher_(searcher), context_(context) {}

  void ofCloud(std::span<const uint32_t> indices, const Visit& visit) override {
    find(cloud_.subset(indices), [&](uint32_t row, uint32_t neighbour, double squared) {
      if (neighbour != indices[row]) visit(row, neighbour, squared);
    });
  }

  void ofPoints(const PointArray& points, const Visit& visit) override { find(points, visit); }

  uint32_t linksEach(const PointArray& points) override {
    constexpr uint32_t kAsked = 64;
    const std::vector<uint32_t> some = spread(points.size(), kAsked);
    uint64_t found = 0;
    find(points.subset(some), [&](uint32_t, uint32_t, double) { ++found; });
    return uint32_t(std::clamp<uint64_t>(found / std::max<size_t>(1, some.size()), 1, kMostLinks));
  }

 private:
  void find(const PointArray& points, const Visit& visit) {
    if (points.empty()) return;
    const PointsWithin found = searcher_.query({points, radius_}, context_);
    std::visit(
        [&](const auto& squared) {
          for (uint32_t row = 0; row + 1 < found.starts.size(); ++row)
            for (uint64_t at = found.starts[row]; at < found.starts[row + 1]; ++at) visit(row, found.indices[at], double(squared[at]));
        },
        found.squaredDistances);
  }

  const PointArray& cloud_;
  const double radius_;
  WithinSearcher& searcher_;
  const StageContext& context_;
};

/// One search, and what is drawn and listed from it.
struct Search {
  const LinkRequest& request;
  NeighbourSource& source;
  const StageContext& context;
  Links& links;

  const PointArray& cloud() const { return request.cloud.points(); }
  PointArray chosen() const {
    return request.frame ? request.frame->chosen.withScalar(cloud().scalar()) : PointArray(cloud().scalar(), cloud().dimension(), 0);
  }

  void listSelected(const SelectedPoint& selected) const {
    links.selected = selected;
    const auto list = [&](uint32_t, uint32_t neighbour, double squared) { links.neighbours.push_back({neighbour, std::sqrt(squared)}); };
    const uint32_t one[] = {selected.index};
    if (!selected.chosen && selected.index < cloud().size()) source.ofCloud(one, list);
    if (selected.chosen && selected.index < chosen().size()) source.ofPoints(chosen().subset(one), list);
  }

  bool isThere(const SelectedPoint& point) const { return point.index < (point.chosen ? chosen() : cloud()).size(); }

  void drawSelected() const {
    if (!request.selected || !isThere(*request.selected)) return;
    const PointArray chosenNow = chosen();
    LinkList list(links.selected.chosen ? chosenNow : cloud(), cloud());
    const size_t all = links.neighbours.size(), drawn = std::min(all, size_t(kMostLinks));
    for (const ListedNeighbour& each : std::span(links.neighbours).first(drawn))
      list.add(links.selected.index, each.index, each.distance * each.distance);
    list.moveInto(links);
    if (drawn < all) links.left = "the nearest " + std::to_string(drawn) + " of " + std::to_string(all);
    if (links.radius == 0) return;
    const PointArray& points = links.selected.chosen ? chosenNow : cloud();
    for (int k = 0; k < points.dimension(); ++k) links.ball.push_back(points.coordinate(links.selected.index, k));
  }

  void drawChosen() const {
    const PointArray all = chosen();
    const std::vector<uint32_t> rows = spread(all.size(), std::max(1U, kMostLinks / source.linksEach(all)));
    LinkList list(all, cloud());
    source.ofPoints(all.subset(rows), [&](uint32_t row, uint32_t neighbour, double squared) { list.add(rows[row], neighbour, squared); });
    list.moveInto(links);
    noteLeftOut(rows.size(), all.size());
  }

  /// A share of the cloud, at most as many as can be told apart.
  std::vector<uint32_t> shareOfCloud(uint32_t linksEach) const {
    const double share = request.job.params.get(kLinkShareParam) / 100;
    const double count = std::clamp(share * cloud().size(), 1.0, double(std::max(1U, kMostLinks / linksEach)));
    return spread(cloud().size(), uint32_t(count));
  }

  void drawShare() const {
    const std::vector<uint32_t> rows = shareOfCloud(source.linksEach(cloud()));
    LinkList list(cloud(), cloud());
    source.ofCloud(rows, [&](uint32_t row, uint32_t neighbour, double squared) { list.add(rows[row], neighbour, squared); });
    list.moveInto(links);
    noteLeftOut(rows.size(), cloud().size());
  }

  void drawToChosen(const Version& version) const {
    const PointArray all = chosen();
    if (all.empty()) return;
    const std::vector<uint32_t> rows = shareOfCloud(1);
    const Neighbours found = nearestNeighbours(version.as<Stage::knn>(), {all, request.job.params}, {cloud().subset(rows), 1}, context);
    LinkList list(cloud(), all);
    for (size_t row = 0; row < rows.size(); ++row) list.add(rows[row], found.indices[row], squaredAt(found, row));
    list.moveInto(links);
    noteLeftOut(rows.size(), cloud().size());
  }

  void noteLeftOut(size_t drawn, size_t all) const {
    if (drawn < all) links.left = std::to_string(drawn) + " of " + std::to_string(all) + " points, evenly spread";
  }
};

}  // namespace

double linkRadius(const Job& job) {
  const bool toChosen = LinksOf(int(job.params.get(kLinksOfParam))) == LinksOf::toChosen;
  if (toChosen || LinksBy(int(job.params.get(kLinksByParam))) == LinksBy::number) return 0;
  const double own = job.params.get(kLinkRadiusParam);
  return own > 0 ? own : job.r1();
}

Stage linkStage(const Job& job) { return linkRadius(job) > 0 ? Stage::within : Stage::knn; }

Links LinkFinder::find(const LinkRequest& request, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  Links links;
  const Stage stage = linkStage(request.job);
  const Version& version = request.job.version(stage);
  links.version = version.id;
  if (request.cloud.empty()) return links;
  links.radius = linkRadius(request.job);
  const StageContext context{state_->deviceFor(version, request.job), std::move(stop), {}};
  std::unique_ptr<NeighbourSource> source;
  const PointArray& points = request.cloud.points();
  if (stage == Stage::within) source = std::make_unique<OnesInBall>(points, links.radius, state_->ballsFor(request.cloud, version, context), context);
  else
    source = std::make_unique<NearestOnes>(points, uint32_t(request.job.params.get(kLinkNeighboursParam)),
                                           state_->searcherFor(request.cloud, version, request.job, context), context);
  const Search search{request, *source, context, links};
  if (request.selected) search.listSelected(*request.selected);
  if (request.draw) switch (LinksOf(int(request.job.params.get(kLinksOfParam)))) {
      case LinksOf::selected: search.drawSelected(); break;
      case LinksOf::chosen: search.drawChosen(); break;
      case LinksOf::toChosen: search.drawToChosen(version); break;
      case LinksOf::share: search.drawShare(); break;
    }
  if (const auto level = uint32_t(request.job.params.get(kLinkCellsParam)); request.draw && level > 0 && stage == Stage::knn)
    links.cells = state_->searcher->cells(level);
  links.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return links;
}

}  // namespace arete
