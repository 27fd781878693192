#include "compute/experiments/sweep_table.h"

#include <algorithm>
#include <cmath>

namespace arete {

namespace {

struct SweepColumn {
  const char *id, *unit, *title;  ///< title: of its plot; "" for none
  double (*value)(const SweepPoint&);
};

using P = const SweepPoint&;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr SweepColumn kColumns[] = {
    {"r1", "", "", [](P p) { return p.r1; }},
    {"chosen", "points", "", [](P p) { return double(p.frame->chosen.size()); }},
    {"components", "", "Components", [](P p) { return double(p.frame->curve.components); }},
    {"loops", "", "Loops", [](P p) { return double(p.frame->curve.loops); }},
    {"ends", "", "Ends", [](P p) { return double(p.frame->curve.ends); }},
    {"junctions", "", "", [](P p) { return double(p.frame->curve.junctions); }},
    {"length", "", "Length", [](P p) { return p.frame->curve.length; }},
    {"unexplained", "", "Share of the points farther than 2 R1 from the curve", [](P p) { return p.explained.share(); }},
    {"mean_distance", "", "Mean distance of the points from the curve", [](P p) { return p.meanDistance; }},
    {"steady_from", "", "", [](P p) { return p.steady.from; }},
    {"steady_to", "", "", [](P p) { return p.steady.to; }},
    {"milliseconds", "ms", "", [](P p) { return p.milliseconds; }},
};

constexpr SweepColumn kQualityColumns[] = {
    {"f_score", "", "F-score against the true curve", [](P p) { return p.quality ? p.quality->score.fScore : kNone; }},
    {"precision", "", "", [](P p) { return p.quality ? p.quality->score.precision : kNone; }},
    {"recall", "", "", [](P p) { return p.quality ? p.quality->score.recall : kNone; }},
    {"hausdorff", "", "Hausdorff distance from the true curve", [](P p) { return p.quality ? p.quality->hausdorff : kNone; }},
    {"mean_recovering_error", "", "", [](P p) { return p.quality ? p.quality->meanRecoveringError : kNone; }},
};

}  // namespace

ResultTable tableOf(std::span<const SweepPoint> points) {
  std::vector<SweepColumn> columns(std::begin(kColumns), std::end(kColumns));
  const bool measured = std::ranges::any_of(points, [](P point) { return point.quality.has_value(); });
  if (measured) columns.insert(columns.end(), std::begin(kQualityColumns), std::end(kQualityColumns));
  ResultTable table;
  for (const SweepColumn& column : columns) table.columns.push_back({column.id, column.unit});
  for (const SweepPoint& point : points) {
    std::vector<ResultValue>& row = table.rows.emplace_back();
    for (const SweepColumn& column : columns) {
      const double value = column.value(point);
      row.push_back(std::isfinite(value) ? ResultValue(value) : ResultValue());
    }
  }
  return table;
}

std::vector<Plot> plotsOf(const ResultTable& sweep) {
  std::vector<Plot> plots;
  const auto add = [&](const SweepColumn& column) {
    const bool known = std::ranges::any_of(sweep.columns, [&](const ResultColumn& each) { return each.id == column.id; });
    if (known && *column.title != 0) plots.push_back({.title = column.title, .x = "r1", .y = column.id, .logarithmicX = true});
  };
  for (const SweepColumn& column : kColumns) add(column);
  for (const SweepColumn& column : kQualityColumns) add(column);
  return plots;
}

}  // namespace arete
