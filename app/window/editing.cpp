#include "app/window/editing.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/window/post.h"
#include "compute/engine/carried_support.h"

namespace arete {

Editing::Editing(Document& document, Detection& detection, Worker::Failed failed)
    : document_(document),
      detection_(detection),
      failed_(std::move(failed)),
      worker_("cannot edit the curve", "close other programs, or undo the last edit", failed_, postToThisThread()),
      counter_("cannot count the points around it", "close other programs", failed_, postToThisThread()) {}

bool Editing::possible() const {
  const Frame* frame = detection_.frame().get();
  return frame != nullptr && frame->finished && frame->curveKnown && !frame->chosen.empty();
}

void Editing::setOn(bool on) {
  if (on == on_) return;
  on_ = on;
  select({});
}

// Selecting ---------------------------------------------------------------------------------------------------------------------------

void Editing::select(CurveSelection selection) {
  selection_ = std::move(selection);
  selectedOf_ = detection_.frame() ? detection_.frame()->hash : "";
  around_.reset();
  lookAround();
  Q_EMIT changed();
}

/// Nodes have other numbers in another curve.
void Editing::dropStale() {
  if (selection_.empty() && candidates_.empty()) return;
  if (possible() && detection_.frame()->hash == selectedOf_) return;
  candidates_.clear();
  select({});
}

void Editing::pick(double x, double y, bool add, const View& view, const Viewport& viewport) {
  constexpr double kReach = 8;  // logical pixels
  if (!possible()) return;
  endPreview();
  const CurveOnScreen screen(detection_.frame()->curve, view, viewport);
  const double reach = kReach * viewport.devicePixelRatio;
  candidates_ = screen.candidates(x, y, reach);
  candidate_ = 0;
  const std::vector<CurvePart> parts = screen.near(x, y, reach);
  const auto edge = std::ranges::find(parts, false, &CurvePart::isNode);
  clickedShare_ = edge != parts.end() ? edge->share : 0.5;
  if (add && !candidates_.empty()) return select(selection_.toggled(candidates_.front()));
  if (!add) select(candidates_.empty() ? CurveSelection{} : candidates_.front());
}

bool Editing::cycle(bool back) {
  if (candidates_.size() < 2 || selection_.empty()) return false;
  candidate_ = (candidate_ + (back ? candidates_.size() - 1 : 1)) % candidates_.size();
  select(candidates_[candidate_]);
  return true;
}

void Editing::selectInside(std::span<const std::array<double, 2>> outline, const View& view, const Viewport& viewport) {
  if (!possible()) return;
  candidates_.clear();
  select(CurveOnScreen(detection_.frame()->curve, view, viewport).inside(outline));
}

std::optional<uint32_t> Editing::selectedNode() const {
  if (selection_.nodes.size() != 1 || !selection_.edges.empty()) return {};
  return selection_.nodes.front();
}

/// Counts the points around what is selected, off this thread.
void Editing::lookAround() {
  counter_.cancel();
  if (selection_.empty() || !possible()) return;
  const std::shared_ptr<const Frame>& frame = detection_.frame();
  const Edit part = ofNodes(EditKind::noise, nodesOf(frame->curve, selection_), selection_.edges);
  FilterTube tube{part.dimension, part.places, {}, frame->job.r1()};
  for (const Edge& edge : part.edges) tube.edges.push_back({edge.a, edge.b});
  counter_.start([this, tube, cloud = frame->cloud](const std::stop_token& stop) -> Worker::Then {
    const PointsAround found = arete::pointsAround(cloud, tube, threads_, stop);
    return [this, found] {
      around_ = found;
      Q_EMIT changed();
    };
  });
}

// Edits -------------------------------------------------------------------------------------------------------------------------------

void Editing::add(std::vector<Edit> edits) {
  Session next = document_.session();
  try {
    if (const Frame* const frame = detection_.frame().get()) checkReach(edits, frame->facts.scalar, frame->facts.origin);
  } catch (const Error& error) {
    return failed_(error);
  }
  for (Edit& edit : edits) {
    check(edit);
    next.job.edits = next.job.edits.with(std::move(edit));
  }
  document_.change(std::move(next));
}

std::vector<double> Editing::placeOf(uint32_t node) const {
  const Frame& frame = *detection_.frame();
  std::vector<double> place;
  for (int k = 0; k < frame.chosen.dimension(); ++k) place.push_back(frame.chosen.coordinate(node, k) + frame.cloud.origin()[size_t(k)]);
  return place;
}

/// `nodes` ascending, with both ends of the edges among them.
Edit Editing::ofNodes(EditKind kind, const std::vector<uint32_t>& nodes, const std::vector<uint32_t>& edges) const {
  const Frame& frame = *detection_.frame();
  Edit edit{.kind = kind, .dimension = frame.chosen.dimension()};
  for (const uint32_t node : nodes) {
    const std::vector<double> place = placeOf(node);
    edit.places.insert(edit.places.end(), place.begin(), place.end());
    edit.numbers.push_back(frame.edited ? frame.edited->numbers[node] : node);
  }
  const auto at = [&](uint32_t node) { return uint32_t(std::ranges::lower_bound(nodes, node) - nodes.begin()); };
  for (const uint32_t e : edges) edit.edges.push_back({at(frame.curve.edges[e].a), at(frame.curve.edges[e].b)});
  return edit;
}

/// All of the connected piece that the selection begins in.
Edit Editing::ofComponent(EditKind kind) const {
  const Curve& curve = detection_.frame()->curve;
  const CurveSelection component = componentOf(curve, nodesOf(curve, selection_).front());
  Edit edit = ofNodes(kind, nodesOf(curve, component), component.edges);
  edit.reach = detection_.frame()->job.r1();
  return edit;
}

void Editing::deleteSelected() {
  const Curve& curve = detection_.frame()->curve;
  std::vector<Edit> edits;
  if (!selection_.edges.empty()) edits.push_back(ofNodes(EditKind::deleteEdges, nodesOf(curve, {{}, selection_.edges}), selection_.edges));
  // Nodes that go with their last edge need not be deleted again.
  std::vector<uint32_t> degree(curve.nodes.size());
  for (uint32_t e = 0; e < curve.edges.size(); ++e)
    if (!std::ranges::binary_search(selection_.edges, e)) ++degree[curve.edges[e].a], ++degree[curve.edges[e].b];
  const std::vector<uint32_t> gone = nodesOf(curve, {{}, selection_.edges});
  std::vector<uint32_t> nodes;
  for (const uint32_t node : selection_.nodes)
    if (degree[node] > 0 || !std::ranges::binary_search(gone, node)) nodes.push_back(node);
  if (!nodes.empty()) edits.push_back(ofNodes(EditKind::deleteNodes, nodes, {}));
  add(std::move(edits));
}

void Editing::insertNode() {
  const Edge edge = detection_.frame()->curve.edges[selection_.edges.front()];
  Edit edit = ofNodes(EditKind::insert, {edge.a, edge.b}, selection_.edges);
  const std::vector<double> a = placeOf(edge.a), b = placeOf(edge.b);
  constexpr double kLeast = 0.05;  // of the edge: not on its ends
  const double share = std::clamp(clickedShare_, kLeast, 1 - kLeast);
  for (size_t k = 0; k < a.size(); ++k) edit.to.push_back(a[k] + share * (b[k] - a[k]));
  add({edit});
}

void Editing::moveNode(uint32_t node, const std::vector<double>& to) {
  Edit edit = ofNodes(EditKind::move, {node}, {});
  edit.to = to;
  add({edit});
}

void Editing::takeOut(size_t edit) {
  Session next = document_.session();
  if (edit >= next.job.edits.size()) return;
  next.job.edits = next.job.edits.without(edit);
  document_.change(std::move(next));
}

bool Editing::isPossible(Action action) const {
  const bool some = possible() && !selection_.empty();
  switch (action) {
    case Action::editCurve:
    case Action::selectLasso: return possible();
    case Action::deleteSelected:
    case Action::markRight:
    case Action::markNoise: return some;
    case Action::joinStraight:
    case Action::joinThroughCloud: return some && selection_.nodes.size() == 2 && selection_.edges.empty();
    case Action::splitNode:
    case Action::pinNode: return possible() && selectedNode().has_value();
    case Action::insertNode: return some && selection_.nodes.empty() && selection_.edges.size() == 1;
    default: return true;
  }
}

bool Editing::perform(Action action) {
  if (action == Action::editCurve) return setOn(!on_ && possible()), true;
  if (action < Action::deleteSelected || action > Action::markNoise) return false;
  if (!isPossible(action)) return true;
  Edit edit;
  switch (action) {
    case Action::deleteSelected: deleteSelected(); return true;
    case Action::insertNode: insertNode(); return true;
    case Action::joinStraight: edit = ofNodes(EditKind::join, selection_.nodes, {}); break;
    case Action::joinThroughCloud:
      edit = ofNodes(EditKind::join, selection_.nodes, {});
      edit.way = JoinWay::density;
      break;
    case Action::splitNode: edit = ofNodes(EditKind::split, selection_.nodes, {}); break;
    case Action::pinNode:
      edit = ofNodes(EditKind::move, selection_.nodes, {});
      edit.to = placeOf(selection_.nodes.front()), edit.pinned = true;
      break;
    case Action::markRight: edit = ofComponent(EditKind::right); break;
    default: edit = ofComponent(EditKind::noise); break;
  }
  add({edit});
  return true;
}

// The frame after them ----------------------------------------------------------------------------------------------------------------

void Editing::preview(EditKind kind, double length) {
  preview_.reset();
  if (length > 0) preview_ = Edit{.kind = kind, .length = length};
  else if (std::exchange(previewed_, nullptr)) Q_EMIT shownChanged();
  follow();
  Q_EMIT changed();
}

void Editing::applyPreview() {
  if (!preview_) return;
  const Edit edit = *std::exchange(preview_, std::nullopt);
  add({edit});
}

/// What was known of the network before stays in force, and with it what is hidden, until it is known of the edited one.
static std::shared_ptr<const Frame> withSupport(const std::shared_ptr<const Frame>& edited, std::span<const std::shared_ptr<const Frame>> before) {
  if (edited->edited == nullptr || edited->job.curveKind() != CurveKind::network) return edited;
  auto frame = std::make_shared<Frame>(*edited);
  frame->support = carriedSupport(*edited, before);
  return frame;
}

void Editing::follow() {
  const std::shared_ptr<const Frame>& found = detection_.found();
  const EditList& edits = document_.session().job.edits;
  detection_.setEdited(!edits.empty());
  if (!found) return;
  if (found == madeOf_ && edits == made_ && preview_ == madePreview_) return dropStale();
  madeOf_ = found, made_ = edits, madePreview_ = preview_;
  const bool complete = found->finished && found->curveKnown;
  if (!complete || (edits.empty() && !preview_)) {
    worker_.cancel();
    previewText_.clear();
    if (std::exchange(previewed_, nullptr)) Q_EMIT shownChanged();
    if (complete) detection_.showEdited(editedFrame(found, edits));
    return dropStale();
  }
  worker_.start([this, found, before = detection_.frame(), edits, preview = preview_](const std::stop_token& stop) -> Worker::Then {
    const std::array known = {before, found};
    const auto edited = withSupport(editedFrame(found, edits, stop), known);
    const auto previewed = preview ? withSupport(editedFrame(found, edits.with(*preview), stop), known) : nullptr;
    return [this, edited, previewed] {
      previewed_ = previewed;
      previewText_ = previewed && previewed->edited ? previewed->edited->statuses.back().text : "";
      detection_.showEdited(edited);
      dropStale();
      Q_EMIT shownChanged();
      Q_EMIT changed();
    };
  });
}

void Editing::forget() {
  worker_.cancel();
  counter_.cancel();
  madeOf_.reset();
  made_ = {};
  preview_.reset(), madePreview_.reset();
  previewed_.reset();
  previewText_.clear();
  candidates_.clear();
  selection_ = {};
  around_.reset();
  Q_EMIT changed();
}

}  // namespace arete
