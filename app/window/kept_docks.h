// Docks that open with the sizes that they had when the window was closed.
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>

namespace arete {

/// Restores the docks of a window when it is shown, and once more when it gets the size that they were kept in: a window manager gives a maximised
/// window its size only later, and Qt would divide the new room among the docks. A child of the window.
class KeptDocks : public QObject {
 public:
  explicit KeptDocks(QMainWindow& window);
  static bool known();
  static void keep(const QMainWindow& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void restore();

  QMainWindow& window_;
  QElapsedTimer shown_;  ///< not started: the docks have their sizes, or the window has none yet
};

}  // namespace arete
