#include "app/window/input_record.h"

#include <algorithm>
#include <array>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStringList>
#include <QWheelEvent>
#include <QWidget>
#include <QWindow>

#include "compute/core/error.h"

namespace arete {

namespace {

constexpr std::array<const char*, InputEvent::kKinds> kNames = {"press", "release", "move", "twice", "wheel", "key_down", "key_up"};
constexpr int kFields = 9;

/// The window of widgets that a native window is of: only these have names. Lists that open have none.
QString nameOf(const QObject* window) {
  for (const QWidget* widget : QApplication::topLevelWidgets())
    if (widget->windowHandle() == window) return widget->objectName().isEmpty() ? widget->metaObject()->className() : widget->objectName();
  return {};
}

std::optional<InputEvent::Kind> kindOf(QEvent::Type type) {
  using Kind = InputEvent::Kind;
  switch (type) {
    case QEvent::MouseButtonPress: return Kind::press;
    case QEvent::MouseButtonRelease: return Kind::release;
    case QEvent::MouseMove: return Kind::move;
    case QEvent::MouseButtonDblClick: return Kind::twice;
    case QEvent::Wheel: return Kind::wheel;
    case QEvent::ShortcutOverride: return Kind::keyDown;  // before a shortcut takes the key
    case QEvent::KeyRelease: return Kind::keyUp;
    default: return {};
  }
}

InputEvent recorded(const QEvent& event, InputEvent::Kind kind) {
  InputEvent made{.kind = kind};
  if (kind == InputEvent::Kind::keyDown || kind == InputEvent::Kind::keyUp) {
    const auto& key = static_cast<const QKeyEvent&>(event);
    made.button = key.key(), made.modifiers = int(key.modifiers()), made.text = key.text();
    return made;
  }
  const auto& pointing = static_cast<const QSinglePointEvent&>(event);
  made.at = pointing.position(), made.button = int(pointing.button()), made.modifiers = int(pointing.modifiers());
  if (kind == InputEvent::Kind::move) made.button = int(pointing.buttons());
  if (kind == InputEvent::Kind::wheel) made.turned = static_cast<const QWheelEvent&>(event).angleDelta();
  return made;
}

}  // namespace

QString InputEvent::line() const {
  const QStringList fields = {window,
                              kNames[size_t(kind)],
                              QString::number(at.x()),
                              QString::number(at.y()),
                              QString::number(turned.x()),
                              QString::number(turned.y()),
                              QString::number(button),
                              QString::number(modifiers),
                              QString::fromLatin1(text.toUtf8().toPercentEncoding())};
  return fields.join('\t');
}

std::optional<InputEvent> InputEvent::fromLine(const QString& line) {
  const QStringList fields = line.split('\t');
  if (fields.size() != kFields) return {};
  const auto name = std::find(kNames.begin(), kNames.end(), fields[1]);
  if (name == kNames.end()) return {};
  InputEvent event{.window = fields[0], .kind = Kind(name - kNames.begin())};
  event.at = {fields[2].toDouble(), fields[3].toDouble()};
  event.turned = {fields[4].toInt(), fields[5].toInt()};
  event.button = fields[6].toInt(), event.modifiers = fields[7].toInt();
  event.text = QString::fromUtf8(QByteArray::fromPercentEncoding(fields[8].toLatin1()));
  return event;
}

InputRecord::InputRecord(const QString& path) : QObject(qApp), file_(path) {
  if (!file_.open(QIODevice::WriteOnly | QIODevice::Text))
    throw Error(ErrorKind::io, "cannot record", path.toStdString(), file_.errorString().toStdString());
  qApp->installEventFilter(this);
}

/// As windows get them, and keys as what has the focus does: widgets would see an event that they pass on several times.
bool InputRecord::eventFilter(QObject* watched, QEvent* event) {
  const auto kind = kindOf(event->type());
  const bool isFirst =
      kind == InputEvent::Kind::keyDown ? watched == QGuiApplication::focusObject() : watched->isWindowType() && event->spontaneous();
  if (!kind || !isFirst) return false;
  InputEvent made = recorded(*event, *kind);
  made.window = nameOf(watched->isWindowType() ? watched : QGuiApplication::focusWindow());
  file_.write(made.line().toUtf8() + '\n');
  file_.flush();  // the program may end by the very event
  return false;
}

}  // namespace arete
