// Which points take part: classes, a condition, ranges of columns, areas of the picture.
#pragma once

#include <functional>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

#include "app/window/controller.h"
#include "app/window/histogram_range.h"

class QVBoxLayout;

namespace arete {

class FilterPanel : public QWidget {
  Q_OBJECT
 public:
  explicit FilterPanel(Controller& controller, QWidget* parent = nullptr);

 Q_SIGNALS:
  void actionRequested(arete::Action action);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addAreas(QVBoxLayout& layout);
  void addOrder(QVBoxLayout& layout);
  void addLeftOut(QVBoxLayout& layout);
  void fill();
  void showFilter();
  void showClasses(const Filter& filter);
  void showCounts();
  void applyWhere();
  void addClass(int number, uint64_t count);
  void applyClasses(int touched);
  void change(const std::function<void(Filter&)>& change, bool finished = true);
  QIcon iconOf(int number) const;

  Controller& controller_;
  QLabel *kept_ = nullptr, *wrong_ = nullptr, *empty_ = nullptr;
  QPushButton* clear_ = nullptr;
  QLineEdit* where_ = nullptr;
  QLabel* areas_ = nullptr;
  QCheckBox* scattered_ = nullptr;
  QComboBox* leftOut_ = nullptr;
  QVBoxLayout *classes_ = nullptr, *ranges_ = nullptr;
  std::vector<std::pair<int, QCheckBox*>> boxes_;  ///< by class
  std::vector<HistogramRange*> histograms_;
  Filter shown_;  ///< what the widgets say
};

}  // namespace arete
