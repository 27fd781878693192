// SWC of a curve that is a tree: a row per node, "number type x y z radius parent", as programs for neurons read it. Numbers are from 1 in an order
// in which parents come before their children, each component behind the other with a root of its own (parent −1); the type is 0, undefined. A loop
// has no parents: a curve with one is refused, or cut where that is asked for; a comment "# cut" then names the rows that the edge joined, and our
// reader joins them again. Source: R. Cannon et al., "An on-line archive of reconstructed
// hippocampal neurons" (1998), and the notes of NeuroMorpho.org.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/error.h"
#include "compute/core/flag.h"
#include "compute/io/write/curve_graph.h"
#include "compute/io/write/curve_writers.h"
#include "compute/io/write/open_loops.h"
#include "compute/measures/bodies/branches.h"

namespace arete {

namespace {

constexpr std::string_view kCannotWriteSwc = "cannot write the curve as SWC";

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

std::string loopsText(size_t count) { return count == 1 ? "a loop" : std::to_string(count) + " loops"; }

void refuseLoops(const CurveInput& input, const write::CurveGraph& graph, const std::string& where) {
  if (!graph.closing) return;
  const std::string loops = loopsText(input.curve.loops);
  throw Error(ErrorKind::wrongUse, kCannotWriteSwc, where,
              "it has " + loops + ", and SWC holds trees only; " + (input.curve.loops == 1 ? "it" : "one") + " is closed between node " +
                  write::nodeText(input, graph.closing->a) + " and node " + write::nodeText(input, graph.closing->b),
              "cut the weakest edge of each loop by --swc-loops cut, or write GraphML, which holds loops");
}

std::string betweenText(const CurveInput& input, const Edge& edge) {
  return "between node " + write::nodeText(input, edge.a) + " and node " + write::nodeText(input, edge.b);
}

/// The first few are enough to find them; the file names all.
void warnOfOpened(const CurveInput& input, const std::vector<Edge>& leftOut) {
  constexpr size_t kNamed = 3;
  if (leftOut.empty()) return;
  std::string text = "SWC holds trees only: " + loopsText(leftOut.size()) + " cut ";
  for (size_t i = 0; i < std::min(leftOut.size(), kNamed); ++i) text += (i > 0 ? ", " : "") + betweenText(input, leftOut[i]);
  if (leftOut.size() > kNamed) text += ", …: the file names all";
  input.warn(text + ".");
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

/// A root for every component: the node that was chosen, or where a body begins.
std::vector<uint32_t> rootsOf(const CurveInput& input, const write::CurveGraph& graph, const std::vector<double>& radius) {
  std::vector<uint32_t> roots = bodyRoots(radius, graph.degree, graph.component, graph.components);
  if (const auto chosen = chosenRoot(input, graph)) roots[graph.component[*chosen]] = *chosen;
  return roots;
}

/// Nodes in an order in which parents come before their children, each component behind the other; a root is its own parent.
struct Walk {
  std::vector<uint32_t> order, parent;

  Walk(const Curve& curve, const std::vector<uint32_t>& roots) : parent(curve.nodes.size()) {
    const Neighbours neighbours(curve);
    std::vector<uint32_t> open;
    for (const uint32_t root : roots) {
      open.push_back(parent[root] = root);
      while (!open.empty()) {
        const uint32_t node = open.back();
        open.pop_back();
        order.push_back(node);
        for (uint32_t i = neighbours.first[node + 1]; i-- > neighbours.first[node];)  // the lowest comes off first
          if (const uint32_t child = neighbours.list[i]; child != parent[node]) parent[child] = node, open.push_back(child);
      }
    }
  }
};

/// How much a node says of its neighbour: 1 / the distance between them.
double weightBetween(const CurveInput& input, uint32_t a, uint32_t b) {
  double squared = 0;
  for (int k = 0; k < input.dimension(); ++k) {
    const double difference = input.coordinate(a, k) - input.coordinate(b, k);
    squared += difference * difference;
  }
  return 1 / std::max(std::sqrt(squared), 1e-300);
}

/// A radius that is no 0, where none is known.
void giveLeast(const CurveInput& input, const Walk& walk, std::vector<double>& radius) {
  constexpr double kThin = 0.01;
  const double least = input.curve.edges.empty() ? 0 : kThin * input.curve.length / double(input.curve.edges.size());
  for (const uint32_t node : walk.order)
    if (radius[node] == 0) radius[node] = least;
}

/// Radii for nodes that no point belongs to, which have 0: along a branch in even steps from one known radius to the next, at its end the last known
/// one; where branches meet, their mean, each by 1 / its length. That is harmonic, which a tree decides in one pass up and one down. Programs for
/// neurons take no radius of 0: a component without any known one has a hundredth of its edges' mean length.
void fillRadii(const CurveInput& input, const Walk& walk, std::vector<double>& radius) {
  struct Sums {
    double weight = 0, value = 0;  // weighted sum over what is known behind a node
    void add(double by, double mean) { weight += by, value += by * mean; }
  };
  std::vector<Sums> behind(radius.size());
  for (size_t i = walk.order.size(); i-- > 0;) {
    const uint32_t node = walk.order[i], parent = walk.parent[node];
    if (parent == node) continue;
    const double weight = weightBetween(input, node, parent);
    const Sums& own = behind[node];
    if (radius[node] > 0) behind[parent].add(weight, radius[node]);
    else if (own.weight > 0) behind[parent].add(1 / (1 / weight + 1 / own.weight), own.value / own.weight);  // lengths one behind the other
  }
  for (const uint32_t node : walk.order) {
    const uint32_t parent = walk.parent[node];
    Sums all = behind[node];
    if (parent != node && radius[parent] > 0) all.add(weightBetween(input, node, parent), radius[parent]);
    if (radius[node] == 0 && all.weight > 0) radius[node] = all.value / all.weight;
  }
  giveLeast(input, walk, radius);
}

void putRows(const CurveInput& input, const Walk& walk, const std::vector<int64_t>& number, const std::vector<double>& radius, TextFile& file) {
  for (const uint32_t node : walk.order) {
    file.put(number[node], " 0");
    for (int k = 0; k < 3; ++k) file.put(' ', input.written(node, k));
    file.put(' ', radius[node], ' ', walk.parent[node] == node ? int64_t(-1) : number[walk.parent[node]], '\n');
  }
}

/// The curve has no loops; `leftOut`: the edges that opened them.
void putTree(const CurveInput& input, const std::vector<Edge>& leftOut, TextFile& file) {
  const write::CurveGraph graph(input.curve);
  std::vector<double> radius(input.curve.nodes.size());
  for (size_t node = 0; node < input.bodies.size(); ++node) radius[node] = input.bodies[node].radius;
  const std::vector<uint32_t> roots = rootsOf(input, graph, radius);
  file.put(
      "# arete " ARETE_VERSION ", curve; units as in the cloud's file\n# ",
      input.options.bodies
          ? "radius: of the circle through the wall around a node, else the root mean square distance of its points; without, from nodes around\n"
          : "radius: not known\n",
      "# dimension ", std::min(input.dimension(), 3), "\n");
  const Walk walk(input.curve, roots);
  std::vector<int64_t> number(walk.parent.size());
  int64_t last = 0;
  for (const uint32_t node : walk.order) number[node] = ++last;
  for (const Edge& edge : leftOut) file.put("# cut ", number[edge.a], ' ', number[edge.b], '\n');
  file.put("# number type x y z radius parent\n");
  fillRadii(input, walk, radius);
  putRows(input, walk, number, radius, file);
}

}  // namespace

void write::swcCurve(const CurveInput& input, TextFile& file) {
  if (!input.options.swcCutsLoops) {
    refuseLoops(input, CurveGraph(input.curve), file.target().string());
    return putTree(input, {}, file);
  }
  const OpenedCurve opened = withOpenLoops(input);
  warnOfOpened(input, opened.leftOut);
  putTree({opened.tree, input.origin, input.options, input.warnings, input.bodies}, opened.leftOut, file);
}

bool swcCutsLoopsFrom(std::string_view text) {
  if (text != "refuse" && text != "cut" && text != "open")
    throw Error(ErrorKind::wrongUse, '"' + std::string(text) + "\" is no choice", "--swc-loops", "", "give refuse or cut");
  return text != "refuse";
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
