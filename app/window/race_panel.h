// Tools › Race: two to four ways to compute the same, their times in tables and a plot, and their states side by side at an equal step or an equal
// time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "app/window/controller.h"
#include "app/window/race_plot.h"
#include "app/window/race_views.h"
#include "app/window/stillness.h"
#include "compute/core/mailbox.h"
#include "compute/core/worker.h"
#include "compute/engine/version_race.h"

class QComboBox;
class QLabel;
class QLayout;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QSlider;
class QSpinBox;
class QTabWidget;
class QStackedWidget;
class QToolButton;

namespace arete {

class RooflineView;

/// What the slider of a race goes along.
enum class RaceClock : uint8_t { step, time };

/// The content of a dock. While the views are wanted the window shows them in the place of the picture.
class RacePanel : public QWidget {
  Q_OBJECT
 public:
  RacePanel(Controller& controller, RaceViews& views, QWidget* parent = nullptr);

  void start();
  /// With these, which become what is chosen. Throws Error(wrongUse) like raceEntries.
  void startWith(const RaceWish& wish);
  /// Whether the race that is shown, or that runs, is one of this version with others.
  bool races(std::string_view version) const;
  /// The same race once more, as one of its versions is another one by now: its times stay beside.
  void again();
  /// Where the views stand: at a step, or when the first racer has ended.
  void placeViews(RaceClock clock, std::optional<uint32_t> step);
  void takeFocus();
  RaceViews& views() { return views_; }
  bool busy() const { return worker_.busy(); }
  /// Null before the first one.
  const std::shared_ptr<const Race>& race() const { return race_; }
  /// The one before again(); else null.
  const std::shared_ptr<const Race>& before() const { return before_; }
  /// The step that each racer stands at.
  std::vector<uint32_t> places() const;
  RaceClock clock() const;
  bool viewsWanted() const;
  /// The dock was closed, or something else needs the picture.
  void leaveViews();
  void leave();  ///< one level: the views, then the panel
  /// .html, .csv, .json, .svg or .png. Throws Error.
  std::vector<std::string> writeTo(const std::filesystem::path& path);

 Q_SIGNALS:
  void viewsChanged();  ///< wanted or no longer
  void left();          ///< the panel is to go

 protected:
  bool event(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  // race_panel.cpp
  QLayout* makeChooser();
  QLayout* makeResults();
  QLayout* makeStage();
  void fillChoices();
  void fillOptions();
  void race(const std::string& of, const std::vector<std::string>& values);
  void limitOptions(QListWidgetItem* changed);
  void forget();
  void cancel();
  void say(const QString& text);
  void take(std::shared_ptr<const Race> race, bool finished);
  // race_panel_show.cpp
  void showTables();
  void showPlot();
  void resetSlider();
  void showPlaces();
  void play(bool on);
  void playOn();
  void step(int key);
  void goTo(uint32_t step);
  void askWhere();

  Controller& controller_;
  RaceViews& views_;
  struct Widgets {
    QComboBox *choice, *clock, *plotOf;
    QListWidget* options;
    QSpinBox* turns;
    QPushButton *run, *stop, *save;
    QLabel *text, *place;
    QTabWidget* tables;
    QStackedWidget* plots;
    RacePlot* plot;
    RooflineView* roofline;
    QSlider* slider;
    QToolButton *play, *show;
  } widgets_;
  std::vector<RaceChoice> choices_;
  RaceWish wish_;  ///< of the newest race
  std::shared_ptr<const Race> race_, before_;
  std::vector<double> events_;  ///< ms after which a step of one of them has ended, ascending
  QTimer timer_;                ///< while it plays
  QElapsedTimer sinceTick_;
  double played_ms_ = 0;  ///< of the race
  struct News {
    uint64_t number = 0;
    double fraction = 0;
    std::string what;
    std::shared_ptr<const Race> race;  ///< null: only progress
  };
  uint64_t number_ = 0;  ///< of the newest race: what others still say does not count
  Mailbox<News> told_;
  Stillness stillness_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
