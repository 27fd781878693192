// The rows of the list of layers for clouds beside the one that is open: eye, name, count, colour, size, and a menu.
#pragma once

#include <functional>

#include <QWidget>

#include "app/window/controller.h"

class QGridLayout;

namespace arete {

class BesideRows : public QWidget {
  Q_OBJECT
 public:
  explicit BesideRows(Controller& controller, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void addRow(QGridLayout& grid, size_t number, const BesidePoints& points);
  void change(size_t number, const std::function<void(LayerStyle&)>& change);
  void remove(size_t number);

  Controller& controller_;
  QWidget* rows_ = nullptr;  ///< made anew when the list changes
};

}  // namespace arete
