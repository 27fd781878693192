// What a user does to the curve that was found, as values: an operation and where it takes place, never a picture of the result. So a list of edits
// can be undone, saved, told in reports and made again on a curve that is found anew.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/curve.h"

namespace arete {

/// In the order of editKinds().
enum class EditKind : uint8_t {
  deleteNodes,  ///< with their edges
  deleteEdges,  ///< nodes that lose their last edge go too
  join,         ///< two nodes
  split,        ///< a node into as many as it has edges, all at its place
  insert,       ///< a node on an edge
  move,         ///< a node to another place; pinned: a curve that is found anew gets it too
  right,        ///< a component is right: a curve that is found anew has it as it is now
  noise,        ///< a component is none: it goes, and its points are left out of the next detection
  shorterThan,  ///< removes components and spurs shorter than `length`
  longerThan    ///< removes edges longer than `length`
};

/// One row of the table of operations: files, words and checks are made from it.
struct EditInfo {
  EditKind kind;
  std::string_view id;     ///< in files
  std::string_view label;  ///< begins its description: "delete edges"
  std::string_view help;   ///< one sentence
  uint32_t fewest = 0;     ///< nodes that it touches
  uint32_t most = 0;       ///< kAnyNumber: no limit
  bool edges = false;      ///< touches edges: it needs one at least, except for marks, which may have none
  bool to = false;         ///< needs `to`
  bool length = false;     ///< needs `length` and has no place
  bool reach = false;      ///< needs `reach`
  static constexpr uint32_t kAnyNumber = UINT32_MAX;
};

/// In the order of EditKind.
std::span<const EditInfo> editKinds();
inline const EditInfo& editInfo(EditKind kind) { return editKinds()[size_t(kind)]; }

/// How join leads from one node to the other.
enum class JoinWay : uint8_t {
  straight,
  density  ///< where the points of the cloud are dense
};

struct Edit {
  static constexpr uint32_t kNoNumber = UINT32_MAX;

  EditKind kind = EditKind::deleteNodes;
  int dimension = 0;                   ///< coordinates a place; 0 where there is none
  std::vector<double> places = {};     ///< of the nodes that it touches, file coordinates, one node after the other
  std::vector<uint32_t> numbers = {};  ///< for each of these, its EditedCurve::numbers when the edit was made: a hint; empty for none
  std::vector<Edge> edges = {};        ///< that it touches, by places: a and b count nodes in `places`
  std::vector<double> to = {};         ///< move, insert: the node's new place, file coordinates
  double length = 0;                   ///< cloud units
  double reach = 0;                    ///< right, noise: what is as near to the component belongs to it, cloud units
  JoinWay way = JoinWay::straight;
  bool pinned = false;   ///< of move
  bool inForce = false;  ///< of noise: the detection leaves its points out. Until then only the component goes

  size_t size() const { return dimension > 0 ? places.size() / size_t(dimension) : 0; }
  std::span<const double> place(size_t i) const { return std::span(places).subspan(i * size_t(dimension), size_t(dimension)); }
  uint32_t number(size_t i) const { return i < numbers.size() ? numbers[i] : kNoNumber; }
  friend bool operator==(const Edit&, const Edit&) = default;
};

/// "delete edges: 3 at 12.5, 7.25": for lists and reports.
std::string describe(const Edit& edit);

/// Throws Error(badInput) whose where() is the key (as in files) that is wrong and whose reason() says what is expected there.
void check(const Edit& edit);

/// Edits in their order. Cheap to copy: they are shared and never change.
class EditList {
 public:
  EditList() = default;
  explicit EditList(std::vector<Edit> edits) {
    if (!edits.empty()) edits_ = std::make_shared<const std::vector<Edit>>(std::move(edits));
  }

  std::span<const Edit> all() const { return edits_ ? std::span<const Edit>(*edits_) : std::span<const Edit>(); }
  bool empty() const { return edits_ == nullptr; }
  size_t size() const { return all().size(); }
  EditList with(Edit edit) const;
  EditList without(size_t index) const;
  /// What the next detection is to heed is in force.
  EditList inForce() const;
  bool isInForce() const;  ///< nothing waits for the next detection
  friend bool operator==(const EditList& a, const EditList& b) { return a.edits_ == b.edits_ || std::ranges::equal(a.all(), b.all()); }

 private:
  std::shared_ptr<const std::vector<Edit>> edits_;  ///< null for none
};

}  // namespace arete
