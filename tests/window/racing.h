// What the tests of races share: a small cloud with the panel of races open, and the race that most begin with.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>

#include "app/window/race_panel.h"
#include "compute/generate/generate.h"
#include "tests/window/window_support.h"

namespace arete {

/// Few points: all pairs of them are compared in no time.
struct SmallSpiral {
  explicit SmallSpiral(uint32_t points = 4000) {
    ThreadPool threads(1);
    GenerateOptions options;
    options.points = points;
    const PointCloud cloud = generate(findShape("spiral"), options, threads);
    QByteArray lines;
    for (uint32_t i = 0; i < cloud.size(); ++i)
      lines += QByteArray::number(cloud.points().coordinate(i, 0)) + ' ' + QByteArray::number(cloud.points().coordinate(i, 1)) + '\n';
    QFile file(path());
    if (!file.open(QIODevice::WriteOnly) || file.write(lines) != lines.size()) qFatal("no room for a test file");
  }
  QString path() const { return folder.filePath("spiral.xyz"); }
  QTemporaryDir folder;
};

struct Racing : SmallSpiral, OpenWindow {
  explicit Racing(QSize size = windowSize(), uint32_t points = 4000) : SmallSpiral(points), OpenWindow(path(), size) {
    Session session = this->session();
    session.job.params.set(kThreadsParam, 1);  // threads that wait for each other take long where others compute too
    controller().document().change(std::move(session));
    controller().document().forgetChanges();  // opening another cloud would ask whether to save them
    if (!waitIdle()) qFatal("no detection");
    key(Qt::Key_C, Qt::ShiftModifier);
    if (!waitFor([this] { return panel().isVisible(); })) qFatal("no panel");
    widget<QSpinBox>("race_turns").setValue(1);
  }
  RacePanel& panel() { return window.race(); }
  RaceViews& views() { return panel().views(); }
  template <class Widget>
  Widget& widget(const QString& name) {
    auto* const found = window.findChild<Widget*>(name);
    if (found == nullptr) qFatal("no widget %s", qPrintable(name));
    return *found;
  }
  /// Chooses by its words.
  void choose(const QString& choice) {
    auto& box = widget<QComboBox>("race_choice");
    const int index = box.findText(choice);
    if (index < 0) qFatal("no choice %s", qPrintable(choice));
    box.setCurrentIndex(index);
  }
  void click(const char* name) { QTest::mouseClick(&widget<QAbstractButton>(name), Qt::LeftButton); }
  bool raced() {
    return waitFor([this] { return !panel().busy() && panel().race() != nullptr && panel().race()->turns > 0; });
  }
  void raceEvolve() {
    choose("Evolve: versions");
    click("race_run");
    if (!panel().busy() || !raced()) qFatal("no race: %s", qPrintable(widget<QLabel>("race_text").text()));
  }
  bool shown() {
    return waitFor([this] { return views().isVisible() && views().settled(); });
  }
  QString text() { return widget<QLabel>("race_text").text(); }
};

}  // namespace arete
