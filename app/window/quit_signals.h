// SIGTERM, SIGINT and the others of core/end_signals.h end the program in order, but without a question: settings are kept, and unsaved
// changes are offered by the next start. A second one, and one after the event loop, ends it at once.
#pragma once

#include <QObject>

namespace arete {

/// One per program.
class QuitSignals : public QObject {
  Q_OBJECT
 public:
  explicit QuitSignals(QObject* parent = nullptr);
  ~QuitSignals() override;

 Q_SIGNALS:
  void endRequested();  ///< before the event loop is left
};

}  // namespace arete
