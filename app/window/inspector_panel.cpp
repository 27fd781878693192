#include "app/window/inspector_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "compute/core/coordinate_names.h"
#include "compute/engine/network_state.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
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
  static constexpr std::string_view kStates[] = {mark("no chosen points"), mark("at rest"), mark("moving")};
  QString rows = row(tr("tile"), QString(tr("%1 of %2")).arg(toQt(formatCount(leaf + 1)), toQt(formatCount(tree.leaves.size()))));
  rows += row(tr("its points"), toQt(formatCount(tree.nodes[node].size())));
  if (!tree.surroundings.empty()) rows += row(tr("points around it"), toQt(formatCount(tree.surroundings.sizeOf(leaf))));
  if (!tree.touching.empty()) rows += row(tr("tiles that touch it"), toQt(formatCount(tree.touching.sizeOf(leaf))));
  rows += row(tr("its chosen points"), toQt(formatCount(size_t(chosen))));
  rows += row(tr("capacity (thesis)"), toQt(formatNumber(tree.roomForChosen(node, frame.job.r1()), kDistanceDigits)));
  rows += row(tr("its level"), toQt(formatCount(tree.nodes[node].level)));
  return rows + row(tr("state"), translated(kStates[size_t(statesOf(frame)[leaf])]));
}

QString cloudPointRows(const Document& document, uint32_t index, const Frame* frame) {
  const PointCloud& cloud = document.cloud();
  QString rows = coordinateRows(cloud.points(), index, cloud.origin());
  for (const Attribute& attribute : document.whole().attributes())
    rows += row(toQt(attribute.name), toQt(formatNumber(attribute.values[document.placeInWhole(index)], kCoordinateDigits)));
  if (frame == nullptr) return rows;
  if (const auto nearest = nearestChosen(cloud, index, frame->chosen)) {
    rows += row(tr("nearest chosen point"), toQt(formatCount(nearest->index)));
    rows += row(tr("distance to it"), toQt(formatNumber(nearest->distance, kDistanceDigits)));
    rows += row(tr("within R1"), nearest->distance <= frame->job.r1() ? tr("yes, contributes") : tr("no, too far to contribute"));
  }
  if (const auto leaf = frame->tiles && frame->cloud.size() == cloud.size() ? frame->tiles->leafOf(index) : std::nullopt)
    rows += tileRows(*frame, *leaf);
  return rows;
}

QString heading(const QString& text) { return QString("<tr><td colspan='2' style='padding-top:6px'><b>%1</b></td></tr>").arg(text); }

QString percent(double share) { return QString::number(std::lround(100 * share)) + " %"; }

QString withError(double value, double error) {
  return QString("%1 ± %2").arg(toQt(formatNumber(value, kDistanceDigits)), toQt(formatNumber(error, 2)));
}

/// How thick the body is around a node.
QString bodyRows(const NodeBody& body) {
  if (!(body.radius > 0)) return {};
  QString rows = row(tr("radius"), withError(body.radius, body.error));
  if (body.seen > 0) rows += row(tr("wall seen from"), QString(tr("%1 of all directions")).arg(percent(body.seen)));
  return rows;
}

/// The branch that a node lies on, and all of its piece; nothing at a junction.
QString branchRows(const CurveExplanation& explanation, uint32_t index) {
  const std::vector<uint32_t>& vertices = explanation.bodies.vertex;
  const auto at = std::ranges::find(vertices, index);
  if (at == vertices.end() || std::ranges::count(vertices, index) != 1) return {};
  const auto behind = std::ranges::upper_bound(explanation.bodies.first, uint32_t(at - vertices.begin()));
  const size_t path = size_t(behind - explanation.bodies.first.begin()) - 1;
  const BodyBranch& branch = explanation.branches.branches[path];
  const BodyTotals& all = explanation.branches.components[branch.component];
  if (!(branch.radius > 0)) return {};
  QString rows = heading(QString(tr("Branch %1")).arg(toQt(formatCount(path))));
  rows += row(tr("length"), toQt(formatNumber(branch.length, kDistanceDigits)));
  rows += row(tr("mean radius"), withError(branch.radius, branch.radiusError));
  rows += row(tr("taper"), toQt(formatNumber(branch.taper, 3)));
  rows += row(tr("surface"), withError(branch.surface, branch.surfaceError)) + row(tr("volume"), withError(branch.volume, branch.volumeError));
  rows += row(tr("order, Strahler number"), QString("%1, %2").arg(branch.order).arg(branch.strahler));
  if (std::isfinite(branch.angle)) rows += row(tr("angle to its parent"), toQt(formatNumber(branch.angle, 3)) + "°");
  rows += heading(QString(trCount(all.branches, "Its piece, %1 branch", "Its piece, %1 branches")).arg(toQt(formatCount(all.branches))));
  rows += row(tr("length"), toQt(formatNumber(all.length, kDistanceDigits)));
  return rows + row(tr("surface"), withError(all.surface, all.surfaceError)) + row(tr("volume"), withError(all.volume, all.volumeError));
}

/// What a node of a network is, and its edges.
QString nodeRows(const Frame& frame, uint32_t index, const CurveExplanation* explanation) {
  const std::vector<Edge>& edges = frame.curve.edges;
  QString rows, list;
  size_t degree = 0;
  for (size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].a != index && edges[e].b != index) continue;
    ++degree;
    const uint32_t other = edges[e].a == index ? edges[e].b : edges[e].a;
    QString value = toQt(formatNumber(edgeLength(frame.curve, edges[e]), kDistanceDigits));
    if (frame.support) value = QString(tr("%1, in %2")).arg(value, percent(frame.support->edgeSupport[e]));
    list += row(QString(tr("to node %1")).arg(toQt(formatCount(other))), value);
  }
  const char* const kind = degree == 0 ? tr("alone") : degree == 1 ? tr("an end") : degree == 2 ? tr("on the way") : tr("a junction of %1 edges");
  rows += row(tr("it is"), degree > 2 ? QString(kind).arg(degree) : QString(kind));
  if (const PointColumn* local = frame.column(NodeColumn::radius))
    rows += row(tr("local radius"), toQt(formatNumber(std::get<std::vector<double>>(*local->values)[index], kDistanceDigits)));
  if (explanation != nullptr && index < explanation->bodies.nodes.size()) rows += bodyRows(explanation->bodies.nodes[index]);
  if (frame.support) {
    rows += row(tr("spread"), toQt(formatNumber(frame.support->nodeSpread[index], kDistanceDigits)));
    if (const double confidence = frame.support->confidenceOf(index); confidence >= 0)
      rows += row(tr("junction in"), QString(tr("%1 of resamples")).arg(percent(confidence)));
  }
  if (explanation != nullptr && frame.cloud.dimension() > 2) rows += branchRows(*explanation, index);
  if (!list.isEmpty()) rows += heading(frame.support ? tr("Edges: length, share of bootstrap runs") : tr("Edges: length")) + list;
  return rows;
}

QString chosenPointRows(const Frame& frame, uint32_t index, const CurveExplanation* explanation) {
  QString rows = coordinateRows(frame.chosen, index, frame.cloud.origin());
  double squaredMove = 0;
  for (int k = 0; k < frame.chosen.dimension(); ++k)
    squaredMove += std::pow(frame.chosen.coordinate(index, k) - frame.previous.coordinate(index, k), 2);
  rows += row(tr("started from point"), toQt(formatCount(frame.chosenOrigin[index])));
  if (frame.job.curveKind() == CurveKind::network && frame.curveKnown && frame.finished) return rows + nodeRows(frame, index, explanation);
  rows += row(tr("last move"), toQt(formatNumber(std::sqrt(squaredMove), kDistanceDigits)));
  if (frame.tiles && index < frame.chosenTile.size()) rows += tileRows(frame, frame.chosenTile[index]);
  return rows;
}

/// Cloud points around the selected one, nearest first.
QString neighbourRows(const Links* links, const SelectedPoint& selected) {
  if (links == nullptr || links->neighbours.empty() || !(links->selected == selected)) return {};
  constexpr size_t kMostRows = 64;
  const size_t all = links->neighbours.size(), shown = std::min(all, kMostRows);
  const QString ball = QString(trCount(all, "%1 cloud point within %2", "%1 cloud points within %2"))
                           .arg(toQt(formatCount(all)), toQt(formatNumber(links->radius, kDistanceDigits)));
  QString rows = heading(links->radius > 0 ? ball : QString(tr("Nearest cloud points")));
  for (const ListedNeighbour& each : std::span(links->neighbours).first(shown))
    rows += row(toQt(formatCount(each.index)), toQt(formatNumber(each.distance, kDistanceDigits)));
  return shown < all ? rows + row(QString(tr("%1 more")).arg(toQt(formatCount(all - shown))), "") : rows;
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

InspectorPanel::InspectorPanel(Controller& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), question_([&controller](Error error) { controller.showError(std::move(error)); }), text_(new QLabel) {
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
  connect(&controller_, &Controller::explanationChanged, this, &InspectorPanel::refresh);
  connect(&question_, &EdgeQuestion::answered, this, &InspectorPanel::refresh);
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    before_.clear();
    pick_.reset();
    nodeBefore_.reset();
    question_.forget();
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
  nodeBefore_.reset();
  if (pick_ && pick_->target == PickTarget::chosenPoint) nodeBefore_ = pick_->index;
  pick_ = pick;
  askAboutEdge();
  refresh();
}

/// Two nodes of a finished network, clicked one after the other.
void InspectorPanel::askAboutEdge() {
  const std::shared_ptr<const Frame>& frame = controller_.frame();
  const bool network = frame && frame->finished && frame->curveKnown && frame->job.curveKind() == CurveKind::network;
  const bool node = pick_ && pick_->target == PickTarget::chosenPoint;
  const bool two = network && node && nodeBefore_ && *nodeBefore_ != pick_->index && std::max(*nodeBefore_, pick_->index) < frame->chosen.size();
  if (!two) {
    nodeBefore_.reset();
    return question_.forget();
  }
  askAsFound(*nodeBefore_, pick_->index);
}

/// The network is made again as it was found, whose nodes an edited curve may number differently.
void InspectorPanel::askAsFound(uint32_t a, uint32_t b) {
  const Frame& frame = *controller_.frame();
  if (frame.edited) {
    a = frame.edited->numbers[a], b = frame.edited->numbers[b];
    if (std::max(a, b) >= frame.edited->found) return nodeBefore_.reset(), question_.forget();  // a user's node: nothing to explain
  }
  question_.ask(controller_.detection().found(), a, b);
}

QString InspectorPanel::edgeRows() const {
  if (!nodeBefore_) return {};
  const auto wide = [](const QString& text) { return "<tr><td colspan='2'>" + text.toHtmlEscaped() + "</td></tr>"; };
  QString rows = heading(tr("Between the two"));
  if (!question_.answer()) return rows + wide(question_.busy() ? tr("Making the network once more, to see why…") : tr("No answer."));
  for (const std::string& sentence : question_.answer()->sentences()) rows += wide(toQt(engineText(sentence)));
  return rows;
}

void InspectorPanel::refresh() {
  const Frame* frame = controller_.frame().get();
  const Frame* found = controller_.detection().found().get();
  if (nodeBefore_ && (frame == nullptr || found == nullptr || found->hash != question_.network())) {  // of another network
    nodeBefore_.reset();
    question_.forget();
  }
  const bool ofCloud = pick_ && pick_->target == PickTarget::cloudPoint;
  const PointArray* points = pick_ ? pointsOf(*pick_) : nullptr;
  if (points == nullptr) {
    text_->setText("<p>" +
                   tr("Click a point to see its coordinates, its attributes and the chosen point it belongs to. Click two nodes of a network, one "
                      "after the other, to see why they are joined or not.") +
                   "</p>");
    return;
  }
  QString measured;
  if (before_.size() == size_t(points->dimension())) {
    double squared = 0;
    for (int k = 0; k < points->dimension(); ++k) squared += std::pow(points->coordinate(pick_->index, k) - before_[size_t(k)], 2);
    measured =
        row(tr("distance from previous pick"), toQt(withUnit(formatNumber(std::sqrt(squared), kDistanceDigits), controller_.axisWords().units[0])));
  }
  const bool ofNetwork = !ofCloud && frame->job.curveKind() == CurveKind::network && frame->finished;
  const QString title = (ofCloud ? tr("Cloud point %1") : ofNetwork ? tr("Node %1") : tr("Chosen point %1")).arg(toQt(formatCount(pick_->index)));
  text_->setText("<b>" + title + "</b><table width='100%' cellspacing='0' cellpadding='2'>" +
                 (ofCloud ? cloudPointRows(controller_.document(), pick_->index, frame)
                          : chosenPointRows(*frame, pick_->index, controller_.explaining().ofFrame())) +
                 measured + edgeRows() + neighbourRows(controller_.linkSearch().found().get(), {!ofCloud, pick_->index}) + "</table>");
}

}  // namespace arete
