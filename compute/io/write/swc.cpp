// SWC of a curve that is a tree: a row per node, "number type x y z radius parent", as programs for neurons read it. Numbers are from 1 in an order
// in which parents come before their children, each component behind the other with a root of its own (parent −1); the type is 0, undefined. A loop
// has no parents, so a curve with one is refused. Source: R. Cannon et al., "An on-line archive of reconstructed hippocampal neurons" (1998), and the
// notes of NeuroMorpho.org.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "compute/core/error.h"
#include "compute/core/flag.h"
#include "compute/io/write/curve_graph.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

constexpr std::string_view kCannotWrite = "cannot write the curve as SWC";

/// Neighbours of every node in one array, ascending.
struct Neighbours {
  std::vector<uint32_t> first, list;

  explicit Neighbours(const Curve& curve) : first(size_t(curve.nodes.size()) + 1), list(2 * curve.edges.size()) {
    for (const Edge& edge : curve.edges) ++first[edge.a + 1], ++first[edge.b + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (const Edge& edge : curve.edges) list[next[edge.b]++] = edge.a;
    for (const Edge& edge : curve.edges) list[next[edge.a]++] = edge.b;
  }
};

void refuseLoops(const CurveInput& input, const write::CurveGraph& graph, const std::string& where) {
  if (!graph.closing) return;
  const std::string loops = input.curve.loops == 1 ? "a loop" : std::to_string(input.curve.loops) + " loops";
  throw Error(ErrorKind::wrongUse, kCannotWrite, where,
              "it has " + loops + ", and SWC holds trees only; " + (input.curve.loops == 1 ? "it" : "one") + " is closed between node " +
                  write::nodeText(input, graph.closing->a) + " and node " + write::nodeText(input, graph.closing->b),
              "detect a tree (--curve network --profile surface), or write GraphML");
}

/// The node that was chosen to be a root; nothing where none was.
std::optional<uint32_t> chosenRoot(const CurveInput& input, const write::CurveGraph& graph) {
  const SwcRoot& wanted = input.options.swcRoot;
  const auto refuse = [&](const std::string& reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, "cannot take this root", "--swc-root", reason, hint);
  };
  if (wanted.node) {
    const uint32_t node = *wanted.node, nodes = input.curve.nodes.size();
    if (node >= nodes)
      refuse("there is no node " + std::to_string(node) + ": there are " + std::to_string(nodes) + ", from 0", "give one of them, or a place");
    if (graph.degree[node] == 0) refuse("no edge touches node " + std::to_string(node), "give a node of the curve, or a place");
    return node;
  }
  if (wanted.place.empty()) return {};
  if (wanted.place.size() != size_t(input.dimension()))
    refuse("the place has " + std::to_string(wanted.place.size()) + " coordinates and the curve " + std::to_string(input.dimension()),
           "give as many");
  std::optional<uint32_t> nearest;
  double least = 0;
  for (uint32_t node = 0; node < input.curve.nodes.size(); ++node) {
    if (graph.degree[node] == 0) continue;
    double squared = 0;
    for (int k = 0; k < input.dimension(); ++k) {
      const double difference = input.coordinate(node, k) - wanted.place[size_t(k)];
      squared += difference * difference;
    }
    if (!nearest || squared < least) nearest = node, least = squared;
  }
  return nearest;
}

/// Of every component: what was chosen, or its thickest end, the lowest of equal ones.
std::vector<uint32_t> rootsOf(const CurveInput& input, const write::CurveGraph& graph, const std::vector<double>& radius) {
  std::vector<uint32_t> roots(graph.components, write::CurveGraph::kNone);
  for (uint32_t node = 0; node < input.curve.nodes.size(); ++node) {
    if (graph.degree[node] != 1) continue;
    uint32_t& root = roots[graph.component[node]];
    if (root == write::CurveGraph::kNone || radius[node] > radius[root]) root = node;
  }
  if (const auto chosen = chosenRoot(input, graph)) roots[graph.component[*chosen]] = *chosen;
  return roots;
}

class RowWriter {
 public:
  RowWriter(const CurveInput& input, std::vector<double> radius, TextFile& file)
      : input_(input), radius_(std::move(radius)), neighbours_(input.curve), file_(file) {}

  /// All that is connected with the root.
  void tree(uint32_t root) {
    open_.push_back({root, root, -1});
    while (!open_.empty()) {
      const Waiting next = std::exchange(open_.back(), {});
      open_.pop_back();
      row(next.node, next.parentNumber);
      const int64_t here = number_;
      for (uint32_t i = neighbours_.first[next.node + 1]; i-- > neighbours_.first[next.node];)  // the lowest comes off first
        if (const uint32_t child = neighbours_.list[i]; child != next.parent) open_.push_back({child, next.node, here});
    }
  }

 private:
  struct Waiting {
    uint32_t node = 0, parent = 0;  // a root is its own
    int64_t parentNumber = -1;
  };

  void row(uint32_t node, int64_t parent) {
    file_.put(++number_, " 0");
    for (int k = 0; k < 3; ++k) file_.put(' ', input_.written(node, k));
    file_.put(' ', radius_[node], ' ', parent, '\n');
  }

  const CurveInput& input_;
  const std::vector<double> radius_;
  const Neighbours neighbours_;
  TextFile& file_;
  std::vector<Waiting> open_;
  int64_t number_ = 0;
};

}  // namespace

void write::swcCurve(const CurveInput& input, TextFile& file) {
  const CurveGraph graph(input.curve);
  refuseLoops(input, graph, file.target().string());
  std::vector<double> radius = input.options.spread ? input.options.spread() : std::vector<double>();
  radius.resize(input.curve.nodes.size());
  const std::vector<uint32_t> roots = rootsOf(input, graph, radius);
  file.put("# arete " ARETE_VERSION ", curve; units as in the cloud's file\n# ",
           input.options.spread ? "radius: root mean square distance from the curve of the points that belong to a node\n" : "radius: not known\n",
           "# dimension ", std::min(input.dimension(), 3), "\n# number type x y z radius parent\n");
  RowWriter rows(input, std::move(radius), file);
  for (const uint32_t root : roots) rows.tree(root);
}

SwcRoot swcRootFrom(std::string_view text) {
  SwcRoot root;
  const auto refuse = [&] {
    throw Error(ErrorKind::wrongUse, '"' + std::string(text) + "\" is no root", "--swc-root", "",
                "give the number of a node, or coordinates with commas between them: the nearest node is taken");
  };
  std::string_view rest = text;
  if (rest.find(',') == rest.npos) {
    root.node = numberFrom<uint32_t>(rest);
    if (!root.node) refuse();
    return root;
  }
  for (bool more = true; more;) {
    const size_t comma = rest.find(',');
    const auto number = numberFrom<double>(rest.substr(0, comma));
    if (!number || !std::isfinite(*number) || root.place.size() == size_t(kMaxDimension)) refuse();
    root.place.push_back(*number);
    more = comma != rest.npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return root;
}

}  // namespace arete
