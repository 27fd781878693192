// The curve while edits are made: a graph whose nodes keep their numbers. A node that goes leaves its number unused, one that is added gets the next.
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/point_cloud.h"

namespace arete {

class EditGraph {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  EditGraph(const Curve& curve, const PointCloud::Origin& origin);

  int dimension() const { return int(dimension_); }
  uint32_t size() const { return uint32_t(alive_.size()); }  ///< numbers given so far
  bool alive(uint32_t node) const { return node < size() && alive_[node] != 0; }
  std::span<const double> at(uint32_t node) const { return std::span(at_).subspan(node * dimension_, dimension_); }  ///< file coordinates
  const std::vector<uint32_t>& neighbours(uint32_t node) const { return neighbours_[node]; }                         ///< ascending
  size_t degree(uint32_t node) const { return neighbours_[node].size(); }
  double distance(uint32_t a, uint32_t b) const { return distance(at(a), at(b)); }
  double distance(std::span<const double> a, std::span<const double> b) const;
  bool joined(uint32_t a, uint32_t b) const;

  /// `like`: the node whose other values it takes, or kNone for those of the nearest node that was found.
  uint32_t add(std::span<const double> at, uint32_t like);
  void move(uint32_t node, std::span<const double> to);
  void remove(uint32_t node);
  void join(uint32_t a, uint32_t b);
  void cut(uint32_t a, uint32_t b);
  /// Cuts, and removes what has no edge left.
  void cutAway(uint32_t a, uint32_t b);

  /// What was marked as right is not removed by rules about lengths.
  bool right(uint32_t node) const { return right_[node] != 0; }
  void setRight(uint32_t node) { right_[node] = 1; }

  /// The node at exactly this place: the one of this number where it is there, else the lowest.
  std::optional<uint32_t> exactly(std::span<const double> place, uint32_t number) const;
  /// The nearest node within a distance; ties to the lower number.
  std::optional<uint32_t> nearest(std::span<const double> place, double within) const;
  /// The edge whose line comes nearest to a place within a distance, and, where `along` is given, runs by and large in its direction.
  std::optional<Edge> nearestEdge(std::span<const double> place, double within, std::span<const double> along = {}) const;

  /// What is left, and the number of each node.
  Curve curve(std::vector<uint32_t>& numbers, std::stop_token stop) const;
  /// For every number, the found node whose values it has.
  uint32_t like(uint32_t node) const { return like_[node]; }

 private:
  /// A place as the curve can hold it: what is done to the node later finds it there again.
  std::vector<double> kept(std::span<const double> place) const;
  uint32_t nearestFound(std::span<const double> place) const;

  const Curve& found_;
  const PointCloud::Origin& origin_;
  size_t dimension_;
  std::vector<double> at_;
  std::vector<uint8_t> alive_, moved_, right_;
  std::vector<uint32_t> like_;
  std::vector<std::vector<uint32_t>> neighbours_;
};

}  // namespace arete
