// Our neighbour search beside those of libraries, on the same points, threads and machine, in one run: knn_peers [CASE [THREADS [REPEAT]]].
// Cases as in 'arete-cli bench knn'. Answers are compared before anything is timed. Not a part of the program; built on request.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "app/cli/knn_cases.h"
#include "app/cli/text.h"
#include "compute/catalog/version.h"

#if __has_include(<nanoflann.hpp>)
#include <nanoflann.hpp>
#define ARETE_HAVE_NANOFLANN
#endif
#if __has_include(<CGAL/Orthogonal_k_neighbor_search.h>)
#include <CGAL/Orthogonal_k_neighbor_search.h>
#include <CGAL/Search_traits_2.h>
#include <CGAL/Search_traits_3.h>
#include <CGAL/Simple_cartesian.h>
#define ARETE_HAVE_CGAL
#endif

namespace arete {
namespace {

struct Input {
  PointArray reference, queries;
  uint32_t k;
  Device& device;
};

struct Outcome {
  double build_ms = 0, query_ms = 0;
  LargeVector<float> squaredDistances;
};

double now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Calls body(begin, end) for pieces of all queries on all threads.
void forEachPiece(const Input& input, const std::function<void(size_t, size_t)>& body) {
  input.device.threads().forEachRange(input.queries.size(), 1024, [&](size_t begin, size_t end, int) { body(begin, end); });
}

Outcome ours(const char* id, const Input& input) {
  const ParamValues params;
  Neighbours found = nearestNeighbours(findVersion(id).as<Stage::knn>(), {input.reference, params}, {input.queries, input.k}, {input.device, {}, {}});
  return {found.times.build, found.times.query, std::move(found.squared<float>())};
}

#if defined(ARETE_HAVE_NANOFLANN)
struct NanoCloud {
  PointsView<float> points;
  size_t kdtree_get_point_count() const { return points.count; }
  float kdtree_get_pt(size_t i, size_t k) const { return points.data[i * points.pointStride + k]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

template <int D>
Outcome nanoflannOf(const Input& input) {
  const double start = now();
  const NanoCloud cloud{input.reference.view<float>()};
  const nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, NanoCloud>, NanoCloud, D, uint32_t> tree(D, cloud);
  const double built = now();
  Outcome outcome{built - start, 0, LargeVector<float>(size_t(input.queries.size()) * input.k)};
  std::vector<uint32_t> indices(outcome.squaredDistances.size());
  const PointsView<float> queries = input.queries.view<float>();
  forEachPiece(input, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) tree.knnSearch(queries.point(i), input.k, &indices[i * input.k], &outcome.squaredDistances[i * input.k]);
  });
  outcome.query_ms = now() - built;
  return outcome;
}
#endif

#if defined(ARETE_HAVE_CGAL)
template <class Traits, class MakePoint>
Outcome cgalOf(const Input& input, const MakePoint& pointAt) {
  using Search = CGAL::Orthogonal_k_neighbor_search<Traits>;
  const double start = now();
  std::vector<typename Traits::Point_d> points;
  points.reserve(input.reference.size());
  for (uint32_t i = 0; i < input.reference.size(); ++i) points.push_back(pointAt(input.reference.view<float>(), i));
  typename Search::Tree tree(points.begin(), points.end());
  tree.build();
  const double built = now();
  Outcome outcome{built - start, 0, LargeVector<float>(size_t(input.queries.size()) * input.k)};
  const PointsView<float> queries = input.queries.view<float>();
  forEachPiece(input, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Search search(tree, pointAt(queries, uint32_t(i)), input.k);
      float* out = &outcome.squaredDistances[i * input.k];
      for (const auto& each : search) *out++ = float(each.second);
    }
  });
  outcome.query_ms = now() - built;
  return outcome;
}
#endif

struct Peer {
  std::string name;
  std::function<Outcome(const Input&)> run;
};

std::vector<Peer> peersFor(int dimension) {
  std::vector<Peer> peers{{"knn.cpu.best", [](const Input& input) { return ours("knn.cpu.best", input); }},
                          {"knn.cpu.v9", [](const Input& input) { return ours("knn.cpu.v9", input); }}};
#if defined(ARETE_HAVE_NANOFLANN)
  if (dimension == 2) peers.push_back({"nanoflann", nanoflannOf<2>});
  if (dimension == 3) peers.push_back({"nanoflann", nanoflannOf<3>});
#endif
#if defined(ARETE_HAVE_CGAL)
  using Kernel = CGAL::Simple_cartesian<double>;
  if (dimension == 2)
    peers.push_back({"CGAL", [](const Input& input) {
                       return cgalOf<CGAL::Search_traits_2<Kernel>>(
                           input, [](const auto& points, uint32_t i) { return Kernel::Point_2(points.at(i, 0), points.at(i, 1)); });
                     }});
  if (dimension == 3)
    peers.push_back({"CGAL", [](const Input& input) {
                       return cgalOf<CGAL::Search_traits_3<Kernel>>(
                           input, [](const auto& points, uint32_t i) { return Kernel::Point_3(points.at(i, 0), points.at(i, 1), points.at(i, 2)); });
                     }});
#endif
  return peers;
}

void compare(const Peer& peer, const LargeVector<float>& found, const LargeVector<float>& expected) {
  for (size_t i = 0; i < found.size(); ++i)
    if (std::abs(found[i] - expected[i]) > 1e-5F * expected[i] + 1e-12F)
      throw std::runtime_error(peer.name + " finds another distance at " + std::to_string(i));
}

void run(const cli::KnnCase& asked, int threads, int repeat) {
  const auto device = makeCpuDevice(threads);
  const Input input{cli::knnPoints(asked.reference, asked.dimension, asked.clustered, 1),
                    cli::knnPoints(asked.queries, asked.dimension, asked.clustered, 2), asked.k, *device};
  std::cout << device->description() << "; case " << asked.id << "; best of " << repeat << '\n';
  const auto right = cli::Table::Align::right;
  cli::Table table({{"search"}, {"build ms", right}, {"query ms", right}, {"total ms", right}});
  LargeVector<float> expected;
  for (const Peer& peer : peersFor(asked.dimension)) {
    Outcome best;
    for (int turn = 0; turn < repeat; ++turn) {
      Outcome outcome = peer.run(input);
      if (expected.empty()) expected = outcome.squaredDistances;
      if (turn == 0) compare(peer, outcome.squaredDistances, expected);
      if (turn == 0 || outcome.build_ms + outcome.query_ms < best.build_ms + best.query_ms) best = std::move(outcome);
    }
    table.add({peer.name, cli::shortNumber(best.build_ms), cli::shortNumber(best.query_ms), cli::shortNumber(best.build_ms + best.query_ms)});
  }
  std::cout << table.text();
}

}  // namespace
}  // namespace arete

int main(int argc, char** argv) {
  try {
    arete::run(arete::cli::findKnnCase(argc > 1 ? argv[1] : "1m-k8"), argc > 2 ? std::stoi(argv[2]) : 0, argc > 3 ? std::stoi(argv[3]) : 2);
  } catch (const std::exception& error) {
    std::cerr << "knn_peers: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
