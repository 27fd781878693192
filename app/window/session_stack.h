// Undo: commands that hold the session before and after a change. A session is a small value, so every change can be taken back.
#pragma once

#include <functional>

#include <QString>
#include <QUndoCommand>

#include "ui/session.h"

namespace arete {

/// The name of a change in "Undo …": "R1", "the camera", "the colours"; "" when nothing differs.
QString describeChange(const Session& before, const Session& after);

class SessionCommand : public QUndoCommand {
 public:
  using Restore = std::function<void(const Session&)>;
  /// Changes with the same `mergeKey` in quick succession become one entry; 0 for none.
  SessionCommand(Session before, Session after, int mergeKey, Restore restore);

  int id() const override { return mergeKey_ == 0 ? -1 : mergeKey_; }
  bool mergeWith(const QUndoCommand* newer) override;
  void undo() override { restore_(before_); }
  void redo() override;

 private:
  Session before_, after_;
  const int mergeKey_;
  qint64 time_ms_;
  bool done_ = true;  ///< the change was made before the command was: the stack's first redo() is skipped
  const Restore restore_;
};

}  // namespace arete
