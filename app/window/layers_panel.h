// The list of layers: eye, colour, size and count of each, and what colours the cloud.
#pragma once

#include <array>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "app/window/controller.h"

class QGridLayout;
class QVBoxLayout;

namespace arete {

class LayersPanel : public QWidget {
  Q_OBJECT
 public:
  explicit LayersPanel(Controller& controller, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    QToolButton* eye = nullptr;
    QToolButton* colour = nullptr;
    QDoubleSpinBox* size = nullptr;
    QLabel *name = nullptr, *count = nullptr;
  };

  void addRow(QGridLayout& grid, const LayerInfo& info);
  void addColours(QVBoxLayout& layout);
  void addAxes(QVBoxLayout& layout);
  void showSession();
  void showCounts();
  void showColouring();
  void showAxes();
  void chooseColour(LayerId id);
  void changeStyle(LayerId id, const std::function<void(LayerStyle&)>& change);

  Controller& controller_;
  std::array<Row, kLayerCount> rows_;
  QComboBox* colourBy_ = nullptr;
  QComboBox* colourMap_ = nullptr;
  QComboBox* curveColour_ = nullptr;
  QWidget* axesRow_ = nullptr;
  std::array<QComboBox*, 3> axes_{};
  View shown_;  ///< what the widgets say: only what differs is set again
  bool filled_ = false;
};

}  // namespace arete
