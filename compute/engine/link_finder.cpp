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

  Device& deviceFor(const Version& wanted, const Job& job) {
    const int count = int(job.params.get(kThreadsParam));
    if (!device || device->backend() != wanted.backend || threads != count) {
      searcher.reset();
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
};

LinkFinder::LinkFinder() : state_(std::make_unique<State>()) {}
LinkFinder::~LinkFinder() = default;

namespace {

/// One search, and what is drawn and listed from it.
struct Search {
  const LinkRequest& request;
  KnnSearcher& searcher;
  const StageContext& context;
  Links& links;

  const PointArray& cloud() const { return request.cloud.points(); }
  uint32_t wanted() const { return uint32_t(request.job.params.get(kLinkNeighboursParam)); }

  /// Neighbours of cloud points without themselves: one more is searched for, as an equal point of lower index may come before the point itself.
  void ofCloud(std::span<const uint32_t> indices, const std::function<void(uint32_t row, uint32_t neighbour, double squared)>& visit) const {
    const uint32_t k = std::min(wanted() + 1, cloud().size());
    if (k < 2 || indices.empty()) return;
    const Neighbours found = searcher.query({cloud().subset(indices), k}, context);
    for (uint32_t row = 0; row < found.queries; ++row)
      for (uint32_t j = 0, taken = 0; j < k && taken < k - 1; ++j) {
        const size_t place = size_t(row) * k + j;
        if (found.indices[place] == indices[row]) continue;
        visit(row, found.indices[place], squaredAt(found, place));
        ++taken;
      }
  }

  void ofChosen(const PointArray& chosen, const std::function<void(uint32_t row, uint32_t neighbour, double squared)>& visit) const {
    const uint32_t k = std::min(wanted(), cloud().size());
    if (k == 0 || chosen.empty()) return;
    const Neighbours found = searcher.query({chosen, k}, context);
    for (size_t place = 0; place < found.indices.size(); ++place) visit(uint32_t(place / k), found.indices[place], squaredAt(found, place));
  }

  PointArray chosen() const {
    return request.frame ? request.frame->chosen.withScalar(cloud().scalar()) : PointArray(cloud().scalar(), cloud().dimension(), 0);
  }

  void listSelected(const SelectedPoint& selected) const {
    links.selected = selected;
    const auto list = [&](uint32_t, uint32_t neighbour, double squared) { links.neighbours.push_back({neighbour, std::sqrt(squared)}); };
    const uint32_t one[] = {selected.index};
    if (!selected.chosen && selected.index < cloud().size()) ofCloud(one, list);
    if (selected.chosen && selected.index < chosen().size()) ofChosen(chosen().subset(one), list);
  }

  void drawSelected() const {
    if (links.neighbours.empty()) return;
    const PointArray chosenNow = chosen();
    LinkList list(links.selected.chosen ? chosenNow : cloud(), cloud());
    for (const ListedNeighbour& each : links.neighbours) list.add(links.selected.index, each.index, each.distance * each.distance);
    list.moveInto(links);
  }

  void drawChosen() const {
    const PointArray all = chosen();
    const std::vector<uint32_t> rows = spread(all.size(), std::max(1U, kMostLinks / wanted()));
    LinkList list(all, cloud());
    ofChosen(all.subset(rows), [&](uint32_t row, uint32_t neighbour, double squared) { list.add(rows[row], neighbour, squared); });
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
    const std::vector<uint32_t> rows = shareOfCloud(wanted());
    LinkList list(cloud(), cloud());
    ofCloud(rows, [&](uint32_t row, uint32_t neighbour, double squared) { list.add(rows[row], neighbour, squared); });
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

Links LinkFinder::find(const LinkRequest& request, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  Links links;
  const Version& version = request.job.version(Stage::knn);
  links.version = version.id;
  if (request.cloud.empty()) return links;
  const StageContext context{state_->deviceFor(version, request.job), std::move(stop), {}};
  const Search search{request, state_->searcherFor(request.cloud, version, request.job, context), context, links};
  if (request.selected) search.listSelected(*request.selected);
  if (request.draw) switch (LinksOf(int(request.job.params.get(kLinksOfParam)))) {
      case LinksOf::selected: search.drawSelected(); break;
      case LinksOf::chosen: search.drawChosen(); break;
      case LinksOf::toChosen: search.drawToChosen(version); break;
      case LinksOf::share: search.drawShare(); break;
    }
  if (const auto level = uint32_t(request.job.params.get(kLinkCellsParam)); request.draw && level > 0) links.cells = search.searcher.cells(level);
  links.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return links;
}

}  // namespace arete
