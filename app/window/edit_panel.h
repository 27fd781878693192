// What is selected of the curve, what can be done to it, rules about lengths, and the list of edits with what became of each.
#pragma once

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QWidget>

#include "app/window/controller.h"

class QVBoxLayout;

namespace arete {

/// A length on a slider: nothing at its left end, then from the least to the largest in equal ratios.
class LengthSlider : public QWidget {
  Q_OBJECT
 public:
  LengthSlider(const QString& title, const QString& name, const QString& help, QWidget* parent = nullptr);

  void setRange(double least, double largest);
  double length() const;  ///< 0: none
  void reset();
  void setText(const QString& text) { text_->setText(text); }

 Q_SIGNALS:
  void moved(double length);
  void applied();

 private:
  void show();

  double least_ = 0, largest_ = 0;
  QSlider* slider_ = nullptr;
  QLabel *value_ = nullptr, *text_ = nullptr;
  QPushButton* apply_ = nullptr;
};

class EditPanel : public QWidget {
  Q_OBJECT
 public:
  explicit EditPanel(Controller& controller, QWidget* parent = nullptr);

 Q_SIGNALS:
  void actionRequested(arete::Action action);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addButtons(QVBoxLayout& layout);
  void addLengths(QVBoxLayout& layout);
  void addList(QVBoxLayout& layout);
  void showSelection();
  void showRanges();
  void showList();
  void takeOut();
  QString factRows() const;

  Controller& controller_;
  QLabel *facts_ = nullptr, *none_ = nullptr;
  std::vector<std::pair<Action, QToolButton*>> buttons_;
  LengthSlider *shorter_ = nullptr, *longer_ = nullptr;
  QListWidget* list_ = nullptr;
  QPushButton* takeOut_ = nullptr;
  EditList shown_;                        ///< what the list says
  std::shared_ptr<const Frame> shownOf_;  ///< and the frame that it belongs to
};

}  // namespace arete
