// The Dear ImGui panels on the picture. One function draws them all from values and says what the user did; it keeps no state of the
// program, only of its own widgets. The window feeds it and carries the answers out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/engine/frame.h"
#include "compute/engine/links.h"
#include "render/overlay.h"
#include "ui/actions.h"
#include "ui/session.h"

namespace arete {

/// A line of the quality panel, when a reference curve is known.
struct QualityLine {
  std::string label, unit, help;  ///< help: a sentence, the tooltip
  double value = 0;
};

/// What is going on, apart from the frame: decides which of the designed states is drawn.
enum class Activity : uint8_t { empty, loading, ready, running, failed };

/// What computes and what draws, for the device section.
struct DeviceReport {
  std::string gpu;       ///< its name; "" where none can compute
  std::string whyNoGpu;  ///< driver missing, no device, built without CUDA
  std::string notice;    ///< what went wrong with the GPU; the CPU went on
  int multiprocessors = 0;
  uint64_t memoryUsed_bytes = 0, memoryTotal_bytes = 0;  ///< of the GPU, by all programs; 0 while it is not in use
  std::string renderer;                                  ///< OpenGL's
  std::string points;                                    ///< how the cloud's points are drawn
  std::string pointsHelp;                                ///< a sentence more: how they get to OpenGL, why not otherwise
};

/// Where the keyboard goes inside the panels: to the widget after or before the present one, or to the first of a panel.
enum class FocusMove : uint8_t { none, next, previous, right, bottom };

/// Sizes in logical pixels and what is folded: a value that the window keeps in its settings.
struct PanelLayout {
  double rightWidth = 300, bottomHeight = 148;  ///< as the user dragged them; drawn smaller where the picture is small
  bool rightOpen = true, bottomOpen = true;
  uint32_t foldedSections = 0;  ///< a bit per section of the right panel, in order
  friend bool operator==(const PanelLayout&, const PanelLayout&) = default;
};

/// A file that is being read.
struct LoadingReport {
  std::string name;     ///< of the file
  double seconds = 1;   ///< since when
  double fraction = 0;  ///< 0…1
  std::string text;     ///< "12.3 of 80 MB, 1.2 million points, 4 s left"
};

struct FailureReport {
  std::string message;  ///< what, where, why
  std::string hint;     ///< what to do
  std::string unread;   ///< the file that could perhaps be read if the user said how, else ""
};

/// What R1 may be, and what it should be.
struct RadiusAdvice {
  double suggested = 0;                          ///< 0 when unknown
  std::string because;                           ///< how it was found: a sentence
  bool toBeSearched = false, searching = false;  ///< it takes a while, and begins when it is asked for
  double largest = 1;                            ///< upper end of radius sliders: a quarter of the diagonal or so
  double smallest = 1e-3;
};

/// Files to open with one click.
struct FileLists {
  std::vector<std::string> recent, examples;
};

struct PictureSize {
  int width = 0, height = 0;  ///< logical pixels
  double devicePixelRatio = 1;
};

struct PanelInput {
  const Session& session;
  std::shared_ptr<const Frame> frame;  ///< null before the first one
  std::shared_ptr<const Links> links;  ///< null while none are known
  Activity activity = Activity::empty;
  bool outdated = false;  ///< what was started last was cancelled before its first step: the frame, if any, is of the one before
  bool playing = false;   ///< Space was pressed: a step after the other
  double stepsPerSecond = 10;
  LoadingReport loading;
  FailureReport failure;
  RadiusAdvice radius;
  std::vector<QualityLine> quality;
  DeviceReport device;
  FileLists files;
  const Overlay* overlay = nullptr;  ///< tick labels, scale bar, colour bar from the scene
  PanelLayout layout;
  bool keyboard = false;  ///< keys go to the widgets of the panels: one of them has the focus, with a ring around it
  FocusMove focusMove = FocusMove::none;
  bool visible = true;  ///< false (Tab): only the legend and the states that need an answer
  PictureSize size;
};

struct PanelOutput {
  std::optional<Session> edited;  ///< the user changed a parameter or the view: the new value
  bool editFinished = false;      ///< the drag or input ended: one undo entry
  std::vector<Action> actions;    ///< buttons pressed
  std::optional<uint32_t> goTo;   ///< history scrubbed
  std::optional<double> stepsPerSecond;
  std::string open;                            ///< a recent file or example was clicked
  std::string openWithOptions;                 ///< failed: the file whose reading the user wants to say more about
  bool dismissed = false;                      ///< failed: the message was read
  std::optional<PanelLayout> layout;           ///< dragged or folded
  double coveredRight = 0, coveredBottom = 0;  ///< logical pixels of the picture under panels: fit the cloud into the rest
  bool animating = false;                      ///< wants to be drawn again soon (fades, tooltips)
};

/// Between ImGui::NewFrame and ImGui::Render, with fonts from loadFonts (ui/style.h) and io.DisplaySize = width x height.
PanelOutput drawPanels(const PanelInput& input);

}  // namespace arete
