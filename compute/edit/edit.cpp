#include "compute/edit/edit.h"

#include <cmath>
#include <utility>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/core/point_array.h"

namespace arete {

static constexpr uint32_t kAny = EditInfo::kAnyNumber;
static constexpr EditInfo kEditKinds[] = {
    {.kind = EditKind::deleteNodes, .id = "delete_nodes", .label = "delete nodes", .help = "Nodes go, with their edges.", .fewest = 1, .most = kAny},
    {.kind = EditKind::deleteEdges,
     .id = "delete_edges",
     .label = "delete edges",
     .help = "Edges go; a node that loses its last edge goes too.",
     .fewest = 2,
     .most = kAny,
     .edges = true},
    {.kind = EditKind::join,
     .id = "join",
     .label = "join",
     .help = "Two nodes are joined, straight or where points are dense.",
     .fewest = 2,
     .most = 2},
    {.kind = EditKind::split, .id = "split", .label = "split", .help = "The edges of a node no longer meet there.", .fewest = 1, .most = 1},
    {.kind = EditKind::insert,
     .id = "insert",
     .label = "insert a node",
     .help = "A node is put on an edge.",
     .fewest = 2,
     .most = 2,
     .edges = true,
     .to = true},
    {.kind = EditKind::move,
     .id = "move",
     .label = "move a node",
     .help = "A node goes to another place; pinned, the next detection keeps it there.",
     .fewest = 1,
     .most = 1,
     .to = true},
    {.kind = EditKind::right,
     .id = "right",
     .label = "mark as right",
     .help = "The next detection keeps this component.",
     .fewest = 1,
     .most = kAny,
     .edges = true,
     .reach = true},
    {.kind = EditKind::noise,
     .id = "noise",
     .label = "mark as noise",
     .help = "This component goes, and the next detection leaves its points out.",
     .fewest = 1,
     .most = kAny,
     .edges = true,
     .reach = true},
    {.kind = EditKind::shorterThan,
     .id = "shorter_than",
     .label = "remove what is shorter than",
     .help = "Components and spurs shorter than this go.",
     .length = true},
    {.kind = EditKind::longerThan, .id = "longer_than", .label = "remove edges longer than", .help = "No edge is longer than this.", .length = true},
};

std::span<const EditInfo> editKinds() { return kEditKinds; }

/// Enough digits to find the place.
static std::string shownNumber(double value) {
  constexpr int kDigits = 6;
  const bool map = std::abs(value) >= 1e6 && std::abs(value) < 1e15;  // UTM metres to the centimetre
  return map ? fixedText(value, 2) : numberText(value, kDigits);
}

static std::string placeText(std::span<const double> place) {
  std::string text;
  for (const double x : place) text += (text.empty() ? "" : ", ") + shownNumber(x);
  return text;
}

/// The label of an edit of one node or edge, where that of several would mislead.
static std::string_view labelOfOne(const EditInfo& info) {
  if (info.kind == EditKind::deleteNodes) return "delete a node";
  return info.kind == EditKind::deleteEdges ? "delete an edge" : info.label;
}

std::string describe(const Edit& edit) {
  const EditInfo& info = editInfo(edit.kind);
  const size_t count = info.edges && !info.reach ? edit.edges.size() : edit.size();
  std::string text(count == 1 ? labelOfOne(info) : info.label);
  if (info.length) return text + ' ' + shownNumber(edit.length);
  if (edit.kind == EditKind::join) text += edit.way == JoinWay::density ? " through the cloud" : " straight";
  if (edit.pinned) text += " and pin it";
  if (info.most == kAny && count > 1) text += ": " + std::to_string(count) + (info.reach ? " nodes" : "");
  if (edit.size() > 0) text += " at " + placeText(edit.place(0));
  if (edit.kind == EditKind::join && edit.size() == 2) text += " and " + placeText(edit.place(1));
  if (edit.kind == EditKind::move) text += " to " + placeText(edit.to);
  return text;
}

[[noreturn]] static void fail(std::string_view key, std::string_view due) {
  throw Error(ErrorKind::badInput, "cannot take the edit", key, std::string(due) + " is expected here");
}

static void checkNumber(std::string_view key, double value) {
  if (!(value > 0) || !std::isfinite(value)) fail(key, "a length above 0");
}

static void checkPlaces(const Edit& edit, const EditInfo& info) {
  if (edit.dimension < 1 || edit.dimension > kMaxDimension || edit.places.size() % size_t(edit.dimension) != 0)
    fail("nodes", "a list of places of 1 to 16 numbers each, the same for all,");
  if (edit.size() < info.fewest || edit.size() > info.most)
    fail("nodes", "a list of " + (info.most == kAny ? "at least " : std::string()) + std::to_string(info.fewest) + " place(s)");
  for (const double x : edit.places)
    if (!std::isfinite(x)) fail("nodes", "a finite number");
  if (!edit.numbers.empty() && edit.numbers.size() != edit.size()) fail("numbers", "a number for each of the nodes");
}

void check(const Edit& edit) {
  const EditInfo& info = editInfo(edit.kind);
  if (info.length) return checkNumber("length", edit.length);
  checkPlaces(edit, info);
  for (const Edge& edge : edit.edges)
    if (edge.a >= edit.size() || edge.b >= edit.size() || edge.a == edge.b) fail("edges", "pairs of two of the nodes, counted from 0,");
  if (info.edges && !info.reach && edit.edges.empty()) fail("edges", "a list of at least 1 pair");
  if (info.to && edit.to.size() != size_t(edit.dimension)) fail("to", "a place of as many numbers as the nodes have");
  for (const double x : edit.to)
    if (!std::isfinite(x)) fail("to", "a finite number");
  if (info.reach) checkNumber("reach", edit.reach);
}

EditList EditList::with(Edit edit) const {
  std::vector<Edit> edits(all().begin(), all().end());
  edits.push_back(std::move(edit));
  return EditList(std::move(edits));
}

EditList EditList::without(size_t index) const {
  std::vector<Edit> edits(all().begin(), all().end());
  edits.erase(edits.begin() + ptrdiff_t(index));
  return EditList(std::move(edits));
}

bool EditList::isInForce() const {
  return std::ranges::none_of(all(), [](const Edit& edit) { return edit.kind == EditKind::noise && !edit.inForce; });
}

EditList EditList::inForce() const {
  if (isInForce()) return *this;
  std::vector<Edit> edits(all().begin(), all().end());
  for (Edit& edit : edits) edit.inForce = edit.kind == EditKind::noise;
  return EditList(std::move(edits));
}

}  // namespace arete
