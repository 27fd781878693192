// Writes down what mouse and keyboard do to the windows of the program, so that a test, or whoever looks for a fault, can do it again. A line an
// event: the window's name, what, where in it, with which button, keys and text.
#pragma once

#include <optional>

#include <QFile>
#include <QObject>
#include <QPointF>
#include <QString>

namespace arete {

/// One event of the record.
struct InputEvent {
  enum class Kind : uint8_t { press, release, move, twice, wheel, keyDown, keyUp };
  static constexpr int kKinds = 7;

  QString window;  ///< the object's name
  Kind kind = Kind::move;
  QPointF at;         ///< logical pixels in the window; of a wheel also:
  QPoint turned;      ///< eighths of a degree
  int button = 0;     ///< Qt::MouseButton, or Qt::Key
  int modifiers = 0;  ///< Qt::KeyboardModifiers
  QString text;       ///< of a key

  QString line() const;
  /// Nothing for a line that is none.
  static std::optional<InputEvent> fromLine(const QString& line);
};

/// Records from now on until it is gone. Throws Error(io) when the file cannot be written.
class InputRecord : public QObject {
 public:
  explicit InputRecord(const QString& path);
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QFile file_;
};

}  // namespace arete
