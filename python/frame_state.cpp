#include "python/frame_state.h"

#include "compute/io/session_text.h"
#include "compute/tiles/contract.h"
#include "python/packing.h"

namespace arete::python {

template <class All>
void partsOf(All& all, Either<Bounds> auto& bounds) {
  all(bounds.minimum, bounds.maximum);
}

template <class All>
void partsOf(All& all, Either<CloudFacts> auto& facts) {
  all(facts.count, facts.dimension, facts.scalar, facts.origin, facts.bounds, facts.distancesInRange, facts.scale.toFixed, facts.scale.fromFixed);
}

template <class All>
void partsOf(All& all, Either<RadiusSuggestion> auto& suggestion) {
  all(suggestion.r1, suggestion.reason, suggestion.profile, suggestion.doubt, suggestion.found);
}

template <class All>
void partsOf(All& all, Either<StepRecord> auto& step) {
  all(step.stage, step.round, step.inRound, step.chosen, step.moved, step.removed, step.edges, step.lookedAt, step.milliseconds, step.device_ms,
      step.smoothing);
}

template <class All>
void partsOf(All& all, Either<Edge> auto& edge) {
  all(edge.a, edge.b);
}

template <class All>
void partsOf(All& all, Either<TileNode> auto& node) {
  all(node.parent, node.firstChild, node.children, node.begin, node.end, node.level);
}

template <class All>
void partsOf(All& all, Either<PartsReport> auto& parts) {
  all(parts.partition, parts.points, parts.iterations, parts.sumChanges, parts.moves, parts.handovers, parts.messages, parts.bytes,
      parts.busiestBytes, parts.balance, parts.gpus, parts.readsDirectly, parts.hosts, parts.peakMemory, parts.waited_s, parts.chooseRounds,
      parts.decimateRounds, parts.orderRounds);
}

template <class All>
void partsOf(All& all, Either<StoreReport> auto& store) {
  all(store.memory_bytes, store.store_bytes, store.resident_bytes, store.read_bytes, store.written_bytes, store.inputReads);
}

template <class All>
void partsOf(All& all, Either<Difference> auto& difference) {
  all(difference.identical, difference.missing, difference.extra, difference.radius, difference.hausdorff);
}

template <class All>
void partsOf(All& all, Either<NetworkSupport> auto& support) {
  all(support.resamples, support.nodeSpread, support.edgeSpread, support.edgeSupport, support.junctions, support.confidence, support.consensusShare,
      support.consensus);
}

template <class All>
void partsOf(All& all, Either<EditStatus> auto& status) {
  all(status.applied, status.text);
}

template <class All>
void partsOf(All& all, Either<StageTimes> auto& times) {
  for (const Stage stage : kStages) all(times[stage]);
  for (size_t i = 0; i < kExtraTimes.size(); ++i) all(times[ExtraTime(i)]);
}

static void partsOf(Packer& all, const PointColumn& column) { all(column.name, *column.values); }
static void partsOf(Unpacker& all, PointColumn& column) { all(column.name, column.values.edit()); }

/// Lines and counts follow from nodes and edges.
static void partsOf(Packer& all, const Curve& curve) { all(curve.nodes, curve.edges); }
static void partsOf(Unpacker& all, Curve& curve) {
  PointArray nodes;
  std::vector<Edge> edges;
  all(nodes, edges);
  for (const Edge& edge : edges)
    if (edge.a >= nodes.size() || edge.b >= nodes.size()) Unpacker::damaged();
  curve = makeCurve(std::move(nodes), std::move(edges));
}

template <class All>
void partsOf(All& all, Either<EditedCurve> auto& edited) {
  all(edited.curve, edited.found, edited.numbers, edited.like, edited.statuses);
}

static void partsOf(Packer& all, const IndexLists& lists) { all(lists.starts, lists.all()); }
static void partsOf(Unpacker& all, IndexLists& lists) { all(lists.starts, lists.values); }

template <class All>
void partsOf(All& all, Either<TileTree> auto& tree) {
  all(tree.kind, tree.dimension, tree.nodes, tree.bounds, tree.levels, tree.points, tree.leaves, tree.touching, tree.surroundings, tree.note);
}

/// All of a frame but cloud, job, history, curve and the exact answer.
template <class All>
void partsOf(All& all, Either<Frame> auto& frame) {
  all(frame.generation, frame.facts, frame.suggested, frame.device, frame.step, frame.finished, frame.converged, frame.chosen, frame.chosenOrigin,
      frame.columns, frame.previous, frame.removed, frame.curveKnown, frame.tiles, frame.chosenTile, frame.parts, frame.store, frame.assignment,
      frame.difference, frame.support, frame.doubt, frame.edited, frame.times, frame.deviceTimes, frame.hash);
}

py::bytes packedFrame(const Frame& frame) {
  Packer all;
  SessionFile session;
  session.job = frame.job;
  std::vector<std::string> warnings;
  all(sessionText({}, session, warnings), frame, *frame.history, frame.curve.edges);
  return all.bytes();
}

std::shared_ptr<const Frame> unpackedFrame(std::string_view bytes, const Cloud& cloud, std::shared_ptr<const Frame> exact) {
  Unpacker all(bytes);
  const auto frame = std::make_shared<Frame>();
  std::string job;
  std::vector<Edge> edges;
  auto history = std::make_shared<std::vector<StepRecord>>();
  all(job, *frame, *history, edges);
  all.ends();
  if (frame->step >= history->size()) Unpacker::damaged();
  frame->history = std::move(history);
  frame->job = readSession({}, job).session.job;
  frame->plan = frame->job.plan();
  frame->cloud = cloud.points();
  frame->exact = std::move(exact);
  for (const Edge& edge : edges)
    if (edge.a >= frame->chosen.size() || edge.b >= frame->chosen.size()) Unpacker::damaged();
  if (frame->curveKnown) frame->curve = makeCurve(frame->chosen, std::move(edges));
  return frame;
}

}  // namespace arete::python
