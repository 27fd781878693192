// Keeps what is open in a file while the program runs, so that a crash loses nothing. One file per running program, with a lock that says
// that it runs; a program that is closed removes both.
#pragma once

#include <memory>
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

  /// What another program had open when it was killed.
  struct Leftover {
    QString path;
    QString cloud;  ///< the file name of the cloud
    QDateTime saved;
    std::optional<Error> refused;  ///< why it cannot be opened now
  };
  /// The newest one that can be opened, else the newest; empty when every program is running or was closed. One that cannot be opened stays,
  /// as it may work later or with a newer Arete. Only damaged files are renamed, with the suffix `.damaged`.
  std::optional<Leftover> leftover() const;
  /// Opens it; once that succeeds its file is kept under this program's name.
  void restore(const Leftover& leftover);
  static void discard(const Leftover& leftover);

  /// Writes what is open now and, if that is unsaved, leaves it for the next start: the program ends without asking.
  void keepUnsaved();

 private:
  void save();
  void takeOver();

  Controller& controller_;
  const QString path_;  ///< of this program's file
  QLockFile lock_;
  QTimer timer_;
  QThreadPool writer_;  ///< one thread: looking at the cloud's file may take a moment
  bool keeps_ = false;  ///< beyond the end of this program
  QString restoring_;   ///< a leftover that is being opened, and that no other program may take
  std::unique_ptr<QLockFile> restoringLock_;
};

}  // namespace arete
