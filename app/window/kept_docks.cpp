#include "app/window/kept_docks.h"

#include <QEvent>
#include <QSettings>
#include <QTimer>

namespace arete {

namespace {

const char *const kDocksKey = "window/docks", *const kSizeKey = "window/docks_size";
constexpr int kSizeSettled_ms = 3000;  // after that a new size is the user's wish

}  // namespace

KeptDocks::KeptDocks(QMainWindow& window) : QObject(&window), window_(window) {
  restore();
  window.installEventFilter(this);
}

bool KeptDocks::known() { return QSettings().contains(kDocksKey); }

void KeptDocks::keep(const QMainWindow& window) {
  QSettings settings;
  settings.setValue(kDocksKey, window.saveState());
  settings.setValue(kSizeKey, window.size());
}

void KeptDocks::restore() { window_.restoreState(QSettings().value(kDocksKey).toByteArray()); }

bool KeptDocks::eventFilter(QObject* watched, QEvent* event) {
  const auto restoreSoon = [this] { QTimer::singleShot(0, this, &KeptDocks::restore); };
  if (event->type() == QEvent::Show && !event->spontaneous()) {
    shown_.start();
    restoreSoon();
  } else if (event->type() == QEvent::Resize && shown_.isValid() && window_.size() == QSettings().value(kSizeKey).toSize()) {
    if (!shown_.hasExpired(kSizeSettled_ms)) restoreSoon();
    shown_.invalidate();
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace arete
