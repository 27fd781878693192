// Nearest segment by a tree of bounding boxes: exact, any dimension, built in n log n, about log n boxes looked at per query.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "compute/core/polylines.h"
#include "compute/core/segment_search.h"
#include "compute/core/thread_pool.h"

namespace arete {

class SegmentTree {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Nearest {
    double squaredDistance = std::numeric_limits<double>::infinity();
    uint32_t segment = kNone;  ///< place in the tree: the hint for a query nearby
  };

  /// The pieces of the lines; a line of one vertex is a piece of length 0.
  explicit SegmentTree(const Polylines& lines);
  /// Pieces given by the coordinates of their two ends, 2·dimension numbers each.
  SegmentTree(std::vector<double> segments, int dimension);
  /// The same tree, built by all threads.
  SegmentTree(std::vector<double> segments, int dimension, ThreadPool& threads);

  bool empty() const { return count_ == 0; }
  /// The number, in the order given, of a place in the tree.
  uint32_t number(uint32_t segment) const { return number_[segment]; }
  /// `hint`: segment of an earlier answer, to start with a good bound.
  Nearest nearest(std::span<const double> point, uint32_t hint = kNone) const;
  /// The same where it is nearer than this; else none, and the search ends early.
  Nearest nearestWithin(std::span<const double> point, double squaredDistance) const;
  /// Calls `found` with the number (in the order given) of each segment within `radius`.
  void forEachWithin(std::span<const double> point, double radius, const std::function<void(uint32_t number)>& found) const;

  /// For searches elsewhere; as long as the tree is there.
  shared::SegmentTreeView view() const { return {ends_.data(), nodes_.data(), boxes_.data(), number_.data(), dimension_}; }
  std::span<const double> ends() const { return ends_; }
  std::span<const shared::SegmentNode> nodes() const { return nodes_; }
  std::span<const double> boxes() const { return boxes_; }
  std::span<const uint32_t> numbers() const { return number_; }

 private:
  void build(const std::vector<double>& segments, ThreadPool* threads);
  Nearest nearerThan(Nearest best, std::span<const double> point) const;
  /// Of a segment along an axis.
  struct Middle {
    double twice;
    uint32_t number;
  };
  /// A node, with what follows from it in line, of the segments from `begin` to `end`.
  struct Part {
    uint32_t node, begin, end;
    uint32_t size() const { return end - begin; }
  };
  /// What all parts are made from.
  struct Building {
    const std::vector<double>& segments;
    std::vector<Middle>& middles;  // room for those of all segments
  };
  void fill(const Part& part, const Building& from);
  bool split(const Part& part, const Building& from, Part (&halves)[2]);
  std::vector<Part> splitByThreads(const Part& root, const Building& from, ThreadPool& threads);
  size_t widestAxis(const Part& part, const std::vector<double>& segments);

  int dimension_;
  uint32_t count_ = 0;
  std::vector<double> ends_;      // in tree order, 2·dimension a segment
  std::vector<uint32_t> number_;  // in tree order: number as given
  std::vector<shared::SegmentNode> nodes_;
  std::vector<double> boxes_;  // per node minimum, then maximum
};

}  // namespace arete
