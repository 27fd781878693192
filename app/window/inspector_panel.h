// The clicked point: its number, its coordinates as in the file, its attributes, and the chosen point it belongs to.
#pragma once

#include <optional>
#include <vector>

#include <QLabel>
#include <QWidget>

#include "app/window/controller.h"
#include "app/window/edge_question.h"
#include "render/scene.h"

namespace arete {

class InspectorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPanel(Controller& controller, QWidget* parent = nullptr);
  void show(const std::optional<Pick>& pick);

 private:
  const PointArray* pointsOf(const Pick& pick) const;

  void refresh();
  void askAboutEdge();
  void askAsFound(uint32_t a, uint32_t b);
  QString edgeRows() const;

  Controller& controller_;
  EdgeQuestion question_;
  QLabel* text_ = nullptr;
  std::optional<Pick> pick_;
  std::optional<uint32_t> nodeBefore_;  ///< the node that was shown before: what joins the two is explained
  std::vector<double> before_;          ///< local coordinates of the point that was shown before: the distance to it is measured
};

/// The nearest chosen point to a cloud point, ties to the lower index; empty without chosen points.
struct NearestChosen {
  uint32_t index = 0;
  double distance = 0;
};
std::optional<NearestChosen> nearestChosen(const PointCloud& cloud, uint32_t point, const PointArray& chosen);

}  // namespace arete
