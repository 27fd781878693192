// Neighbours for the links layer and the inspector: when to search, and what was found.
#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "app/window/detection.h"
#include "app/window/document.h"
#include "compute/core/worker.h"
#include "compute/engine/link_finder.h"

namespace arete {

class LinkSearch : public QObject {
  Q_OBJECT
 public:
  LinkSearch(const Document& document, const Detection& detection, Worker::Failed failed);

  const std::shared_ptr<const Links>& found() const { return found_; }  ///< nullptr while none are known
  bool busy() const { return worker_.busy(); }
  /// Whether links are on the picture.
  static bool draws(const Session& session) { return session.view.style(LayerId::links).visible; }
  /// The point whose neighbours are listed and, perhaps, drawn.
  void select(std::optional<SelectedPoint> selected);
  const std::optional<SelectedPoint>& selected() const { return selected_; }
  /// Another cloud is open.
  void forget();
  /// Searches what is drawn and listed now.
  void search();
  /// The same if that depends on the chosen points, which have changed.
  void followFrame();

 Q_SIGNALS:
  void changed();

 private:
  const Document& document_;
  const Detection& detection_;
  std::shared_ptr<const Links> found_;
  std::optional<SelectedPoint> selected_;
  std::shared_ptr<LinkFinder> finder_ = std::make_shared<LinkFinder>();  ///< of the worker's thread
  Worker worker_;                                                        ///< last: its thread ends before the rest goes
};

}  // namespace arete
