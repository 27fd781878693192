// Tools › Profile along the Curve: how dense the points are along a path of the curve, and how wide they lie around it.
#pragma once

#include <memory>

#include <QDialog>

#include "app/window/controller.h"
#include "app/window/strip_plot.h"

class QComboBox;
class QLabel;

namespace arete {

class ProfileDialog : public QDialog {
  Q_OBJECT
 public:
  ProfileDialog(QWidget* parent, Controller& controller);

 private:
  void follow();
  void fill();
  void showPath();

  Controller& controller_;
  QComboBox* paths_;
  StripPlot* plot_;
  QLabel* text_;
  std::shared_ptr<const CurveExplanation> shown_;  ///< that the list is of
};

}  // namespace arete
