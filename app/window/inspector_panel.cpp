#include "app/window/inspector_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "compute/io/coordinate_names.h"
#include "render/overlay.h"
#include "ui/numbers.h"

namespace arete {

namespace {

constexpr int kCoordinateDigits = 10;  // UTM metres down to the millimetre
constexpr int kDistanceDigits = 5;

QString row(const QString& label, const QString& value) {
  return "<tr><td style='padding-right:10px'>" + label.toHtmlEscaped() + "</td><td align='right'>" + value.toHtmlEscaped() + "</td></tr>";
}

/// Coordinates of the file: local ones + origin.
QString coordinateRows(const PointArray& points, uint32_t index, const PointCloud::Origin& origin) {
  QString rows;
  for (int k = 0; k < points.dimension(); ++k)
    rows += row(toQt(kCoordinateNames[size_t(k)]), toQt(formatNumber(points.coordinate(index, k) + origin[size_t(k)], kCoordinateDigits)));
  return rows;
}

/// The tile that a point is in, by its place among the leaves.
QString tileRows(const Frame& frame, uint32_t leaf) {
  const TileTree& tree = *frame.tiles;
  const uint32_t node = tree.leaves[leaf];
  const auto chosen = std::count(frame.chosenTile.begin(), frame.chosenTile.end(), leaf);
  static constexpr std::string_view kStates[] = {"no chosen points", "at rest", "moving"};
  QString rows = row("tile", toQt(formatCount(leaf + 1)) + " of " + toQt(formatCount(tree.leaves.size())));
  rows += row("its points", toQt(formatCount(tree.nodes[node].size())));
  if (!tree.margin.empty()) rows += row("points in its margin", toQt(formatCount(tree.margin.sizeOf(leaf))));
  if (!tree.touching.empty()) rows += row("tiles that touch it", toQt(formatCount(tree.touching.sizeOf(leaf))));
  rows += row("its chosen points", toQt(formatCount(size_t(chosen))));
  rows += row("room by the thesis", toQt(formatNumber(tree.roomForChosen(node, frame.job.r1()), kDistanceDigits)));
  rows += row("its level", toQt(formatCount(tree.nodes[node].level)));
  return rows + row("it is", toQt(kStates[size_t(statesOf(frame)[leaf])]));
}

QString cloudPointRows(const PointCloud& cloud, uint32_t index, const Frame* frame) {
  QString rows = coordinateRows(cloud.points(), index, cloud.origin());
  for (const Attribute& attribute : cloud.attributes())
    rows += row(toQt(attribute.name), toQt(formatNumber(attribute.values[index], kCoordinateDigits)));
  if (frame == nullptr) return rows;
  if (const auto nearest = nearestChosen(cloud, index, frame->chosen)) {
    rows += row("nearest chosen point", toQt(formatCount(nearest->index)));
    rows += row("distance to it", toQt(formatNumber(nearest->distance, kDistanceDigits)));
    rows += row("within R1", nearest->distance <= frame->job.r1() ? "yes: it pulls" : "no: too far to pull");
  }
  if (const auto leaf = frame->tiles ? frame->tiles->leafOf(index) : std::nullopt) rows += tileRows(*frame, *leaf);
  return rows;
}

QString chosenPointRows(const Frame& frame, uint32_t index) {
  QString rows = coordinateRows(frame.chosen, index, frame.cloud.origin());
  double squaredMove = 0;
  for (int k = 0; k < frame.chosen.dimension(); ++k)
    squaredMove += std::pow(frame.chosen.coordinate(index, k) - frame.previous.coordinate(index, k), 2);
  rows += row("started from point", toQt(formatCount(frame.chosenOrigin[index])));
  rows += row("last move", toQt(formatNumber(std::sqrt(squaredMove), kDistanceDigits)));
  if (frame.tiles && index < frame.chosenTile.size()) rows += tileRows(frame, frame.chosenTile[index]);
  return rows;
}

/// Cloud points around the selected one, nearest first.
QString neighbourRows(const Links* links, const SelectedPoint& selected) {
  if (links == nullptr || links->neighbours.empty() || !(links->selected == selected)) return {};
  QString rows = "<tr><td colspan='2' style='padding-top:6px'><b>Nearest cloud points</b></td></tr>";
  for (const ListedNeighbour& each : links->neighbours)
    rows += row(toQt(formatCount(each.index)), toQt(formatNumber(each.distance, kDistanceDigits)));
  return rows;
}

}  // namespace

std::optional<NearestChosen> nearestChosen(const PointCloud& cloud, uint32_t point, const PointArray& chosen) {
  if (chosen.empty()) return {};
  std::array<double, kMaxDimension> from{};
  for (int k = 0; k < cloud.dimension(); ++k) from[size_t(k)] = cloud.points().coordinate(point, k);
  NearestChosen best{0, INFINITY};
  withScalarType(chosen.scalar(), [&]<class T>() {  // hundreds of thousands at each step
    const PointsView<T> view = chosen.view<T>();
    for (uint32_t i = 0; i < view.count; ++i) {
      double squared = 0;
      for (int k = 0; k < view.dimension; ++k) squared += (from[size_t(k)] - double(view.at(i, k))) * (from[size_t(k)] - double(view.at(i, k)));
      if (squared < best.distance) best = {i, squared};
    }
  });
  best.distance = std::sqrt(best.distance);
  return best;
}

InspectorPanel::InspectorPanel(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller), text_(new QLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 6, 8, 8);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setTextFormat(Qt::RichText);
  text_->setWordWrap(true);
  text_->setObjectName("inspector_text");
  layout->addWidget(text_);
  layout->addStretch();
  connect(&controller_, &Controller::frameChanged, this, &InspectorPanel::refresh);
  connect(&controller_, &Controller::linksChanged, this, &InspectorPanel::refresh);
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    before_.clear();
    pick_.reset();
    refresh();
  });
  refresh();
}

/// Where a pick's index counts; nullptr when there is no such point any more.
const PointArray* InspectorPanel::pointsOf(const Pick& pick) const {
  const Frame* frame = controller_.frame().get();
  const PointArray* points = pick.target == PickTarget::cloudPoint ? &controller_.cloud().points() : frame != nullptr ? &frame->chosen : nullptr;
  return points != nullptr && pick.index < points->size() ? points : nullptr;
}

void InspectorPanel::show(const std::optional<Pick>& pick) {
  if (const PointArray* points = pick_ ? pointsOf(*pick_) : nullptr) {
    before_.clear();
    for (int k = 0; k < points->dimension(); ++k) before_.push_back(points->coordinate(pick_->index, k));
  }
  pick_ = pick;
  refresh();
}

void InspectorPanel::refresh() {
  const PointCloud& cloud = controller_.cloud();
  const Frame* frame = controller_.frame().get();
  const bool ofCloud = pick_ && pick_->target == PickTarget::cloudPoint;
  const PointArray* points = pick_ ? pointsOf(*pick_) : nullptr;
  if (points == nullptr) {
    text_->setText("<p style='color:gray'>Click a point to see its coordinates, its attributes and the chosen point it belongs to.</p>");
    return;
  }
  QString measured;
  if (before_.size() == size_t(points->dimension())) {
    double squared = 0;
    for (int k = 0; k < points->dimension(); ++k) squared += std::pow(points->coordinate(pick_->index, k) - before_[size_t(k)], 2);
    measured = row("from the point before", toQt(formatNumber(std::sqrt(squared), kDistanceDigits)));
  }
  const QString title = (ofCloud ? "Cloud point " : "Chosen point ") + toQt(formatCount(pick_->index));
  text_->setText("<b>" + title + "</b><table width='100%' cellspacing='0' cellpadding='2'>" +
                 (ofCloud ? cloudPointRows(cloud, pick_->index, frame) : chosenPointRows(*frame, pick_->index)) + measured +
                 neighbourRows(controller_.linkSearch().found().get(), {!ofCloud, pick_->index}) + "</table>");
}

}  // namespace arete
