#include "compute/edit/apply_edits.h"

#include <cmath>
#include <utility>

#include "compute/core/error.h"
#include "compute/edit/operations.h"

namespace arete {

void EditWork::checkStop() const {
  if (stop.stop_requested()) throw Cancelled{};
}

std::optional<uint32_t> EditWork::node(const Edit& edit, size_t i) const {
  if (const auto there = graph.exactly(edit.place(i), edit.number(i))) return there;
  return graph.nearest(edit.place(i), tolerances.place);
}

std::optional<Edge> EditWork::edge(const Edit& edit, const Edge& pair) const {
  const auto a = graph.exactly(edit.place(pair.a), edit.number(pair.a)), b = graph.exactly(edit.place(pair.b), edit.number(pair.b));
  if (a && b) {
    if (!graph.joined(*a, *b)) return {};
    return Edge{std::min(*a, *b), std::max(*a, *b)};
  }
  std::vector<double> middle, along;
  for (size_t k = 0; k < size_t(edit.dimension); ++k) {
    middle.push_back((edit.place(pair.a)[k] + edit.place(pair.b)[k]) / 2);
    along.push_back(edit.place(pair.b)[k] - edit.place(pair.a)[k]);
  }
  return graph.nearestEdge(middle, tolerances.place, along);
}

EditStatus applied(std::string text) { return {true, std::move(text)}; }
EditStatus gone(std::string text) { return {false, std::move(text)}; }
std::string counted(size_t count, std::string_view what) { return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s"); }

namespace {

constexpr const char *kNoNode = "no node is there any more", *kNoEdge = "no edge is there any more";

/// "2 of 3 nodes are removed, the others are gone".
EditStatus removed(size_t done, size_t asked, std::string_view what) {
  if (done == 0) return gone(what == "edge" ? kNoEdge : kNoNode);
  if (done == asked) return applied("removed " + counted(done, what));
  return applied("removed " + std::to_string(done) + " of " + counted(asked, what) + "; the others are gone");
}

EditStatus deleteNodes(const Edit& edit, const EditWork& work) {
  size_t done = 0;
  for (size_t i = 0; i < edit.size(); ++i) {
    work.checkStop();
    if (const auto node = work.node(edit, i)) work.graph.remove(*node), ++done;
  }
  return removed(done, edit.size(), "node");
}

EditStatus deleteEdges(const Edit& edit, const EditWork& work) {
  size_t done = 0;
  for (const Edge& pair : edit.edges) {
    work.checkStop();
    if (const auto edge = work.edge(edit, pair)) work.graph.cutAway(edge->a, edge->b), ++done;
  }
  return removed(done, edit.edges.size(), "edge");
}

/// The first edge keeps the node, each other one gets a node of its own.
EditStatus split(const Edit& edit, const EditWork& work) {
  const auto node = work.node(edit, 0);
  if (!node) return gone(kNoNode);
  const std::vector<uint32_t> others = work.graph.neighbours(*node);
  if (others.size() < 2) return gone("the node there has " + counted(others.size(), "edge") + ": nothing meets");
  for (size_t i = 1; i < others.size(); ++i) {
    work.graph.cut(*node, others[i]);
    work.graph.join(work.graph.add(work.graph.at(*node), *node), others[i]);
  }
  return applied("divided into " + counted(others.size(), "end"));
}

EditStatus insert(const Edit& edit, const EditWork& work) {
  const auto edge = work.edge(edit, edit.edges.front());
  if (!edge) return gone(kNoEdge);
  const bool nearA = work.graph.distance(edit.to, work.graph.at(edge->a)) <= work.graph.distance(edit.to, work.graph.at(edge->b));
  const uint32_t node = work.graph.add(edit.to, nearA ? edge->a : edge->b);
  work.graph.cut(edge->a, edge->b);
  work.graph.join(edge->a, node), work.graph.join(node, edge->b);
  return applied("inserted 1 node");
}

/// On a curve found anew: the nearest node goes there, or one is put on the edge that passes, or it stands alone.
EditStatus pin(const Edit& edit, const EditWork& work) {
  if (const auto node = work.graph.nearest(edit.to, work.tolerances.radius)) {
    work.graph.move(*node, edit.to);
    return applied("kept: the nearest node was moved there");
  }
  if (const auto edge = work.graph.nearestEdge(edit.to, work.tolerances.radius)) {
    const uint32_t node = work.graph.add(edit.to, edge->a);
    work.graph.cut(edge->a, edge->b);
    work.graph.join(edge->a, node), work.graph.join(node, edge->b);
    return applied("kept: put on the edge that passes there");
  }
  work.graph.add(edit.to, EditGraph::kNone);
  return applied("kept: it stands alone, no curve passes within R1");
}

EditStatus move(const Edit& edit, const EditWork& work) {
  const auto there = work.graph.exactly(edit.place(0), edit.number(0));
  if (!there && edit.pinned) return pin(edit, work);
  const auto node = there ? there : work.node(edit, 0);
  if (!node) return gone(kNoNode);
  work.graph.move(*node, edit.to);
  return applied(edit.pinned ? "moved and pinned" : "moved");
}

EditStatus one(const Edit& edit, const EditWork& work) {
  if (edit.dimension != 0 && edit.dimension != work.graph.dimension())
    return gone("it is of a curve of " + counted(size_t(edit.dimension), "coordinate") + " a node");
  switch (edit.kind) {
    case EditKind::deleteNodes: return deleteNodes(edit, work);
    case EditKind::deleteEdges: return deleteEdges(edit, work);
    case EditKind::join: return joinNodes(edit, work);
    case EditKind::split: return split(edit, work);
    case EditKind::insert: return insert(edit, work);
    case EditKind::move: return move(edit, work);
    case EditKind::right: return keepAsRight(edit, work);
    case EditKind::noise: return dropAsNoise(edit, work);
    case EditKind::shorterThan: return removeShorterThan(edit.length, work);
    case EditKind::longerThan: return removeLongerThan(edit.length, work);
  }
  return {};
}

/// Squared distances to nodes as far away on the other side do not overflow.
bool canBeNode(std::span<const double> place, Scalar scalar, const PointCloud::Origin& origin) {
  constexpr double kBothWays = 4;
  double sum = 0;
  for (size_t k = 0; k < place.size(); ++k) {
    const double local = place[k] - origin[k], kept = scalar == Scalar::float32 ? double(float(local)) : local;
    sum += kBothWays * kept * kept;
  }
  return std::isfinite(2 * sum);
}

}  // namespace

void checkReach(std::span<const Edit> edits, Scalar scalar, const PointCloud::Origin& origin) {
  for (size_t i = 0; i < edits.size(); ++i)
    if (!canBeNode(edits[i].to, scalar, origin))
      throw Error(
          ErrorKind::badInput, "cannot make the edit", "edit " + std::to_string(i + 1) + " (" + describe(edits[i]) + ")",
          std::string("its new place is too far away for the ") + (scalar == Scalar::float32 ? "float" : "double") + " coordinates of this cloud",
          "take the edit out, or give a place near the cloud");
}

EditedCurve applyEdits(const Curve& curve, std::span<const Edit> edits, const PointCloud& cloud, const EditTolerances& tolerances,
                       std::stop_token stop) {
  checkReach(edits, curve.nodes.scalar(), cloud.origin());
  EditedCurve edited;
  edited.found = curve.nodes.size();
  EditGraph graph(curve, cloud.origin());
  const EditWork work{graph, cloud, tolerances, stop};
  for (const Edit& edit : edits) {
    work.checkStop();
    edited.statuses.push_back(one(edit, work));
  }
  edited.curve = graph.curve(edited.numbers, std::move(stop));
  for (const uint32_t number : edited.numbers) edited.like.push_back(graph.like(number));
  return edited;
}

}  // namespace arete
