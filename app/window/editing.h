// Editing the curve: what is selected, what is done to it, and the frame after that, which a thread of its own makes. An edit never waits for a
// detection, and starts none: it is a change of the session, one undo step.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>

#include "app/window/detection.h"
#include "app/window/document.h"
#include "compute/core/worker.h"
#include "compute/engine/edited_frame.h"
#include "compute/filter/points_around.h"
#include "ui/actions.h"
#include "ui/curve_selection.h"

namespace arete {

class Editing : public QObject {
  Q_OBJECT
 public:
  Editing(Document& document, Detection& detection, Worker::Failed failed);

  /// Whether clicks on the picture select nodes and edges.
  bool on() const { return on_; }
  void setOn(bool on);
  /// Whether there is a finished curve to edit.
  bool possible() const;
  bool busy() const { return worker_.busy(); }

  const CurveSelection& selection() const { return selection_; }
  /// Selects what lies at a place on the screen (device pixels); `add`: besides what is selected, or no longer.
  void pick(double x, double y, bool add, const View& view, const Viewport& viewport);
  /// What else lies where the last click was; false when there is nothing else.
  bool cycle(bool back);
  void selectInside(std::span<const std::array<double, 2>> outline, const View& view, const Viewport& viewport);
  void clearSelection() { select({}); }
  /// The only node that is selected.
  std::optional<uint32_t> selectedNode() const;
  /// What is known of the selection; the points around it a little later than the rest, then changed().
  const std::optional<PointsAround>& pointsAround() const { return around_; }

  /// Of the actions that change the curve; false: this is none of them.
  bool perform(Action action);
  bool isPossible(Action action) const;
  void moveNode(uint32_t node, const std::vector<double>& to);
  void takeOut(size_t edit);

  /// Shows the curve as a rule about lengths would leave it (shorterThan, longerThan; 0: none) without changing the session.
  void preview(EditKind kind, double length);
  bool previews() const { return preview_.has_value(); }
  void applyPreview();
  void endPreview() {
    if (preview_) preview(preview_->kind, 0);
  }
  /// What the preview would do; empty without one, or while it is made.
  const std::string& previewText() const { return previewText_; }

  /// The frame to draw: Detection::frame(), or what is previewed.
  const std::shared_ptr<const Frame>& shown() const { return previewed_ ? previewed_ : detection_.frame(); }
  /// Frame or session changed: makes the edits on what was found.
  void follow();
  void forget();

 Q_SIGNALS:
  void changed();       ///< selection, mode, what is known of it
  void shownChanged();  ///< shown() is another one

 private:
  void select(CurveSelection selection);
  void add(std::vector<Edit> edits);
  Edit ofNodes(EditKind kind, const std::vector<uint32_t>& nodes, const std::vector<uint32_t>& edges) const;
  Edit ofComponent(EditKind kind) const;
  std::vector<double> placeOf(uint32_t node) const;
  void deleteSelected();
  void insertNode();
  void lookAround();
  void dropStale();

  Document& document_;
  Detection& detection_;
  bool on_ = false;
  CurveSelection selection_;
  std::string selectedOf_;                  ///< hash of the frame that the selection is of
  std::vector<CurveSelection> candidates_;  ///< of the last click
  size_t candidate_ = 0;
  double clickedShare_ = 0.5;  ///< how far along the clicked edge
  std::optional<PointsAround> around_;
  std::optional<Edit> preview_;
  std::string previewText_;
  std::shared_ptr<const Frame> previewed_;
  std::shared_ptr<const Frame> madeOf_;  ///< what the worker has made, or makes, edits on, and which
  EditList made_;
  std::optional<Edit> madePreview_;
  const Worker::Failed failed_;
  ThreadPool threads_{1};    ///< of the second worker's thread: detections want the others
  Worker worker_, counter_;  ///< last: their threads end before the rest goes
};

}  // namespace arete
