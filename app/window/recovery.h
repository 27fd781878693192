// What is open, kept in a file while the program runs, so that a crash loses nothing. One file per running program, with a lock that says
// that it runs; a program that ends as it should takes both away.
#pragma once

#include <optional>

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "app/window/controller.h"

namespace arete {

class Recovery : public QObject {
 public:
  static constexpr int kDelay_ms = 2000;  ///< after a change, the file is written

  explicit Recovery(Controller& controller);
  ~Recovery() override;

  /// What another program had open when it was stopped by a crash.
  struct Leftover {
    QString path;
    QString cloud;  ///< the file name of the cloud
    QDateTime saved;
  };
  /// The newest one; empty when every program is running or ended as it should.
  std::optional<Leftover> leftover() const;
  /// Opens it; its file is kept on under this program's name.
  void restore(const Leftover& leftover);
  static void discard(const Leftover& leftover);

 private:
  void save();

  Controller& controller_;
  const QString path_;      ///< of this program's file
  QLockFile lock_;
  QTimer timer_;
  QThreadPool writer_;      ///< one thread: looking at the cloud's file may take a moment
};

}  // namespace arete
