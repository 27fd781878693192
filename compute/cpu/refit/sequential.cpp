// refit.cpu.sequential: row 0 of its stage. Junction by junction, all from the places before.
// Memory: the graph and a place a node. Cost: for each junction its arms, up to the next. Loses to a thread a junction. Source: 2D, step 11b.
#include <algorithm>

#include "compute/cpu/network/node_graph.h"
#include "compute/cpu/network_versions.h"
#include "compute/shared/symmetric_eigen.h"

namespace arete::cpu {

using shared::Matrix3;
using shared::Vector3;

namespace {

/// m += outer product of v with itself, times a factor.
void addOuter(Matrix3& m, const Vector3& v, double factor) {
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) m.m[a][b] += factor * v[a] * v[b];
}

Vector3 times(const Matrix3& m, const Vector3& v) {
  Vector3 result;
  for (int a = 0; a < 3; ++a) result.set(a, m.m[a][0] * v.x + m.m[a][1] * v.y + m.m[a][2] * v.z);
  return result;
}

/// Where lines meet: the sum of the squared distances to them is xᵀ matrix x - 2 x · vector + what does not depend on x.
struct Meeting {
  Matrix3 matrix;
  Vector3 vector;
  int lines = 0;

  void addLine(const Vector3& through, const Vector3& direction);
  Vector3 place(const Vector3& stays, double weight) const;
};

void Meeting::addLine(const Vector3& through, const Vector3& direction) {
  Matrix3 across{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  addOuter(across, direction, -1);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) matrix.m[a][b] += across.m[a][b];
  vector = vector + times(across, through);
  ++lines;
}

Vector3 Meeting::place(const Vector3& stays, double weight) const {
  Matrix3 left = matrix;
  for (int k = 0; k < 3; ++k) left.m[k][k] += weight;
  const Vector3 right = vector + stays * weight;
  const shared::Eigen3 eigen = shared::symmetricEigen(left);
  Vector3 result;
  for (int k = 0; k < 3; ++k) result = result + eigen.vector[k] * (dot(eigen.vector[k], right) / eigen.value[k]);
  return result;
}

class Refitter {
 public:
  Refitter(const RefitInput& in, std::span<const RidgeNode> nodes) : rules_(in.rules), nodes_(nodes), graph_(nodes.size(), in.edges) {
    for (const RidgeNode& node : nodes) places_.push_back(node.place);
  }

  void refit(uint32_t junction);
  bool isJunction(uint32_t node) const { return graph_.degree(node) > 2; }
  const std::vector<Vector3>& places() const { return places_; }

 private:
  void addLine(Meeting& meeting, const Branch& arm) const;
  void straighten(const Branch& arm);

  const NetworkRules& rules_;
  std::span<const RidgeNode> nodes_;
  NodeGraph graph_;
  std::vector<Vector3> places_;
};

void Refitter::addLine(Meeting& meeting, const Branch& arm) const {
  const double radius = nodes_[arm.nodes[0]].radius;
  const double to = std::min(rules_.refitTo * radius, arm.length() - (isJunction(arm.nodes.back()) ? rules_.refitFrom * radius : 0));
  std::vector<Vector3> seen;
  Vector3 sum;
  for (size_t i = 1; i < arm.nodes.size(); ++i)
    if (arm.along[i] >= rules_.refitFrom * radius && arm.along[i] <= to) seen.push_back(nodes_[arm.nodes[i]].place), sum = sum + seen.back();
  if (seen.size() < 2) return;
  const Vector3 mean = sum * (1 / double(seen.size()));
  Matrix3 spread;
  for (const Vector3& place : seen) addOuter(spread, place - mean, 1);
  meeting.addLine(mean, shared::symmetricEigen(spread).vector[0]);
}

void Refitter::refit(uint32_t junction) {
  Meeting meeting;
  const RidgeNode& node = nodes_[junction];
  for (const uint32_t next : graph_.neighbours(junction)) addLine(meeting, branchOver(graph_, nodes_, junction, next));
  if (meeting.lines < 2) return;
  const Vector3 step = meeting.place(node.place, rules_.refitStay * meeting.lines) - node.place;
  const double most = rules_.refitFarthest * node.radius, length = lengthOf(step);
  places_[junction] = node.place + (length > most ? step * (most / length) : step);
  for (const uint32_t next : graph_.neighbours(junction)) straighten(branchOver(graph_, nodes_, junction, next));
}

void Refitter::straighten(const Branch& arm) {
  const uint32_t junction = arm.nodes[0];
  double until = rules_.refitFrom * nodes_[junction].radius;
  if (isJunction(arm.nodes.back())) until = std::min(until, arm.length() / 2);
  size_t next = 1;
  while (next + 1 < arm.nodes.size() && arm.along[next] < until) ++next;
  for (size_t i = 1; i < next; ++i)
    places_[arm.nodes[i]] = places_[junction] + (nodes_[arm.nodes[next]].place - places_[junction]) * (arm.along[i] / arm.along[next]);
}

}  // namespace

uint32_t refitSequential(const RefitInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  Refitter refitter(in, nodes);
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    context.checkStop();
    if (refitter.isJunction(i)) refitter.refit(i);
  }
  uint32_t went = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) went += nodes[i].place != refitter.places()[i], nodes[i].place = refitter.places()[i];
  return went;
}

}  // namespace arete::cpu
