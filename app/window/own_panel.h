// The panel of the user's own version: what became of its file, where it differs, what the compiler says, its times beside ours, and what bounds it.
#pragma once

#include <QWidget>

#include "app/window/controller.h"
#include "app/window/elided_label.h"
#include "app/window/own_parameters.h"
#include "app/window/roofline_view.h"

class QLabel;
class QLayout;
class QListWidget;
class QPushButton;
class QScrollArea;
class QTabWidget;
class QTableWidget;
class QToolButton;

namespace arete {

/// The content of a dock.
class OwnPanel : public QWidget {
  Q_OBJECT
 public:
  explicit OwnPanel(Controller& controller, QWidget* parent = nullptr);

 Q_SIGNALS:
  void actionRequested(arete::Action action);
  void raceRequested();                 ///< with the fastest of ours
  void copied(const QString& message);  ///< a message of the compiler is on the clipboard

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QLayout* makeState();
  QWidget* makeTables();
  void makeParameters();
  QLayout* makeRoofline();
  void showAll();
  void showButtons();
  void showTimes();
  void showParameters();
  void showMessages();

  Controller& controller_;
  struct {
    ElidedLabel* file;
    QLabel *state, *words, *bound;
    QPushButton *add, *again, *stop, *race, *sanitize;
    QToolButton *previous, *next;
    QLabel* place;
    QWidget* differing;  ///< the row of the three
    QTabWidget* tabs;
    QTableWidget* times;
    OwnParameters* parameters;
    QScrollArea* parametersTab;
    QLabel* parametersTime;
    QListWidget* messages;
    RooflineView* roofline;
  } widgets_;
  QString shownMessages_;
};

/// What became of it, in a line: "Comparing …", "Same bits in 52 tasks", "Differs in 3 of 52 tasks".
QString stateOf(const OwnTrial& tried, bool busy);

}  // namespace arete
