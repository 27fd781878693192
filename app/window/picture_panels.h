// The panels on the picture: how they are laid out, whether the keyboard is theirs, and how much of the picture they cover.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QPointF>

#include "app/window/imgui_bridge.h"
#include "ui/panels.h"

class QKeyEvent;

namespace arete {

/// Whether words explain a first result.
enum class Callouts : uint8_t {
  none,
  wanted,  ///< as soon as there is one
  shown    ///< until a click
};

class PicturePanels {
 public:
  /// It is fed with user input.
  ImGuiBridge& bridge() { return bridge_; }
  const ImGuiBridge& bridge() const { return bridge_; }

  /// As the user left it: a panel that fit() folded is open in it.
  PanelLayout layout() const;
  void setLayout(const PanelLayout& layout) { layout_ = layout, room_.folded = false; }
  /// The right panel folds when the picture becomes too narrow for both, and opens again when it is wide enough; between the two it does what the
  /// user says. `width`: of the picture, logical pixels.
  void fit(double width);
  bool visible() const { return visible_; }
  void setVisible(bool visible) { visible_ = visible; }
  Callouts callouts() const { return callouts_; }
  void setCallouts(Callouts callouts) { callouts_ = callouts; }
  /// How much larger than usual text and controls are.
  double scale() const { return scale_; }
  void setScale(double scale) { scale_ = scale, bridge_.setScale(scale); }
  void setFiles(FileLists files) { files_ = std::move(files); }
  /// Of the picture, logical pixels.
  double coveredRight() const { return coveredRight_; }
  double coveredBottom() const { return coveredBottom_; }

  /// Whether the pointer is, or just was, over a panel: then panels are drawn again.
  bool followPointer(bool over);
  bool pointerOver() const { return pointerOver_; }

  bool keyboard() const { return keyboardIn_ != FocusMove::none; }
  /// From the picture to the right panel, to the bottom panel, and away again; false when it has left.
  bool enterNext();
  void leave();
  void moveFocus(bool next) { focusMove_ = next ? FocusMove::next : FocusMove::previous; }
  /// Somebody types a number into a panel, or a panel has the keyboard, or a list is open: such keys are no shortcuts then.
  bool wants(const QKeyEvent& event) const;

  struct Marker {
    QPointF position;  ///< logical pixels
    bool light = false;
  };
  /// To the framebuffer that is bound. Fills in what the input says of panels and their size.
  PanelOutput draw(PanelInput input, const std::optional<Marker>& marker);
  /// Saves the user's layout; true when the covered parts of the picture changed.
  bool follow(const PanelOutput& output);

 private:
  ImGuiBridge bridge_;
  FocusMove keyboardIn_ = FocusMove::none;  ///< the panel that has the keyboard; none: keys are shortcuts
  FocusMove focusMove_ = FocusMove::none;   ///< for the next frame
  bool visible_ = true, pointerOver_ = false;
  Callouts callouts_ = Callouts::none;
  PanelLayout layout_;
  struct {
    bool narrow = false, folded = false;  ///< folded: by fit(), not by the user
  } room_;
  double coveredRight_ = 0, coveredBottom_ = 0, scale_ = 1;
  FileLists files_;
};

}  // namespace arete
