// Does again what InputRecord wrote down: each event once the window has done what the one before asked for.
#pragma once

#include <QFile>

#include "app/window/input_record.h"
#include "tests/window/window_support.h"

namespace arete {

/// The native window of that name.
inline QWindow* nativeWindow(const QString& name) {
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (widget->isVisible() && (widget->objectName() == name || (widget->objectName().isEmpty() && name == widget->metaObject()->className())))
      return widget->windowHandle();
  return nullptr;
}

/// False when a window of the record is not there.
inline bool doAgain(const InputEvent& event) {
  using Kind = InputEvent::Kind;
  QWindow* const window = nativeWindow(event.window);
  if (window == nullptr) return false;
  const auto modifiers = Qt::KeyboardModifiers(event.modifiers);
  const QPoint at = event.at.toPoint();
  switch (event.kind) {
    case Kind::press: QTest::mousePress(window, Qt::MouseButton(event.button), modifiers, at); break;
    case Kind::release: QTest::mouseRelease(window, Qt::MouseButton(event.button), modifiers, at); break;
    case Kind::twice: QTest::mouseDClick(window, Qt::MouseButton(event.button), modifiers, at); break;
    case Kind::move: QTest::mouseMove(window, at); break;
    case Kind::wheel: {
      QWheelEvent wheel(event.at, window->mapToGlobal(event.at), {}, event.turned, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
      QApplication::sendEvent(window, &wheel);
      break;
    }
    case Kind::keyDown: QTest::keyPress(window, Qt::Key(event.button), modifiers); break;
    case Kind::keyUp: QTest::keyRelease(window, Qt::Key(event.button), modifiers); break;
  }
  return true;
}

/// The lines that could not be done again; empty for none.
inline QStringList replay(OpenWindow& open, const QString& path) {
  QFile file(path);
  QStringList undone;
  if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) return {"no record: " + path};
  for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
    const auto event = InputEvent::fromLine(line);
    if (!event || !doAgain(*event)) undone << line;
    open.paint();
    if (!open.waitIdle()) undone << "never idle after: " + line;
  }
  return undone;
}

}  // namespace arete
