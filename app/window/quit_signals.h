// SIGTERM and SIGINT end the program as its menu does: settings are kept, and the next start has nothing to restore. A second one ends it at once.
#pragma once

#include <QObject>

namespace arete {

/// One per program.
class QuitSignals : public QObject {
 public:
  explicit QuitSignals(QObject* parent = nullptr);
  ~QuitSignals() override;
};

}  // namespace arete
